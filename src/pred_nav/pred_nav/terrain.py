"""Where the robot's body fits, and what a metre costs there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, maximum_filter

from pred_core.geometry import Pose2D
from pred_nav.fast_marching import march
from pred_nav.grid import OBSTACLE, UNKNOWN, GridMap


@dataclass(frozen=True)
class BodySettings:
    """Metres. Closer to an obstacle's cell than ``hard`` the body does not go; closer than ``soft`` it rather does not.

    Where that leaves next to nothing to reach, it squeezes past obstacles ``squeeze`` away: legs of chairs look
    thicker than they are, and a step that meets one is refused.

    A cell is known to half its edge: an obstacle at the body's true radius may appear up to 3.5 cm nearer or farther.
    """

    hard: float = 0.17
    squeeze: float = 0.08
    soft: float = 0.25
    unknown_cost: float = 2.0
    tight_cost: float = 3.0
    suspect_cost: float = 4.0


@dataclass(frozen=True)
class CellValues:
    """Values that were found for cells, or for their middles and half-way between them, read where lines cross."""

    values: NDArray[np.float64]
    """(columns + 2, rows + 2): in a border of what counts outside."""
    origin: tuple[float, float]
    cell: float
    halves: bool

    @classmethod
    def of(
        cls,
        values: NDArray[np.float64],
        origin: tuple[float, float],
        cell: float,
        *,
        outside: float,
        halves: bool = False,
    ) -> CellValues:
        """Take values (rows, columns); ``origin``: the first one's corner, or with halves its place, x, y in map."""
        return cls(np.pad(values, 1, constant_values=outside).T.copy(), origin, cell, halves)

    def at(self, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the values at the crossings of (I,) x and (J,) y, (I, J)."""
        columns, rows = (self._places(values, axis) for axis, values in enumerate((xs, ys)))
        return self.values.take(columns, axis=0).take(rows, axis=1)

    def _places(self, along: NDArray[np.float64], axis: int) -> NDArray[np.int64]:
        cells = (along - self.origin[axis]) / self.cell
        places = np.rint(cells * 2.0) if self.halves else np.floor(cells)
        return np.clip(places.astype(np.int64) + 1, 0, self.values.shape[axis] - 1)


@dataclass(frozen=True)
class Terrain:
    """``clearance``: metres to the nearest obstacle cell; ``unknown``: unexplored cells; both (rows, columns).

    ``suspect``: how many bumps say that the body would meet there what it met before, as far as that may go on.
    ``bumped``: metres to the nearest place where the body met something.
    """

    grid: GridMap
    clearance: NDArray[np.float64]
    unknown: NDArray[np.bool_]
    suspect: NDArray[np.float64]
    body: BodySettings
    bumped: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        grid: GridMap,
        collisions: NDArray[np.float64],
        body: BodySettings,
        suspected: NDArray[np.float64] | None = None,
    ) -> Terrain:
        """Return the terrain of a map.

        :param collisions: (N, 2) points where the body met something the map does not show
        :param suspected: (N, 3) points where that may go on, and how many bumps say so; none if absent
        """
        met = _laid_on(grid, collisions, np.ones(len(collisions))) > 0.0
        clearance, bumped = (_distances(there, grid.cell) for there in ((grid.floor == OBSTACLE) | met, met))
        suspect = np.zeros(grid.shape)
        if suspected is not None and len(suspected):
            near = _disc(body.hard / grid.cell)
            suspect = maximum_filter(_laid_on(grid, suspected[:, :2], suspected[:, 2]), footprint=near)
        return cls(grid, clearance, grid.floor == UNKNOWN, np.asarray(suspect), body, bumped)

    def sample(
        self, points: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64]]:
        """Return clearance, whether unexplored and how suspect at (I, J, 2) points; outside there is no room."""
        cells = self.grid.indices(points.reshape(-1, 2))
        inside = self.grid.inside(cells)
        cells = np.where(inside[:, None], cells, 0)
        clearance = np.where(inside, self.clearance[cells[:, 0], cells[:, 1]], 0.0)
        unknown = inside & self.unknown[cells[:, 0], cells[:, 1]]
        suspect = np.where(inside, self.suspect[cells[:, 0], cells[:, 1]], 0.0)
        shape = points.shape[:2]
        return clearance.reshape(shape), unknown.reshape(shape), suspect.reshape(shape)

    @cached_property
    def clearances(self) -> CellValues:
        """How far points are from the nearest obstacle's cell, m; outside there is no room."""
        return CellValues.of(self.clearance, self.grid.origin, self.grid.cell, outside=0.0)

    @cached_property
    def bumps(self) -> CellValues:
        """How far points are from where the body met something, m; outside of the map far."""
        return CellValues.of(self.bumped, self.grid.origin, self.grid.cell, outside=np.inf)

    @cached_property
    def halves(self) -> CellValues:
        """How far points are from the middle of the nearest obstacle cell, m; outside there is no room.

        Known to a quarter of a cell, as between two walls half a cell decides: clearance at the middles of cells and
        half-way between them.
        """
        rows, columns = self.clearance.shape
        there = np.zeros((2 * rows - 1, 2 * columns - 1), np.bool_)
        there[::2, ::2] = self.clearance == 0.0
        x, y = (low + self.grid.cell / 2.0 for low in self.grid.origin)
        return CellValues.of(_distances(there, self.grid.cell / 2.0), (x, y), self.grid.cell, outside=0.0, halves=True)

    def slowness(self) -> NDArray[np.float64]:
        """Return the cost of a metre: 1 in the open, more where it is tight or unknown, inf in obstacles."""
        body = self.body
        tight = np.clip((body.soft - self.clearance) / (body.soft - body.hard), 0.0, 1.0)
        cost = 1.0 + body.tight_cost * tight + (body.unknown_cost - 1.0) * self.unknown
        cost += body.suspect_cost * self.suspect
        return np.where(self.clearance < body.hard, np.inf, cost)

    def distances_from(self, pose: Pose2D) -> NDArray[np.float64]:
        """Return the fast-marching distance of every cell from a pose."""
        start = np.array([self.grid.index(pose.x, pose.y)])
        return np.asarray(march(self.slowness(), start, self.grid.cell))


def _distances(there: NDArray[np.bool_], cell: float) -> NDArray[np.float64]:
    """Return how far each cell is from the nearest of some, m."""
    if not there.any():
        return np.full(there.shape, np.inf)
    return np.asarray(distance_transform_edt(~there) * cell)


def _disc(radius: float) -> NDArray[np.bool_]:
    """Return which cells of a square lie within so many cells of its middle."""
    reach = int(radius)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return np.asarray(np.hypot(x, y) <= radius)


def _laid_on(grid: GridMap, points: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the highest of the values of (N, 2) points in each cell (rows, columns), 0 where none is."""
    laid = np.zeros(grid.shape)
    if len(points):
        cells = grid.indices(points)
        inside = grid.inside(cells)
        np.maximum.at(laid, (cells[inside, 0], cells[inside, 1]), values[inside])
    return laid
