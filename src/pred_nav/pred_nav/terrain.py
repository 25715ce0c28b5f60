"""Where the robot's body fits, and what a metre costs there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

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


@dataclass(frozen=True)
class Terrain:
    """``clearance``: metres to the nearest obstacle cell; ``unknown``: unexplored cells; both (rows, columns)."""

    grid: GridMap
    clearance: NDArray[np.float64]
    unknown: NDArray[np.bool_]
    body: BodySettings

    @classmethod
    def of(cls, grid: GridMap, collisions: NDArray[np.float64], body: BodySettings) -> Terrain:
        """Return the terrain of a map.

        :param collisions: (N, 2) points where the body met something the map does not show
        """
        blocked = grid.occupancy == OBSTACLE
        if len(collisions):
            cells = grid.indices(collisions)
            cells = cells[grid.inside(cells)]
            blocked = blocked.copy()
            blocked[cells[:, 0], cells[:, 1]] = True
        free = np.full(grid.shape, np.inf)
        clearance = distance_transform_edt(~blocked) * grid.cell if blocked.any() else free
        return cls(grid, np.asarray(clearance), grid.occupancy == UNKNOWN, body)

    def sample(self, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return clearance and whether unexplored at (I, J, 2) points; outside the map there is no room."""
        cells = self.grid.indices(points.reshape(-1, 2))
        inside = self.grid.inside(cells)
        cells = np.where(inside[:, None], cells, 0)
        clearance = np.where(inside, self.clearance[cells[:, 0], cells[:, 1]], 0.0)
        unknown = inside & self.unknown[cells[:, 0], cells[:, 1]]
        return clearance.reshape(points.shape[:2]), unknown.reshape(points.shape[:2])

    def slowness(self) -> NDArray[np.float64]:
        """Return the cost of a metre: 1 in the open, more where it is tight or unknown, inf in obstacles."""
        body = self.body
        tight = np.clip((body.soft - self.clearance) / (body.soft - body.hard), 0.0, 1.0)
        cost = 1.0 + body.tight_cost * tight + (body.unknown_cost - 1.0) * self.unknown
        return np.where(self.clearance < body.hard, np.inf, cost)

    def distances_from(self, pose: Pose2D) -> NDArray[np.float64]:
        """Return the fast-marching distance of every cell from a pose."""
        start = np.array([self.grid.index(pose.x, pose.y)])
        return np.asarray(march(self.slowness(), start, self.grid.cell))
