"""Motions of a base, in steps or along paths, and the poses they lead to."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from pred_core.geometry import Pose2D, wrap_angle


class Motion(StrEnum):
    """The motions of pred_msgs/BaseMotion."""

    FORWARD = "forward"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"
    TURN_LEFT = "turn_left"
    TURN_RIGHT = "turn_right"
    LOOK_UP = "look_up"
    LOOK_DOWN = "look_down"


@dataclass(frozen=True)
class Walk:
    """Go through poses in the map, one after the other, turning on the way; the last is where it ends."""

    path: tuple[Pose2D, ...]


Move = Motion | Walk
"""What is sent to the robot as one motion, and answered with one observation."""

TRANSLATIONS = (Motion.FORWARD, Motion.LEFT, Motion.BACK, Motion.RIGHT)
"""By the quarter turns from the heading to the way they go."""
TURNS = (Motion.TURN_LEFT, Motion.TURN_RIGHT)


@dataclass(frozen=True)
class ArmReach:
    """How far an arm reaches: its shoulder ahead of base_link and above the floor, and its length, metres.

    ``closer``: how much nearer the robot comes by itself to act, where there is no place near enough.
    """

    ahead: float
    height: float
    length: float
    closer: float = 0.0

    def across(self, low: float, high: float) -> float:
        """Return how far from base_link, horizontally, the hand gets to heights between two, metres; 0: nowhere."""
        up = min(max(self.height, low), high) - self.height
        flat = self.length**2 - up**2
        return self.ahead + math.sqrt(flat) if flat > 0.0 else 0.0


PASSES = 0.04
"""So much farther away than the body keeps from obstacles is what it passes, m."""


@dataclass(frozen=True)
class FreeBase:
    """A base that goes any way and turns as it goes. Metres and radians.

    ``ends``: how far ahead of and behind base_link its foremost and hindmost parts' middles are; they and the middle
    keep the body's clearance. ``cell`` and ``headings`` say how finely places and headings are told apart;
    ``turning``: what a radian costs; ``stride``: longest walk between two looks. ``beside``: what stops a turn is so
    far beside both ends, farther than the body's clearance: straight on it may go. ``corners``: how far
    ahead and aside the body's corners are, which reach out of the round ends of a long body; None: it has none.
    ``exact``: how far obstacles are is known between the middles of cells, too.
    """

    ends: float = 0.3
    cell: float = 0.1
    headings: int = 18
    turning: float = 0.2
    stride: float = 1.5
    beside: float = 0.31
    corners: tuple[float, float] | None = None
    exact: bool = False

    @classmethod
    def of(
        cls, ends: float, stride: float, clearance: float, corners: tuple[float, float] | None = None
    ) -> FreeBase:
        """Return the base of a body that keeps so far from obstacles, m."""
        return cls(ends, stride=stride, beside=clearance + PASSES, corners=corners)

    def finer(self) -> FreeBase:
        """Return the same base with places half as far apart and twice as many headings.

        An alley hardly wider than the body lies between the places and headings of the coarser ones as often as not.
        """
        return replace(self, cell=self.cell / 2.0, headings=2 * self.headings, exact=True)


LARGER = 0.1
"""A body that turns as it goes is so much wider than one that steps, from its middle, m."""


@dataclass(frozen=True)
class BaseSettings:
    """How the base and the camera move: metres, radians.

    ``camera_height`` is above the floor, ``camera_ahead`` before base_link; ``free`` is None for a base that steps and
    turns by quarters; ``arm`` is None where the distance alone says what can be reached.
    """

    step: float = 0.25
    turn: float = math.pi / 2.0
    look: float = math.pi / 6.0
    highest_pitch: float = -math.pi / 6.0
    lowest_pitch: float = math.pi / 3.0
    camera_height: float = 1.576
    field_of_view: float = math.pi / 2.0
    sideways: bool = True
    camera_ahead: float = 0.0
    free: FreeBase | None = None
    arm: ArmReach | None = None

    @property
    def ahead(self) -> float:
        """How much farther a long body reaches ahead than a small round one, m."""
        return 0.0 if self.free is None else self.free.ends + LARGER

    def pitches(self, current: float) -> list[float]:
        """Return the pitches that can be reached from one by whole look steps."""
        down = int((self.lowest_pitch - current) / self.look + 1e-6)
        up = int((current - self.highest_pitch) / self.look + 1e-6)
        return [current + k * self.look for k in range(-up, down + 1)]


def looks(current: float, wanted: float, settings: BaseSettings) -> list[Motion]:
    """Return the look motions from one pitch to another."""
    count = round((wanted - current) / settings.look)
    return [Motion.LOOK_DOWN if count > 0 else Motion.LOOK_UP] * abs(count)


def moved(pose: Pose2D, motion: Move, settings: BaseSettings) -> Pose2D:
    """Return the pose after a motion that succeeds."""
    if isinstance(motion, Walk):
        return motion.path[-1]
    if motion in TRANSLATIONS:
        way = pose.yaw + TRANSLATIONS.index(motion) * math.pi / 2.0
        return Pose2D(
            pose.x + settings.step * math.cos(way), pose.y + settings.step * math.sin(way), pose.yaw
        )
    if motion is Motion.TURN_LEFT:
        return Pose2D(pose.x, pose.y, wrap_angle(pose.yaw + settings.turn))
    if motion is Motion.TURN_RIGHT:
        return Pose2D(pose.x, pose.y, wrap_angle(pose.yaw - settings.turn))
    return pose


def path_of(pose: Pose2D, motions: Iterable[Move], settings: BaseSettings) -> list[Pose2D]:
    """Return the poses along a sequence of motions, the start included."""
    path = [pose]
    for motion in motions:
        path.append(moved(path[-1], motion, settings))
    return path


def drawn(path: Iterable[Pose2D], motions: Iterable[Move]) -> list[Pose2D]:
    """Return a path of :func:`path_of` with all poses that walks go through."""
    poses = iter(path)
    line = [next(poses)]
    for motion, end in zip(motions, poses, strict=False):
        line += motion.path if isinstance(motion, Walk) else (end,)
    return line
