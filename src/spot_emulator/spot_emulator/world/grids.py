"""What the robot knows of the ground around it: square grids of the room, as seen from above."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from bosdyn.client.math_helpers import SE3Pose
from numpy.typing import NDArray

from spot_emulator.world.footprint import Blocks

Array = NDArray[np.float64]

CELLS = 128
"""Cells along each side of a grid, as a real robot's has."""
CELL = 0.03
"""Side of a cell, metres."""
_FOOT = 0.06  # metres that a foot keeps from what it must not tread on


def corner_of(around: Sequence[float]) -> tuple[float, float]:
    """Return the corner (x, y) of the grid round a place, metres, on whole cells of the frame it is given in."""
    x, y = (round(float(value) / CELL) * CELL for value in around)
    half = CELLS * CELL / 2.0
    return x - half, y - half


def distances(found: Blocks, map_tform_grid: SE3Pose) -> Array:
    """Return how far the middle of each cell (CELLS, CELLS; rows along y) is from what blocks the body, metres.

    Inside of it, and outside of the room, it is less than zero: how far it is to the way out.
    """
    steps = (np.arange(CELLS) + 0.5) * CELL
    ys, xs = np.meshgrid(steps, steps, indexing="ij")
    rotation = np.asarray(map_tform_grid.rot.to_matrix())
    px = map_tform_grid.x + rotation[0, 0] * xs + rotation[0, 1] * ys
    py = map_tform_grid.y + rotation[1, 0] * xs + rotation[1, 1] * ys
    return _apart(found, -py, px)


def _apart(found: Blocks, x: Array, z: Array) -> Array:
    """Return the signed distance of points of Unity's ground from the nearest box, or from the room's walls."""
    low_x, high_x, low_z, high_z = found.bounds
    least: Array = np.minimum(np.minimum(x - low_x, high_x - x), np.minimum(z - low_z, high_z - z))
    for cx, cz, hx, hz, cos, sin in found.rows:
        dx, dz = x - cx, z - cz
        over_x, over_z = np.abs(cos * dx - sin * dz) - hx, np.abs(sin * dx + cos * dz) - hz
        outside = np.hypot(np.maximum(over_x, 0.0), np.maximum(over_z, 0.0))
        least = np.minimum(least, outside + np.minimum(np.maximum(over_x, over_z), 0.0))
    return least


def steppable(apart: Array) -> NDArray[np.bool_]:
    """Tell of each cell whether a foot may tread there, by how far it is from what blocks."""
    return apart > _FOOT
