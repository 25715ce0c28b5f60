"""Where the known, reachable floor meets the unknown."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation, label

from pred_nav.grid import FREE
from pred_nav.terrain import Terrain

AROUND = np.ones((3, 3), np.bool_)


def frontier_cells(
    terrain: Terrain, distances: NDArray[np.float64], hopeful: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return the unknown cells that touch explored floor which the body reaches or nearly reaches.

    :param distances: fast-marching distances from the robot, inf where it cannot go
    :param hopeful: unknown cells that looking may still reveal
    """
    body_cells = int(np.ceil(terrain.body.soft / terrain.grid.cell))
    reached = np.isfinite(distances) & ~terrain.unknown
    near = binary_dilation(reached, AROUND, iterations=body_cells) & (terrain.grid.floor == FREE)
    return np.asarray(hopeful & binary_dilation(near, AROUND))


def worth_exploring(
    terrain: Terrain, distances: NDArray[np.float64], hopeful: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return the hopeful unknown cells that are connected with a frontier: not the insides of walls and cupboards."""
    regions, count = label(hopeful, AROUND)
    if count == 0:
        return hopeful
    touched = np.unique(regions[frontier_cells(terrain, distances, hopeful)])
    return np.asarray(np.isin(regions, touched[touched > 0]))
