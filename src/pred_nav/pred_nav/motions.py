"""Motions of a base that moves in steps, and the poses they lead to."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
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


TRANSLATIONS = (Motion.FORWARD, Motion.LEFT, Motion.BACK, Motion.RIGHT)
"""By the quarter turns from the heading to the way they go."""


@dataclass(frozen=True)
class BaseSettings:
    """How the base and the camera move: metres, radians. ``camera_height`` is above the floor."""

    step: float = 0.25
    turn: float = math.pi / 2.0
    look: float = math.pi / 6.0
    highest_pitch: float = -math.pi / 6.0
    lowest_pitch: float = math.pi / 3.0
    camera_height: float = 1.576
    field_of_view: float = math.pi / 2.0
    sideways: bool = True

    def pitches(self, current: float) -> list[float]:
        """Return the pitches that can be reached from one by whole look steps."""
        down = int((self.lowest_pitch - current) / self.look + 1e-6)
        up = int((current - self.highest_pitch) / self.look + 1e-6)
        return [current + k * self.look for k in range(-up, down + 1)]


def looks(current: float, wanted: float, settings: BaseSettings) -> list[Motion]:
    """Return the look motions from one pitch to another."""
    count = round((wanted - current) / settings.look)
    return [Motion.LOOK_DOWN if count > 0 else Motion.LOOK_UP] * abs(count)


def moved(pose: Pose2D, motion: Motion, settings: BaseSettings) -> Pose2D:
    """Return the pose after a motion that succeeds."""
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


def path_of(pose: Pose2D, motions: Iterable[Motion], settings: BaseSettings) -> list[Pose2D]:
    """Return the poses along a sequence of motions, the start included."""
    path = [pose]
    for motion in motions:
        path.append(moved(path[-1], motion, settings))
    return path
