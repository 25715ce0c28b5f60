"""The true state of the world: where everything is and what holds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from ur5_emulator.table import contacts
from ur5_emulator.table.contacts import Owners
from ur5_emulator.table.judge import condition_to
from ur5_emulator.table.kinds import KINDS
from ur5_emulator.table.person import GIVEN, PERSON
from ur5_emulator.table.relations import PlacedThing, Support, places
from ur5_emulator.table.scenes import Scene
from ur5_emulator.table.world import TABLE_CENTRE, TABLE_SIZE, Placed, TableWorld

MOVED = 0.03
"""A thing is moved when it is further than this (m) from where it stood at the beginning."""


@dataclass(frozen=True)
class WorldState:
    """Poses, places, what is gripped and what a person has, by id; the robot's joints (rad) and fingers (0..255)."""

    things: tuple[Placed, ...]
    bodies: dict[str, PlacedThing]
    places: dict[str, Support]
    held: frozenset[str]
    joints: tuple[float, ...]
    fingers: float
    given: frozenset[str] = frozenset()

    def as_json(self, scene: Scene, seed: int, begun: WorldState) -> dict[str, object]:
        """Return what ``sim/get_world_state`` answers (docs/ur5_table.md)."""
        return {
            "scene": scene.name,
            "seed": seed,
            "instruction": scene.instruction,
            "about": scene.about,
            "goal": [condition_to(condition) for condition in scene.goal],
            "robot": {
                "joints": list(self.joints),
                "gripper": round(self.fingers, 1),
                "holding": sorted(self.held),
            },
            "objects": [self._object(thing, begun) for thing in self.things],
        }

    def _object(self, thing: Placed, begun: WorldState) -> dict[str, Any]:
        pose = self.bodies[thing.id].pose
        given = thing.id in self.given
        here = Support(GIVEN, PERSON) if given else self.places[thing.id]
        position = pose[:3, 3]
        way = float(np.linalg.norm(position - begun.bodies[thing.id].pose[:3, 3]))
        return {
            "id": thing.id,
            "type": thing.kind,
            "top": thing.top,
            "position": [round(float(v), 5) for v in position],
            "quaternion": [round(float(v), 5) for v in Rotation.from_matrix(pose[:3, :3]).as_quat()],
            "size": list(KINDS[thing.kind].size),
            "fixed": KINDS[thing.kind].fixed,
            "relation": here.relation,
            "parent": here.holder,
            "in_gripper": thing.id in self.held,
            "moved": way > MOVED,
            "upright": float(pose[2, 2]) > 0.9,
            "off_table": not given and _off_table(position),
        }


def _off_table(position: NDArray[np.float64]) -> bool:
    return any(
        abs(float(v) - c) > s / 2.0 for v, c, s in zip(position[:2], TABLE_CENTRE, TABLE_SIZE, strict=True)
    )


def world_state(world: TableWorld, owners: Owners, given: frozenset[str] = frozenset()) -> WorldState:
    """Return the state of a world; ``given``: what a person has taken.

    Things at rest sleep and have no contacts: they are looked for in an awake copy.
    """
    model = world.model
    awake = mujoco.MjData(model)
    awake.qpos[:] = world.data.qpos
    awake.ctrl[:] = world.data.ctrl
    flags = model.opt.enableflags
    model.opt.enableflags = flags & ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    try:
        mujoco.mj_fwdPosition(model, awake)
    finally:
        model.opt.enableflags = flags
    bodies = {thing.id: PlacedThing(thing.id, thing.kind, world.pose(thing.id)) for thing in world.things}
    held = contacts.gripped(awake, owners)
    return WorldState(
        things=world.things,
        bodies=bodies,
        places=places(bodies, contacts.pairs(awake, owners), held),
        held=frozenset(held),
        joints=tuple(round(float(v), 6) for v in world.joints),
        fingers=world.finger_position,
        given=given,
    )
