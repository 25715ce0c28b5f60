"""Places beside things on one surface: next to them, on one side of them, between them; as the robot's base sees them.

Frame base: x away from the robot, y to its left. So what is in front of a thing is on the robot's side of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEAR, BETWEEN = "near", "between"
SIDES: Mapping[str, tuple[float, float]] = {
    "left": (0.0, 1.0),
    "right": (0.0, -1.0),
    "front": (-1.0, 0.0),
    "behind": (1.0, 0.0),
}
"""Where each side of a thing is, as a direction x, y in base."""
IN_WORDS: Mapping[str, str] = {
    NEAR: "next to",
    BETWEEN: "between",
    "left": "to the left of",
    "right": "to the right of",
    "front": "in front of",
    "behind": "behind",
}
_AWAY = 0.1
"""Free distance, m, up to which a thing is beside another one; on a side of it half as much again."""
_SECTOR = math.radians(45.0)
"""How far off a side's direction its things are at most, from middle to middle."""
_OFF_MIDDLE = 0.25
"""How far from the middle between two things something between them is at most, as a share of their distance."""
_IDEAL = 0.1
"""Where on a side a thing had best be: so far from the landmark's edge to the thing's middle, m."""
CHOSEN = 0.8
"""Share of these bounds within which places are chosen: what is then seen is a little off."""


@dataclass(frozen=True)
class Landmark:
    """A thing that a place is beside: its middle, and its box along the axes of base; x, y in m."""

    center: tuple[float, float]
    size: tuple[float, float]


@dataclass(frozen=True)
class Beside:
    """A place in a relation of ``IN_WORDS`` to one landmark, or to two for between."""

    relation: str
    landmarks: tuple[Landmark, ...]

    def ideal(self) -> NDArray[np.float64]:
        """Return x, y in base where a thing had best be, m."""
        middles = np.array([mark.center for mark in self.landmarks])
        if self.relation not in SIDES:
            return np.asarray(middles.mean(axis=0))
        side = np.array(SIDES[self.relation])
        half = float(np.abs(side) @ np.array(self.landmarks[0].size)) / 2.0
        return np.asarray(middles[0] + side * (half + _IDEAL))

    def holds(self, at: NDArray[np.float64], half: float, share: float = 1.0) -> NDArray[np.bool_]:
        """Return which places are such a spot.

        :param at: Nx2, middles of a thing in base, m; ``half``: half of its narrower side, m
        :param share: of the bounds that are kept
        """
        middles = np.array([mark.center for mark in self.landmarks])
        if self.relation == BETWEEN:
            apart = float(np.linalg.norm(middles[0] - middles[1]))
            return np.asarray(np.linalg.norm(at - middles.mean(axis=0), axis=1) < share * _OFF_MIDDLE * apart)
        off = at - middles[0]
        beyond = np.maximum(np.abs(off) - np.array(self.landmarks[0].size) / 2.0, 0.0)
        gap = np.linalg.norm(beyond, axis=1) - half
        if self.relation not in SIDES:
            return np.asarray(gap < share * _AWAY)
        along = off @ np.array(SIDES[self.relation])
        ahead = along > np.linalg.norm(off, axis=1) * math.cos(share * _SECTOR)
        return np.asarray(ahead & (gap < share * 1.5 * _AWAY))
