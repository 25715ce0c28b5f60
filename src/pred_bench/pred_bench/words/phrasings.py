"""``python -m pred_bench.words.phrasings``: ways to say the same, filled with things of remembered rooms and judged.

A suite shows which sentences fail, this which forms do. A form is a sentence with gaps ("bring me the {thing} {there},
not the one {elsewhere}", ``phrasings.json``); what it wants follows from its kind and what fills it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pred_bench.suites.files import suites_folder
from pred_bench.words.judge import Judged, Verdict, judge
from pred_bench.words.main import rooms_of
from pred_bench.words.rooms import Room
from pred_bench.words.suite import Sentence
from pred_core.feedback import preposition
from pred_core.objects import ObjectState, Truth
from pred_core.vocabulary import can_be_carried, object_types, spoken
from pred_language.lexicon.inflection import plural

FILE = "phrasings.json"
ROOMS = ("words_twentyseventh", "words_twentyeighth", "words_twentyninth", "words_thirtieth")
"""The suites whose rooms fill the forms."""
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
_SWITCHED = ("FloorLamp", "DeskLamp", "Television", "Microwave", "CoffeeMachine", "Toaster", "Faucet", "LightSwitch")
_OPENED = ("Fridge", "Microwave", "Cabinet", "Drawer", "Safe", "Box", "Toilet", "Blinds", "LaundryHamper")
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
_TREATED_IN = {"clean": "Sink", "hot": "Microwave", "cold": "Fridge"}
_TAKES = {
    "clean": ("Mug", "Cup", "Plate", "Bowl", "Pan", "Pot", "Cloth", "Spoon", "Fork"),
    "hot": ("Mug", "Apple", "Tomato", "Egg", "Potato", "Bread", "Plate"),
    "cold": ("Apple", "Tomato", "Lettuce", "Egg", "Potato", "Mug", "Bread"),
}


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
class _Placed:
    """A thing at a place that there is one of, with surfaces of which there is one each and where it is not."""

    room: str
    thing: ObjectState
    place: ObjectState
    surfaces: tuple[ObjectState, ...]


def read_forms(path: Path) -> tuple[Form, ...]:
    """Return the forms of a file.

    :raises ValueError: for a file that is no JSON
    """
    kinds = json.loads(path.read_text("utf-8"))
    each = ((kind, entry) for kind, entries in kinds.items() for entry in entries)
    return tuple(Form(kind, *([entry] if isinstance(entry, str) else entry)) for kind, entry in each)


def filled(forms: Sequence[Form], rooms: Mapping[str, Room], *, times: int = 1, seed: int = 0) -> Iterator[Sentence]:
    """Yield the sentences of forms, each filled so many times with other things.

    :param seed: of the order in which things are taken
    """
    world = _World(rooms, seed)
    for number, form in enumerate(forms):
        for time in range(times):
            filling = _FILLERS[form.kind](world, form, number + 7 * time)
            if filling is None:
                continue
            said = form.say.format_map(filling.gaps)
            want = filling.want if isinstance(filling.want, str) else list(filling.want)
            name = f"{form.kind}-{number}-{time}"
            say = said[:1].upper() + said[1:] if form.say.startswith("{") or form.say[:1].isupper() else said
            yield Sentence.of({"id": name, "kind": form.kind, "room": filling.room, "say": say, "want": want})


class _World:
    """What the rooms have to fill forms with."""

    def __init__(self, rooms: Mapping[str, Room], seed: int) -> None:
        chance = random.Random(seed)
        self.single = {name: _of_one_kind(room) for name, room in rooms.items()}
        self.memories = {name: room.memory for name, room in rooms.items()}
        self.placed = [one for name in rooms for one in self._placed_alone(name)]
        self.groups = [one for name in rooms for one in self._groups(name)]
        chance.shuffle(self.placed)
        chance.shuffle(self.groups)

    def _surfaces(self, room: str, taken: set[str]) -> tuple[ObjectState, ...]:
        return tuple(
            o for name, o in self.single[room].items() if name in _PLACES - _INSIDE and o.id not in taken
        )

    def _lying(self, room: str, thing: ObjectState) -> ObjectState | None:
        """Return the place a thing is at, None where that is no place of which there is one."""
        place = self.memories[room].get(thing.parent_id)
        alone = place is not None and place.class_name in _PLACES and place.class_name in self.single[room]
        return place if alone else None

    def _placed_alone(self, room: str) -> Iterator[_Placed]:
        for thing in self.single[room].values():
            place = self._lying(room, thing)
            if place is not None and _is_plain(thing.class_name):
                surfaces = self._surfaces(room, {place.id})
                if surfaces:
                    yield _Placed(room, thing, place, surfaces)

    def _groups(self, room: str) -> Iterator[tuple[_Placed, ...]]:
        """Yield things of a kind that there are several of: first those that lie alone of their kind at a place."""
        kinds: dict[str, list[ObjectState]] = {}
        for thing in self.memories[room].objects:
            kinds.setdefault(thing.class_name, []).append(thing)
        for name, things in kinds.items():
            if len(things) < 2 or len(things) > max(_NUMBERS) or not _is_plain(name):
                continue
            around = Counter(thing.parent_id for thing in things)
            surfaces = self._surfaces(room, set(around))
            told = [(o, self._lying(room, o)) for o in things if around[o.parent_id] == 1]
            apart = [_Placed(room, o, place, surfaces) for o, place in told if place is not None]
            if apart and surfaces:
                rest = [o for o in things if all(o is not one.thing for one in apart)]
                yield (*apart, *(_Placed(room, o, o, surfaces) for o in rest))

    def turned(self, room: str, kinds: Sequence[str], state: str) -> list[ObjectState]:
        """Return the things of which there is one that were seen to be in a state or not."""
        found = (o for name, o in self.single[room].items() if name in kinds)
        return [o for o in found if o.truth(state) is not Truth.UNKNOWN]


def _of_one_kind(room: Room) -> dict[str, ObjectState]:
    counts = Counter(o.class_name for o in room.memory.objects)
    return {o.class_name: o for o in room.memory.objects if counts[o.class_name] == 1}


def _is_plain(name: str) -> bool:
    return name in object_types() and can_be_carried(name) and name not in _NAMED_OTHERWISE


def _said(thing: ObjectState) -> str:
    return _SAID.get(thing.class_name, spoken(thing.class_name))


def _at(place: ObjectState) -> str:
    return f"{preposition(place.class_name)} the {_said(place)}"


def _gaps(one: _Placed, number: int) -> tuple[dict[str, str], ObjectState]:
    """Return what names a thing, where it is and where it is to go, and that place."""
    target = one.surfaces[number % len(one.surfaces)]
    name, there, to = _said(one.thing), _at(one.place), _at(target)
    article = "an" if name[0] in "aeiou" else "a"
    gaps = {"thing": name, "a_thing": f"{article} {name}", "there": there, "place": f"the {_said(one.place)}", "to": to}
    gaps |= {"target": f"the {_said(target)}", "things": plural(name)}
    return gaps | {f"bare_{gap}": gaps[gap].replace("the ", "") for gap in ("there", "to", "target")}, target


def _one_thing(world: _World, form: Form, number: int) -> Filling | None:
    found = world.placed
    if form.kind == "treat":
        takes, needed = _TAKES[form.end], _TREATED_IN[form.end]
        found = [p for p in found if p.thing.class_name in takes and needed in world.single[p.room]]
        found = [p for p in found if form.end != "clean" or p.thing.truth("clean") is Truth.FALSE]
    if not found:
        return None
    one = found[number % len(found)]
    gaps, target = _gaps(one, number)
    wants: dict[str, Sequence[str] | str] = {
        "bring": [f"{one.thing.id} @ person"],
        "put": [f"{one.thing.id} @ {target.id}"],
        "treat": [f"{one.thing.id} {form.end}"],
        "ask": f"answer {one.place.id if form.end == 'where' else 'yes'}",
    }
    return Filling(one.room, gaps, wants[form.kind])


def _turned(world: _World, form: Form, number: int) -> Filling | None:
    kinds, state = (_SWITCHED, "on") if form.kind == "switch" else (_OPENED, "open")
    now = Truth.FALSE if form.end in ("on", "open") else Truth.TRUE
    found = [(room, o) for room in world.single for o in world.turned(room, kinds, state) if o.truth(state) is now]
    if not found:
        return None
    room, thing = found[number % len(found)]
    return Filling(room, {"thing": _said(thing)}, [f"{thing.id} {form.end}"])


def _several(world: _World, form: Form, number: int) -> Filling | None:
    """Fill a form about things of a kind that there are several of."""
    apart = [[p for p in group if p.place is not p.thing] for group in world.groups]
    least = {"which": 2, "except": 3}.get(form.kind, 2)
    pair = form.kind == "which" or form.end == "not both"
    found = [
        (group, alone)
        for group, alone in zip(world.groups, apart, strict=True)
        if len(group) >= least and (not pair or len(group) == 2) and (form.kind != "which" or len(alone) == 2)
    ]
    if not found:
        return None
    group, alone = found[number % len(found)]
    one = alone[number % len(alone)]
    other = alone[(number + 1) % len(alone)]
    gaps, target = _gaps(one, number)
    gaps["elsewhere"] = _at(other.place) if form.kind == "which" else gaps["there"]
    gaps |= {"count": _NUMBERS[len(group)], "fewer": _NUMBERS[len(group) - 1]}
    moved = [p.thing.id for p in group if form.kind != "except" or p is not one]
    answers = {"number": str(len(group)), "one": "1", "id": one.thing.id, "not both": "no"}
    wants: dict[str, Sequence[str] | str] = {
        "which": [f"{one.thing.id} @ person"],
        "set": [f"{name} @ {target.id}" for name in moved],
        "except": [f"{name} @ {target.id}" for name in moved],
        "number": f"answer {answers.get(form.end, form.end)}",
    }
    return Filling(one.room, gaps, wants[form.kind])


@dataclass(frozen=True)
class _Turn:
    """A thing that may be switched or opened: how it is, how it is not, the order that changes it, and the end."""

    name: str
    so: str
    otherwise: str
    order: str
    end: str


def _turns(world: _World, room: str) -> list[_Turn]:
    found: list[_Turn] = []
    for kinds, state, yes, no, do, undo in (
        (_SWITCHED[:-1], "on", "on", "off", "turn on", "turn off"),
        (_OPENED, "open", "open", "closed", "open", "close"),
    ):
        for thing in world.turned(room, kinds, state):
            is_so = thing.truth(state) is Truth.TRUE
            so, otherwise = (yes, no) if is_so else (no, yes)
            verb = undo if is_so else do
            found.append(_Turn(_said(thing), so, otherwise, f"{verb} the {_said(thing)}", f"{thing.id} {otherwise}"))
    return found


def _condition(world: _World, _: Form, number: int) -> Filling | None:
    """Fill an order that hangs on how something is, which is as the condition says."""
    rooms = [room for room in world.single if len(_turns(world, room)) > 2]
    room = rooms[number % len(rooms)]
    turns = _turns(world, room)
    first, second, third = (turns[(number + step) % len(turns)] for step in range(3))
    gaps = {"thing": first.name, "so": first.so, "otherwise": first.otherwise}
    return Filling(room, gaps | {"order": second.order, "another": third.order}, [second.end])


def _in_turn(world: _World, _: Form, number: int) -> Filling | None:
    """Fill two orders one after the other: something is turned, and something brought or put somewhere."""
    rooms = [p for p in world.placed if _turns(world, p.room)]
    one = rooms[number % len(rooms)]
    turns = _turns(world, one.room)
    turn = turns[number % len(turns)]
    gaps, target = _gaps(one, number)
    if turn.name == gaps["place"].removeprefix("the "):
        return None  # what is taken out of a place opens it anyway
    two, end = (
        (f"bring me the {gaps['thing']}", f"{one.thing.id} @ person")
        if number % 2
        else (f"put the {gaps['thing']} {gaps['to']}", f"{one.thing.id} @ {target.id}")
    )
    verb, rest = turn.order.split(" ", 1)
    doing = {"turn": "turning", "open": "opening", "close": "closing"}[verb]
    orders = {"one": turn.order, "two": two, "doing_one": f"{doing} {rest}"}
    orders["doing_two"] = two.replace("bring ", "bringing ", 1).replace("put ", "putting ", 1)
    orders |= {name.capitalize(): f"{orders[name][:1].upper()}{orders[name][1:]}" for name in ("one", "two")}
    orders |= {f"bare_{name}": orders[name].replace("the ", "") for name in ("one", "two")}
    return Filling(one.room, orders, [turn.end, end])


_FILLERS: Mapping[str, Callable[[_World, Form, int], Filling | None]] = {
    **dict.fromkeys(("bring", "put", "treat", "ask"), _one_thing),
    **dict.fromkeys(("switch", "open"), _turned),
    **dict.fromkeys(("which", "set", "except", "number"), _several),
    "condition": _condition,
    "order": _in_turn,
}


def judge_forms(forms: Sequence[Form], folder: Path, *, times: int = 1, seed: int = 0) -> list[Judged]:
    """Return the verdicts on forms, filled with things of the suites' rooms."""
    rooms = {name: room for suite in ROOMS for name, room in rooms_of(folder, suite).items()}
    return [judge(sentence, rooms[sentence.room]) for sentence in filled(forms, rooms, times=times, seed=seed)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how many forms of each kind come out right, after the sentences that do not."""
    parser = argparse.ArgumentParser(prog="pred_bench.words.phrasings", description=__doc__)
    parser.add_argument("--kind", default="", help="only forms of this kind")
    parser.add_argument("--times", type=int, default=2, help="how many times each form is filled")
    parser.add_argument("--seed", type=int, default=0, help="of the order in which things are taken")
    options = parser.parse_args(arguments)
    folder = suites_folder()
    forms = [form for form in read_forms(folder / FILE) if options.kind in ("", form.kind)]
    judged = judge_forms(forms, folder, times=options.times, seed=options.seed)
    for one in judged:
        if one.verdict is not Verdict.RIGHT:
            print(f"{one.verdict:8s} {one.sentence.id} in {one.sentence.room}: {one.sentence.say}\n         {one.why}")
    for kind in dict.fromkeys(one.sentence.kind for one in judged):
        counts = Counter(one.verdict for one in judged if one.sentence.kind == kind)
        print(f"{kind:10s}" + "".join(f"{verdict:>9s}{counts[verdict]:5d}" for verdict in Verdict))
    return 0


if __name__ == "__main__":
    sys.exit(main())
