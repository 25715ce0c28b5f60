"""Footprints on a 5 cm grid seen from above, and rectangles that cover what is marked there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..model import Array, Box
from .outline import Rectangle

CELL = 0.05
Mask = NDArray[np.bool_]
"""(nx, nz): which cells are marked; the first axis is Unity's x, the second z."""

_STRAIGHT = 0.02  # sine of twice the angle up to which a box counts as parallel to the grid
_ROUNDING = 1e-6


@dataclass(frozen=True)
class Raster:
    """A grid of cells: ``low`` (2,) is the least x and z, ``shape`` how many cells there are along each."""

    low: Array
    shape: tuple[int, int]

    @classmethod
    def around(cls, points: Array, margin: float) -> Raster:
        """Return the grid that holds points (n, 2) with a margin in metres; its cells lie on multiples of 5 cm."""
        low = np.floor((points.min(axis=0) - margin) / CELL) * CELL
        size = np.ceil((points.max(axis=0) + margin - low) / CELL).astype(int)
        return cls(low, (int(size[0]), int(size[1])))

    def empty(self) -> Mask:
        """Return a grid with nothing marked."""
        return np.zeros(self.shape, dtype=bool)

    def cell(self, x: float, z: float) -> tuple[int, int]:
        """Return the cell that holds a place."""
        i, k = np.floor((np.array([x, z]) - self.low) / CELL + _ROUNDING).astype(int)
        return int(i), int(k)

    def mark(self, mask: Mask, low: Array, high: Array) -> None:
        """Mark every cell that a rectangle (corners (2,), metres) touches."""
        start = np.clip(np.floor((low - self.low) / CELL + _ROUNDING).astype(int), 0, self.shape)
        end = np.clip(np.ceil((high - self.low) / CELL - _ROUNDING).astype(int), 0, self.shape)
        mask[start[0] : end[0], start[1] : end[1]] = True

    def mark_box(self, mask: Mask, box: Box) -> None:
        """Mark the footprint of a box."""
        if abs(np.sin(np.radians(2.0 * box.yaw))) < _STRAIGHT:
            corners = box.corners()[:, [0, 2]]
            self.mark(mask, corners.min(axis=0), corners.max(axis=0))
            return
        x = self.low[0] + (np.arange(self.shape[0]) + 0.5) * CELL - box.center[0]
        z = self.low[1] + (np.arange(self.shape[1]) + 0.5) * CELL - box.center[2]
        along = box.axes()[[0, 2]][:, [0, 2]]
        for_x, for_z = np.meshgrid(x, z, indexing="ij")
        local = np.abs(np.stack([for_x, for_z], axis=-1) @ along.T)
        mask |= np.all(local <= box.half[[0, 2]] + CELL / 2.0, axis=-1)

    def rectangles(self, mask: Mask) -> list[Rectangle]:
        """Return rectangles (metres) that cover the marked cells and do not overlap, largest runs first."""
        left = mask.copy()
        found = []
        while left.any():
            i, k = np.argwhere(left)[0]
            across = _run(left[i, k:])
            deep = _run(left[i:, k : k + across].all(axis=1))
            left[i : i + deep, k : k + across] = False
            corners = self.low + np.array([[i, k], [i + deep, k + across]]) * CELL
            x0, z0, x1, z1 = (round(float(value), 2) for value in corners.ravel())
            found.append((x0, z0, x1, z1))
        return found


def _run(row: NDArray[np.bool_] | np.bool_) -> int:
    """Return how many cells are marked before the first one that is not."""
    marked = np.atleast_1d(row)
    return len(marked) if marked.all() else int(np.argmin(marked))
