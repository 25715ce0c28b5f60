"""What the robot may be told: speeds, where the base may be, where the hand may be. Caps stand here, in code."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome

CAPS: dict[str, tuple[float, float]] = {
    "walk_speed": (0.05, 1.2),
    "turn_speed": (0.05, 1.5),
    "hand_speed": (0.02, 0.8),
    "hand_reach": (0.3, 1.0),
    "grasp_walk": (0.0, 1.5),
    "person_speed": (0.05, 0.25),
}
"""Least and greatest value that each limit may be set to: m/s, rad/s, m/s, m from the shoulder, m, m/s."""
SHOULDER = np.array([0.292, 0.0, 0.188])
"""The joint sh0 in the body, m (Boston Dynamics' published dimensions)."""
PERSON_NEAR = 1.6
"""So near to a person the robot is slow, m from the body's middle to theirs: before it could touch them."""
CORNER = 0.62
"""The body's corners are so far from its middle, m: they move when it turns."""
FINGERS = 0.15
"""The fingers' tips, and what they hold by its middle, are so far from the hand's frame, m: they move when it turns."""
HAND_TURNS = 1.0
"""The hand turns about itself so fast, rad/s, where nobody is near."""
HAND_BEHIND = 0.12
"""A moving hand is measured so much behind where it was told to be by now, s: its joints lag, and that is old."""
RADIUS = 0.55
"""The body reaches so far around base_link whatever its heading, m."""
HAND_ABOVE_FLOOR = 0.02
LIES_IN_FLOOR = 0.03
"""What lies flat on the floor may be measured so much too low, m; the robot's own grasp stops at the floor."""
LOOK_AHEAD = 0.1
"""A path is checked at points this far apart, m."""

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]


class LimitError(ValueError):
    """A limit beyond its cap, or a keep-out area that is none."""


def boxes_of(text: str, what: str) -> tuple[Box, ...]:
    """Return rectangles in map from "x,y,x,y" of opposite corners each, m, separated by ";".

    :raises LimitError: when a box is not four finite numbers
    """
    return tuple(_box(part, what) for part in text.split(";") if part.strip())


def _box(text: str, what: str) -> Box:
    try:
        x1, y1, x2, y2 = (float(number) for number in text.split(","))
    except ValueError:
        raise LimitError(f"{what}: a box is four numbers x,y,x,y, not {text.strip()!r}.") from None
    if not all(math.isfinite(v) for v in (x1, y1, x2, y2)):
        raise LimitError(f"{what}: {text.strip()!r} holds no finite numbers.")
    return (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


@dataclass(frozen=True)
class Limits:
    """Limits of one robot; ``keep_out`` and ``fence`` are boxes in map, no fence is no bound.

    ``grasp_walk``: how much farther than the arm reaches a thing may be which the robot walks up to by itself, m.
    ``person_speed``: how fast any part of the robot is near a person, and the hand that gives them something, m/s.

    :raises LimitError: when one is beyond its cap
    """

    walk_speed: float = 0.6
    turn_speed: float = 0.8
    hand_speed: float = 0.4
    hand_reach: float = 0.95
    grasp_walk: float = 0.0
    person_speed: float = 0.2
    keep_out: tuple[Box, ...] = ()
    fence: tuple[Box, ...] = ()

    def __post_init__(self) -> None:
        for name, (low, high) in CAPS.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise LimitError(f"{name} must be from {low} to {high}, got {value}.")

    def base(self, pose: Pose2D) -> Outcome:
        """Return whether the base may stand at a pose in map."""
        if not all(math.isfinite(v) for v in (pose.x, pose.y, pose.yaw)):
            return Outcome(Code.BAD_INPUT, "The pose to walk to holds no finite numbers.")
        for box in self.keep_out:
            if _distance(pose, box) < RADIUS:
                return Outcome(
                    Code.UNREACHABLE,
                    f"({pose.x:.2f}, {pose.y:.2f}) m is nearer than {RADIUS} m to the keep-out area {_words(box)}.",
                )
        if self.fence and not any(_inside(pose, box) for box in self.fence):
            return Outcome(Code.UNREACHABLE, f"({pose.x:.2f}, {pose.y:.2f}) m is outside the fence.")
        return Outcome.success()

    def path(self, start: Pose2D, path: Sequence[Pose2D]) -> Outcome:
        """Return whether the base may go straight from pose to pose in map; who stands where it must not may leave."""
        before, outcome = start, self.base(start)
        leaving = not outcome
        for goal in path:
            count = max(1, math.ceil(before.distance_to(goal) / LOOK_AHEAD))
            for k in range(1, count + 1):
                share = k / count
                point = Pose2D(
                    before.x + share * (goal.x - before.x), before.y + share * (goal.y - before.y), goal.yaw
                )
                outcome = self.base(point)
                if outcome:
                    leaving = False
                elif not leaving:
                    return outcome
            before = goal
        return outcome

    def pace(self, *, near: bool) -> tuple[float, float]:
        """Return how fast the base may walk, ahead and aside alike, and turn, m/s and rad/s; ``near``: a person is."""
        if not near:
            return self.walk_speed, self.turn_speed
        half = self.person_speed / 2.0  # ahead, aside and turning at once, no corner is faster
        return min(self.walk_speed, half / math.sqrt(2.0)), min(self.turn_speed, half / CORNER)

    def hand_pace(self, *, near: bool) -> tuple[float, float]:
        """Return how fast the hand may go in the body and turn, m/s and rad/s; ``near``: a person is."""
        if not near:
            return self.hand_speed, HAND_TURNS
        slow = min(self.hand_speed, self.person_speed)  # going and turning at once, no fingertip is faster
        return 0.75 * slow, 0.25 * slow / FINGERS

    def velocity(self, forward: float, left: float, turn: float) -> Outcome:
        """Return whether the base may be driven so, m/s and rad/s."""
        if not all(math.isfinite(v) for v in (forward, left, turn)):
            return Outcome(Code.BAD_INPUT, "The velocity holds no finite numbers.")
        if math.hypot(forward, left) > self.walk_speed + 1e-6 or abs(turn) > self.turn_speed + 1e-6:
            return Outcome(
                Code.BAD_INPUT,
                f"Faster than allowed: {self.walk_speed:.2f} m/s and {self.turn_speed:.2f} rad/s are the limits.",
            )
        return Outcome.success()

    @property
    def walks_to_grasp(self) -> bool:
        """Whether the robot may come closer by itself: not where there are areas that it does not know of."""
        return self.grasp_walk > 0.0 and not self.keep_out and not self.fence

    def own_way(self) -> Outcome:
        """Return whether it may go where its own map says: not where there are areas that it does not know of."""
        if self.keep_out or self.fence:
            return Outcome(
                Code.UNREACHABLE,
                "With keep_out or fence the robot does not walk along its own map, which has neither.",
            )
        return Outcome.success()

    def grasp(self, point: Array, floor: float, *, walks: bool) -> Outcome:
        """Return whether the robot may grasp at a point in the body frame; ``walks``: coming closer by itself."""
        lowest = floor - LIES_IN_FLOOR
        verdict = self.hand(point, lowest - HAND_ABOVE_FLOOR)
        if verdict.code is not Code.TARGET_TOO_FAR or not walks or not self.walks_to_grasp:
            return verdict
        away = float(np.linalg.norm(point - SHOULDER))
        if point[2] < lowest:
            return Outcome(Code.UNREACHABLE, "That is in the floor.")
        if away <= self.hand_reach + self.grasp_walk:
            return Outcome.success()
        return Outcome(
            Code.TARGET_TOO_FAR,
            f"That is {away:.2f} m from the shoulder; the arm goes {self.hand_reach:.2f} m, and the robot comes "
            f"closer by {self.grasp_walk:.2f} m at most.",
        )

    def hand(self, point: Array, floor: float) -> Outcome:
        """Return whether the hand may be at a point in the body frame.

        :param floor: height of the floor in the body frame, m
        """
        if not np.all(np.isfinite(point)):
            return Outcome(Code.BAD_INPUT, "The hand's pose holds no finite numbers.")
        away = float(np.linalg.norm(point - SHOULDER))
        if away > self.hand_reach:
            return Outcome(
                Code.TARGET_TOO_FAR,
                f"That is {away:.2f} m from the shoulder; the arm goes {self.hand_reach:.2f} m.",
            )
        if point[2] < floor + HAND_ABOVE_FLOOR:
            return Outcome(Code.UNREACHABLE, "That is in the floor.")
        return Outcome.success()


def _distance(pose: Pose2D, box: Box) -> float:
    dx = max(box[0] - pose.x, 0.0, pose.x - box[2])
    dy = max(box[1] - pose.y, 0.0, pose.y - box[3])
    return math.hypot(dx, dy)


def _inside(pose: Pose2D, box: Box) -> bool:
    x_fits = box[0] + RADIUS <= pose.x <= box[2] - RADIUS
    return x_fits and box[1] + RADIUS <= pose.y <= box[3] - RADIUS


def _words(box: Box) -> str:
    return f"({box[0]:.2f}, {box[1]:.2f}) to ({box[2]:.2f}, {box[3]:.2f})"
