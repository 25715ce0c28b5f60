"""The arm's kinematics: Spot's published link lengths, forward in one product, inverse in closed form.

The axes of el1, wr0 and wr1 meet in one point, so the wrist's centre is reached by sh0, sh1 and el0 alone. Frames are
``bosdyn.client.math_helpers.SE3Pose``; joint vectors (6,) are sh0, sh1, el0, el1, wr0, wr1 in radians.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from bosdyn.client.math_helpers import Quat, SE3Pose
from numpy.typing import NDArray

Joints = NDArray[np.float64]

SHOULDER = (0.292, 0.0, 0.188)
"""The joint sh0 in the body, metres."""
UPPER = 0.3385
FOREARM = (0.4033, 0.075)
"""From el0 to the wrist's centre: along the link, and up, metres."""
PALM = 0.19557
"""From wr1 to the frame "hand", metres."""
LOWER_LIMIT = np.array([-2.618, -3.1416, 0.0, -2.7925, -1.8326, -2.8798])
UPPER_LIMIT = np.array([3.1416, 0.5236, 3.1416, 2.7925, 1.8326, 2.8798])
STOWED = np.array([0.0, -3.11, 3.13, 1.5708, 0.0, -1.5708])
READY = np.array([0.0, -2.096, 2.4784, 0.0, -0.3823, 0.0])
CARRY = np.array([0.0, -2.5027, 2.5147, 0.0, -0.012, 0.0])
NAMES = ("sh0", "sh1", "el0", "el1", "wr0", "wr1")
_SLACK = 1e-6


def _turn(axis: str, angle: float) -> Quat:
    return {"x": Quat.from_roll, "y": Quat.from_pitch, "z": Quat.from_yaw}[axis](angle)


def shoulder_to_wrist(q: Joints) -> SE3Pose:
    """Return the pose of arm0.link_wr1 in the frame of the shoulder (turned as the body)."""
    a, lift = FOREARM
    upper = SE3Pose(0.0, 0.0, 0.0, _turn("z", q[0]) * _turn("y", q[1]))
    elbow = SE3Pose(UPPER, 0.0, 0.0, _turn("y", q[2]))
    wrist = SE3Pose(a, 0.0, lift, _turn("x", q[3]) * _turn("y", q[4]) * _turn("x", q[5]))
    return upper * elbow * wrist


def body_to_wrist(q: Joints) -> SE3Pose:
    """Return the pose of arm0.link_wr1 in the body."""
    return SE3Pose(*SHOULDER, Quat()) * shoulder_to_wrist(q)


def body_to_hand(q: Joints) -> SE3Pose:
    """Return the pose of the frame "hand" in the body."""
    return body_to_wrist(q) * SE3Pose(PALM, 0.0, 0.0, Quat())


def within_limits(q: Joints) -> bool:
    """Tell whether all joints are within their limits."""
    return bool(np.all(q >= LOWER_LIMIT - _SLACK) and np.all(q <= UPPER_LIMIT + _SLACK))


def solve_hand(body_tform_hand: SE3Pose, near: Joints) -> Joints | None:
    """Return the joints that bring "hand" to a pose in the body, nearest to ``near``; None where it cannot reach."""
    return solve_wrist(body_tform_hand * SE3Pose(-PALM, 0.0, 0.0, Quat()), near)


def solve_wrist(body_tform_wrist: SE3Pose, near: Joints) -> Joints | None:
    """Return the joints that bring arm0.link_wr1 to a pose in the body, nearest to ``near``, or None."""
    inside = [q for q in solutions(body_tform_wrist, near) if within_limits(q)]
    if not inside:
        return None
    return min(inside, key=lambda q: float(np.max(np.abs(q - near))))


def solutions(body_tform_wrist: SE3Pose, near: Joints) -> Iterator[Joints]:
    """Yield the eight solutions (without limits), joints wrapped to the turn nearest to ``near`` where two would do."""
    x, y, z = (
        body_tform_wrist.x - SHOULDER[0],
        body_tform_wrist.y - SHOULDER[1],
        body_tform_wrist.z - SHOULDER[2],
    )
    rotation = np.asarray(body_tform_wrist.rot.to_matrix())
    straight = math.hypot(*FOREARM)
    bend = math.atan2(FOREARM[1], FOREARM[0])
    across = math.hypot(x, y)
    for forward in (1.0, -1.0):
        sh0 = math.atan2(forward * y, forward * x) if across > 1e-9 else float(near[0])
        radius = forward * across
        distance = math.hypot(radius, z)
        cosine = (distance**2 - UPPER**2 - straight**2) / (2.0 * UPPER * straight)
        if abs(cosine) > 1.0 + 1e-9:
            return
        inner = math.acos(max(-1.0, min(1.0, cosine)))
        for elbow in (inner, -inner):
            # pitch is positive downwards: heights are minus sines
            el0 = elbow + bend
            direction = math.atan2(-z, radius)
            sh1 = direction - math.atan2(straight * math.sin(elbow), UPPER + straight * math.cos(elbow))
            sh1, el0 = _wrapped(sh1, near[1]), _wrapped(el0, near[2])
            base = np.asarray((_turn("z", sh0) * _turn("y", sh1 + el0)).to_matrix())
            for wrist in _wrist(base.T @ rotation, near):
                yield np.array([_wrapped(sh0, near[0]), sh1, el0, *wrist])


def _wrist(r: NDArray[np.float64], near: Joints) -> Iterator[tuple[float, float, float]]:
    """Yield el1, wr0, wr1 with Rx(el1) Ry(wr0) Rx(wr1) = r."""
    sine = math.hypot(r[0, 1], r[0, 2])
    if sine < 1e-9:  # el1 and wr1 turn about one axis: the first stays
        total = math.atan2(r[2, 1], r[1, 1])
        wr0 = 0.0 if r[0, 0] > 0.0 else math.pi
        yield float(near[3]), wr0, _wrapped(total - float(near[3]) if r[0, 0] > 0.0 else total, near[5])
        return
    for sign in (1.0, -1.0):
        wr0 = math.atan2(sign * sine, r[0, 0])
        el1 = math.atan2(sign * r[1, 0], -sign * r[2, 0])
        wr1 = math.atan2(sign * r[0, 1], sign * r[0, 2])
        yield _wrapped(el1, near[3]), wr0, _wrapped(wr1, near[5])


def _wrapped(angle: float, near: float) -> float:
    """Return the angle plus the full turns that bring it nearest to another."""
    return angle + 2.0 * math.pi * round((float(near) - angle) / (2.0 * math.pi))
