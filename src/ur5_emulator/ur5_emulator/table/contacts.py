"""What touches what: forces on the robot, what is in the gripper, what stands on what."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from ur5_emulator.table.kinds import TABLE
from ur5_emulator.table.robot_model import GRIPPER

Array = NDArray[np.float64]

ROBOT = "robot"
TOUCHING = 0.002
"""Things nearer than this touch, m."""


@dataclass(frozen=True)
class Owners:
    """Whose each geom is: a thing's id, ``Table`` or ``robot``; and which geoms are on the left and right finger."""

    names: tuple[str, ...]
    of_geom: NDArray[np.int32]
    left: frozenset[int]
    right: frozenset[int]

    @classmethod
    def of(cls, model: mujoco.MjModel, things: tuple[str, ...]) -> Owners:
        """Return the owners of a model's geoms."""
        names = (ROBOT, TABLE, *things)
        by_name = {name: k for k, name in enumerate(names)}
        bodies = [model.body(k).name for k in range(model.nbody)]
        of_geom = np.array([by_name.get(bodies[body], 0) for body in model.geom_bodyid], np.int32)
        fingers = [
            frozenset(k for k, body in enumerate(model.geom_bodyid) if _of_finger(bodies[body], side))
            for side in ("left", "right")
        ]
        return cls(names, of_geom, fingers[0], fingers[1])


def _of_finger(body: str, side: str) -> bool:
    return body.startswith((f"{GRIPPER}{side}_pad", f"{GRIPPER}{side}_follower"))


def wrench(model: mujoco.MjModel, data: mujoco.MjData, owners: Owners, point: Array) -> Array:
    """Return what the world does to the robot at a point: force (N) and torque (Nm) in map, six numbers."""
    total = np.zeros(6)
    force = np.zeros(6)
    contacts = data.contact
    ours = owners.of_geom[contacts.geom] == 0
    of_both = (ours[:, 0] != ours[:, 1]) & (contacts.efc_address >= 0)
    for index in np.flatnonzero(of_both).tolist():
        contact = contacts[index]
        mujoco.mj_contactForce(model, data, index, force)
        on_second = contact.frame.reshape(3, 3).T @ force[:3]
        push = on_second if ours[index, 1] else -on_second
        total[:3] += push
        total[3:] += np.cross(contact.pos - point, push)
    return total


def gripped(data: mujoco.MjData, owners: Owners) -> set[str]:
    """Return the ids of what both fingers touch."""
    touched: list[set[int]] = [set(), set()]
    for contact in data.contact:
        if contact.dist > TOUCHING:
            continue
        for mine, other in (contact.geom, contact.geom[::-1]):
            for finger, geoms in enumerate((owners.left, owners.right)):
                if mine in geoms:
                    touched[finger].add(int(owners.of_geom[other]))
    return {owners.names[k] for k in touched[0] & touched[1] if k > 1}


def pairs(data: mujoco.MjData, owners: Owners) -> set[tuple[str, str]]:
    """Return who touches whom, each pair in the order of the owners' names; the robot is left out."""
    result = set()
    for contact in data.contact:
        one, other = sorted(int(owners.of_geom[geom]) for geom in contact.geom)
        if one > 0 and one != other and contact.dist <= TOUCHING:
            result.add((owners.names[one], owners.names[other]))
    return result
