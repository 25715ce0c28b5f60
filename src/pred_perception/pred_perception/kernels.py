"""The loops over pixels, points and voxels, compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.observation import Observation

OUT_OF_VIEW, OCCLUDED, SEEN, SEEN_THROUGH = 0, 1, 2, 3


class DepthView(NamedTuple):
    """A depth image and where it was taken from.

    ``to_camera`` is 4x4, map to optical frame; ``lens`` is fx, fy, cx, cy in pixels; depth differences up to
    ``tolerance`` count as equal and what is farther than ``reach`` is left alone, both in metres.
    """

    to_camera: NDArray[np.float64]
    lens: NDArray[np.float64]
    depth: NDArray[np.float32]
    tolerance: float
    reach: float


class Volume(NamedTuple):
    """Voxels: trust ``counts`` (rows, columns, levels), ``explored`` columns, lower corner and edge in metres."""

    counts: NDArray[np.uint8]
    explored: NDArray[np.bool_]
    origin: NDArray[np.float64]
    cell: float


def view_of(
    observation: Observation, tolerance: float, reach: float, depth: NDArray[np.float32] | None = None
) -> DepthView:
    """Return the view of an observation, with another depth image if given."""
    camera = observation.camera
    return DepthView(
        np.asarray(np.linalg.inv(observation.transform), dtype=np.float64),
        np.array([camera.fx, camera.fy, camera.cx, camera.cy]),
        np.ascontiguousarray(observation.depth if depth is None else depth, dtype=np.float32),
        float(tolerance),
        float(reach),
    )


@njit(cache=True)
def _project(view: DepthView, x: float, y: float, z: float) -> tuple[int, int, float]:
    """Return row, column and depth of a point of the map; the row is -1 when it is not in the image."""
    t = view.to_camera
    zc = t[2, 0] * x + t[2, 1] * y + t[2, 2] * z + t[2, 3]
    if zc < 0.05 or zc > view.reach:
        return -1, -1, zc
    xc = t[0, 0] * x + t[0, 1] * y + t[0, 2] * z + t[0, 3]
    yc = t[1, 0] * x + t[1, 1] * y + t[1, 2] * z + t[1, 3]
    u = int(np.floor(view.lens[0] * xc / zc + view.lens[2]))
    v = int(np.floor(view.lens[1] * yc / zc + view.lens[3]))
    height, width = view.depth.shape
    if u < 0 or v < 0 or u >= width or v >= height:
        return -1, -1, zc
    return v, u, zc


@njit(cache=True)
def look(
    points: NDArray[np.float32], labels: NDArray[np.uint16], view: DepthView
) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Compare remembered points with what the camera sees where they should be.

    :param points: (N, 3) in map
    :param labels: HxW instance labels of the view
    :returns: per point OUT_OF_VIEW, OCCLUDED, SEEN or SEEN_THROUGH, and the label of its pixel
    """
    count = points.shape[0]
    state = np.zeros(count, np.uint8)
    label = np.zeros(count, np.uint16)
    for k in range(count):
        v, u, zc = _project(view, points[k, 0], points[k, 1], points[k, 2])
        if v < 0 or not view.depth[v, u] > 0.0:
            continue
        label[k] = labels[v, u]
        difference = view.depth[v, u] - zc
        if difference < -view.tolerance:
            state[k] = OCCLUDED
        elif difference > view.tolerance:
            state[k] = SEEN_THROUGH
        else:
            state[k] = SEEN
    return state, label


@njit(cache=True)
def carve(volume: Volume, window: NDArray[np.int64], view: DepthView) -> None:
    """Take one off every occupied voxel the camera looks through.

    :param window: (4,) first row, last row, first column, last column to look at, ends excluded
    """
    counts, origin, cell = volume.counts, volume.origin, volume.cell
    for row in range(window[0], window[1]):
        for column in range(window[2], window[3]):
            if not volume.explored[row, column]:
                continue
            for level in range(counts.shape[2]):
                if counts[row, column, level] == 0:
                    continue
                x = origin[0] + (column + 0.5) * cell
                y = origin[1] + (row + 0.5) * cell
                z = origin[2] + (level + 0.5) * cell
                v, u, zc = _project(view, x, y, z)
                if v >= 0 and view.depth[v, u] > zc + view.tolerance:
                    counts[row, column, level] -= 1


@njit(cache=True)
def mark(points: NDArray[np.float32], use: NDArray[np.bool_], volume: Volume, gain: int, limit: int) -> None:
    """Add ``gain`` to every voxel with a used point, up to ``limit``; mark its column as explored.

    Where the floor shows, the lowest two voxels lose one: looking at the floor behind them is too flat to carve them.

    :param points: (N, 3) in map
    :param use: (N,) points to take
    """
    counts, origin, cell = volume.counts, volume.origin, volume.cell
    rows, columns, levels = counts.shape
    floor = np.zeros((rows, columns), np.bool_)
    for k in range(points.shape[0]):
        if not use[k]:
            continue
        column = int(np.floor((points[k, 0] - origin[0]) / cell))
        row = int(np.floor((points[k, 1] - origin[1]) / cell))
        if row < 0 or column < 0 or row >= rows or column >= columns:
            continue
        volume.explored[row, column] = True
        level = int(np.floor((points[k, 2] - origin[2]) / cell))
        if 0 <= level < levels:
            counts[row, column, level] = min(limit, counts[row, column, level] + gain)
        elif level < 0 and not floor[row, column]:
            floor[row, column] = True
            for low in range(2):
                if counts[row, column, low] > 0:
                    counts[row, column, low] -= 1


@njit(cache=True)
def extent(points: NDArray[np.float32], use: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return (4,) least x, least y, greatest x, greatest y of the used points; inf and -inf without any."""
    box = np.array([np.inf, np.inf, -np.inf, -np.inf])
    for k in range(points.shape[0]):
        if use[k]:
            x, y = points[k, 0], points[k, 1]
            box[0], box[1] = min(box[0], x), min(box[1], y)
            box[2], box[3] = max(box[2], x), max(box[3], y)
    return box


@njit(cache=True)
def usable(
    points: NDArray[np.float32], depth: NDArray[np.float32], reach: float, ceiling: float
) -> NDArray[np.bool_]:
    """Return which of (N, 3) points have a depth within ``reach`` and lie below ``ceiling``, both in metres."""
    use = np.zeros(points.shape[0], np.bool_)
    for k in range(points.shape[0]):
        use[k] = 0.0 < depth[k] < reach and points[k, 2] < ceiling
    return use


@njit(cache=True)
def columns_of(
    volume: Volume, enough: int, top_level: int, gap: int, unit: float
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return -1 unexplored, 0 free, 100 obstacle below ``top_level``, and the height up to which columns are filled.

    A hole of more than ``gap`` levels ends the filling, so that a worktop under a wall cupboard is as high as the
    worktop. Heights are in units of ``unit`` metres, 100 at most; -1 is unexplored, 0 that nothing is there.
    """
    counts = volume.counts
    rows, columns, levels = counts.shape
    occupancy = np.full((rows, columns), -1, np.int8)
    height = np.full((rows, columns), -1, np.int8)
    for row in range(rows):
        for column in range(columns):
            if not volume.explored[row, column]:
                continue
            occupancy[row, column] = 0
            last = -1
            for level in range(levels):
                if counts[row, column, level] < enough:
                    continue
                if level < top_level:
                    occupancy[row, column] = 100
                if last >= 0 and level - last > gap:
                    break
                last = level
            filled = (volume.origin[2] + (last + 1) * volume.cell) / unit
            height[row, column] = np.int8(min(100.0, max(0.0, filled))) if last >= 0 else 0
    return occupancy, height
