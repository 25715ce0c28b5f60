"""Failures to recover from, put in by a seed: of the hand, of doors, of ways, of the sensors, by people, and in plans.

What happens in the world goes into a task's layout (``faults`` and ``changes``, ``docs/bridge.md``). What a plan lacks
or has too much is the planner's to put in (its parameters ``plan_faults`` and ``plan_faults_seed``), when the plan has
passed all judges: as plans of a model come that nobody judges. The same task, kinds and seed give the same faults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pred_bench.episode.inject import MIXED, InjectionError
from pred_bench.episode.room import Room, needs_of
from pred_core.vocabulary import equipment, group, object_types, part_of, single_slot
from pred_planner.plan.spoiling import KINDS as PLAN_KINDS
from pred_planner.plan.spoiling import MIXED_KINDS
from pred_tasks.tasks import Task
from pred_tasks.world import Entry, WorldState

DRAWN = 2
"""How many kinds of faults of the world a mix has in one episode, where the room gives occasion for as many."""
SPOILED_SHARE = 0.5
"""In which share of a mix's episodes the plan is spoiled as well."""
EARLY, LATE = 2, 16
"""Between how many actions a fault begins to wait for its occasion."""
CROWD = 3
"""How many things are put into a receptacle to fill it; one does for a place that takes one."""


@dataclass(frozen=True)
class FaultDraw:
    """Which kinds, drawn with which seed."""

    kinds: tuple[str, ...]
    seed: int = 0

    @property
    def plan_kinds(self) -> tuple[str, ...]:
        """The kinds that the planner puts into plans."""
        return MIXED_KINDS if MIXED in self.kinds else tuple(k for k in self.kinds if k in PLAN_KINDS)

    def planner_parameters(self) -> dict[str, str]:
        """Return the planner's parameters that this draw asks for."""
        if not self.plan_kinds:
            return {}
        share = SPOILED_SHARE if MIXED in self.kinds else 1.0
        return {
            "planner.plan_faults": ",".join(self.plan_kinds),
            "planner.plan_faults_seed": str(self.seed),
            "planner.plan_faults_share": str(share),
        }


@dataclass(frozen=True)
class Fault:
    """What is added to a layout: entries of ``faults`` and of ``changes``, and what they are on."""

    what: str
    subject: str = ""
    faults: tuple[Mapping[str, Any], ...] = ()
    changes: tuple[Mapping[str, Any], ...] = ()


Maker = Callable[[Room, Random], Fault | None]


def parse_faults(text: str) -> tuple[str, ...]:
    """Return the kinds of a comma-separated text.

    :raises InjectionError: naming what is none
    """
    kinds = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    known = (*WORLD_KINDS, *PLAN_KINDS, MIXED)
    unknown = [name for name in kinds if name not in known]
    if unknown or not kinds:
        raise InjectionError(
            f"there is no fault called {', '.join(unknown) or repr(text)}. There is: {', '.join(known)}."
        )
    return kinds


def put_in(task: Task, world: WorldState, draw: FaultDraw) -> tuple[Task, tuple[dict[str, Any], ...]]:
    """Return a task with faults of its world in its layout, and what they are: kind, what, object.

    A kind that the room gives no occasion for adds nothing.

    :param world: the room after the task's own layout
    """
    room = Room(world, needs_of(task, world))
    made: dict[str, Fault] = {}
    for kind in _order(draw, task):
        random = Random(f"{draw.seed}|{task.task_id}|{kind}")
        fault = WORLD_KINDS[kind](room, random)
        if fault is not None:
            made[kind] = fault
        if MIXED in draw.kinds and len(made) == DRAWN:
            break
    layout = dict(task.layout)
    for fault in made.values():
        layout["faults"] = [*layout.get("faults", ()), *fault.faults]
        layout["changes"] = [*layout.get("changes", ()), *fault.changes]
    record = tuple({"kind": k, "what": f.what, "object": f.subject} for k, f in made.items())
    return replace(task, layout=layout), record


def _order(draw: FaultDraw, task: Task) -> list[str]:
    """Return the kinds to put in; of a mix all kinds in the order in which they are tried."""
    if MIXED not in draw.kinds:
        return [kind for kind in WORLD_KINDS if kind in draw.kinds]
    kinds = list(WORLD_KINDS)
    Random(f"{draw.seed}|{task.task_id}|{MIXED}").shuffle(kinds)
    return kinds


# -- the robot's own ---------------------------------------------------------------------------------------------------
def _own(kind: str, what: str, most: int) -> Maker:
    def make(_room: Room, random: Random) -> Fault:
        entry = {"kind": kind, "after": random.randint(EARLY, LATE), "times": random.randint(1, most)}
        return Fault(f"{what}, {entry['times']}x from action {entry['after']} on", "", (entry,))

    return make


# -- in the room -------------------------------------------------------------------------------------------------------
def _full(room: Room, random: Random) -> Fault | None:
    """Fill where the task has to put something: a place of its treatment, or its destination if that takes one."""
    places = [p for p in room.of(*_used_places(room)) if p["receptacle"] and not p["receptacleObjectIds"]]
    if not places:
        return None
    place = random.choice(places)
    slot = single_slot(place["objectType"])
    movers = [o for o in _idle(room) if _goes_into(o, place, slot)]
    chosen = random.sample(movers, min(len(movers), 1 if slot else CROWD))
    if not chosen:
        return None
    changes = tuple({"object_id": o["objectId"], "place": [place["objectId"]]} for o in chosen)
    names = ", ".join(str(o["objectType"]) for o in chosen)
    return Fault(f"{names} in the {place['objectType']}", str(place["objectId"]), changes=changes)


def _used_places(room: Room) -> list[str]:
    """Return where the task treats its object, and its destination where that takes a single thing."""
    known = equipment()
    wanted = set(room.needs.states)
    at = {t.place for t in known.treatments.values() if known.qualities[t.quality].attribute in wanted}
    basins = {part_of().get(place, place) for place in at}
    return sorted(at | basins | {p for p in room.needs.places if single_slot(p)})


def _idle(room: Room) -> list[Entry]:
    """Return what can be carried and has nothing to do with the goal."""
    found = (o for o in room.world.objects.values() if o["pickupable"] and not o["isPickedUp"])
    own = room.needs.types | group("knives")
    return sorted((o for o in found if o["objectType"] not in own), key=lambda o: str(o["objectId"]))


def _goes_into(entry: Entry, place: Entry, slot: frozenset[str] | tuple[str, ...]) -> bool:
    known = object_types().get(entry["objectType"])
    if slot:
        return entry["objectType"] in slot
    return known is not None and known.receptacles is not None and known.fits_in(place["objectType"])


def _taken(room: Room, random: Random) -> Fault | None:
    """Let a person tidy an instance of the target away into closed furniture, after the robot has seen it."""
    found = [o for o in room.instances() if room.is_plain(o) and not room.is_placed(o)]
    closed = [p["objectId"] for p in room.closed_places()]
    if not found or not closed:
        return None
    one = min(found, key=lambda o: (o["distance"], o["objectId"]))
    places = random.sample(closed, min(len(closed), CROWD))
    after = random.randint(EARLY, EARLY + 8)
    change = {"object_id": one["objectId"], "place": places, "after": after}
    return Fault(f"tidied away after {after} actions", str(one["objectId"]), changes=(change,))


WORLD_KINDS: Mapping[str, Maker] = {
    "slips": _own("slip", "what is held falls", 1),
    "grasps": _own("grasp", "grasps fail", 3),
    "jams": _own("jam", "a door sticks", 1),
    "blocked": _own("blocked", "the way is blocked", 3),
    "blind": _own("blind", "the sensors give nothing", 5),
    "full": _full,
    "taken": _taken,
}
"""Kinds of faults of the world, and what makes them."""
