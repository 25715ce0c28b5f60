"""A person who stands in the room: takes what is held out to them by a pull, and knows how fast they were touched."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from spot_emulator.robot.base import relative
from spot_emulator.world.footprint import HALF_LENGTH, HALF_WIDTH

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

RADIUS = 0.25
"""How far a person's body reaches from their middle, m."""
ARM = 0.75
"""A person takes what is held so near to their middle, m."""
STILL = 0.03
"""A hand that is slower than this holds out, m/s."""
TAKES = 1.5
"""They take what was held out for so long, s."""
PULL = 15.0
"""With which they pull at what they take, N."""
TUG = 1.0
"""They pull for so long, ease for as long, and pull again, s: who pulls before a robot expects it is felt then, too."""
FINGERS = 0.12
"""The claw's tips are so far before the hand, m."""
NEAR = 1.0
"""How fast a part of the robot gets is noted where it is so near to their body, m."""
_CLEAR = 0.25  # metres the robot is away from where they stand before they stand there: it stood there itself
_TOUCHES = 0.02  # metres


class Bystander:
    """Stands at a place of the map (m) and takes what was held out to them for ``takes`` seconds; 0: they never do."""

    def __init__(self, x: float, y: float, takes: float = TAKES) -> None:
        self.x, self.y, self.takes = x, y, takes
        self.given: list[str] = []
        """The ids of what they took, in order."""
        self.touched = 0.0
        """The fastest that a part of the robot was which touched them, m/s."""
        self.fastest = 0.0
        """The fastest that a part of the robot was near them, m/s."""
        self.closest = math.inf
        """How near the robot came to them, m."""
        self._there = False
        self._offered = 0.0
        self._hand: NDArray[np.float64] | None = None

    def step(self, robot: Body, seconds: float) -> None:
        """Watch the robot, and pull at what it holds out; a claw that opens then leaves it to them."""
        hand = robot.hand_in_map()
        tips = np.array(hand.transform_point(FINGERS, 0.0, 0.0))
        moved = 0.0 if self._hand is None else float(np.linalg.norm(tips - self._hand)) / max(seconds, 1e-6)
        self._hand = tips
        pose, speed = robot.base.pose, robot.base.velocity
        at = relative(pose, Pose2D(self.x, self.y, 0.0))
        past = math.hypot(max(abs(at.x) - HALF_LENGTH, 0.0), max(abs(at.y) - HALF_WIDTH, 0.0))
        corner = math.hypot(speed.x, speed.y) + abs(speed.turn) * math.hypot(HALF_LENGTH, HALF_WIDTH)
        ends = ((hand.x, hand.y), (float(tips[0]), float(tips[1])))
        parts = ((past, corner), *((math.dist(end, (self.x, self.y)), moved) for end in ends))
        gaps = [(away - RADIUS, fast) for away, fast in parts]
        self._there = self._there or min(gap for gap, _ in gaps) > _CLEAR
        if not self._there:
            return
        self.closest = min(self.closest, *(gap for gap, _ in gaps))
        self.fastest = max([self.fastest, *(fast for gap, fast in gaps if gap <= NEAR)])
        self.touched = max([self.touched, *(fast for gap, fast in gaps if gap <= _TOUCHES)])
        self._take(robot, np.array([self.x - hand.x, self.y - hand.y, 0.0]), moved, seconds)

    def _take(self, robot: Body, way: NDArray[np.float64], moved: float, seconds: float) -> None:
        """Pull, time and again, at what was held out for a while; ``way``: from the hand to their middle, m."""
        grip, away = robot.grip, float(np.linalg.norm(way))
        if grip.held is None or away > ARM or not self.takes:
            self._offered = 0.0
            return
        self._offered = self._offered + seconds if moved < STILL else self._offered
        if self._offered < self.takes:
            return
        if (self._offered - self.takes) % (2.0 * TUG) < TUG:
            grip.force = PULL * way / max(away, 1e-6)
        if grip.lets_go(robot.gripper):
            self.given.append(grip.held)
            grip.leave(robot.house, robot.gripper)
            self._offered = 0.0

    def report(self) -> dict[str, Any]:
        """Return it as a JSON object; ``closest`` is null while the robot never left where they stand."""
        return {
            "at": [self.x, self.y],
            "given": self.given,
            "touched": self.touched,
            "fastest": self.fastest,
            "closest": None if math.isinf(self.closest) else self.closest,
        }
