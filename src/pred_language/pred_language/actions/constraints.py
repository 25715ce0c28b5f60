"""What the words say of each thing and place of a reading, beside its class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pred_core.referring.description import Description, Test, TestKind
from pred_core.spots import IN_WORDS
from pred_core.vocabulary import (
    can_be_carried,
    group,
    is_cover,
    is_wiped,
    object_types,
    ordered_group,
    spoken,
)
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.things import NamedThing, PlaceWords
from pred_language.lexicon.words import Prep, Verb
from pred_language.meaning.grounding import Grounder
from pred_language.meaning.parts import TOOL
from pred_language.meaning.qualifiers import described, said_of, where

LIKELY = 0.5
"""Weight above which a word means a type as well: a towel may be a hand towel, and is no cloth."""
Said = Mapping[str, tuple[Test, ...]]
"""What is said of each slot of a reading: target, target2 (the second of them), destination, also1, also1_place, ..."""


def of_thing(slot: str, thing: NamedThing, place: PlaceWords | None, grounder: Grounder) -> Said:
    """Return what is said of a thing; of further ones of the same words under ``slot2``, ``slot3``, ...

    :param place: where it goes, which is nothing that it is told by
    """
    sources = tuple(
        where(_relation_of(source), source.mention, grounder)
        for source in thing.sources
        if _tells(source, place)
    )
    found = {slot: (*_tests(thing.mention, place, grounder), *sources)}
    for number, rival in enumerate(thing.mention.rivals, 2):
        found[f"{slot}{number}"] = _tests(rival, place, grounder)
    return found


def of_place(slot: str, place: PlaceWords, thing: NamedThing, grounder: Grounder) -> Said:
    """Return what is said of a place where a thing goes: "next to the stove" of what is next to it."""
    if place.near and group("resting_places"):
        return {slot: _spots(place, thing, grounder)}
    if place.near or place.prep is Prep.UNDER:
        relations = [(r, marks) for r, marks in thing.mention.relations if place.mention in marks]
        if place.near and can_be_carried(place.mention.best):  # "to the left of the laptop" is on what the laptop is on
            relations = [("near", marks) for _, marks in relations]
        own = of_thing("", thing, place, grounder)[""]
        tests = said_of(Mention("", {}, relations=relations), grounder)
        tests = tests or ((where("near", place.mention, grounder),) if place.near else ())
        return {slot: tuple(_than_itself(test, thing, own, grounder) for test in tests)} if tests else {}
    tests = said_of(place.mention, grounder, of=(thing.mention,))  # "fill the cupboard with a can"
    if place.mention.best in group("resting_places"):  # "on the table next to the bowl"
        tests = tuple(replace(t, kind=TestKind.SPOT) if _is_beside(t) else t for t in tests)
    here = replace(thing.mention, rivals=[], relations=[])
    return {slot: tuple(_than_here(test, here, thing, place, grounder) for test in tests)}


def of_tool(events: Sequence[Event], grounder: Grounder) -> Said:
    """Return what is said of what a text wants something cut or wiped with: "with the butter knife" is with no other.

    What is taken up right before the cutting is what cuts ("take the butter knife and slice the bread"), too.
    """
    for before, event in zip((None, *events), events, strict=False):
        tools = _tools_of(event)
        if not tools:
            continue
        named = [mention for prep, mention in event.attached if prep is Prep.WITH]
        named += before.objects if before is not None and before.verb is Verb.GET and not before.attached else []
        for mention in named:
            if mention.best not in tools:
                continue
            others = _no_other(mention, tools, event)
            marks = tuple(Description(spoken(name), (name,), (1.0,)) for name in others)
            tests = (*said_of(mention, grounder), *([Test(TestKind.NOT, "", marks, words="no other")] if marks else []))
            return {TOOL: tests} if tests else {}
    return {}


def _no_other(mention: Mention, tools: Sequence[str], event: Event) -> list[str]:
    """Return the tools that words do not mean: "the knife" may be a butter knife, "the towel" a hand towel."""
    if event.verb is Verb.CLEAN:
        return [name for name in tools if mention.classes.get(name, 0.0) <= LIKELY]
    return [] if mention.best == tools[0] else [name for name in tools if name != mention.best]


def _tools_of(event: Event) -> tuple[str, ...]:
    """Return what an action is done with: cutting with knives, wiping what nobody carries to a sink with a cloth."""
    if event.verb is Verb.CLEAN and any(is_wiped(mention.best) for mention in event.objects if mention.known):
        return ordered_group("wipers")
    return ordered_group("knives") if event.verb is Verb.SLICE else ()


def far_from(tests: tuple[Test, ...]) -> bool:
    """Tell whether a thing is to go where nothing but its distance is told: as far as can be from something."""
    return any(test.kind is TestKind.SPOT and test.value not in IN_WORDS for test in tests)


_NEARER = {"nearest": "near"}
"""What is to stand nearest to something stands next to it."""


def _is_beside(test: Test) -> bool:
    return test.kind is TestKind.RELATION and test.value in IN_WORDS


def _spots(place: PlaceWords, thing: NamedThing, grounder: Grounder) -> tuple[Test, ...]:
    """Return where on the table a thing goes, which is beside what else is there."""
    relations = [(r, marks) for r, marks in thing.mention.relations if place.mention in marks]
    own = of_thing("", thing, place, grounder)[""]
    tests = said_of(Mention("", {}, relations=relations), grounder) or (where("near", place.mention, grounder),)
    spots = (_than_itself(test, thing, own, grounder) for test in tests)
    return tuple(replace(s, kind=TestKind.SPOT, value=_NEARER.get(s.value, s.value)) for s in spots)


def _than_here(test: Test, mention: Mention, thing: NamedThing, place: PlaceWords, grounder: Grounder) -> Test:
    """Return "the other" place with what it is another than: where the thing is now."""
    if test.words != "other":
        return test
    own = of_thing("", thing, place, grounder)[""]
    return replace(test, landmarks=(replace(described(mention, grounder), tests=own),))


def _tests(mention: Mention, place: PlaceWords | None, grounder: Grounder) -> tuple[Test, ...]:
    if place is None:
        return said_of(mention, grounder)
    told = [(r, marks) for r, marks in mention.relations if not any(mark is place.mention for mark in marks)]
    tests = said_of(replace(mention, relations=told), grounder)
    return tuple(_than_there(test, mention, place, grounder) for test in tests)


def _than_there(test: Test, mention: Mention, place: PlaceWords, grounder: Grounder) -> Test:
    """Return "the other" thing as none that is where it is to go, if one of its kind was seen there."""
    bare = test.kind is TestKind.OTHER and not test.landmarks
    if not bare or place.near or not grounder.lies(mention.classes, place.mention.classes):
        return test
    plain = replace(mention, adjectives=[], relations=[], excluded=[], rivals=[])
    there = replace(described(plain, grounder), tests=(where("on", place.mention, grounder),))
    return Test(TestKind.NOT, "", (there,), words=test.words)


def _than_itself(test: Test, thing: NamedThing, own: tuple[Test, ...], grounder: Grounder) -> Test:
    """Return "beside the other phone" with what it is another than: the one that is put there."""
    if not own or not any(one.words == "other" for mark in test.landmarks for one in mark.tests):
        return test
    itself = replace(described(replace(thing.mention, relations=[]), grounder), tests=own)
    another = Test(TestKind.NOT, "", (itself,), words="other")
    marks = (
        replace(mark, tests=tuple(another if one.words == "other" else one for one in mark.tests))
        for mark in test.landmarks
    )
    return replace(test, landmarks=tuple(marks))


def _relation_of(place: PlaceWords) -> str:
    return "under" if place.prep is Prep.UNDER else "on"


def _tells(source: PlaceWords, place: PlaceWords | None) -> bool:
    """Tell whether where a thing is taken from says which one it is; a cover only hides it, and it may stand free."""
    if any(is_cover(name) for name in source.mention.classes):
        return False
    if source.near or source.prep is Prep.TO or (place is not None and source.mention is place.mention):
        return False
    return any(object_types()[name].can("receptacle") for name in source.mention.classes)
