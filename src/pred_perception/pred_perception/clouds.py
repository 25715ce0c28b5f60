"""The loops over the points of single instances and objects, compiled: there are hundreds of small clouds a frame."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.kernels import SEEN, SEEN_THROUGH


@njit(cache=True)
def group_pixels(
    labels: NDArray[np.uint16], valid: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the valid pixels of each label, in reading order.

    :param labels: HxW, 0 is nothing
    :param valid: HxW
    :returns: flat pixel indices, label after label, and (greatest label + 2,) where each label's begin
    """
    height, width = labels.shape
    counts = np.zeros(int(labels.max()) + 2, np.int64)
    for row in range(height):
        for column in range(width):
            if valid[row, column]:
                counts[labels[row, column] + 1] += 1
    counts[1] = 0
    starts = np.cumsum(counts)
    place = starts.copy()
    order = np.empty(starts[-1], np.int64)
    for row in range(height):
        for column in range(width):
            label = labels[row, column]
            if label > 0 and valid[row, column]:
                order[place[label]] = row * width + column
                place[label] += 1
    return order, starts


@njit(cache=True)
def corners(points: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the lower and the upper corner of (N, 3) points, N > 0."""
    low, high = points[0].copy(), points[0].copy()
    for k in range(1, points.shape[0]):
        for axis in range(3):
            value = points[k, axis]
            low[axis] = min(low[axis], value)
            high[axis] = max(high[axis], value)
    return low, high


@njit(cache=True)
def within(
    points: NDArray[np.float32], low: NDArray[np.float32], high: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return those of (N, 3) points that lie in a box."""
    kept = np.empty_like(points)
    count = 0
    for k in range(points.shape[0]):
        inside = True
        for axis in range(3):
            inside &= low[axis] <= points[k, axis] <= high[axis]
        if inside:
            kept[count] = points[k]
            count += 1
    return kept[:count]


@njit(cache=True)
def nearest(points: NDArray[np.float32], place: NDArray[np.float64]) -> float:
    """Return the distance of the nearest of (N, 3) points from a place, inf without any."""
    least = np.inf
    for k in range(points.shape[0]):
        x, y, z = points[k, 0] - place[0], points[k, 1] - place[1], points[k, 2] - place[2]
        least = min(least, x * x + y * y + z * z)
    return float(np.sqrt(least))


@njit(cache=True)
def first_of_voxels(points: NDArray[np.float32], voxel: np.float32) -> NDArray[np.float32]:
    """Return the first of (N, 3) points in each voxel of that edge, in order of appearance."""
    kept = np.empty_like(points)
    count = 0
    places = 64  # of a table of the voxels seen, 1 + the point kept of each, at most half full
    while places < 2 * points.shape[0]:
        places *= 2
    table, keys = np.zeros(places, np.int64), np.empty(points.shape[0], np.int64)
    for k in range(points.shape[0]):
        key = 0
        for axis in range(3):
            key = (key << 21) | (int(np.floor(points[k, axis] / voxel)) + (1 << 20))
        place = ((key * 0x9E3779B97F4A7C1) >> 20) & (places - 1)
        while table[place] and keys[table[place] - 1] != key:
            place = (place + 1) & (places - 1)
        if not table[place]:
            kept[count], keys[count] = points[k], key
            count += 1
            table[place] = count
    return kept[:count].copy()


@njit(cache=True)
def near_share(sample: NDArray[np.float32], known: NDArray[np.float32], reach: np.float32) -> float:
    """Return the share of (K, 3) sample points that lie within ``reach`` of known ones, along every axis."""
    count = 0
    for k in range(sample.shape[0]):
        for n in range(known.shape[0]):
            if (
                abs(sample[k, 0] - known[n, 0]) <= reach
                and abs(sample[k, 1] - known[n, 1]) <= reach
                and abs(sample[k, 2] - known[n, 2]) <= reach
            ):
                count += 1
                break
    return count / sample.shape[0]


@njit(cache=True)
def tally(
    state: NDArray[np.uint8], label: NDArray[np.uint16], starts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint16], NDArray[np.int64]]:
    """Count what a frame says about the points of tracks that lie one after the other.

    :param starts: (tracks + 1,) where the points of each begin, and the end of the last
    :returns: per track how many points are on a surface or looked through, and where its votes end; the votes: labels
        of those surfaces, in order, and how many points are on each
    """
    tracks = starts.size - 1
    expected, ends = np.zeros(tracks, np.int64), np.zeros(tracks, np.int64)
    names, counts = np.empty(state.size, np.uint16), np.zeros(state.size, np.int64)
    found = 0
    for track in range(tracks):
        own = slice(starts[track], starts[track + 1])
        seen = state[own] == SEEN
        on_surface = np.sort(label[own][seen])
        expected[track] = on_surface.size + np.count_nonzero(state[own] == SEEN_THROUGH)
        begin = found
        for name in on_surface:
            if found == begin or names[found - 1] != name:
                names[found] = name
                found += 1
            counts[found - 1] += 1
        ends[track] = found
    return expected, ends, names[:found], counts[:found]
