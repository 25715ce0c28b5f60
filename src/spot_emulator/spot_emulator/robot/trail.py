"""The way that the robot came by, and walking back along it (AutoReturn)."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pred_core.geometry import Pose2D
from spot_emulator.robot.activities import Activity
from spot_emulator.robot.mobility import Gait, Walk

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

SPACING = 0.25
"""So far apart, m, are the places that are remembered."""
KEPT = 400


class Trail:
    """Where the robot was lately, in the map."""

    def __init__(self) -> None:
        self._places: deque[Pose2D] = deque(maxlen=KEPT)

    def step(self, here: Pose2D) -> None:
        """Remember a place that is far enough from the last one."""
        if not self._places or self._places[-1].distance_to(here) >= SPACING:
            self._places.append(here)

    def clear(self) -> None:
        """Forget the way: the robot is elsewhere, or was told to."""
        self._places.clear()

    def back(self, here: Pose2D, farthest: float) -> list[Pose2D]:
        """Return the way back, the last place first, as far as it is no farther than that from here, m."""
        way: list[Pose2D] = []
        for place in reversed(self._places):
            if here.distance_to(place) > farthest:
                break
            way.append(place)
        return way


class GoBack(Activity):
    """Walk back along a way. ``keep``: a sign of life of whoever lent the lease, as nobody else gives one."""

    def __init__(self, way: list[Pose2D], gait: Gait, keep: Callable[[], None], expires: float = math.inf) -> None:
        super().__init__(expires)
        self._walk, self._keep = Walk("map", way, gait), keep

    def step(self, robot: Body, seconds: float) -> None:
        self._walk.step(robot, seconds)
        if not (self._walk.done or self._walk.blocked):
            self._keep()

    def feedback(self, robot: Body, target: Any) -> None:
        """Tell nothing: no command of a client began it."""
