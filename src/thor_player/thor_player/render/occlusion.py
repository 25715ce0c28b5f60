"""Soft contact shadows: a coarse grid of how much solid is near, kept true as objects move.

Every solid adds whole numbers that fall off with the distance from its box; taking them away again is exact, so the
picture of a world does not depend on how it came to be.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from thor_player.model import Box
from thor_player.render.jit import exact, inlined

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


@inlined
def lookup(grid: Array, cells: Array, x: float, y: float, z: float) -> float:
    """Return the interpolated nearness of solids at a point in cells, 0 outside; ``cells`` is the grid, flat."""
    near = 0.0
    long, tall, wide = grid.shape
    if x >= 0.0 and y >= 0.0 and z >= 0.0 and x < long - 1.0 and y < tall - 1.0 and z < wide - 1.0:
        i, j, k = int(x), int(y), int(z)
        tx, ty, tz = x - i, y - j, z - k
        # Unsigned: of an index that may be below 0 each of the eight would be looked at.
        one, row = np.uint64(1), np.uint64(wide)
        a = np.uint64(i * (tall * wide) + j * wide + k)
        b = a + row
        c = a + np.uint64(tall * wide)
        d = c + row
        left = cells[a] + tz * (cells[a + one] - cells[a])
        left += ty * (cells[b] + tz * (cells[b + one] - cells[b]) - left)
        right = cells[c] + tz * (cells[c + one] - cells[c])
        right += ty * (cells[d] + tz * (cells[d + one] - cells[d]) - right)
        near = left + tx * (right - left)
    return near


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
