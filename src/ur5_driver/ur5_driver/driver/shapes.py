"""What arm, gripper and held thing fill: spheres on their frames, good to a centimetre."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ur5_description import kinematics
from ur5_description.kinematics import ArmModel, Array

OPEN_WIDTH = 0.085
TIP_OPEN, TIP_CLOSED = 0.1604, 0.1735
"""Distance from the flange to the ends of the 2F-85's finger pads along tool0's z, open and closed, m."""
PAD_LENGTH = 0.0375
PALM = 0.104
"""How far from the flange a gripped thing may reach up between the fingers, m."""
FINGER_OUT, FINGER_ALONG = 0.022, 0.0135
"""Thickness of a finger outside the opening, and half its breadth, m. The fingers close along tool0's x."""
TIPS, FINGER_TIP_OUT = 0.018, 0.015
PADS, PAD_OUT = 0.006, 0.010
"""The ends of the fingers, so long, are thinner, and what is left of the pads beyond them still more, m."""


def tip_length(width: float) -> float:
    """Return the distance from flange to finger tips at an opening, m: the tips move on an arc."""
    share = min(1.0, max(0.0, width / OPEN_WIDTH))
    return TIP_OPEN + (TIP_CLOSED - TIP_OPEN) * math.sqrt(1.0 - share * share)


@dataclass(frozen=True)
class Spheres:
    """Centres Nx3 m and radii N m in some frame."""

    centres: Array
    radii: Array

    def moved(self, transform: Array) -> Spheres:
        """Return the spheres under a rigid transform."""
        return Spheres(self.centres @ transform[:3, :3].T + transform[:3, 3], self.radii)

    def __add__(self, other: Spheres) -> Spheres:
        return Spheres(
            np.concatenate([self.centres, other.centres]), np.concatenate([self.radii, other.radii])
        )


def _row(
    start: tuple[float, float, float], end: tuple[float, float, float], count: int, radius: float
) -> Spheres:
    return Spheres(np.asarray(np.linspace(start, end, count), dtype=np.float64), np.full(count, radius))


def gripper_spheres(width: float, camera: Array) -> Spheres:
    """Return what fills the space at the flange, in tool0: palm, knuckles, fingers at an opening, and the camera.

    :param camera: position of the camera in tool0, m
    """
    out = width / 2.0 + 0.011
    knuckle = 0.044 + 0.1 * width
    tip = tip_length(width) - 0.011
    result = _row((0.0, 0.0, 0.02), (0.0, 0.0, 0.085), 3, 0.042)
    for side in (-1.0, 1.0):
        result += _row((side * 0.048, 0.0, 0.07), (side * knuckle, 0.0, 0.1), 3, 0.022)
        result += _row((side * out, 0.0, 0.115), (side * out, 0.0, tip), 5, 0.011)
    x, y, z = (float(v) for v in camera)
    result += _row((0.4 * x, 0.4 * y, 0.4 * z), (x, y, z), 3, 0.022)
    side_ways = np.array([x, y, z]) + np.array([[0.03, 0.0, 0.0], [-0.03, 0.0, 0.0]])
    return result + Spheres(side_ways, np.full(2, 0.022))


def held_spheres(points: Array) -> Spheres:
    """Return spheres around the points of a held thing, given in tool0."""
    return Spheres(points, np.full(len(points), 0.008))


type _Link = tuple[int, tuple[float, float, float], int, tuple[float, float, float], int, float]
_LINKS: tuple[_Link, ...] = (
    # frame and point, frame and point, number, radius: from the second joint outwards
    (1, (0.0, 0.0, 0.137), 2, (0.0, 0.0, 0.137), 7, 0.065),
    (2, (0.0, 0.0, 0.01), 3, (0.0, 0.0, 0.01), 7, 0.055),
    (3, (0.0, 0.0, 0.03), 3, (0.0, 0.0, 0.12), 3, 0.045),
    (4, (0.0, 0.0, 0.0), 4, (0.0, 0.0, 0.09), 2, 0.045),
    (5, (0.0, 0.0, 0.03), 5, (0.0, 0.0, 0.08), 2, 0.042),
)


def link_spheres(arm: ArmModel, path: Array) -> tuple[Array, Array]:
    """Return spheres of the arm's links along a path: centres NxMx3 in base and radii M.

    :param path: Nx6 joints, rad
    """
    chain = kinematics.frames_along(arm, path)
    centres, radii = [], []
    for first, start, second, end, count, radius in _LINKS:
        a, b = _at(chain, first, start), _at(chain, second, end)
        shares = np.linspace(0.0, 1.0, count)
        centres.append(a[:, None] * (1.0 - shares)[None, :, None] + b[:, None] * shares[None, :, None])
        radii.append(np.full(count, radius))
    return np.concatenate(centres, axis=1), np.concatenate(radii)


def _at(chain: Array, frame: int, point: tuple[float, float, float]) -> Array:
    return np.asarray(chain[:, frame, :3, :3] @ np.array(point) + chain[:, frame, :3, 3])
