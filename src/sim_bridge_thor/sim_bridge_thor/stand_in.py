"""The person's stand-in: nobody else is in a simulated room to take what the robot holds out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.people import FARTHEST

Metadata = Mapping[str, Any]

SLACK = 0.15
"""How much farther than a person likes to reach they still do (m)."""
TURNED = math.radians(60.0)
"""How far from straight ahead of the robot a person still takes what it holds out."""


class StandIn:
    """Takes what is held out to it, after it was held out so often in a row.

    :param pose: where it stands, in map; None: wherever the robot holds something out
    :param takes: how often something is held out before it takes it; 0: it never does
    """

    def __init__(self, pose: Pose2D | None = None, takes: int = 2) -> None:
        self.pose = pose
        self.takes = takes
        self.given: list[str] = []
        """The simulator's ids of what it took in this episode, in order."""
        self._offers = 0

    def begin(self) -> None:
        """Begin a new episode with empty hands."""
        self.given = []
        self._offers = 0

    def offered(self, metadata: Metadata, robot: Pose2D) -> dict[str, Any] | None:
        """Return the simulator's action by which it takes what the hand holds; None when it does not, or not yet.

        What it took is out of the room.
        """
        held = metadata["inventoryObjects"]
        if not held or not self.takes or not self._in_reach(robot):
            return None
        self._offers += 1
        if self._offers < self.takes:
            return None
        self._offers = 0
        self.given.append(str(held[0]["objectId"]))
        return {"action": "RemoveFromScene", "objectId": self.given[-1]}

    def _in_reach(self, robot: Pose2D) -> bool:
        if self.pose is None:
            return True
        there = math.atan2(self.pose.y - robot.y, self.pose.x - robot.x)
        near = robot.distance_to(self.pose) <= FARTHEST + SLACK
        return near and abs(wrap_angle(there - robot.yaw)) <= TURNED
