"""Which grid positions the agent can walk to, as GetReachablePositions answers."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from .collision import blocker, stands_on
from .model import Array, World

_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_LIMIT = 20000  # cells; larger than any room


@dataclass
class _Kept:
    key: tuple[object, ...]
    positions: list[tuple[float, float]]


def reachable_cells(world: World, grid: float = 0.25) -> list[tuple[float, float]]:
    """Return the (x, z) the agent can reach in steps of ``grid`` metres from where it stands, nearest first.

    The grid is anchored at the agent. The answer is kept until an object changes or the agent leaves these cells.
    """
    x0, z0 = float(world.agent.position[0]), float(world.agent.position[2])
    key = (world.geometry_version(), grid, world.agent.held)
    kept = world.settings.get("_reachable")
    if isinstance(kept, _Kept) and kept.key == key and _near(kept.positions, x0, z0):
        return kept.positions
    cells = _flood(world, x0, z0, grid)
    world.settings["_reachable"] = _Kept(key, cells)
    return cells


def reachable_positions(world: World, grid: float = 0.25) -> list[Array]:
    """Return the agent positions (3,) reachable in steps of ``grid`` metres from where it stands."""
    height = stands_on(world)
    return [np.array([x, height, z]) for x, z in reachable_cells(world, grid)]


def _near(cells: list[tuple[float, float]], x: float, z: float) -> bool:
    return any(abs(cx - x) < 1e-3 and abs(cz - z) < 1e-3 for cx, cz in cells)


def _flood(world: World, x0: float, z0: float, grid: float) -> list[tuple[float, float]]:
    low, high = world.bounds.center - world.bounds.half, world.bounds.center + world.bounds.half

    def at(cell: tuple[int, int]) -> Array:
        return np.array([x0 + cell[0] * grid, 0.0, z0 + cell[1] * grid])

    def in_room(cell: tuple[int, int]) -> bool:
        x, z = x0 + cell[0] * grid, z0 + cell[1] * grid
        return bool(low[0] <= x <= high[0] and low[2] <= z <= high[2])

    seen = {(0, 0)}
    queue = deque([(0, 0)])
    while queue and len(seen) < _LIMIT:
        cell = queue.popleft()
        for dx, dz in _STEPS:
            following = (cell[0] + dx, cell[1] + dz)
            if following in seen or not in_room(following):
                continue
            if blocker(world, at(cell), at(following)) is None:
                seen.add(following)
                queue.append(following)
    ordered = sorted(seen, key=lambda c: (abs(c[0]) + abs(c[1]), c))
    return [(round(x0 + i * grid, 4), round(z0 + j * grid, 4)) for i, j in ordered]
