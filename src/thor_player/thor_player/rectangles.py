"""Level outlines: overlap of rectangles, many at once, and the hull around points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .model import Array, Box


def overlaps(centers: Array, half: Array, yaw: float, box: Box, clearance: float = 0.0) -> NDArray[np.bool_]:
    """Tell which of many equal rectangles overlap a box's footprint (separating axes).

    :param centers: (n, 2) middles in x, z
    :param half: (2,) half extents along the rectangle's own x and z
    :param yaw: of the rectangles, degrees
    :param clearance: widens the rectangles on all sides
    :returns: (n,) truth values
    """
    mine, other = plane_axes(yaw), plane_axes(box.yaw)
    widened, extent = half + clearance, box.half[[0, 2]]
    delta = box.center[[0, 2]] - centers
    across = np.abs(mine @ other.T)
    own = np.abs(delta @ mine.T) < widened + across @ extent
    theirs = np.abs(delta @ other.T) < extent + across.T @ widened
    return np.asarray(own.all(axis=1) & theirs.all(axis=1))


def plane_axes(yaw: float) -> Array:
    """Return 2x2: the own x and z axes of a body of that yaw (degrees), in world x, z, one a row."""
    c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    return np.array([[c, -s], [s, c]])


def hull(points: Array) -> Array:
    """Return the corners (m, 2) of the convex hull of points (n, 2), counter-clockwise from the least x."""
    ordered = np.unique(np.round(points, 6), axis=0)
    return np.array([*_chain(ordered)[:-1], *_chain(ordered[::-1])[:-1]])


def _chain(points: Array) -> list[Array]:
    """Return the part of a hull that leaves sorted points on its left."""
    kept: list[Array] = []
    for point in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 1e-12:
            kept.pop()
        kept.append(point)
    return kept


def _turn(a: Array, b: Array, c: Array) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
