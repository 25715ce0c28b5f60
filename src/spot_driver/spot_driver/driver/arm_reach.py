"""Whether the arm can bring the hand to a pose: its links are long enough for it, and its joints turn so far."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from spot_driver.driver.limits import SHOULDER

Array = NDArray[np.float64]

WRIST_TO_HAND = 0.19557
UPPER, FOREARM, BEND = 0.3385, math.hypot(0.4033, 0.075), math.atan2(0.075, 0.4033)
"""The links to the elbow and on to the wrist's centre, m, and how that lies off the forearm's axis, rad (published)."""
STRAIGHT = 0.002
"""So much short of a straight arm, m, it is not asked to go."""
TURNS = {
    "sh0": (-2.618, 3.1416),
    "sh1": (-3.1416, 0.5236),
    "el0": (0.0, 3.1416),
    "el1": (-2.7925, 2.7925),
    "wr0": (-1.8326, 1.8326),
    "wr1": (-2.8798, 2.8798),
}
"""How far each joint turns, rad (published)."""


def arm_reaches(pose: Array) -> bool:
    """Tell whether the arm can bring the hand to a pose in the body frame (4x4)."""
    wrist = pose[:3, 3] - WRIST_TO_HAND * pose[:3, 0] - SHOULDER
    if float(np.linalg.norm(wrist)) > UPPER + FOREARM - STRAIGHT:
        return False
    return any(_turns(pose[:3, :3], *joints) for joints in _to_wrist(wrist))


def _to_wrist(wrist: Array) -> Iterator[tuple[float, float, float]]:
    """Yield sh0, sh1, el0 (rad) that bring the wrist's centre to a place from the shoulder (3,)."""
    x, y, z = (float(v) for v in wrist)
    across = math.hypot(x, y)
    cosine = (across**2 + z**2 - UPPER**2 - FOREARM**2) / (2.0 * UPPER * FOREARM)
    if abs(cosine) > 1.0:
        return
    for way in (1.0, -1.0):
        sh0 = math.atan2(way * y, way * x) if across > 1e-9 else 0.0
        for elbow in (math.acos(cosine), -math.acos(cosine)):
            ahead = math.atan2(FOREARM * math.sin(elbow), UPPER + FOREARM * math.cos(elbow))
            sh1 = _wrapped(math.atan2(-z, way * across) - ahead)  # pitch is positive downwards
            el0 = _wrapped(elbow + BEND)
            if _within(sh0=sh0, sh1=sh1, el0=el0):
                yield sh0, sh1, el0


def _turns(hand: Array, sh0: float, sh1: float, el0: float) -> bool:
    """Tell whether the wrist's three joints turn the hand (3x3 in the body) so at the end of such an arm."""
    r = Rotation.from_euler("ZY", [sh0, sh1 + el0]).as_matrix().T @ hand
    sine = math.hypot(r[0, 1], r[0, 2])
    if sine < 1e-9:  # the outer two turn about one axis, and share the turn between them
        return bool(r[0, 0] > 0.0)
    return any(
        _within(
            el1=math.atan2(sign * r[1, 0], -sign * r[2, 0]),
            wr0=math.atan2(sign * sine, r[0, 0]),
            wr1=math.atan2(sign * r[0, 1], sign * r[0, 2]),
        )
        for sign in (1.0, -1.0)
    )


def _within(**joints: float) -> bool:
    return all(TURNS[name][0] <= angle <= TURNS[name][1] for name, angle in joints.items())


def _wrapped(angle: float) -> float:
    return math.remainder(angle, 2.0 * math.pi)
