"""How far a piece of furniture can reach: a learned mask of a fridge at times has the wall beside it.

And of chairs at a table some views make one, so that a memory of one chair grew over 4.7 by 4.3 metres.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pred_core.vocabulary import group, object_types

ROOM = 1.15
"""How much longer than is usual, however it stands and with its door open, furniture may be."""


def longest_of(class_name: str) -> float:
    """Return how long furniture of a class is at most with its door open, metres; infinite where that may be anything.

    Only what comes in about one size has a length: a fridge, a chair; no counter and no cabinet.
    """
    known = object_types().get(class_name)
    if known is None or known.size is None or class_name not in group("about_one_size"):
        return float("inf")
    width, _, depth = known.size
    return float(ROOM * (width + depth))


def within_its_size(class_name: str, points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return those of (K, 3) points in map that one piece of furniture of a class can have, with its door open.

    Along each axis of the floor these are the most that lie within its length.
    """
    longest = longest_of(class_name)
    if not np.isfinite(longest) or not len(points):
        return points
    kept = np.ones(len(points), np.bool_)
    for axis in (0, 1):
        kept &= _densest(points[:, axis], longest)
    return points if kept.all() or not kept.any() else points[kept]


def _densest(values: NDArray[np.float32], length: float) -> NDArray[np.bool_]:
    """Return which of (K,) values are in the interval of a length that has the most of them, the first of such."""
    ranked = np.sort(values)
    if ranked[-1] - ranked[0] <= length:
        return np.ones(len(values), np.bool_)
    counts = np.searchsorted(ranked, ranked + np.float32(length), side="right") - np.arange(len(ranked))
    start = ranked[int(np.argmax(counts))]
    return np.asarray((values >= start) & (values <= start + np.float32(length)))
