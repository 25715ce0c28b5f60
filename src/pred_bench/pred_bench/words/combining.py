"""``python -m pred_bench.words.combining``: sentences made of parts, whose meaning is known by how they are made.

A suite shows which sentences fail; this shows which ways of speaking do. Verbs, frames, clauses, joints and things of
remembered rooms (``words_parts.json``) are put together by chance, judged like those of suites, and counted by part.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pred_bench.suites.files import suites_folder
from pred_bench.words.judge import Judged, Verdict, judge
from pred_bench.words.main import all_rooms
from pred_bench.words.rooms import Room
from pred_bench.words.shown import KINDS, drawn
from pred_bench.words.suite import ANSWER, Sentence, Wanted
from pred_core.objects import ObjectState, Truth
from pred_core.vocabulary import spoken

PARTS = "words_parts.json"
_DISHES = ("Mug", "Cup", "Plate", "Bowl")
_CARRIED = (
    *_DISHES, "Apple", "Tomato", "Potato", "Fork", "Spoon", "Book", "Newspaper", "KeyChain", "RemoteControl",
    "CreditCard", "Pen", "Pencil", "Watch", "CD", "Vase", "Statue", "TeddyBear", "SoapBottle",
)  # fmt: skip
_PLACES = (
    "Desk", "DiningTable", "CoffeeTable", "Sofa", "ArmChair", "Bed", "Dresser", "TVStand", "SideTable", "CounterTop",
)  # fmt: skip
_SWITCHED = ("Television", "FloorLamp", "DeskLamp")
_DOORS = ("Fridge", "Microwave", "Laptop", "Box", "Blinds")
_NOT_DONE = frozenset({"ask", "refuse"})


@dataclass(frozen=True)
class RoomOrder:
    """One order in a room: the forms of its verb with all that follows, and what it wants."""

    kind: str
    verb: tuple[str, str, str]
    rest: str
    want: tuple[str, ...]
    things: frozenset[str]

    def form(self, index: int) -> str:
        """Return it as told (0), as a gerund (1) or as what was done (2)."""
        return f"{self.verb[index]} {self.rest}"

    @property
    def forms(self) -> Mapping[str, str]:
        """Return the forms by the names that parts call them by."""
        return {"base": self.form(0), "ing": self.form(1), "past": self.form(2)}


class Maker:
    """Makes sentences of parts in rooms, by chance with a seed."""

    def __init__(self, parts: Mapping[str, Any], rooms: Sequence[Room], seed: int) -> None:
        """Take the parts and the rooms that sentences are about."""
        self._parts = parts
        self._rooms = rooms
        self._chance = random.Random(seed)

    def sentences(self, each: int) -> Iterator[Sentence]:
        """Yield so many sentences of each part, named ``kind:part:number``."""
        for kind, parts in self._parts.items():
            by_kind = parts if isinstance(parts, dict) else {"": parts}
            rows = [(what, row) for what, of in by_kind.items() for row in of]
            for index, (what, row) in enumerate(rows):
                for number in range(each):
                    said, wanted = self._shown(kind, what, row) if kind in KINDS else self._made(kind, what, row)
                    name = f"{kind}{index:02d}:{number}"
                    told = row if isinstance(row, str) else f"{row[0]} {row[3]}"
                    yield _sentence(name, f"{kind} | {told}", *said, wanted)

    def _shown(self, kind: str, what: str, row: str) -> tuple[tuple[Room, str], tuple[str, ...] | str]:
        room, case = drawn(kind, what, self._chance, self._rooms)
        return (room, row.format(**case.fields)), case.want

    def _made(self, kind: str, what: str, row: Any) -> tuple[tuple[Room, str], tuple[str, ...] | None]:
        room, order = self._order(what, row if kind == "cores" else None)
        if kind == "cores":
            return (room, order.form(0)), order.want
        if kind == "wishes":
            return self._wish(what, row)
        if kind in ("frames", "never"):
            return (room, row.format(**order.forms)), order.want if kind == "frames" else None
        if kind in ("after", "waits"):
            return (room, order.form(0) + row), order.want if kind == "after" else None
        if kind == "before":
            return (room, row + order.form(0)), order.want
        if kind == "unknowable":
            return self._unknowable(row)
        if kind in ("joins", "only_b"):
            return self._two(row, both=kind == "joins")
        return self._beside(row)

    def _wish(self, what: str, row: str) -> tuple[tuple[Room, str], tuple[str, ...]]:
        room, thing, place = self._bound(what)
        return (room, row.format(x=_the(thing), **_ways(place))), _want(what, thing, place)

    def _unknowable(self, row: str) -> tuple[tuple[Room, str], None]:
        while True:  # of a thing that has no other of its kind such words may say what they like
            room = self._chance.choice(self._rooms)
            counts = Counter(o.class_name for o in room.memory.objects)
            several = [o for o in room.memory.objects if o.class_name in _CARRIED and counts[o.class_name] > 1]
            places = _lone(room, _PLACES)
            if several and places:
                break
        thing, place = self._chance.choice(several), self._chance.choice(places)
        said = row.format(n=spoken(thing.class_name).lower())
        told = self._chance.choice(("put {x} {on}", "bring me {x}", "move {x} {to}"))
        return (room, told.format(x=said, **_ways(place))), None

    def _two(self, row: str, *, both: bool) -> tuple[tuple[Room, str], tuple[str, ...]]:
        while True:
            room, first = self._order()
            try:
                second = self._order(room=room)[1]
            except LookupError:  # nothing of that kind is there: another two
                continue
            if first.things.isdisjoint(second.things):
                break
        said = row.format(
            a=first.form(0), aing=first.form(1), apast=first.form(2), b=second.form(0), bing=second.form(1)
        )
        return (room, said), (*first.want, *second.want) if both else second.want

    def _beside(self, row: str) -> tuple[tuple[Room, str], tuple[str, ...]]:
        """Return an order with another thing beside it that is not meant."""
        while True:
            what = "bring" if "{x}" in row and "{on}" not in row and "{to}" not in row else "put"
            room, thing, place = self._bound(what)
            others = [o for o in _lone(room, _CARRIED) if o.class_name != thing.class_name]
            if others:
                break
        other = _the(self._chance.choice(others))
        verb = self._parts["cores"][what][0]
        base = f"{verb[0]} {verb[3]}".format(x=_the(thing), **_ways(place))
        return (room, row.format(base=base, x=_the(thing), y=other, **_ways(place))), _want(what, thing, place)

    def _order(
        self, what: str = "", row: Sequence[str] | None = None, room: Room | None = None
    ) -> tuple[Room, RoomOrder]:
        what = what or self._chance.choice(("put", "put", "bring", "wash", "off", "on", "open", "closed"))
        where, thing, place = self._bound(what, room)
        verb = row or self._chance.choice(self._parts["cores"][what])
        rest = verb[3].format(x=_the(thing), **_ways(place))
        of = frozenset({thing.id} | ({place.id} if place else set()))
        return where, RoomOrder(what, (verb[0], verb[1], verb[2]), rest, _want(what, thing, place), of)

    def _bound(self, what: str, room: Room | None = None) -> tuple[Room, ObjectState, ObjectState | None]:
        """Return a room and a thing and place of it that an order of a kind can be about.

        :raises LookupError: where the room has none
        """
        rooms = [room] if room is not None else self._chance.sample(self._rooms, len(self._rooms))
        for one in rooms:
            things = _things(what, one)
            if not things:
                continue
            thing = self._chance.choice(things)
            places = [p for p in _lone(one, _PLACES) if p.id != thing.parent_id and p.class_name != thing.class_name]
            if what != "put":
                return one, thing, None
            if places:
                return one, thing, self._chance.choice(places)
        raise LookupError(what)


def _things(what: str, room: Room) -> list[ObjectState]:
    if what in ("put", "bring"):
        return [o for o in _lone(room, _CARRIED) if o.parent_id]
    if what == "wash":
        sinks = any(o.class_name == "Sink" for o in room.memory.objects)
        return [o for o in _lone(room, _DISHES) if sinks and o.parent_id]
    name, wanted = {"off": ("on", Truth.FALSE), "closed": ("open", Truth.FALSE)}.get(what, (what, Truth.TRUE))
    of = _lone(room, _SWITCHED if name == "on" else _DOORS)
    return [o for o in of if name in o.attributes and o.attributes[name].value is not wanted]


def _lone(room: Room, classes: Sequence[str]) -> list[ObjectState]:
    """Return the only thing of each of these types, where a room has no other of a like name."""
    counts = Counter(o.class_name for o in room.memory.objects)
    return [o for o in room.memory.objects if o.class_name in classes and counts[o.class_name] == 1]


def _the(thing: ObjectState) -> str:
    return f"the {spoken(thing.class_name).lower()}"


def _ways(place: ObjectState | None) -> dict[str, str]:
    name = _the(place) if place else ""
    return {"on": f"on {name}", "to": f"to {name}", "onto": f"onto {name}"}


def _want(what: str, thing: ObjectState, place: ObjectState | None) -> tuple[str, ...]:
    if place is not None:
        return (f"{thing.id} @ {place.id}",)
    return (f"{thing.id} @ person",) if what == "bring" else (f"{thing.id} {'clean' if what == 'wash' else what}",)


def _sentence(name: str, kind: str, room: Room, said: str, wanted: tuple[str, ...] | str | None) -> Sentence:
    text = re.sub(r"^[a-z]", lambda m: m.group().upper(), said)
    text += "" if text[-1] in "?.!" else "."
    if isinstance(wanted, str):
        answers = frozenset(wanted.removeprefix(ANSWER).split("|")) if wanted.startswith(ANSWER) else frozenset()
        return Sentence(name, kind, room.name, text, (), frozenset() if answers else frozenset({wanted}), answers)
    if wanted is None:
        answers = frozenset({"yes", "no", "unknown"} if text.endswith("?") else ())
        return Sentence(name, kind, room.name, text, instead=_NOT_DONE, answers=answers)
    return Sentence(name, kind, room.name, text, tuple(map(Wanted.of, wanted)))


def combined(folder: Path, each: int, seed: int, only: str = "") -> list[Judged]:
    """Return the verdicts on so many sentences of each part, in all remembered households of a folder.

    :param only: only parts of kinds that begin with this
    """
    rooms = {name: room for name, room in all_rooms(folder).items() if room.domain == "household"}
    parts = json.loads((folder / PARTS).read_text("utf-8"))
    made = Maker(parts, list(rooms.values()), seed).sentences(each)
    return [judge(one, rooms[one.room]) for one in made if one.kind.startswith(only)]


def table(judged: Sequence[Judged], *, rows: int) -> str:
    """Return the verdicts by kind of part, and the parts that are oftenest false, then those that are oftenest open."""
    by_kind: defaultdict[str, Counter[Verdict]] = defaultdict(Counter)
    by_part: defaultdict[str, Counter[Verdict]] = defaultdict(Counter)
    for one in judged:
        by_kind[one.sentence.kind.partition(" | ")[0]][one.verdict] += 1
        by_kind["all"][one.verdict] += 1
        by_part[one.sentence.kind][one.verdict] += 1
    lines = [f"{'parts':12s}" + "".join(f"{v:>9s}" for v in ("n", *Verdict))]
    for kind in [*(k for k in by_kind if k != "all"), "all"]:
        counts = by_kind[kind]
        lines.append(f"{kind:12s}{counts.total():9d}" + "".join(f"{counts[v]:9d}" for v in Verdict))
    worst = sorted(by_part.items(), key=lambda p: (-p[1][Verdict.FALSE], p[1][Verdict.RIGHT]))[:rows]
    told = [f"{' '.join(f'{v}={c[v]}' for v in Verdict):44s} {part}" for part, c in worst]
    return "\n".join([*lines, *told])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and what came out otherwise."""
    parser = argparse.ArgumentParser(prog="pred_bench.words.combining", description=__doc__)
    parser.add_argument("--each", type=int, default=4, help="how many sentences of each part")
    parser.add_argument("--seed", type=int, default=0, help="seed of the chance")
    parser.add_argument("--only", default="", help="only kinds of parts that begin with this")
    parser.add_argument("--rows", type=int, default=40, help="how many of the worst parts to list")
    parser.add_argument("--faults", action="store_true", help="list every sentence that came out otherwise")
    options = parser.parse_args(arguments)
    judged = combined(suites_folder(), options.each, options.seed, options.only)
    for one in judged if options.faults else ():
        if one.verdict is not Verdict.RIGHT:
            print(f"{one.verdict:8s} {one.sentence.kind}: {one.sentence.say}\n         {one.why}")
    print(table(judged, rows=options.rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
