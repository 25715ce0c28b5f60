"""What a mask's points tell of a thing: what it stands on, how high it is, where its middle and its axes are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from ur5_description.kinematics import Array

LEAST_POINTS = 12
LEVEL = 0.008
ROUND = 0.08
"""How far from a ball the points of a round thing are at most, root of the mean square, of its radius."""
LARGEST_BALL = 0.06
"""Radius of the largest round thing, m: what is flatter lies on a larger ball."""


@dataclass(frozen=True)
class Thing:
    """A thing as seen, in base.

    ``points`` Nx3 m; ``support`` height of what it stands on; ``top`` its highest height; ``centre`` x, y of its
    middle; ``major`` unit vector x, y along its longer side; ``length`` and ``breadth`` along and across it, m.
    """

    points: Array
    support: float
    top: float
    centre: Array
    major: Array
    length: float
    breadth: float

    @property
    def height(self) -> float:
        """Return how high it stands over its support, m."""
        return self.top - self.support


def cleaned(points: Array) -> Array:
    """Return the points without strays: those with too few neighbours within 1.5 cm, and lone clusters."""
    if len(points) < LEAST_POINTS:
        return points
    tree = cKDTree(points)
    near = tree.query_ball_point(points, 0.015, return_length=True)
    return np.asarray(points[near >= min(6, len(points) // 4)])


def thing_of(points: Array, around: Array) -> Thing | None:
    """Return what points of one thing tell; None when they are too few.

    :param points: Nx3 in base, from the mask
    :param around: Mx3 in base, everything else that was seen
    """
    points = cleaned(points)
    if len(points) < LEAST_POINTS:
        return None
    top = float(np.percentile(points[:, 2], 99.0))
    support = support_below(points, around, top)
    height = top - support
    upper = points[points[:, 2] > top - max(0.012, 0.35 * height)] if height > 0.06 else points
    flat = upper[:, :2]
    middle = flat.mean(axis=0)
    major = _major(flat - middle)
    minor = np.array([-major[1], major[0]])
    along, across = (flat - middle) @ major, (flat - middle) @ minor
    spans = [np.percentile(values, [1.0, 99.0]) for values in (along, across)]
    centre = middle + major * spans[0].mean() + minor * spans[1].mean()
    if support > float(np.percentile(points[:, 2], 2.0)) - LEVEL:
        ball = ball_of(points)
        if ball is not None:  # what lies in a bowl hides what it lies on, and the bowl's wall around it is no support
            centre, support = ball[0][:2], max(0.0, min(support, float(ball[0][2]) - ball[1]))
    return Thing(points, support, top, centre, major, float(np.ptp(spans[0])), float(np.ptp(spans[1])))


def _major(flat: Array) -> Array:
    """Return the direction of the longer side: of all directions, that across which the points are narrowest."""
    best, narrowest = 0.0, np.inf
    for angle in np.linspace(0.0, np.pi, 36, endpoint=False):
        across = flat @ np.array([-np.sin(angle), np.cos(angle)])
        low, high = np.percentile(across, [1.0, 99.0])
        if high - low < narrowest - 1e-4:
            best, narrowest = angle, high - low
    return np.array([np.cos(best), np.sin(best)])


def support_below(points: Array, around: Array, top: float) -> float:
    """Return the height of what a thing stands on: the level around its foot; its own lowest points without one.

    The table (0) is below everything, so nothing is taken to stand lower.
    """
    low = float(np.percentile(points[:, 2], 2.0))
    if len(around) == 0:
        return max(0.0, low)
    foot = points[:, :2]
    distance, _ = cKDTree(foot).query(around[:, :2], distance_upper_bound=0.05)
    ring = around[np.isfinite(distance) & (around[:, 2] < min(low + 0.01, top - 0.004))]
    if len(ring) < LEAST_POINTS:
        return max(0.0, low)
    heights = np.sort(ring[:, 2])
    counts = np.searchsorted(heights, heights + LEVEL) - np.arange(len(heights))
    strong = heights[counts > max(6, 0.15 * len(heights))]
    level = float(strong.max()) if len(strong) else float(np.median(heights))
    return max(0.0, level)


def ball_of(points: Array) -> tuple[Array, float] | None:
    """Return middle (base, m) and radius of the ball on which points (Nx3, base) lie; None where they lie on none."""
    terms = np.column_stack([2.0 * points, np.ones(len(points))])
    (*middle, rest), *_ = np.linalg.lstsq(terms, (points**2).sum(axis=1), rcond=None)
    radius = float(np.sqrt(max(0.0, rest + np.dot(middle, middle))))
    off = np.linalg.norm(points - middle, axis=1) - radius
    if radius > LARGEST_BALL or float(np.sqrt(np.mean(off**2))) > ROUND * radius:
        return None
    return np.array(middle), radius


def ceiling_over(thing: Thing, around: Array) -> float:
    """Return the height of what is over a thing, m; infinity under the open sky."""
    distance = np.linalg.norm(around[:, :2] - thing.centre, axis=1) if len(around) else np.empty(0)
    over = around[(distance < 0.05) & (around[:, 2] > thing.top + 0.02)] if len(around) else around
    return float(np.percentile(over[:, 2], 5.0)) if len(over) >= 4 else np.inf
