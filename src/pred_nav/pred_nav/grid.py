"""The map as navigation uses it. Arrays are (row, column) = (y, x), as in nav_msgs/OccupancyGrid."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

UNKNOWN, FREE, OBSTACLE = -1, 0, 100
HEIGHT_UNIT = 0.02
"""Metres per unit of the height layer."""


@dataclass(frozen=True)
class GridMap:
    """Occupancy and heights: ``origin`` is the lower left corner in map, ``cell`` the edge of a cell, metres.

    ``occupancy`` holds -1 unexplored, 0 free, 100 obstacle; ``height`` -1 unexplored, else how far the column is
    filled from the floor, in units of 2 cm. ``ground`` is what the robot's own sensors say of the floor, as occupancy,
    None where it has none: that is no place that the camera has looked at.
    """

    origin: tuple[float, float]
    cell: float
    occupancy: NDArray[np.int8]
    height: NDArray[np.int8]
    ground: NDArray[np.int8] | None = None

    @property
    def floor(self) -> NDArray[np.int8]:
        """What the body meets, as occupancy: an obstacle to either is one, and what either has seen is known."""
        return self.occupancy if self.ground is None else np.maximum(self.occupancy, self.ground)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.occupancy.shape
        return rows, columns

    def index(self, x: float, y: float) -> tuple[int, int]:
        """Return row and column of a point of the map (may lie outside)."""
        return (
            int(np.floor((y - self.origin[1]) / self.cell)),
            int(np.floor((x - self.origin[0]) / self.cell)),
        )

    def indices(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return (N, 2) rows and columns of (N, 2) points x, y."""
        return np.asarray(np.floor((points[:, ::-1] - np.array(self.origin[::-1])) / self.cell), np.int64)

    def middles(self, which: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the middles x, y in map, (N, 2), of some of its cells, (rows, columns)."""
        rows, columns = np.nonzero(which)
        steps = np.stack([columns + 0.5, rows + 0.5], axis=1)
        return np.asarray(steps * self.cell + np.array(self.origin))

    def inside(self, cells: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which of (N, 2) rows and columns lie on the map."""
        return np.asarray(((cells >= 0) & (cells < np.array(self.shape))).all(axis=1))

    def box(self, low: tuple[float, float], high: tuple[float, float]) -> tuple[slice, slice]:
        """Return the rows and columns of a rectangle, cut at the map's edges."""
        (top, left), (bottom, right) = self.index(*low), self.index(*high)
        rows, columns = self.shape
        return (
            slice(max(0, top), max(0, min(rows, bottom + 1))),
            slice(max(0, left), max(0, min(columns, right + 1))),
        )

    def cropped(self, margin: float = 1.0) -> GridMap:
        """Return the part of the map that holds everything explored, and ``margin`` metres around it."""
        rows, columns = np.nonzero(self.floor != UNKNOWN)
        if not rows.size:
            return self
        extra = round(margin / self.cell)
        top, left = max(0, int(rows.min()) - extra), max(0, int(columns.min()) - extra)
        area = (slice(top, int(rows.max()) + extra + 1), slice(left, int(columns.max()) + extra + 1))
        origin = (self.origin[0] + left * self.cell, self.origin[1] + top * self.cell)
        ground = None if self.ground is None else self.ground[area]
        return replace(
            self, origin=origin, occupancy=self.occupancy[area], height=self.height[area], ground=ground
        )
