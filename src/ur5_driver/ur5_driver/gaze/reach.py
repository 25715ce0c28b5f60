"""Whether the arm can bring its camera somewhere, by its own kinematics, before anything is asked of the driver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import ObjectState
from ur5_description.kinematics import HOME, UR5E, ArmModel, frames, inverse, invert, wrap
from ur5_description.mount import CameraMount

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ReachSettings:
    """Clearances, metres: of tool tip and joints above the table, of the tool from things and from the robot's base."""

    tool_length: float = 0.1525
    tip_clearance: float = 0.03
    arm_clearance: float = 0.05
    thing_clearance: float = 0.04
    base_radius: float = 0.17


class CameraReach:
    """The reach of one arm with one camera mount."""

    def __init__(self, mount: CameraMount, arm: ArmModel = UR5E, settings: ReachSettings | None = None) -> None:
        self._arm = arm
        self._settings = settings or ReachSettings()
        self._tool_in_optical = invert(mount.optical_in_tool)
        self._home = np.asarray(HOME)

    def effort(self, camera: Array, things: Sequence[ObjectState] = (), held: float = 0.0) -> float | None:
        """Return the largest turn of a joint from home that brings the camera there, rad; None when nothing does.

        :param camera: 4x4, optical frame in map
        :param things: that the tool must not touch
        :param held: how far something in the hand reaches beyond the finger tips, metres
        """
        tool = camera @ self._tool_in_optical
        if not self._clear(tool, camera, things, held):
            return None
        turns = [
            float(np.abs(wrap(joints - self._home)).max())
            for joints in inverse(self._arm, tool)
            if self._above_table(joints)
        ]
        return min(turns, default=None)

    def _above_table(self, joints: Array) -> bool:
        heights = frames(self._arm, joints)[2:6, 2, 3]
        return bool((heights >= self._settings.arm_clearance).all())

    def _clear(self, tool: Array, camera: Array, things: Sequence[ObjectState], held: float) -> bool:
        s = self._settings
        along = np.linspace(0.0, s.tool_length + held, 5)
        body = np.vstack([tool[:3, 3] + along[:, None] * tool[:3, 2], camera[:3, 3]])
        if body[:, 2].min() < s.tip_clearance or np.hypot(body[:, 0], body[:, 1]).min() < s.base_radius:
            return False
        for thing in things:
            gap = np.abs(body - np.asarray(thing.center)) - np.asarray(thing.size) / 2.0
            if bool((gap < s.thing_clearance).all(axis=1).any()):
                return False
        return True
