"""Small regions of one colour and one surface, by which what the network says of single pixels is made even.

Graph-based segmentation (Felzenszwalb & Huttenlocher 2004) of the half-size picture: pixels hang together unless they
differ more than what is within the region already, and regions keep to the edges of things.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.rgbd.inputs import HALF

COLOUR, SURFACE, STEP = 1.0, 1.0, 8.0
"""How much a step counts: of colours (0..2 each), of normals (0..2), and relative of depth."""
COARSE = 1.5
LEAST = 8
"""Half-size pixels of the smallest region."""

Floats = NDArray[np.float32]


def regions(half: Floats) -> tuple[NDArray[np.int32], int]:
    """Return each pixel's region in a half-size input (``rgbd.inputs.stack``), (22500,), and how many there are."""
    one, other, steps = _steps(half)
    region, count = _grow(one, other, steps, np.argsort(steps, kind="stable"), HALF * HALF)
    return region, int(count)


def even(region: NDArray[np.int32], count: int, values: Floats) -> Floats:
    """Return (N, C) values with each pixel's replaced by the mean of its region."""
    return np.asarray(_means(region, count, values)[region])


@njit(cache=True)
def _steps(half: Floats) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats]:
    rows, columns = half.shape[1:]
    size = 2 * rows * columns
    one, other, steps = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.float32)
    count = 0
    for i in range(rows):
        for j in range(columns):
            for y, x in ((i, j + 1), (i + 1, j)):
                if y >= rows or x >= columns:
                    continue
                colour, turn = 0.0, 0.0
                for k in range(3):
                    colour += abs(half[k, i, j] - half[k, y, x])
                for k in range(5, 8):
                    turn += (half[k, i, j] - half[k, y, x]) ** 2
                depth = abs(half[3, i, j] - half[3, y, x])
                one[count], other[count] = i * columns + j, y * columns + x
                steps[count] = COLOUR * colour + SURFACE * np.sqrt(turn) + STEP * depth
                count += 1
    return one[:count], other[:count], steps[:count]


@njit(cache=True)
def _root(parents: NDArray[np.int32], pixel: int) -> int:
    while parents[pixel] != pixel:
        parents[pixel] = parents[parents[pixel]]
        pixel = parents[pixel]
    return pixel


@njit(cache=True)
def _grow(
    one: NDArray[np.int32], other: NDArray[np.int32], steps: Floats, order: NDArray[np.int64], size: int
) -> tuple[NDArray[np.int32], int]:
    parents, sizes = np.arange(size).astype(np.int32), np.ones(size, np.int32)
    limits = np.full(size, COARSE, np.float32)
    for e in order:
        a, b = _root(parents, one[e]), _root(parents, other[e])
        if a != b and steps[e] <= limits[a] and steps[e] <= limits[b]:
            parents[b] = a
            sizes[a] += sizes[b]
            limits[a] = steps[e] + COARSE / sizes[a]
    for e in order:
        a, b = _root(parents, one[e]), _root(parents, other[e])
        if a != b and (sizes[a] < LEAST or sizes[b] < LEAST):
            parents[b] = a
            sizes[a] += sizes[b]
    numbers, region, count = np.full(size, -1, np.int32), np.empty(size, np.int32), 0
    for p in range(size):
        root = _root(parents, p)
        if numbers[root] < 0:
            numbers[root] = count
            count += 1
        region[p] = numbers[root]
    return region, count


@njit(cache=True)
def _means(region: NDArray[np.int32], count: int, values: Floats) -> Floats:
    sums, sizes = np.zeros((count, values.shape[1]), np.float32), np.zeros(count, np.float32)
    for p in range(region.size):
        sizes[region[p]] += 1.0
        for c in range(values.shape[1]):
            sums[region[p], c] += values[p, c]
    for r in range(count):
        for c in range(values.shape[1]):
            sums[r, c] /= sizes[r]
    return sums
