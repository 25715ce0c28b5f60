"""TEACh's composite tasks: coffee, toast, boiling, slices on a plate, salad, sandwich, breakfast, watering a plant."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from pred_core.people import PERSON
from pred_core.referring.description import Test, TestKind
from pred_core.vocabulary import domain, group, ordered_group
from pred_language.actions.constraints import of_thing
from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.phrases import Event
from pred_language.lexicon.things import YOU, Discourse, NamedThing
from pred_language.lexicon.words import Prep, Verb
from pred_language.meaning.context import Part, Ranked, TaskContext, TaskType
from pred_language.meaning.grounding import Grounder, rank
from pred_language.meaning.qualifiers import said_of, where

SLICED = frozenset({"sliced"})
COOKED = frozenset({"sliced", "cooked"})
LISTED = frozenset({TaskType.TOAST, TaskType.SALAD, TaskType.SANDWICH, TaskType.BREAKFAST})
"""Tasks whose foods the domain lists."""

_WANT = r"(?:mak|prepar|brew|fix|pour|serv|get|bring|fetch|need|want|like|have|do|fill|creat)\w*"
_OBJECT = (
    r"(?: (?:@me|me|us|him|her|some|a|an|the|your|my|with|cup|mug|of|@of|plate|fresh|hot|nice|simple|clean|piece|"
    r"slice|slices|it))*"
)
_TASKS: tuple[tuple[TaskType, re.Pattern[str]], ...] = (
    (TaskType.BREAKFAST, re.compile(r"\bbreakfast\b(?! (?:table|bar))")),
    (TaskType.SANDWICH, re.compile(r"\bsandwich(?:es)?\b(?! bread)")),
    (TaskType.SALAD, re.compile(r"\bsalad\b(?! (?:bowl|fork|green))")),
    (TaskType.TOAST, re.compile(
        rf"\b{_WANT}{_OBJECT} toast\b|\btoast(?:ing)? (?:a |the |some |one |two )?(?:slice|piece|bread)"
    )),
    (TaskType.COFFEE, re.compile(
        rf"(?:\b{_WANT}{_OBJECT}|^(?:@\w+ )?(?:a |some )?(?:cup |mug )?(?:@of |of )?) ?coffee\b"
        r"(?! (?:table|machine|maker|mug|cup|pot|brewer|press|out|away|down)\b)"
    )),
    (TaskType.WATER_PLANT, re.compile(
        r"\bwater(?:ing)?(?: (?:the|a|my|all|this|that|some|your))*(?: \w+)? plants?\b"
        r"|\bgiv(?:e|ing)(?: (?:the|a|my|this|that|your))?(?: \w+)? plants? (?:some |a little )?water\b"
        r"|\bplants?\b.*\bgiv(?:e|ing) (?:it|them) (?:some |a little |a bit @?of )?water\b"
    )),
    (TaskType.BOIL, re.compile(r"\bboil(?:ed|ing|s)?\b")),
)  # fmt: skip
_LATER = re.compile(r"\bbefore \w+")


def kind_of(text: str) -> TaskType | None:
    """Return which composite task a normalised text asks for, if any."""
    text = _LATER.sub("", text)
    return next((kind for kind, pattern in _TASKS if pattern.search(text)), None)


def read(
    instruction: str, text: str, events: list[Event], discourse: Discourse, grounder: Grounder
) -> TaskContext | None:
    """Return the context of a composite task, or None when the text asks for none.

    :param text: normalised
    """
    kind = kind_of(text)
    if kind in LISTED and kind not in domain().dishes:
        return None
    dish = _READERS[kind](_Kitchen(instruction, events, discourse, grounder), kind) if kind else None
    if kind is TaskType.COFFEE and dish and not dish.destination and any(event.to_me for event in events):
        return replace(dish, destination=rank(YOU, {PERSON: 1.0}))
    return dish


class _Kitchen:
    """What the readers of the composite tasks share: how words become parts, vessels and places."""

    def __init__(self, instruction: str, events: list[Event], discourse: Discourse, grounder: Grounder) -> None:
        self.instruction = instruction
        self.events = events
        self.discourse = discourse
        self.grounder = grounder

    def ranked(self, words: str, classes: Weights, flag: str = "") -> Ranked:
        return rank(words, self.grounder.meanings(words, classes, flag))

    def any_of(self, words: str, name: str) -> Ranked:
        """Return the types of a group of the domain, all meant alike; empty where it has none."""
        members = dict.fromkeys(ordered_group(name), 1.0)
        return self.ranked(words, members) if members else Ranked(words)

    def source(self, name: str) -> Ranked:
        """Return where the text says that a thing of this class is."""
        for thing in self.discourse.things:
            if name in thing.classes and thing.sources and not thing.sources[0].near:
                mention = thing.sources[0].mention
                return self.ranked(mention.text, mention.classes, "receptacle")
        return Ranked()

    def part(self, name: str, count: int, states: frozenset[str]) -> Part:
        return Part(self.ranked(name, {name: 1.0}), count, states, self.source(name))

    def named(self) -> list[tuple[str, int]]:
        """Return the foods that the text names, with their numbers."""
        return [(t.best, max(t.count, 1)) for t in self.discourse.things if t.best in group("foods")]

    def served(self) -> Ranked:
        """Return the place that the text names for the finished thing."""
        for event in reversed(self.events):
            for _, mention in reversed(event.attached):
                if event.verb in (Verb.PUT, Verb.MAKE, None) and not (
                    group("served_on").isdisjoint(mention.classes)
                ):
                    return self.ranked(mention.text, mention.classes, "receptacle")
        return Ranked()

    def plate(self) -> Ranked:
        """Return what the dish is served on: the plate or bowl named, else a plate."""
        for thing in self.discourse.things:
            if thing.best in group("dishes"):
                return self.ranked(thing.mention.text, thing.classes, "receptacle")
        return self.any_of("plate", "plates")

    def context(
        self, kind: TaskType, target: Ranked, destination: Ranked, parts: tuple[Part, ...] = ()
    ) -> TaskContext:
        evidence = ((str(kind), target.best), *((p.thing.words, p.thing.best) for p in parts))
        return TaskContext(
            instruction=self.instruction,
            task_type=kind,
            target=target,
            destination=destination,
            source=self.source(target.best),
            parts=parts,
            evidence=evidence,
        )


def _coffee(kitchen: _Kitchen, kind: TaskType) -> TaskContext:
    """Return what coffee goes into: any mug, or the one that is told from others ("in the blue mug")."""
    coffee = kitchen.context(kind, kitchen.any_of("mug", "coffee_vessels"), kitchen.served())
    named = (m for event in kitchen.events for m in (*event.objects, *(m for _, m in event.attached)))
    for mention in named:
        classes = {name: w for name, w in mention.classes.items() if name in group("coffee_vessels")}
        tests = said_of(mention, kitchen.grounder) if classes else ()
        if tests:
            return replace(coffee, target=kitchen.ranked(mention.text, classes), said={"target": tests})
    return coffee


def _dish(kitchen: _Kitchen, kind: TaskType) -> TaskContext:
    """Return the dish of the domain, more of each food where the text says so."""
    said: dict[str, int] = {}
    for name, number in kitchen.named():
        said.setdefault(name, number)
    usual = domain().dishes[kind].items()
    parts = tuple(
        kitchen.part(food, max(said.get(food, count), count), _served(food)) for food, count in usual
    )
    return kitchen.context(kind, parts[0].thing, kitchen.plate(), parts)


def _breakfast(kitchen: _Kitchen, kind: TaskType) -> TaskContext:
    """Coffee, and the foods the text names, or what the domain says if it names none."""
    foods = kitchen.named() or list(domain().dishes[kind].items())
    parts = tuple(kitchen.part(food, count, _served(food)) for food, count in foods)
    return kitchen.context(kind, kitchen.any_of("mug", "coffee_vessels"), kitchen.served(), parts)


def _served(food: str) -> frozenset[str]:
    return COOKED if food in group("eaten_cooked") else SLICED


def _boil(kitchen: _Kitchen, kind: TaskType) -> TaskContext | None:
    boiled = next((t for t in kitchen.discourse.things if t.best in group("boiled")), None)
    if boiled is None:
        return None
    return kitchen.context(kind, kitchen.ranked(boiled.mention.text, boiled.classes), Ranked())


def _water(kitchen: _Kitchen, kind: TaskType) -> TaskContext:
    plant = kitchen.any_of("plant", "plants")
    named = next((thing for thing in kitchen.discourse.things if plant.best in thing.classes), None)
    # who describes recorded tasks says "the plants" of one
    count = named.count if named is not None and kitchen.grounder.literal else 1
    watered = replace(kitchen.context(kind, plant, Ranked()), count=count)
    tests = _plant_said(kitchen, named) if named is not None else ()
    return replace(watered, said={"target": tests}) if tests else watered


def _plant_said(kitchen: _Kitchen, plant: NamedThing) -> tuple[Test, ...]:
    """Return what is said of the plant that is meant: nothing is brought to it, so each place tells where it is."""
    tests = of_thing("target", plant, None, kitchen.grounder)["target"]
    if any(test.kind is TestKind.RELATION for test in tests):
        return tests
    around = [(prep, mark) for event in kitchen.events for prep, mark in event.attached if prep in _LIES]
    return (*tests, *(where(_LIES[prep], mark, kitchen.grounder) for prep, mark in around if mark.known))


_LIES = {Prep.ON: "on", Prep.IN: "in", Prep.NEAR: "near", Prep.UNDER: "under"}


_READERS: dict[TaskType, Callable[[_Kitchen, TaskType], TaskContext | None]] = {
    TaskType.COFFEE: _coffee,
    TaskType.TOAST: _dish,
    TaskType.SALAD: _dish,
    TaskType.SANDWICH: _dish,
    TaskType.BREAKFAST: _breakfast,
    TaskType.BOIL: _boil,
    TaskType.WATER_PLANT: _water,
}
