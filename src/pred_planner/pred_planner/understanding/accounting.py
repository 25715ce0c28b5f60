"""Every content word is used, known to be without effect, or reported.

Left out is what a person would miss: a thing, a place or a deed that no part of the meaning comes from. Not used are
words that tell one thing from others of its kind in ways that nothing here can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pred_core.referring.description import Description, Test
from pred_core.vocabulary import equipment, group, part_of
from pred_planner.understanding import words
from pred_planner.understanding.context import Ranked, TaskContext, TaskType
from pred_planner.understanding.grammar import Event, Mention
from pred_planner.understanding.qualifiers import not_known
from pred_planner.understanding.tagger import Tag, Token
from pred_planner.understanding.things import IGNORED_WORDS
from pred_planner.understanding.words import Verb

_ON_THE_WAY = frozenset({Verb.GO, Verb.LOOK, Verb.OPEN, Verb.CLOSE})
"""Deeds that are means of others: what only they name is used when anything is."""
_COOKING = frozenset(
    {TaskType.COFFEE, TaskType.BOIL, TaskType.TOAST, TaskType.SALAD, TaskType.SANDWICH, TaskType.BREAKFAST}
)


def left_out(tokens: Sequence[Token], events: Iterable[Event], context: TaskContext) -> tuple[str, ...]:
    """Return the things, places and deeds of a text that have no part in its meaning, in their order."""
    said, classes = _used(context)
    found = [token.text for index, token in enumerate(tokens) if _is_unknown_deed(tokens, index)]
    for event in events:
        if event.verb is Verb.TURN_OFF and _is_for_itself(event) and "off" not in context.states:
            found.append(f"turn off {event.objects[0].text}")
        if event.verb in _ON_THE_WAY and event.objects and not context.states & {"open", "closed"}:
            continue
        for mention in _mentions(event):
            if not mention.pronoun and mention.text not in IGNORED_WORDS and mention.known:
                known = mention.text in said or not classes.isdisjoint(_likely(mention))
                found += [] if known else [mention.text]
    return tuple(dict.fromkeys(found))


def not_used(events: Iterable[Event], context: TaskContext) -> tuple[str, ...]:
    """Return the words that say which thing is meant in ways that are not understood, in their order."""
    found: list[str] = []
    for event in events:
        for mention in _mentions(event):
            found += not_known(mention)
            if not mention.known and not mention.pronoun and mention.text not in _words(context):
                found.append(mention.text)
    return tuple(dict.fromkeys(word for word in found if word not in IGNORED_WORDS))


def _is_for_itself(event: Event) -> bool:
    """Tell whether something is switched off for its own sake, not after it has treated a thing."""
    switches = {appliance.switch for appliance in equipment().appliances.values()}
    return bool(event.objects) and switches.isdisjoint(event.objects[0].classes)


def _is_unknown_deed(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a word stands where a verb stands and is none that is known: "fold the newspaper"."""
    opener = tokens[index].text in words.CLAUSE_OPENERS
    if tokens[index].tag is not Tag.UNKNOWN or opener or index + 1 >= len(tokens):
        return False
    before = tokens[index - 1] if index else None
    starts = before is None or before.tag in (Tag.STOP, Tag.CONJ) or before.text in words.CLAUSE_OPENERS
    return starts and tokens[index + 1].tag in (Tag.DET, Tag.PRONOUN, Tag.EVERY)


def _mentions(event: Event) -> Iterator[Mention]:
    yield from event.objects
    yield from (mention for _, mention in event.attached)


def _likely(mention: Mention) -> set[str]:
    return {name for name, weight in mention.classes.items() if weight >= 0.5}


def _rankeds(context: TaskContext) -> Iterator[Ranked]:
    yield from (context.target, context.movable, context.destination, context.toggle, context.source)
    for part in (*context.parts, *context.also):
        yield from (part.thing, part.source, part.destination)


def _words(context: TaskContext) -> set[str]:
    found = {ranked.words.removeprefix("under ") for ranked in _rankeds(context)}
    return found | {said for said, _ in context.evidence} | set(_landmarks(context))


def _landmarks(context: TaskContext) -> Iterator[str]:
    for tests in context.said.values():
        yield from _of_tests(tests)


def _of_tests(tests: Iterable[Test]) -> Iterator[str]:
    for test in tests:
        for one in test.landmarks:
            yield from _of_landmark(one)


def _of_landmark(landmark: Description) -> Iterator[str]:
    yield landmark.words
    yield from _of_tests(landmark.tests)


def _used(context: TaskContext) -> tuple[set[str], set[str]]:
    """Return the words and the classes that the meaning comes from, and what it takes to make its states."""
    classes = {ranked.best for ranked in _rankeds(context)}
    classes |= {part_of().get(name, name) for name in classes}
    known = equipment()
    for state in context.states | {s for part in context.also for s in part.states}:
        for appliance in known.giving(state):
            classes |= {appliance.place, appliance.switch}
    sliced = any("sliced" in states for states in (context.states, *(p.states for p in context.parts)))
    classes |= group("knives") if sliced or "sliced" in context.states else set()
    classes |= (
        {a for appliance in known.appliances.values() for a in (appliance.switch,)} if classes else set()
    )
    if context.task_type in _COOKING:
        classes |= set(known.appliances) | group("coffee_machines") | group("dishes")
        classes |= group("boiling_pots") | group("coffee_vessels") | group("knives")
    if context.task_type is TaskType.LOOK_AT:
        classes |= group("lamps")
    if context.destination.best in group("shelved"):  # "open the fridge and put it on the middle shelf"
        classes |= group("inner_parts")
    return _words(context), classes - {""}
