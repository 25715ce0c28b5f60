"""The robot's body: posture, first-order motion with limits, collisions, and the odometry that drifts from it."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from dataclasses import dataclass

from bosdyn.client.math_helpers import Quat, SE3Pose

from pred_core.geometry import Pose2D, wrap_angle

SITTING = 0.13
"""Height of the body's middle when it sits, metres."""
STANDING = 0.52
"""The same when it stands as usual."""
LYING = 0.2
_RISE = 0.4  # m/s of posture changes
_SINK = 0.8  # m/s when the motors lose their power
_BRAKES = (4.0, 4.0, 8.0)  # m/s^2, m/s^2, rad/s^2; from full speed the body stands within 0.4 s
_ACCELERATION = (2.5, 2.5, 4.0)  # m/s^2, m/s^2, rad/s^2 of ordinary starts
_LIMITS = (1.6, 0.5, 2.0)  # m/s ahead, m/s sideways, rad/s
_STILL = (0.005, 0.01)  # m/s, rad/s below which the body is at rest


class Posture(enum.Enum):
    """What the legs are told to do."""

    SIT = "sit"
    STAND = "stand"
    FALLEN = "fallen"


@dataclass(frozen=True)
class Twist:
    """Planar velocity in the body: m/s ahead, m/s to the left, rad/s counter-clockwise."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def still(self) -> bool:
        """Tell whether this is rest."""
        return math.hypot(self.x, self.y) < _STILL[0] and abs(self.turn) < _STILL[1]


REST = Twist()
Blocker = Callable[[Pose2D, Pose2D], str | None]


class Base:
    """The body's pose in the map and its motion. ``blocker`` says what stops a step from one pose to another."""

    def __init__(self, pose: Pose2D, blocker: Blocker) -> None:
        self.pose, self.blocker = pose, blocker
        self.height, self.roll, self.pitch = SITTING, 0.0, 0.0
        self.posture = Posture.SIT
        self.body_height = 0.0  # metres that commands ask for on top of the usual standing height
        self.lean = (
            0.0,
            0.0,
            0.0,
        )  # roll, pitch, yaw of the body over its feet that commands ask for, radians
        self.aim = REST
        self.velocity = REST  # measured: what the body did in the last step
        self.blocked: str | None = None
        self.walked = 0.0  # metres
        self._was = pose  # where it was after the last step
        self._speed = REST  # what the legs try

    @property
    def standing(self) -> bool:
        """Whether the legs are stretched."""
        return self.posture is Posture.STAND and abs(self.height - self._goal_height()) < 0.02

    @property
    def sitting(self) -> bool:
        """Whether the body is down."""
        return self.posture is Posture.SIT and self.height < SITTING + 0.02

    def _goal_height(self) -> float:
        if self.posture is Posture.STAND:
            return STANDING + max(-0.2, min(0.15, self.body_height))
        return LYING if self.posture is Posture.FALLEN else SITTING

    def halt(self) -> None:
        """Stand still at once: the motors are off."""
        self.aim = self._speed = self.velocity = REST

    def step(self, seconds: float, powered: bool) -> None:
        """Go on by some time."""
        if not powered or self.posture is Posture.FALLEN:
            self.halt()
        wanted = self.aim if self.standing else REST
        self._speed = Twist(*(
            _towards(now, _clip(goal, limit), start * seconds, brake * seconds)
            for now, goal, limit, start, brake in zip(
                (self._speed.x, self._speed.y, self._speed.turn),
                (wanted.x, wanted.y, wanted.turn), _LIMITS, _ACCELERATION, _BRAKES, strict=True,
            )
        ))  # fmt: skip
        if not self._speed.still() or not wanted.still():
            self._move(seconds)
        else:
            self._speed = REST
        self._change_posture(seconds, powered)
        if seconds > 0.0:
            self.velocity = _measured(self._was, self.pose, seconds)
            self.walked += self._was.distance_to(self.pose)
        self._was = self.pose

    def _move(self, seconds: float) -> None:
        speed = self._speed
        self.blocked = None
        # Along what blocks the body slides; where it cannot, it turns, and where it cannot turn, it stands.
        for way in _ways(speed):
            after = _moved(self.pose, way, seconds)
            hit = self.blocker(self.pose, after)
            if hit is None:
                self.pose, self._speed = after, way
                return
            self.blocked = self.blocked or hit
        self._speed = REST

    def _change_posture(self, seconds: float, powered: bool) -> None:
        if not powered:
            self.height = max(min(SITTING, self.height), self.height - _SINK * seconds)
            return
        if self.posture is Posture.SIT and not self.velocity.still():
            return
        goal = self._goal_height()
        step = _RISE * seconds
        self.height += max(-step, min(step, goal - self.height))
        for name, value in zip(
            ("roll", "pitch"), self.lean[:2] if self.standing else (0.0, 0.0), strict=True
        ):
            if self.posture is not Posture.FALLEN:
                now = getattr(self, name)
                setattr(self, name, now + max(-step * 2, min(step * 2, value - now)))

    def shift(self, pose: Pose2D) -> None:
        """Stand somewhere else, a step away, because the arm pulls the body along."""
        self.pose = pose

    def fall(self) -> None:
        """Lie on the side."""
        self.posture, self.height, self.roll, self.pitch = Posture.FALLEN, LYING, math.pi / 2.0, 0.0
        self.halt()

    def map_tform_body(self) -> SE3Pose:
        """Return the body's pose in the map."""
        return lifted(self.pose, self.height, self.roll, self.pitch)


class Odometry:
    """Where the robot believes it is: its steps summed up, each a little wrong.

    ``scale`` is by how much distances are felt too long, ``bend`` how far (rad) a straight metre turns.
    """

    def __init__(self, start: Pose2D, origin: Pose2D, scale: float, bend: float) -> None:
        self.pose = relative(origin, start)
        self._last, self._scale, self._bend = start, scale, bend

    def follow(self, pose: Pose2D) -> None:
        """Sum up the way to where the body is now."""
        step = relative(self._last, pose)
        length = math.hypot(step.x, step.y)
        felt = Pose2D(
            step.x * (1.0 + self._scale), step.y * (1.0 + self._scale), step.yaw + self._bend * length
        )
        self.pose = combined(self.pose, felt)
        self._last = pose


def lifted(pose: Pose2D, height: float, roll: float = 0.0, pitch: float = 0.0) -> SE3Pose:
    """Return a planar pose at a height, tilted."""
    return SE3Pose(
        pose.x, pose.y, height, Quat.from_yaw(pose.yaw) * Quat.from_pitch(pitch) * Quat.from_roll(roll)
    )


def combined(first: Pose2D, second: Pose2D) -> Pose2D:
    """Return a pose given in another, in what the other is given in."""
    c, s = math.cos(first.yaw), math.sin(first.yaw)
    return Pose2D(
        first.x + c * second.x - s * second.y,
        first.y + s * second.x + c * second.y,
        wrap_angle(first.yaw + second.yaw),
    )


def relative(origin: Pose2D, pose: Pose2D) -> Pose2D:
    """Return a pose as seen from an origin."""
    dx, dy = pose.x - origin.x, pose.y - origin.y
    c, s = math.cos(origin.yaw), math.sin(origin.yaw)
    return Pose2D(c * dx + s * dy, -s * dx + c * dy, wrap_angle(pose.yaw - origin.yaw))


def _ways(speed: Twist) -> tuple[Twist, ...]:
    """Return a velocity and what of it may still go, most first."""
    return (
        speed,
        Twist(speed.x, 0.0, speed.turn),
        Twist(speed.x, speed.y, 0.0),
        Twist(0.0, speed.y, speed.turn),
        Twist(0.0, speed.y, 0.0),
        Twist(0.0, 0.0, speed.turn),
    )


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


def _towards(now: float, goal: float, start: float, brake: float) -> float:
    braking = goal * now < 0.0 or abs(goal) < abs(now)
    return now + _clip(goal - now, brake if braking else start)


def _moved(pose: Pose2D, twist: Twist, seconds: float) -> Pose2D:
    middle = pose.yaw + twist.turn * seconds / 2.0
    c, s = math.cos(middle), math.sin(middle)
    return Pose2D(
        pose.x + (c * twist.x - s * twist.y) * seconds,
        pose.y + (s * twist.x + c * twist.y) * seconds,
        wrap_angle(pose.yaw + twist.turn * seconds),
    )


def _measured(before: Pose2D, after: Pose2D, seconds: float) -> Twist:
    step = relative(before, after)
    return Twist(step.x / seconds, step.y / seconds, step.yaw / seconds)
