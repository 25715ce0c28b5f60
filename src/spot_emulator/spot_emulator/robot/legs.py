"""The legs, which only follow the body's height: angles of hips and knees that put the feet on the ground."""

from __future__ import annotations

import math
from collections.abc import Sequence

THIGH, SHANK = 0.3205, 0.37
"""Metres."""
LEGS = ("fl", "fr", "hl", "hr")
LEG_JOINTS = tuple(f"{leg}.{joint}" for leg in LEGS for joint in ("hx", "hy", "kn"))
_SHORTEST = 0.14


def leg_angles(height: float) -> list[float]:
    """Return hip roll, hip pitch and knee (rad) of all legs for a height of the body above its feet, metres."""
    long = max(_SHORTEST, min(height, THIGH + SHANK - 0.01))
    knee = -math.pi + math.acos((THIGH**2 + SHANK**2 - long**2) / (2.0 * THIGH * SHANK))
    hip = math.acos((THIGH**2 + long**2 - SHANK**2) / (2.0 * THIGH * long))
    angles: list[float] = []
    for leg in LEGS:
        angles += [0.05 if leg.endswith("l") else -0.05, hip, max(knee, -2.79)]
    return angles


def body_height(angles: Sequence[float]) -> float:
    """Return how high hips are above their feet, metres, the mean of all. ``angles``: as `leg_angles` gives them."""
    hips, knees = angles[1::3], angles[2::3]
    heights = [THIGH * math.cos(hip) + SHANK * math.cos(hip + knee) for hip, knee in zip(hips, knees, strict=True)]
    return sum(heights) / len(heights)
