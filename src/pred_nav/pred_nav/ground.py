"""What the robot's own sensors say of the floor around it, kept for an episode.

A camera on an arm sees the floor from a metre or more away on; a robot with eyes in its body knows what is beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_nav.grid import FREE, OBSTACLE, UNKNOWN, GridMap

Stamp = tuple[int, int]
"""Seconds and nanoseconds of the observation that something belongs to."""
KEPT = 200
"""So many observations between two decisions are remembered at most."""


@dataclass(frozen=True)
class Patch:
    """The floor around the robot at one observation.

    ``corner`` is where row 0, column 0 begins, in map, columns going on along its heading; ``cell`` in metres;
    ``cells`` is (rows, columns): -1 unknown, 0 free, above an obstacle; it may be empty, where nothing was measured.
    """

    stamp: Stamp
    corner: Pose2D
    cell: float
    cells: NDArray[np.int8]

    def points(self, which: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the middles in map, (N, 2), of some of its cells."""
        rows, columns = np.nonzero(which)
        along, across = (columns + 0.5) * self.cell, (rows + 0.5) * self.cell
        cos, sin = np.cos(self.corner.yaw), np.sin(self.corner.yaw)
        x = self.corner.x + along * cos - across * sin
        return np.stack([x, self.corner.y + along * sin + across * cos], axis=1)


class Ground:
    """Lays what is known at each observation over what was known before: what was seen last holds."""

    def __init__(self) -> None:
        self._episode: int | None = None
        self._fresh: list[Patch] = []
        self._last: Stamp | None = None
        self._layer = np.zeros((0, 0), np.int8)
        self._origin = (0.0, 0.0)

    def take(self, patch: Patch) -> None:
        """Hear of the floor around the robot at one observation."""
        self._fresh = [*self._fresh[-KEPT:], patch]
        self._last = patch.stamp

    def has(self, stamp: Stamp | None) -> bool:
        """Tell whether the latest that was heard belongs to an observation."""
        return self._last == stamp

    def under(self, grid: GridMap, episode: int) -> GridMap:
        """Return the map with all that is known of the floor on it.

        In another episode what was heard before the latest observation is forgotten: it may be of another room.
        """
        if episode != self._episode:
            self._episode, self._layer, self._fresh = episode, np.zeros((0, 0), np.int8), self._fresh[-1:]
        self._fit(grid)
        for patch in self._fresh:
            for which, value in ((patch.cells == FREE, FREE), (patch.cells > FREE, OBSTACLE)):
                cells = grid.indices(patch.points(which))
                cells = cells[grid.inside(cells)]
                self._layer[cells[:, 0], cells[:, 1]] = value
        self._fresh = []
        return replace(grid, ground=self._layer.copy())

    def _fit(self, grid: GridMap) -> None:
        """Carry the layer over to a map that has grown, by whole cells; to one that begins elsewhere nothing is."""
        if self._layer.shape == grid.shape and np.allclose(self._origin, grid.origin):
            return
        layer = np.full(grid.shape, UNKNOWN, np.int8)
        row = round((self._origin[1] - grid.origin[1]) / grid.cell)
        column = round((self._origin[0] - grid.origin[0]) / grid.cell)
        rows, columns = self._layer.shape
        if row >= 0 <= column and row + rows <= grid.shape[0] and column + columns <= grid.shape[1]:
            layer[row : row + rows, column : column + columns] = self._layer
        self._layer, self._origin = layer, grid.origin
