"""How the hand follows poses: at limited speeds, by inverse kinematics, as far as the arm reaches."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_emulator.robot.clock import seconds as in_seconds

HAND_SPEED = 0.6
"""Usual m/s of the hand; rad/s is five times that."""
_TINY = 1e-9


def pose_of(proto: Any) -> SE3Pose:
    """Return a protobuf SE3Pose; without a rotation it is not turned."""
    r = proto.rotation
    norm = math.sqrt(r.w**2 + r.x**2 + r.y**2 + r.z**2)
    turn = Quat() if norm < _TINY else Quat(r.w / norm, r.x / norm, r.y / norm, r.z / norm)
    return SE3Pose(proto.position.x, proto.position.y, proto.position.z, turn)


def distance(a: SE3Pose, b: SE3Pose) -> tuple[float, float]:
    """Return how far two poses are apart: metres, radians."""
    turn = a.rot.inverse() * b.rot
    return (
        math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2),
        2.0 * math.atan2(math.sqrt(turn.x**2 + turn.y**2 + turn.z**2), abs(turn.w)),
    )


def towards(now: SE3Pose, goal: SE3Pose, metres: float, radians: float) -> SE3Pose:
    """Return the pose on the way from one to another after at most so much motion; both parts arrive together."""
    away, turned = distance(now, goal)
    share = min(1.0, metres / max(away, _TINY), radians / max(turned, _TINY))
    return between(now, goal, share)


def between(a: SE3Pose, b: SE3Pose, share: float) -> SE3Pose:
    """Return the pose at a share of the way: straight, and about one axis."""
    if share <= 0.0:
        return a
    if share >= 1.0:
        return b
    turn = Quat.slerp(a.rot, b.rot, share)
    return SE3Pose(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z), turn)


class PoseTrack:
    """Poses at times (s); straight in between. Before the first it comes from where the hand was when it began."""

    def __init__(self, times: Sequence[float], poses: Sequence[SE3Pose]) -> None:
        self.times, self.poses = list(times), list(poses)

    @classmethod
    def from_proto(cls, trajectory: Any, begin: SE3Pose) -> PoseTrack:
        """Return the track of an SE3Trajectory that starts at ``begin`` now."""
        times, poses = [0.0], [begin]
        for point in trajectory.points:
            at = max(in_seconds(point.time_since_reference), times[-1] + _TINY)
            times.append(at)
            poses.append(pose_of(point.pose))
        return cls(times, poses)

    @property
    def end(self) -> float:
        """The time of the last pose."""
        return self.times[-1]

    @property
    def last(self) -> SE3Pose:
        """The last pose."""
        return self.poses[-1]

    def at(self, time: float) -> SE3Pose:
        """Return the pose at a time."""
        if time >= self.end:
            return self.last
        index = max(1, bisect_right(self.times, time))
        first, second = self.times[index - 1], self.times[index]
        return between(self.poses[index - 1], self.poses[index], (time - first) / (second - first))
