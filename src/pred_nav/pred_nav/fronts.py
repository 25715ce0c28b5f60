"""Which side of a piece of furniture is its front: what is inside an open one is seen from there only.

Nothing remembered of an object says where its door is. But furniture that opens stands with its back to a wall or to
other furniture, and who looks into it stands straight before it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pred_nav.grid import FREE, GridMap

BEHIND = (0.1, 0.5)
"""The strip behind a side that is looked at: from, to, metres from the box."""


def aslant(
    places: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how far (N, 2) places are from standing straight before any side of a box, metres.

    :param low: lower corner x, y of the box
    :param high: upper corner
    """
    outside = np.maximum(np.maximum(low - places, places - high), 0.0)
    return np.asarray(outside.min(axis=1))


def exposed_back(
    places: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64], grid: GridMap
) -> NDArray[np.float64]:
    """Return per (N, 2) place how much of the ground behind the box, as seen from there, is free: 0 to 1."""
    opposite = np.array([_free_beyond(quarter ^ 1, low, high, grid) for quarter in range(4)])
    return np.asarray(opposite[sides_of(places, low, high)])


def sides_of(
    places: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return before which side of a box (N, 2) places are: 0 lower x, 1 upper x, 2 lower y, 3 upper y."""
    outside = np.stack(
        [low[0] - places[:, 0], places[:, 0] - high[0], low[1] - places[:, 1], places[:, 1] - high[1]]
    )
    return np.asarray(np.argmax(outside, axis=0))


def _free_beyond(quarter: int, low: NDArray[np.float64], high: NDArray[np.float64], grid: GridMap) -> float:
    """Return the free share of the strip beyond a side: 0 lower x, 1 upper x, 2 lower y, 3 upper y."""
    axis, upper = divmod(quarter, 2)
    first, last = np.array(low[:2], dtype=float), np.array(high[:2], dtype=float)
    if upper:
        first[axis], last[axis] = high[axis] + BEHIND[0], high[axis] + BEHIND[1]
    else:
        first[axis], last[axis] = low[axis] - BEHIND[1], low[axis] - BEHIND[0]
    strip = grid.occupancy[grid.box((first[0], first[1]), (last[0], last[1]))]
    return float(np.mean(strip == FREE)) if strip.size else 0.0
