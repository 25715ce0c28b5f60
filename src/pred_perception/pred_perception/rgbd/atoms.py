"""The smallest pieces of a picture, each of one colour and surface, and what lies between neighbours.

Graph-based segmentation (Felzenszwalb & Huttenlocher 2004) of the full-size picture: pixels hang together unless they
differ more than what is within the piece already. Pieces keep to the edges of things: things are unions of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.rgbd.surface import Surface

COLOUR, STEP, CONCAVE, CONVEX = 1.0 / 22.0, 1.0 / 0.006, 6.0, 1.5
"""How much counts: a step of colour (0..255), of relative depth beside the plane, a bend of the surface (0..2)."""
COARSE = 14.0
LEAST = 14
"""Pixels of the smallest piece."""
BINS = 2048
HIGHEST = 16.0
MEASURES = 6
"""Of the pairs of pixels between two neighbours: how many, and sums of depth step, colour step, bends inwards and
outwards, and how far the second lies behind the first."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


class Atoms(NamedTuple):
    """Pieces of a picture: ``labels`` HxW from 0, how many, neighbours ``pairs`` (E, 2), ``between`` (E, MEASURES)."""

    labels: Ints
    number: int
    pairs: Ints
    between: Floats


def atoms(rgb: NDArray[np.uint8], seen: Surface) -> Atoms:
    """Return the pieces of a picture."""
    steps = _steps(rgb, seen.inverse, seen.slopes, seen.normals, seen.points, seen.noise)
    weights = _weights(steps, seen.noise)
    labels, count = _grow(weights)
    pairs, between = _meet(labels, count, steps)
    return Atoms(labels, int(count), pairs, between)


@njit(cache=True)
def _steps(
    rgb: NDArray[np.uint8], inverse: Floats, slopes: Floats, normals: Floats, points: Floats, noise: float
) -> Floats:
    """Return (2, H, W, 5) from each pixel to the right and down: steps of depth and colour, bends, how far behind."""
    rows, columns = inverse.shape
    out = np.zeros((2, rows, columns, 5), np.float32)
    for way in range(2):
        for i in range(rows - way):
            for j in range(columns - 1 + way):
                y, x = i + way, j + 1 - way
                q, p = inverse[i, j], inverse[y, x]
                ahead = abs(p - q - slopes[i, j, way])
                back = abs(p - q - slopes[y, x, way])
                off = max(max(ahead, back) - 2.0 * noise * 0.25, 0.0) / max(q, p)
                colour, turn, side = 0.0, 0.0, 0.0
                for c in range(3):
                    colour = max(colour, abs(float(rgb[i, j, c]) - float(rgb[y, x, c])))
                    turn += normals[i, j, c] * normals[y, x, c]
                    side += (points[y, x, c] - points[i, j, c]) * (normals[y, x, c] - normals[i, j, c])
                out[way, i, j, 0] = min(off, 0.2)
                out[way, i, j, 1] = colour
                bend = max(1.0 - turn, 0.0)
                out[way, i, j, 2 if side < 0.0 else 3] = bend
                out[way, i, j, 4] = (q - p) / max(q, p)
    return out


@njit(cache=True)
def _weights(steps: Floats, noise: float) -> Floats:
    out = np.empty(steps.shape[:3], np.float32)
    firm = 1.0 / (1.0 + (noise / 0.001) ** 2) if noise > 0.0009 else 1.0
    for way in range(2):
        for i in range(steps.shape[1]):
            for j in range(steps.shape[2]):
                s = steps[way, i, j]
                bend = CONCAVE * s[2] + CONVEX * s[3]
                out[way, i, j] = COLOUR * s[1] + STEP * s[0] + (0.3 + 0.7 * firm) * bend
    return out


@njit(cache=True)
def _root(parents: Ints, k: int) -> int:
    while parents[k] != k:
        parents[k] = parents[parents[k]]
        k = parents[k]
    return k


@njit(cache=True)
def _sorted(weights: Floats) -> tuple[Ints, Ints, Ints]:
    """Return the pixels at both ends of each pair of neighbours and the bins of its weight, the least first."""
    _, rows, columns = weights.shape
    one, other = np.empty(2 * rows * columns, np.int32), np.empty(2 * rows * columns, np.int32)
    bins = np.empty(2 * rows * columns, np.int32)
    starts, count = np.zeros(BINS + 1, np.int64), 0
    for way in range(2):
        for i in range(rows - way):
            for j in range(columns - 1 + way):
                b = int(min(weights[way, i, j] / HIGHEST, 0.9999) * BINS)
                one[count], bins[count] = i * columns + j, b
                other[count] = (i + way) * columns + j + 1 - way
                starts[b + 1] += 1
                count += 1
    for b in range(BINS):
        starts[b + 1] += starts[b]
    order = np.empty(count, np.int32)
    for e in range(count):
        order[starts[bins[e]]] = e
        starts[bins[e]] += 1
    return one[order], other[order], bins[order]


@njit(cache=True)
def _grow(weights: Floats) -> tuple[Ints, int]:
    _, rows, columns = weights.shape
    size = rows * columns
    one, other, bins = _sorted(weights)
    parents, sizes = np.arange(size).astype(np.int32), np.ones(size, np.int32)
    limits = np.full(size, COARSE, np.float32)
    for e in range(one.size):
        a, b = _root(parents, one[e]), _root(parents, other[e])
        step = (bins[e] + 0.5) * HIGHEST / BINS
        if a != b and step <= limits[a] and step <= limits[b]:
            parents[b] = a
            sizes[a] += sizes[b]
            limits[a] = step + COARSE / sizes[a]
    for e in range(one.size):
        a, b = _root(parents, one[e]), _root(parents, other[e])
        if a != b and (sizes[a] < LEAST or sizes[b] < LEAST):
            parents[b] = a
            sizes[a] += sizes[b]
    numbers, labels, found = np.full(size, -1, np.int32), np.empty((rows, columns), np.int32), 0
    for i in range(rows):
        for j in range(columns):
            root = _root(parents, i * columns + j)
            if numbers[root] < 0:
                numbers[root] = found
                found += 1
            labels[i, j] = numbers[root]
    return labels, found


@njit(cache=True)
def _meet(labels: Ints, count: int, steps: Floats) -> tuple[Ints, Floats]:
    """Return neighbours (E, 2), the lower number first, and what lies between them (E, MEASURES)."""
    rows, columns = labels.shape
    heads = np.full(count, -1, np.int32)
    room = 16 * count + 64
    nexts, pairs = np.empty(room, np.int32), np.empty((room, 2), np.int32)
    between = np.zeros((room, MEASURES), np.float32)
    found = 0
    for way in range(2):
        for i in range(rows - way):
            for j in range(columns - 1 + way):
                a, b = labels[i, j], labels[i + way, j + 1 - way]
                if a == b:
                    continue
                low, high = min(a, b), max(a, b)
                e = heads[low]
                while e >= 0 and pairs[e, 1] != high:
                    e = nexts[e]
                if e < 0:
                    if found == room:
                        continue
                    e = found
                    found += 1
                    pairs[e, 0], pairs[e, 1] = low, high
                    nexts[e] = heads[low]
                    heads[low] = e
                between[e, 0] += 1.0
                for k in range(4):
                    between[e, 1 + k] += steps[way, i, j, k]
                behind = steps[way, i, j, 4]
                between[e, 5] += behind if a < b else -behind
    return pairs[:found].copy(), between[:found].copy()
