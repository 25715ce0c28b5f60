"""Fast marching: first-order solution of |grad T| = slowness on a grid (Sethian 1996)."""

from __future__ import annotations

import heapq

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def _arrival(times: NDArray[np.float64], row: int, column: int, slowness: float) -> float:
    """Return the upwind solution at a cell from its four neighbours."""
    rows, columns = times.shape
    a = np.inf
    if row > 0:
        a = min(a, times[row - 1, column])
    if row < rows - 1:
        a = min(a, times[row + 1, column])
    b = np.inf
    if column > 0:
        b = min(b, times[row, column - 1])
    if column < columns - 1:
        b = min(b, times[row, column + 1])
    low, high = min(a, b), max(a, b)
    if high - low >= slowness:
        return low + slowness
    return float((low + high + np.sqrt(2.0 * slowness * slowness - (high - low) ** 2)) / 2.0)


@njit(cache=True)
def march(slowness: NDArray[np.float64], sources: NDArray[np.int64], cell: float) -> NDArray[np.float64]:
    """Return how far every cell is from the nearest source, (rows, columns); inf where it cannot be reached.

    :param slowness: (rows, columns) cost of a metre, inf in obstacles; the result is in metres where it is 1
    :param sources: (N, 2) rows and columns; a source in an obstacle still starts the front
    :param cell: edge of a cell, metres
    """
    rows, columns = slowness.shape
    times = np.full((rows, columns), np.inf)
    done = np.zeros((rows, columns), np.bool_)
    heap = [(0.0, -1, -1)]
    heap.pop()
    for k in range(sources.shape[0]):
        row, column = sources[k, 0], sources[k, 1]
        if 0 <= row < rows and 0 <= column < columns:
            times[row, column] = 0.0
            heapq.heappush(heap, (0.0, row, column))
    while len(heap) > 0:
        _, row, column = heapq.heappop(heap)
        if done[row, column]:
            continue
        done[row, column] = True
        for step in range(4):
            r = row + (1 if step == 0 else -1 if step == 1 else 0)
            c = column + (1 if step == 2 else -1 if step == 3 else 0)
            if r < 0 or c < 0 or r >= rows or c >= columns or done[r, c] or not slowness[r, c] < np.inf:
                continue
            time = _arrival(times, r, c, slowness[r, c] * cell)
            if time < times[r, c]:
                times[r, c] = time
                heapq.heappush(heap, (time, r, c))
    return times
