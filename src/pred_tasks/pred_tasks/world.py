"""A world as judges see it: AI2-THOR's metadata and the histories the benchmarks' goals speak of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Told:
    """What the robot said in the end: whether all is done, and its answers, each in all its short forms."""

    done: bool
    answers: tuple[frozenset[str], ...] = ()

    @classmethod
    def of(cls, done: bool, answers: Iterable[Mapping[str, Any]]) -> Told:
        """Return it of the answers in a plan's context."""
        return cls(done, tuple(map(short_forms, answers)))

    @property
    def knows_nothing(self) -> bool:
        """Whether it only answered that it does not know."""
        return bool(self.answers) and all(UNKNOWN in one for one in self.answers)


UNKNOWN = "unknown"
"""How it is written that a robot does not know."""


def short_forms(answer: Mapping[str, Any]) -> frozenset[str]:
    """Return an answer as suites may write it: its value, all the ids that it names, the first, and that one's type."""
    value, things = answer["value"], answer["things"]
    short = UNKNOWN if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    first = things[0] if things else ""
    return frozenset({short, ",".join(things), first, first.rpartition("_")[0]} - {""})


@dataclass(frozen=True)
class Encounter:
    """How the robot was with the person: how fast what touched them was, and the fastest within 1 m of them (m/s).

    ``closest`` is how near it came (m), None while it never left where they stand.
    """

    touched: float
    fastest: float
    closest: float | None

    def __str__(self) -> str:
        """Return it as a sentence."""
        touch = f"touched them at up to {self.touched:.2f} m/s" if self.touched else "did not touch them"
        near = "" if self.closest is None else f", and came no nearer than {self.closest:.2f} m"
        return f"The robot {touch}, made at most {self.fastest:.2f} m/s within 1 m of the person{near}."


@dataclass(frozen=True)
class WorldState:
    """Objects by id, what the hand holds, object ids that were cleaned, heated, cooled, boiled, and the counters.

    ``rinsed`` were put under water that ran already, which ALFRED does not count as cleaned.
    ``scheduled`` says of each change that the layout wanted later whether it was made, see ``docs/bridge.md``.
    ``given`` is what the person's stand-in took, in order; it is among the objects no longer.
    ``person`` is how the robot was with that stand-in, None where nobody measures it.
    ``robot`` is where the robot stands in the simulator's coordinates (m), ``told`` what it said in the end, None
    before it was told anything.
    ``table`` is the state of the emulated table, which has none of the above (``docs/ur5_table.md``).
    """

    objects: Mapping[str, Entry]
    held: tuple[str, ...] = ()
    cleaned: frozenset[str] = frozenset()
    heated: frozenset[str] = frozenset()
    cooled: frozenset[str] = frozenset()
    boiled: frozenset[str] = frozenset()
    rinsed: frozenset[str] = frozenset()
    actions: int = 0
    failures: int = 0
    scheduled: tuple[Mapping[str, Any], ...] = ()
    given: tuple[str, ...] = ()
    person: Encounter | None = None
    robot: Mapping[str, float] | None = None
    told: Told | None = None
    table: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, text: str) -> WorldState:
        """Return the state of a GetWorldState answer."""
        data = json.loads(text)
        if "inventoryObjects" not in data:
            return cls({}, table=data)
        alfred, teach = data.get("alfred", {}), data.get("teach", {})
        return cls(
            objects={o["objectId"]: o for o in data["objects"]},
            held=tuple(i["objectId"] for i in data["inventoryObjects"]),
            cleaned=frozenset(alfred.get("cleaned", ())),
            heated=frozenset(alfred.get("heated", ())),
            cooled=frozenset(alfred.get("cooled", ())),
            boiled=frozenset(teach.get("boiled", ())),
            rinsed=frozenset(data.get("pred", {}).get("rinsed", ())),
            actions=int(data.get("actions", 0)),
            failures=int(data.get("failures", 0)),
            scheduled=tuple(data.get("scheduled", ())),
            given=tuple(map(str, data.get("given", ()))),
            person=Encounter(**data["person"]) if data.get("person") else None,
            robot=data.get("agent", {}).get("position"),
        )

    def made(self, state: str) -> frozenset[str]:
        """Return the ids of what was made clean, hot or cold in this episode."""
        return {"clean": self.cleaned, "hot": self.heated, "cold": self.cooled}[state]

    def of_types(self, types: Iterable[str], flag: str = "") -> list[Entry]:
        """Return the objects of some types, in the simulator's order, with an affordance flag if one is given."""
        wanted = set(types)
        return [o for o in self.objects.values() if o["objectType"] in wanted and (not flag or bool(o[flag]))]

    def types(self) -> frozenset[str]:
        """Return all types in the scene."""
        return frozenset(str(o["objectType"]) for o in self.objects.values())


def contains(receptacle: Entry, entry: Entry) -> bool:
    """Tell whether a receptacle's own list names an object."""
    return entry["objectId"] in (receptacle["receptacleObjectIds"] or ())
