"""A task's room as injection sees it: which instances matter to the goal, and where things can be put."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pred_core.vocabulary import group, object_types, single_slot, whole_of
from pred_tasks.alfred.goals import TREATED, AlfredGoal, furniture
from pred_tasks.states import STATES
from pred_tasks.tasks import Task
from pred_tasks.teach.goals import TeachGoal
from pred_tasks.world import Entry, WorldState

TEACH_STATES: Mapping[tuple[str, Any], str] = {(s.field, s.value): name for name, s in STATES.items()}
APPLIANCES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "hot": (("Microwave", "on"), ("Microwave", "open")),
    "cold": (("Fridge", "open"),),
    "clean": (("Faucet", "on"),),
}
"""What a state is made with, and how the appliance may be found."""

CLOSED_PLACES = ("Cabinet", "Drawer", "Fridge")
"""Where people say that things are, and where nobody sees them."""

_NO_PLACE = frozenset({"Floor", "GarbageCan", "Sink", "SinkBasin"})
_POOR = frozenset({"Shelf", "ShelvingUnit", "Footstool", "Stool", "Chair"})

MANY = 4
"""How many receptacles to try for one object."""


@dataclass(frozen=True)
class Needs:
    """What a goal speaks of: the type to bring, its wanted states, where to, in what, and what to switch on."""

    target: str
    states: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    container: str = ""
    toggle: str = ""

    @property
    def types(self) -> frozenset[str]:
        """All types of the goal."""
        return frozenset((self.target, self.container, self.toggle, *self.places))


def needs_of(task: Task, world: WorldState) -> Needs:
    """Return what a task's goal speaks of; of TEACh's components the first that can be carried counts.

    Nothing for goals of other kinds: nothing can be injected into their worlds.
    """
    goal = task.goal
    if isinstance(goal, AlfredGoal):
        state = TREATED.get(goal.kind)
        return Needs(
            target=goal.object_target,
            states=(*((state,) if state else ()), *(("sliced",) if goal.object_sliced else ())),
            places=furniture(goal.parent_target, world) if goal.parent_target else (),
            container=goal.mrecep_target,
            toggle=goal.toggle_target,
        )
    if not isinstance(goal, TeachGoal):
        return Needs("", (), (), "")
    parts = {part.name: part for part in goal.components}
    part = next((p for p in goal.components if _carried(p.types)), goal.components[0])
    states = [TEACH_STATES[key, value] for key, value in part.state.items() if (key, value) in TEACH_STATES]
    target = part.types[0]
    if whole_of(target):
        target, states = whole_of(target), [*states, "sliced"]
    container = parts[part.in_part].types[0] if part.in_part else ""
    return Needs(target, tuple(dict.fromkeys(states)), part.in_types, container)


def _carried(types: Iterable[str]) -> bool:
    known = object_types()
    return any(name in known and known[name].can("pickupable") for name in types)


@dataclass(frozen=True)
class Room:
    """The world after the task's own layout, what its goal needs, and whether the layout can have more copies."""

    world: WorldState
    needs: Needs
    may_copy: bool = True

    def instances(self) -> list[Entry]:
        """Return the instances of the target's type, by id."""
        found = self.world.of_types({self.needs.target}, "pickupable")
        return sorted((o for o in found if not o["isSliced"]), key=_id)

    def of(self, *types: str) -> list[Entry]:
        """Return the objects of some types, by id."""
        return sorted(self.world.of_types(types), key=_id)

    def parents(self, entry: Entry) -> list[Entry]:
        """Return what an object lies in or on; the floor is nothing."""
        ids = entry["parentReceptacles"] or ()
        found = [self.world.objects[i] for i in ids if i in self.world.objects]
        return [p for p in found if p["objectType"] != "Floor"]

    def is_plain(self, entry: Entry) -> bool:
        """Tell whether an object lies where it can be seen."""
        parents = self.parents(entry)
        return bool(parents) and not any(_hides(p) for p in parents)

    def is_placed(self, entry: Entry) -> bool:
        """Tell whether an object is at the goal's destination, or in its container, already."""
        wanted = {*self.needs.places, self.needs.container}
        return any(p["objectType"] in wanted for p in self.parents(entry))

    def open_places(self) -> list[str]:
        """Return ids of receptacles in plain view that take the target and have nothing to do with the goal.

        Shelves are often behind doors or near the floor, chairs under tables: they are used only where there is nothing
        else.
        """
        known = object_types()[self.needs.target]
        found = [
            r
            for r in sorted(self.world.objects.values(), key=_id)
            if r["receptacle"]
            and not r["pickupable"]
            and not r["openable"]
            and r["objectType"] not in _NO_PLACE | self.needs.types
            and not single_slot(r["objectType"])
            and known.receptacles is not None
            and known.fits_in(r["objectType"])
        ]
        best = [r for r in found if r["objectType"] not in _POOR]
        return [r["objectId"] for r in best or found]

    def closed_places(self) -> list[Entry]:
        """Return closed receptacles that take the target and have nothing to do with the goal."""
        known = object_types()[self.needs.target]
        cools = {"hot", "cold"} & set(self.needs.states)
        return [
            r
            for r in self.of(*CLOSED_PLACES)
            if r["openable"]
            and not r["isOpen"]
            and known.fits_in(r["objectType"])
            and r["objectType"] not in self.needs.types
            and not (cools and r["objectType"] == "Fridge")
        ]


def _hides(receptacle: Entry) -> bool:
    return bool(
        receptacle["openable"]
        and not receptacle["isOpen"]
        and receptacle["objectType"] in group("must_be_open")
    )


def _id(entry: Entry) -> str:
    return str(entry["objectId"])
