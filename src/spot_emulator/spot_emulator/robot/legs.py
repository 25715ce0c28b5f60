"""The legs, which only follow the body's height: angles of hips and knees that put the feet on the ground."""

from __future__ import annotations

import math

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
