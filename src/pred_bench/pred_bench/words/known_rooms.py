"""The player's rooms as a robot that has seen all of them would remember them, for judging commands without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pred_bench.words.ends import ROBOT, SPEAKER_TOLD
from pred_bench.words.rooms import Room
from pred_bench.words.suite import Sentence, Wanted
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.vocabulary import object_types, part_of
from pred_tasks.service_goals import NEAR, PERSON, SERVICE, ServiceGoal, Want
from pred_tasks.tasks import Task
from sim_bridge_thor.frames import point_to_map, yaw_to_map
from thor_player.model import SimObject, World
from thor_player.surfaces import first_parent


@dataclass(frozen=True)
class KnownRoom:
    """A room as it would be remembered, and what each of the simulator's ids is called there."""

    room: Room
    names: Mapping[str, str]

    def sentence(self, task: Task) -> Sentence:
        """Return a command to a service robot as a sentence about this memory.

        :raises TypeError: for a task of another kind
        """
        if not isinstance(task.goal, ServiceGoal):
            raise TypeError(f"{task.task_id} is no command to a service robot")
        goal = task.goal
        return Sentence(
            task.task_id,
            task.task_type.removeprefix(SERVICE),
            self.room.name,
            task.annotations[0].goal,
            tuple(map(self._wanted, goal.wants)),
            frozenset({"ask", "refuse"}) if goal.refuse else frozenset(),
            goal.answers,
        )

    def _wanted(self, want: Want) -> Wanted:
        things = frozenset(self.names[one] for one in want.things)
        if want.to == NEAR:
            return Wanted(frozenset({ROBOT}), things)
        if want.to == PERSON:
            return Wanted(things, frozenset({SPEAKER_TOLD}))
        return Wanted(things, frozenset(self.names[one] for one in want.places))


def known_room(world: World) -> KnownRoom:
    """Return a room of the player as it stands."""
    known = [o for o in world.active() if o.object_type in object_types() and o.object_type not in part_of()]
    counts: Counter[str] = Counter()
    names = {}
    for one in known:
        counts[one.object_type] += 1
        names[one.object_id] = f"{one.object_type}_{counts[one.object_type]}"
    for one in world.active():  # the basin of a sink is remembered as the sink
        if whole := names.get(one.object_id.rpartition("|")[0]):
            names[one.object_id] = whole
    objects = tuple(_state(world, one, names) for one in known)
    x, y, _ = point_to_map(_xyz(world.agent.position), world.floor)
    memory = ObjectMemory(step=1, objects=objects)
    return KnownRoom(Room(world.scene, "household", (x, y, yaw_to_map(world.agent.yaw)), memory), names)


def _xyz(point: object) -> dict[str, float]:
    x, y, z = map(float, point)  # type: ignore[call-overload]
    return {"x": x, "y": y, "z": z}


def _state(world: World, one: SimObject, names: Mapping[str, str]) -> ObjectState:
    width, height, depth = (2.0 * float(half) for half in one.box.half)
    seen = {
        "open": one.status.is_open if one.can("openable") else None,
        "on": one.status.is_toggled if one.can("toggleable") else None,
        "clean": not one.status.is_dirty if one.can("dirtyable") else None,
        "filled": one.status.fill_liquid is not None if one.can("canFillWithLiquid") else None,
        "sliced": one.status.is_sliced if one.can("sliceable") else None,
    }
    return ObjectState(
        names[one.object_id],
        one.object_type,
        point_to_map(_xyz(one.box.center), world.floor),
        (depth, width, height),
        parent_id=names.get(first_parent(one) or "", ""),
        attributes={name: Attribute(name, Truth.of(value)) for name, value in seen.items() if value is not None},
    )
