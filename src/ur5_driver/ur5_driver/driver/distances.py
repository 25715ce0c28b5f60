"""Distances of segments, many at once. Points are given by coordinates, along the first axis: 3x..., m."""

from __future__ import annotations

import numpy as np

from ur5_description.kinematics import Array

_PARALLEL = 1e-12


def segment_distances(a: Array, b: Array, c: Array, d: Array) -> Array:
    """Return the distances between segments a-b and c-d (Ericson, Real-Time Collision Detection, 5.1.9)."""
    first, second, off = b - a, d - c, a - c
    along, across = _dot(first, first), _dot(second, second)
    both, mine, other = _dot(first, second), _dot(first, off), _dot(second, off)
    area = along * across - both * both
    s = _share((both * other - mine * across) / np.where(area > _PARALLEL, area, np.inf))
    t = _share((both * s + other) / across)
    s = _share((both * t - mine) / along)
    gap = off + s * first - t * second
    return np.sqrt(_dot(gap, gap))


def box_distances(a: Array, b: Array, box: Array) -> Array:
    """Return the least distances of segments a-b from a box (2x3: low and high corner), 0 inside.

    The distance from a convex thing is convex along a segment, so halving its bracket finds the least one.
    """
    corners = box.reshape(2, 3, *(1,) * (a.ndim - 1))
    low, high = np.zeros(a.shape[1:]), np.ones(a.shape[1:])
    for _ in range(24):
        left, right = low + (high - low) / 3.0, high - (high - low) / 3.0
        nearer = _from_box(a, b, left, corners) < _from_box(a, b, right, corners)
        low, high = np.where(nearer, low, left), np.where(nearer, right, high)
    return np.sqrt(_from_box(a, b, 0.5 * (low + high), corners))


def _from_box(a: Array, b: Array, share: Array, corners: Array) -> Array:
    point = a + share * (b - a)
    off = np.maximum(np.maximum(corners[0] - point, point - corners[1]), 0.0)
    return _dot(off, off)


def _share(value: Array) -> Array:
    return np.asarray(np.minimum(np.maximum(value, 0.0), 1.0))


def _dot(a: Array, b: Array) -> Array:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
