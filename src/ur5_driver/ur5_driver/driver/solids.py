"""Tighter shapes than rods, for what rods refuse: the hulls of discs, grown by a radius; flat where links are flat.

How far two of them are apart is told by :mod:`ur5_driver.driver.shadows`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ur5_description.kinematics import Array
from ur5_driver.driver.shadows import apart

type Point = tuple[float, float, float]
type Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Solid:
    """The hull of discs around ``axis`` (unit): radii ``flat`` (K m), at ``centre`` (Kx3 m); grown by ``grown`` m."""

    centre: Array
    flat: Array
    axis: Array
    grown: float


def rod(start: Point, end: Point, radius: float) -> Solid:
    """Return a rod with round ends."""
    return Solid(np.array([start, end]), np.zeros(2), np.array([0.0, 0.0, 1.0]), radius)


def discs(axis: Point, rows: list[tuple[Point, float]]) -> Solid:
    """Return the hull of discs around an axis: centre and radius each, m."""
    return Solid(np.array([r[0] for r in rows]), np.array([r[1] for r in rows]), np.array(axis), 0.0)


def turned(*profile: tuple[float, float], x: float = 0.0) -> Solid:
    """Return what is turned on a lathe around z at x: heights and radii, m."""
    return discs((0.0, 0.0, 1.0), [((x, 0.0, z), radius) for z, radius in profile])


def upright(low: float, high: float, radius: float, x: float = 0.0) -> Solid:
    """Return a cylinder around z at x."""
    return turned((low, radius), (high, radius), x=x)


class Solids:
    """Many solids side by side, each in a frame of its own."""

    def __init__(self, solids: tuple[Solid, ...], frames: tuple[int, ...]) -> None:
        """Prepare.

        :param frames: the frame that each moves with
        """
        self._many = np.array([len(s.flat) for s in solids])
        most = int(self._many.max())
        rows = [np.resize(np.arange(len(s.flat)), most) for s in solids]
        self._centre = np.array([s.centre[k] for s, k in zip(solids, rows, strict=True)], dtype=np.float64)
        self._flat = np.array([s.flat[k] for s, k in zip(solids, rows, strict=True)], dtype=np.float64)
        self._axis = np.array([s.axis for s in solids], dtype=np.float64)
        self._grown = np.array([s.grown for s in solids], dtype=np.float64)
        self._frame = np.array(frames)

    def apart(self, chain: Array, sample: Indices, first: Indices, second: Indices, enough: float) -> Array:
        """Return lower bounds of distances (M m; below 0: nothing shows them apart), as good as ``enough`` asks.

        :param chain: DH frames, Nx7x4x4
        :param sample: which of the N, M
        :param first: indices of solids, M; ``second`` the same
        :param enough: what is farther apart is not measured any closer, m
        """
        placed = (self._many, self._centre, self._flat, self._axis, self._grown, self._frame)
        return np.asarray(apart(chain, sample, first, second, *placed, enough))
