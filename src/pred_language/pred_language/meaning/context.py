"""What was understood of an instruction (PRED's task-relevant context E, section C.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from pred_core.people import PERSON
from pred_core.referring.description import Test
from pred_core.vocabulary import kinds
from pred_language.lexicon.exceptions import ANYTHING
from pred_language.lexicon.inflection import singular

NEAR = "near"
"""The state of a place that the robot is to go to, of a task that asks for no more."""

FOUND = "found"
"""The state of a thing that is only looked for: the robot goes there and says where it is."""


TOUCHED, SEEN = "touched", "seen"
"""The states of a thing that the hand is laid on, or that is looked at, of a task that asks for no more."""
SITTING, STANDING, LOCALIZED = "sitting", "standing", "localized"
"""The states of the robot itself, of a task that asks for no more."""
OF_ROBOT = frozenset({SITTING, STANDING, LOCALIZED})
KEEPS_HAND = OF_ROBOT | {NEAR, FOUND, SEEN}
"""Tasks of these states alone need no hand: what is in it stays there."""


class TaskType(StrEnum):
    """ALFRED's seven task types, TEACh's twelve tasks, and the single actions they are made of."""

    PLACE = "pick_and_place_simple"
    PLACE_TWO = "pick_two_obj_and_place"
    LOOK_AT = "look_at_obj_in_light"
    CLEAN_PLACE = "pick_clean_then_place_in_recep"
    HEAT_PLACE = "pick_heat_then_place_in_recep"
    COOL_PLACE = "pick_cool_then_place_in_recep"
    MOVABLE_PLACE = "pick_and_place_with_movable_recep"
    WATER_PLANT = "water_plant"
    BOIL = "boil_x"
    COFFEE = "make_coffee"
    TOAST = "plate_of_toast"
    CLEAN_ALL = "clean_all_x"
    PUT_ALL_ON = "put_all_x_on_y"
    PUT_ALL_IN_ONE = "put_all_x_in_one_y"
    SLICES = "n_slices_of_x_in_y"
    COOKED_SLICES = "n_cooked_slices_of_x_in_y"
    SALAD = "prepare_salad"
    SANDWICH = "prepare_sandwich"
    BREAKFAST = "prepare_breakfast"
    DO = "do"


@dataclass(frozen=True)
class Ranked:
    """What some words may mean: object types, best first, with their weights (1 = certain).

    ``relation`` says of a destination whether a thing goes "on" or "in" it, '' where the words leave that open.
    """

    words: str = ""
    classes: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()
    relation: str = ""

    def __bool__(self) -> bool:
        return bool(self.classes)

    def as_mapping(self) -> Mapping[str, Any]:
        """Return plain values for JSON."""
        return {"words": self.words, "classes": list(self.classes), "weights": list(self.weights)}

    @property
    def any_will_do(self) -> bool:
        """Whether the words name a kind whose types are meant alike: a tool, fruit."""
        one_of_a_kind = singular(self.words) in kinds() or self.words in ANYTHING
        return one_of_a_kind and len(self.classes) > 1

    @property
    def best(self) -> str:
        """The best meaning, '' if there is none."""
        return self.classes[0] if self.classes else ""

    @property
    def others(self) -> tuple[str, ...]:
        """The other meanings, best first."""
        return self.classes[1:]


@dataclass(frozen=True)
class Part:
    """One more thing of a task: how many of which class in which states, where it is, and where it goes.

    ``destination`` is empty for the parts of a dish, which go where the dish is made. ``places`` is how many instances
    of it get that much each, as in :class:`TaskContext`.
    """

    thing: Ranked
    count: int = 1
    states: frozenset[str] = frozenset()
    source: Ranked = field(default_factory=Ranked)
    destination: Ranked = field(default_factory=Ranked)
    places: int = 1

    def as_mapping(self) -> Mapping[str, Any]:
        """Return plain values for JSON."""
        values = {"class": self.thing.best, "count": self.count, "states": sorted(self.states)}
        values |= {"places": self.places} if self.places != 1 else {}
        return {**values, "destination": self.destination.best} if self.destination else values


@dataclass(frozen=True)
class TaskContext:
    """The meaning of one instruction.

    ``count`` 0 means every one there is. ``states`` holds clean, hot, cold, cooked, sliced, on, off, open, closed,
    filled, empty. ``source`` is where the text says that the target is, ``parts`` are the things of a dish,
    ``also`` the things that are moved before the target. ``places`` is how many instances of the destination get
    that much each: 1 unless the text says "each" or names a number of them, 0 for every one there is. ``spared`` is
    how many of every one are left. ``said`` is what tells each thing and place from others of its kind, ``then`` what
    is to be done afterwards. Words that no part of the meaning comes from are ``left_out`` where they name a thing, a
    place or an action, and ``not_used`` where they say which one is meant.
    ``guessed`` are words that are not known, each with the known one that it was taken for.
    ``destination_states`` is what is said of the destination: "on a clean plate". ``definite`` are the slots of "the"
    thing or place, and ``again`` those that name what an earlier part of the instruction named, with the part's number
    from 1 and the slot there: "put it in the drawer and leave the drawer open" is about one drawer. ``single`` are
    the slots of what is "the" one thing of its words: "the mug", but not "a mug", "the mugs" or "one of the mugs".
    """

    instruction: str
    task_type: TaskType
    target: Ranked = field(default_factory=Ranked)
    count: int = 1
    states: frozenset[str] = frozenset()
    movable: Ranked = field(default_factory=Ranked)
    destination: Ranked = field(default_factory=Ranked)
    toggle: Ranked = field(default_factory=Ranked)
    source: Ranked = field(default_factory=Ranked)
    parts: tuple[Part, ...] = ()
    also: tuple[Part, ...] = ()
    places: int = 1
    destination_states: frozenset[str] = frozenset()
    spared: int = 0
    said: Mapping[str, tuple[Test, ...]] = field(default_factory=dict)
    then: tuple[TaskContext, ...] = ()
    definite: frozenset[str] = frozenset()
    again: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    single: frozenset[str] = frozenset()
    not_used: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    guessed: tuple[tuple[str, str], ...] = ()
    confidence: float = 1.0
    evidence: tuple[tuple[str, str], ...] = ()

    @property
    def comes_to_speaker(self) -> bool:
        """Whether in any part of it the robot itself goes to the one who speaks."""
        return any(PERSON in one.target.classes for one in (self, *self.then))

    def as_mapping(self) -> Mapping[str, Any]:
        """Return plain values for JSON; empty ones are left out."""
        values = asdict(replace(self, said={}, then=(), again={}))
        del values["definite"], values["single"]
        values["states"] = sorted(self.states)
        values["destination_states"] = sorted(self.destination_states)
        values["parts"] = [part.as_mapping() for part in self.parts]
        values["also"] = [part.as_mapping() for part in self.also]
        values["evidence"] = [f"{words} -> {meaning}" for words, meaning in self.evidence]
        values["confidence"] = round(self.confidence, 3)
        for key in ("target", "movable", "destination", "toggle", "source"):
            ranked: Ranked = getattr(self, key)
            values[key] = ranked.as_mapping() if ranked else {}
        if self.places == 1:
            del values["places"]
        if not self.spared:
            del values["spared"]
        values |= {"not_used": list(self.not_used), "left_out": list(self.left_out)}
        values["guessed"] = [list(pair) for pair in self.guessed]
        values["then"] = [later.as_mapping() for later in self.then]
        named = (self.target, *(part.thing for part in self.also))
        values["any_of"] = [sorted(ranked.classes) for ranked in named if ranked.any_will_do]
        return {key: value for key, value in values.items() if value not in ({}, [], "")}


@dataclass(frozen=True)
class Refusal:
    """An instruction that could not be read: why, and what was understood of it.

    A ``final`` one was understood and is refused for what it asks: no other reading of it is wanted. One that is
    ``forbidden`` would do harm, so it is not told again in other words either.
    """

    reason: str
    understood: str = ""
    final: bool = False
    forbidden: bool = False

    @property
    def message(self) -> str:
        """One sentence for the person who gave the instruction."""
        return f"{self.reason} {self.understood}".strip()


def confidence(ranked: Iterable[Ranked]) -> float:
    """Return the product over all choices of the best weight's share; of a kind any meaning is right."""
    product = 1.0
    for choice in ranked:
        product *= 1.0 if choice.any_will_do else choice.weights[0] / sum(choice.weights)
    return product
