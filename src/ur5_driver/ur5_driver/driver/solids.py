"""Tighter shapes than rods, for what rods refuse: the hulls of discs, grown by a radius; flat where links are flat.

How far two of them are apart is bounded from below by any direction: by how far apart their shadows on it are. The
direction is bettered as Gilbert, Johnson and Keerthi do it (1988), with triangles of what was found. Each bound holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ur5_description.kinematics import Array

STEPS = 12
GOOD = 2e-4
"""Where the bound is that near to what it can become, it is not bettered any more, m."""
_TINY = 1e-12
type Point = tuple[float, float, float]


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
        most = max(len(s.flat) for s in solids)
        rows = [np.resize(np.arange(len(s.flat)), most) for s in solids]
        self.centre = np.array([s.centre[k] for s, k in zip(solids, rows, strict=True)])
        self.flat = np.array([s.flat[k] for s, k in zip(solids, rows, strict=True)])
        self.axis = np.array([s.axis for s in solids])
        self.grown = np.array([s.grown for s in solids])
        self.frame = np.array(frames)

    def apart(self, chain: Array, first: Array, second: Array, enough: float) -> Array:
        """Return lower bounds of distances (M m; below 0: nothing shows them apart), as good as ``enough`` asks.

        :param chain: DH frames of each, Mx7x4x4
        :param first: indices of solids, M; ``second`` the same
        :param enough: what is farther apart is not measured any closer, m
        """
        count = len(first)
        each = np.arange(count)
        ones, others = (self._placed(chain[each, self.frame[k]], k) for k in (first, second))
        grown = self.grown[first] + self.grown[second]
        found = np.full(count, -np.inf)
        near = others.centre.mean(axis=1) - ones.centre.mean(axis=1)
        last = near
        for _ in range(STEPS):
            size = np.maximum(np.sqrt(_dot(near, near)), _TINY)
            way = near / size[:, None]
            shown = others.lowest(way) - ones.highest(way)
            bound = _dot(way, shown) - grown[each]
            found[each] = np.maximum(found[each], bound)
            near, last = _nearest(near, shown, last), shown
            left = (found[each] < enough) & (size - grown[each] - found[each] > GOOD)
            if not left.any():
                break
            each, near, last = each[left], near[left], last[left]
            ones, others = ones.of(left), others.of(left)
        return found

    def _placed(self, frame: Array, index: Array) -> _Placed:
        turn = frame[:, :3, :3]
        centre = np.einsum("mij,mkj->mki", turn, self.centre[index]) + frame[:, None, :3, 3]
        return _Placed(centre, self.flat[index], np.einsum("mij,mj->mi", turn, self.axis[index]))


@dataclass(frozen=True)
class _Placed:
    centre: Array
    flat: Array
    axis: Array

    def of(self, some: Array) -> _Placed:
        return _Placed(self.centre[some], self.flat[some], self.axis[some])

    def highest(self, way: Array) -> Array:
        """Return the points (Mx3) that are farthest along directions (Mx3)."""
        out = way - _dot(way, self.axis)[:, None] * self.axis
        wide = np.sqrt(_dot(out, out))
        along = np.einsum("mki,mi->mk", self.centre, way) + self.flat * wide[:, None]
        best = along.argmax(axis=1)
        each = np.arange(len(best))
        share = self.flat[each, best] / np.maximum(wide, _TINY)
        return np.asarray(self.centre[each, best] + share[:, None] * out)

    def lowest(self, way: Array) -> Array:
        """Return the points (Mx3) that are least far along directions (Mx3)."""
        return self.highest(-way)


def _dot(a: Array, b: Array) -> Array:
    return np.asarray(np.einsum("mi,mi->m", a, b))


def _nearest(a: Array, b: Array, c: Array) -> Array:
    """Return the points of triangles that are nearest to the origin, Mx3: on an edge, or where the foot is inside."""
    best = _on_edge(a, b)
    size = _dot(best, best)
    for one, other in ((b, c), (a, c)):
        point = _on_edge(one, other)
        smaller = _dot(point, point) < size
        best = np.where(smaller[:, None], point, best)
        size = _dot(best, best)
    along, across = b - a, c - a
    normal = _cross(along, across)
    area = _dot(normal, normal)
    foot = (_dot(normal, a) / np.maximum(area, _TINY**2))[:, None] * normal
    off = foot - a
    u, v = _dot(_cross(off, across), normal), _dot(_cross(along, off), normal)
    inside = (area > _TINY**2) & (u >= 0.0) & (v >= 0.0) & (u + v <= area)
    return np.where(inside[:, None], foot, best)


def _cross(a: Array, b: Array) -> Array:
    return np.asarray(np.cross(a, b), dtype=np.float64)


def _on_edge(a: Array, b: Array) -> Array:
    along = b - a
    share = np.clip(-_dot(a, along) / np.maximum(_dot(along, along), _TINY**2), 0.0, 1.0)
    return np.asarray(a + share[:, None] * along)
