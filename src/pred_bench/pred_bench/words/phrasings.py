"""``python -m pred_bench.words.phrasings``: ways to say the same, filled with things of remembered rooms and judged.

A suite shows which sentences fail, this which forms do. A form is a sentence with gaps ("bring me the {thing} {there},
not the one {elsewhere}", ``phrasings.json``); what it wants follows from its kind and what fills it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pred_bench.suites.files import suites_folder
from pred_bench.words.judge import Judged, Verdict, judge
from pred_bench.words.main import rooms_of
from pred_bench.words.room_things import NUMBERS, Filling, Form, RoomThings, ThingAtPlace, at, gaps_of, said
from pred_bench.words.rooms import Room
from pred_bench.words.suite import Sentence
from pred_bench.words.two_things import FILLERS_OF_TWO
from pred_core.objects import ObjectState, Truth

FILE = "phrasings.json"
ROOMS = ("words_twentyseventh", "words_twentyeighth", "words_twentyninth", "words_thirtieth")
"""The suites whose rooms fill the forms."""
_SWITCHED = ("FloorLamp", "DeskLamp", "Television", "Microwave", "CoffeeMachine", "Toaster", "Faucet", "LightSwitch")
_OPENED = ("Fridge", "Microwave", "Cabinet", "Drawer", "Safe", "Box", "Toilet", "Blinds", "LaundryHamper")
_TREATED_IN = {"clean": "Sink", "hot": "Microwave", "cold": "Fridge"}
_TAKES = {
    "clean": ("Mug", "Cup", "Plate", "Bowl", "Pan", "Pot", "Cloth", "Spoon", "Fork"),
    "hot": ("Mug", "Apple", "Tomato", "Egg", "Potato", "Bread", "Plate"),
    "cold": ("Apple", "Tomato", "Lettuce", "Egg", "Potato", "Mug", "Bread"),
}


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
    world = RoomThings(rooms, seed)
    for number, form in enumerate(forms):
        for time in range(times):
            filling = _FILLERS[form.kind](world, form, number + 7 * time)
            if filling is None:
                continue
            filled_in = form.say.format_map(filling.gaps)
            want = filling.want if isinstance(filling.want, str) else list(filling.want)
            name = f"{form.kind}-{number}-{time}"
            say = _begun(filled_in) if form.say.startswith("{") or form.say[:1].isupper() else filled_in
            yield Sentence.of({"id": name, "kind": form.kind, "room": filling.room, "say": say, "want": want})


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _one_thing(world: RoomThings, form: Form, number: int) -> Filling | None:
    found = world.placed
    if form.kind == "treat":
        takes, needed = _TAKES[form.end], _TREATED_IN[form.end]
        found = [p for p in found if p.thing.class_name in takes and needed in world.single[p.room]]
        found = [p for p in found if form.end != "clean" or p.thing.truth("clean") is Truth.FALSE]
    if not found:
        return None
    one = found[number % len(found)]
    gaps, target = gaps_of(one, number)
    wants: dict[str, Sequence[str] | str] = {
        "bring": [f"{one.thing.id} @ person"],
        "put": [f"{one.thing.id} @ {target.id}"],
        "treat": [f"{one.thing.id} {form.end}"],
        "ask": f"answer {one.place.id if form.end == 'where' else 'yes'}",
    }
    return Filling(one.room, gaps, wants[form.kind])


def _turned(world: RoomThings, form: Form, number: int) -> Filling | None:
    kinds, state = (_SWITCHED, "on") if form.kind == "switch" else (_OPENED, "open")
    now = Truth.FALSE if form.end in ("on", "open") else Truth.TRUE
    found = [(room, o) for room in world.single for o in world.turned(room, kinds, state) if o.truth(state) is now]
    if not found:
        return None
    room, thing = found[number % len(found)]
    return Filling(room, {"thing": said(thing)}, [f"{thing.id} {form.end}"])


def _several(world: RoomThings, form: Form, number: int) -> Filling | None:
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
    gaps, target = gaps_of(one, number)
    gaps["elsewhere"] = at(other.place) if form.kind == "which" else gaps["there"]
    gaps |= {"count": NUMBERS[len(group)], "fewer": NUMBERS[len(group) - 1]}
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


def _turns(world: RoomThings, room: str) -> list[_Turn]:
    found: list[_Turn] = []
    for kinds, state, yes, no, do, undo in (
        (_SWITCHED[:-1], "on", "on", "off", "turn on", "turn off"),
        (_OPENED, "open", "open", "closed", "open", "close"),
    ):
        for thing in world.turned(room, kinds, state):
            is_so = thing.truth(state) is Truth.TRUE
            so, otherwise = (yes, no) if is_so else (no, yes)
            verb = undo if is_so else do
            found.append(_Turn(said(thing), so, otherwise, f"{verb} the {said(thing)}", f"{thing.id} {otherwise}"))
    return found


def _condition(world: RoomThings, _: Form, number: int) -> Filling | None:
    """Fill an order that hangs on how something is, which is as the condition says."""
    rooms = [room for room in world.single if len(_turns(world, room)) > 2]
    room = rooms[number % len(rooms)]
    turns = _turns(world, room)
    first, second, third = (turns[(number + step) % len(turns)] for step in range(3))
    gaps = {"thing": first.name, "so": first.so, "otherwise": first.otherwise}
    return Filling(room, gaps | {"order": second.order, "another": third.order}, [second.end])


def _carried(one: ThingAtPlace, gaps: Mapping[str, str], target: ObjectState, *, brought: bool) -> tuple[str, str]:
    """Return an order to bring a thing, or to put it somewhere, and its end."""
    if brought:
        return f"bring me the {gaps['thing']}", f"{one.thing.id} @ person"
    return f"put the {gaps['thing']} {gaps['to']}", f"{one.thing.id} @ {target.id}"


def _in_turn(world: RoomThings, _: Form, number: int) -> Filling | None:
    """Fill two orders one after the other: something is turned, and something brought or put somewhere."""
    rooms = [p for p in world.placed if _turns(world, p.room)]
    one = rooms[number % len(rooms)]
    turns = _turns(world, one.room)
    turn = turns[number % len(turns)]
    gaps, target = gaps_of(one, number)
    if turn.name == gaps["place"].removeprefix("the "):
        return None  # what is taken out of a place opens it anyway
    two, end = _carried(one, gaps, target, brought=bool(number % 2))
    verb, rest = turn.order.split(" ", 1)
    doing = {"turn": "turning", "open": "opening", "close": "closing"}[verb]
    orders = {"one": turn.order, "two": two, "doing_one": f"{doing} {rest}"}
    orders["doing_two"] = two.replace("bring ", "bringing ", 1).replace("put ", "putting ", 1)
    orders |= {name.capitalize(): f"{orders[name][:1].upper()}{orders[name][1:]}" for name in ("one", "two")}
    orders |= {f"bare_{name}": orders[name].replace("the ", "") for name in ("one", "two")}
    return Filling(one.room, orders, [turn.end, end])


def _framed(world: RoomThings, _: Form, number: int) -> Filling | None:
    """Fill what is said around an order: something is brought, put somewhere or turned."""
    one = world.placed[number % len(world.placed)]
    turns = _turns(world, one.room)
    gaps, target = gaps_of(one, number)
    order, end = _carried(one, gaps, target, brought=number % 3 != 1)
    if number % 3 == 2 and turns:
        turn = turns[number % len(turns)]
        order, end = turn.order, turn.end
    return Filling(one.room, {"order": order, "Order": _begun(order)}, [end])


_FILLERS: Mapping[str, Callable[[RoomThings, Form, int], Filling | None]] = {
    **dict.fromkeys(("bring", "put", "treat", "ask"), _one_thing),
    **dict.fromkeys(("switch", "open"), _turned),
    **dict.fromkeys(("which", "set", "except", "number"), _several),
    "condition": _condition,
    "order": _in_turn,
    "frame": _framed,
    **FILLERS_OF_TWO,
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
