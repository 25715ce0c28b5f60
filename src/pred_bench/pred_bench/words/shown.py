"""Sentences that only what a room shows gives their meaning: questions, which of several, all but one, if it is so.

Each kind of part draws a case from a room and fills its row with it; what is wanted follows from the case.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from pred_bench.words.rooms import Room
from pred_bench.words.suite import ANSWER
from pred_core.objects import ObjectState, Truth
from pred_core.referring.qualities import COLOUR
from pred_core.vocabulary import spoken
from pred_language.lexicon.inflection import plural

CARRIED = (
    "Mug", "Cup", "Plate", "Bowl", "Apple", "Tomato", "Potato", "Fork", "Spoon", "Book", "Newspaper", "KeyChain",
    "RemoteControl", "CreditCard", "Pen", "Pencil", "Watch", "CD", "Vase", "Statue", "TeddyBear", "SoapBottle",
    "Pillow", "Candle", "Towel", "Cloth", "Egg",
)  # fmt: skip
PLACES = (
    "Desk", "DiningTable", "CoffeeTable", "Sofa", "ArmChair", "Bed", "Dresser", "TVStand", "SideTable", "CounterTop",
)  # fmt: skip
_ABSENT = ("Book", "Newspaper", "Watch", "TeddyBear", "Laptop", "Bread", "Apple", "Candle", "Pillow", "Vase", "Box")
_TURNED = ("Television", "FloorLamp", "DeskLamp", "Fridge", "Microwave", "Laptop", "Box", "Blinds", "Toilet")
_FEW = 4
"""How many of a kind are counted or moved at most."""


@dataclass(frozen=True)
class DrawnCase:
    """What a row's fields are filled with in a room, and what is wanted then: ends, or an answer, or a refusal."""

    fields: Mapping[str, str]
    want: tuple[str, ...] | str


Draw = Callable[[random.Random, Room, str], Iterator[DrawnCase]]


def drawn(kind: str, what: str, chance: random.Random, rooms: Sequence[Room]) -> tuple[Room, DrawnCase]:
    """Return a case of a kind of part in a room that has one.

    :param what: the sub-kind of the row, such as the state that it asserts
    :raises LookupError: where no room has one
    """
    for room in chance.sample(rooms, len(rooms)):
        cases = list(KINDS[kind](chance, room, what))
        if cases:
            return room, chance.choice(cases)
    raise LookupError(kind)


def the(thing: ObjectState) -> str:
    """Return a thing as a person calls the only one of its kind."""
    return f"the {spoken(thing.class_name).lower()}"


def lone(room: Room, classes: Sequence[str]) -> list[ObjectState]:
    """Return the only thing of each of these types."""
    counts = Counter(o.class_name for o in room.memory.objects)
    return [o for o in room.memory.objects if o.class_name in classes and counts[o.class_name] == 1]


def _named(kind: str) -> dict[str, str]:
    name = spoken(kind).lower()
    return {"n": name, "ns": plural(name), "an": f"{'an' if name[0] in 'aeiou' else 'a'} {name}"}


def _at(place: ObjectState, key: str = "p") -> dict[str, str]:
    return {key: the(place), f"on_{key}": f"on {the(place)}", f"to_{key}": f"to {the(place)}"}


def _several(room: Room, least: int = 2) -> Iterator[list[ObjectState]]:
    """Yield the things of each kind of which there are a few, all of them where the room says where they are."""
    for kind in CARRIED:
        of = [o for o in room.memory.objects if o.class_name == kind]
        if least <= len(of) <= _FEW and all(o.parent_id for o in of):
            yield of


def _ends(chance: random.Random, room: Room, things: Sequence[ObjectState]) -> list[ObjectState]:
    """Return the furniture that these things can be brought to: the only one of its kind, and none lies there."""
    free = [p for p in lone(room, PLACES) if all(p.id != o.parent_id for o in things)]
    return chance.sample(free, min(1, len(free)))


def _where(_: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    places = {p.id for p in lone(room, (*PLACES, "Fridge", "Sink", "Shelf"))}
    for thing in lone(room, CARRIED):
        if thing.parent_id in places:
            yield DrawnCase({"x": the(thing), **_named(thing.class_name)}, f"{ANSWER}{thing.parent_id}")


def _is_there(_: random.Random, room: Room, what: str) -> Iterator[DrawnCase]:
    here = {o.class_name for o in room.memory.objects}
    for kind in _ABSENT:
        if (kind in here) is (what == "yes"):
            yield DrawnCase(_named(kind), f"{ANSWER}{'yes' if kind in here else 'no'}")


def _how_many(_: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    for of in _several(room, 1):
        yield DrawnCase(_named(of[0].class_name), f"{ANSWER}{len(of)}")


def _state_of(thing: ObjectState, what: str) -> Truth:
    name, wanted = {"off": ("on", Truth.FALSE), "closed": ("open", Truth.FALSE)}.get(what, (what, Truth.TRUE))
    seen = thing.truth(name)
    return Truth.UNKNOWN if seen is Truth.UNKNOWN else Truth.TRUE if seen is wanted else Truth.FALSE


def _is_so(_: random.Random, room: Room, what: str) -> Iterator[DrawnCase]:
    for thing in lone(room, _TURNED):
        so = _state_of(thing, what)
        if so is not Truth.UNKNOWN:
            yield DrawnCase({"x": the(thing)}, f"{ANSWER}{'yes' if so is Truth.TRUE else 'no'}")


def _if_so(_: random.Random, room: Room, what: str) -> Iterator[DrawnCase]:
    """Yield conditions on a door or switch whose contrary is asked for then."""
    contrary = {"on": "off", "off": "on", "open": "closed", "closed": "open"}[what]
    for thing in lone(room, _TURNED):
        so = _state_of(thing, what)
        if so is not Truth.UNKNOWN:
            yield DrawnCase({"x": the(thing)}, (f"{thing.id} {contrary}",) if so is Truth.TRUE else "refuse")


def _if_there(_: random.Random, room: Room, what: str) -> Iterator[DrawnCase]:
    for place in lone(room, PLACES):
        for thing in lone(room, CARRIED):
            if (thing.parent_id == place.id) is (what == "yes"):
                want = (f"{thing.id} @ person",) if what == "yes" else "refuse"
                yield DrawnCase({**_named(thing.class_name), **_at(place)}, want)


def _contents(_: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    for place in lone(room, PLACES):
        on = [o.id for o in room.memory.objects if o.parent_id == place.id]
        if 1 <= len(on) <= 2:
            yield DrawnCase(_at(place), f"{ANSWER}{'|'.join(','.join(one) for one in permutations(on))}")


def _colour_of(thing: ObjectState) -> str:
    seen = [n for n, a in thing.attributes.items() if n.startswith(COLOUR) and a.value is Truth.TRUE]
    return seen[0].removeprefix(COLOUR) if len(seen) == 1 else ""


def _what_colour(_: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    for thing in lone(room, CARRIED):
        if _colour_of(thing):
            yield DrawnCase({"x": the(thing)}, f"{ANSWER}{_colour_of(thing)}")


def _which(
    chance: random.Random, room: Room, tell: Callable[[ObjectState], str]
) -> Iterator[tuple[ObjectState, DrawnCase]]:
    """Yield the one of a few that something tells, with where it is brought."""
    for of in _several(room):
        counts = Counter(map(tell, of))
        for thing in of:
            told = tell(thing)
            for end in _ends(chance, room, of) if told and counts[told] == 1 and len(counts) > 1 else ():
                yield thing, DrawnCase({**_named(thing.class_name), **_at(end, "q")}, (f"{thing.id} @ {end.id}",))


def _by_place(chance: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    places = {p.id: p for p in lone(room, PLACES)}
    for thing, case in _which(chance, room, lambda o: o.parent_id):
        if thing.parent_id in places:
            yield DrawnCase({**case.fields, **_at(places[thing.parent_id])}, case.want)


def _by_colour(chance: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    for thing, case in _which(chance, room, _colour_of):
        if all(_colour_of(o) for o in room.memory.objects if o.class_name == thing.class_name):
            yield DrawnCase({**case.fields, "c": _colour_of(thing)}, case.want)


def _by_state(chance: random.Random, room: Room, what: str) -> Iterator[DrawnCase]:
    def told(state: ObjectState) -> str:
        clean = state.truth("clean")
        return "" if clean is Truth.UNKNOWN else "clean" if clean is Truth.TRUE else "dirty"

    for thing, case in _which(chance, room, told):
        if told(thing) == what and all(told(o) for o in room.memory.objects if o.class_name == thing.class_name):
            yield case


def _all(chance: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    for of in _several(room):
        for end in _ends(chance, room, of):
            want = tuple(f"{o.id} @ {end.id}" for o in of)
            yield DrawnCase({**_named(of[0].class_name), **_at(end, "q")}, want)


def _all_but(chance: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    places = {p.id: p for p in lone(room, PLACES)}
    for of in _several(room):
        for spared in of:
            rest = [o for o in of if o is not spared]
            if spared.parent_id not in places or any(o.parent_id == spared.parent_id for o in rest):
                continue
            for end in _ends(chance, room, of):
                fields = {**_named(spared.class_name), **_at(places[spared.parent_id]), **_at(end, "q")}
                yield DrawnCase(fields, tuple(f"{o.id} @ {end.id}" for o in rest))


def _everything(chance: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    for place in lone(room, PLACES):
        on = [o for o in room.memory.objects if o.parent_id == place.id]
        if 1 <= len(on) <= _FEW and all(o.class_name in CARRIED for o in on):
            for end in _ends(chance, room, on):
                yield DrawnCase({**_at(place), **_at(end, "q")}, tuple(f"{o.id} @ {end.id}" for o in on))


def _two(chance: random.Random, room: Room, __: str) -> Iterator[DrawnCase]:
    for of in _several(room, 3):
        for end in _ends(chance, room, of):
            any_of = "|".join(o.id for o in of)
            yield DrawnCase({**_named(of[0].class_name), **_at(end, "q")}, (f"{any_of} @ {end.id}",) * 2)


KINDS: Mapping[str, Draw] = {
    "ask_where": _where, "ask_there": _is_there, "ask_number": _how_many, "ask_state": _is_so, "ask_on": _contents,
    "ask_colour": _what_colour, "if_so": _if_so, "if_there": _if_there, "by_place": _by_place, "by_colour": _by_colour,
    "by_state": _by_state, "sets": _all, "all_but": _all_but, "everything": _everything, "two": _two,
}  # fmt: skip
"""How a case of each kind is drawn."""
