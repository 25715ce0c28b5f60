"""What the rooms of suites have to fill forms with: things at a place, things of a kind, and what they are called."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pred_bench.words.rooms import Room
from pred_core.feedback import preposition
from pred_core.objects import ObjectState, Truth
from pred_core.vocabulary import can_be_carried, object_types, spoken
from pred_language.lexicon.inflection import plural

_SAID = {"Television": "TV", "RemoteControl": "remote", "CellPhone": "phone", "CounterTop": "counter", "Faucet": "tap"}
_SAID |= {"Toilet": "toilet lid", "Desktop": "computer", "TVStand": "TV stand"}
_PLACES = frozenset(
    {"CounterTop", "DiningTable", "CoffeeTable", "SideTable", "Desk", "Shelf", "Dresser", "Sofa", "ArmChair", "Bed",
     "TVStand", "Chair", "Fridge", "Cabinet", "Drawer", "Sink"}
)  # fmt: skip
_INSIDE = frozenset({"Fridge", "Cabinet", "Drawer", "Sink"})
_NAMED_OTHERWISE = frozenset(
    {"KeyChain", "Knife", "ButterKnife", "TissueBox", "SaltShaker", "PepperShaker", "Boots", "PaperTowelRoll"}
)
"""Types whose names are plurals or less plain than the rest, and knives, which are laid on no bed."""
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


@dataclass(frozen=True)
class Form:
    """A way to say something: its kind, the sentence with gaps, and which end or answer is asked for ('' by kind)."""

    kind: str
    say: str
    end: str = ""


@dataclass(frozen=True)
class Filling:
    """What fills the gaps of a form in a room, and what is wanted then: ends, or an answer."""

    room: str
    gaps: Mapping[str, str]
    want: Sequence[str] | str


@dataclass(frozen=True)
class ThingAtPlace:
    """A thing at a place that there is one of, with surfaces of which there is one each and where it is not."""

    room: str
    thing: ObjectState
    place: ObjectState
    surfaces: tuple[ObjectState, ...]


class RoomThings:
    """What the rooms have to fill forms with."""

    def __init__(self, rooms: Mapping[str, Room], seed: int) -> None:
        chance = random.Random(seed)
        self.single = {name: _of_one_kind(room) for name, room in rooms.items()}
        self.memories = {name: room.memory for name, room in rooms.items()}
        self.placed = [one for name in rooms for one in self._placed_alone(name)]
        self.groups = [one for name in rooms for one in self._groups(name)]
        chance.shuffle(self.placed)
        chance.shuffle(self.groups)

    @cached_property
    def pairs(self) -> Sequence[tuple[ThingAtPlace, ThingAtPlace, Sequence[ObjectState]]]:
        """Pairs of things of one room that lie in two places, with the two or more surfaces on which neither lies."""
        return [
            (one, other, free)
            for one in self.placed
            for other in self.placed
            if one.room == other.room and one.thing is not other.thing and one.place is not other.place
            and len(free := [place for place in one.surfaces if place in other.surfaces]) > 1
        ]

    def surfaces(self, room: str, taken: set[str]) -> tuple[ObjectState, ...]:
        return tuple(
            o for name, o in self.single[room].items() if name in _PLACES - _INSIDE and o.id not in taken
        )

    def _lying(self, room: str, thing: ObjectState) -> ObjectState | None:
        """Return the place a thing is at, None where that is no place of which there is one."""
        place = self.memories[room].get(thing.parent_id)
        alone = place is not None and place.class_name in _PLACES and place.class_name in self.single[room]
        return place if alone else None

    def _placed_alone(self, room: str) -> Iterator[ThingAtPlace]:
        for thing in self.single[room].values():
            place = self._lying(room, thing)
            if place is not None and _is_plain(thing.class_name):
                surfaces = self.surfaces(room, {place.id})
                if surfaces:
                    yield ThingAtPlace(room, thing, place, surfaces)

    def _groups(self, room: str) -> Iterator[tuple[ThingAtPlace, ...]]:
        """Yield things of a kind that there are several of: first those that lie alone of their kind at a place."""
        kinds: dict[str, list[ObjectState]] = {}
        for thing in self.memories[room].objects:
            kinds.setdefault(thing.class_name, []).append(thing)
        for name, things in kinds.items():
            if len(things) < 2 or len(things) > max(NUMBERS) or not _is_plain(name):
                continue
            around = Counter(thing.parent_id for thing in things)
            surfaces = self.surfaces(room, set(around))
            told = [(o, self._lying(room, o)) for o in things if around[o.parent_id] == 1]
            apart = [ThingAtPlace(room, o, place, surfaces) for o, place in told if place is not None]
            if apart and surfaces:
                rest = [o for o in things if all(o is not one.thing for one in apart)]
                yield (*apart, *(ThingAtPlace(room, o, o, surfaces) for o in rest))

    def turned(self, room: str, kinds: Sequence[str], state: str) -> list[ObjectState]:
        """Return the things of which there is one that were seen to be in a state or not."""
        found = (o for name, o in self.single[room].items() if name in kinds)
        return [o for o in found if o.truth(state) is not Truth.UNKNOWN]


def _of_one_kind(room: Room) -> dict[str, ObjectState]:
    counts = Counter(o.class_name for o in room.memory.objects)
    return {o.class_name: o for o in room.memory.objects if counts[o.class_name] == 1}


def _is_plain(name: str) -> bool:
    return name in object_types() and can_be_carried(name) and name not in _NAMED_OTHERWISE


def said(thing: ObjectState) -> str:
    return _SAID.get(thing.class_name, spoken(thing.class_name))


def at(place: ObjectState) -> str:
    return f"{preposition(place.class_name)} the {said(place)}"


def gaps_of(one: ThingAtPlace, number: int) -> tuple[dict[str, str], ObjectState]:
    """Return what names a thing, where it is and where it is to go, and that place."""
    target = one.surfaces[number % len(one.surfaces)]
    name, there, to = said(one.thing), at(one.place), at(target)
    article = "an" if name[0] in "aeiou" else "a"
    gaps = {"thing": name, "a_thing": f"{article} {name}", "there": there, "place": f"the {said(one.place)}", "to": to}
    gaps |= {"target": f"the {said(target)}", "things": plural(name)}
    return gaps | {f"bare_{gap}": gaps[gap].replace("the ", "") for gap in ("there", "to", "target")}, target
