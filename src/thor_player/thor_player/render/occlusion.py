"""Soft contact shadows: a coarse grid of how much solid is near, kept true as objects move.

Every solid adds whole numbers that fall off with the distance from its box; taking them away again is exact, so the
picture of a world does not depend on how it came to be.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from thor_player.model import Box
from thor_player.render.jit import exact, fast

Array = Any
CELL = 0.05
REACH = 0.16
OFFSET = 0.05  # how far in front of a surface the grid is asked
FULL = 256.0
SHELL = 0.3 * FULL  # walls and floors darken less than things do
OWN = (1.0 - OFFSET / REACH) ** 2  # share of its weight that a flat body adds to itself


@exact
def splat(
    grid: Array, origin: Array, center: Array, half: Array, cos: float, sin: float, weight: float
) -> None:
    """Add a box of that weight (less than 0: take it away); ``cos``, ``sin`` are those of its yaw."""
    reach_x = abs(cos) * half[0] + abs(sin) * half[2] + REACH
    reach_z = abs(sin) * half[0] + abs(cos) * half[2] + REACH
    reach = (reach_x, half[1] + REACH, reach_z)
    low = np.empty(3, np.int64)
    high = np.empty(3, np.int64)
    for k in range(3):
        low[k] = max(0, math.ceil((center[k] - reach[k] - origin[k]) / CELL))
        high[k] = min(grid.shape[k] - 1, math.floor((center[k] + reach[k] - origin[k]) / CELL))
    for i in range(low[0], high[0] + 1):
        x = origin[0] + i * CELL - center[0]
        for k in range(low[2], high[2] + 1):
            z = origin[2] + k * CELL - center[2]
            across = max(0.0, abs(cos * x - sin * z) - half[0])
            along = max(0.0, abs(sin * x + cos * z) - half[2])
            flat = across * across + along * along
            if flat >= REACH * REACH:
                continue
            for j in range(low[1], high[1] + 1):
                up = max(0.0, abs(origin[1] + j * CELL - center[1]) - half[1])
                distance = flat + up * up
                if distance < REACH * REACH:
                    fall = 1.0 - math.sqrt(distance) / REACH
                    grid[i, j, k] += int(weight * fall * fall)


@fast
def lookup(grid: Array, origin: Array, x: float, y: float, z: float) -> float:
    """Return the interpolated nearness of solids at a point, 0 outside the grid."""
    gx, gy, gz = (x - origin[0]) / CELL, (y - origin[1]) / CELL, (z - origin[2]) / CELL
    i, j, k = int(gx), int(gy), int(gz)
    if gx < 0.0 or gy < 0.0 or gz < 0.0:
        return 0.0
    if i >= grid.shape[0] - 1 or j >= grid.shape[1] - 1 or k >= grid.shape[2] - 1:
        return 0.0
    tx, ty, tz = gx - i, gy - j, gz - k
    sz = 1.0 - tz
    near = (1.0 - ty) * (sz * grid[i, j, k] + tz * grid[i, j, k + 1])
    near += ty * (sz * grid[i, j + 1, k] + tz * grid[i, j + 1, k + 1])
    far = (1.0 - ty) * (sz * grid[i + 1, j, k] + tz * grid[i + 1, j, k + 1])
    far += ty * (sz * grid[i + 1, j + 1, k] + tz * grid[i + 1, j + 1, k + 1])
    return float((1.0 - tx) * near + tx * far)


class OcclusionGrid:
    """The grid of one room. ``values`` (X, Y, Z) int32, ``origin`` (3,) the place of cell 0."""

    def __init__(self, bounds: Box) -> None:
        low, high = bounds.corners().min(axis=0) - 0.1, bounds.corners().max(axis=0) + 0.1
        shape = np.minimum(np.ceil((high - low) / CELL).astype(int) + 2, (400, 120, 400))
        self.origin = np.asarray(low, dtype=float)
        self.values = np.zeros(tuple(int(n) for n in shape), dtype=np.int32)

    def add(self, boxes: list[Box], weight: float = FULL) -> None:
        """Add boxes of a weight, or take them away with the same weight below 0."""
        for box in boxes:
            angle = math.radians(box.yaw)
            center = np.asarray(box.center, dtype=float)
            half = np.asarray(box.half, dtype=float)
            splat(self.values, self.origin, center, half, math.cos(angle), math.sin(angle), weight)
