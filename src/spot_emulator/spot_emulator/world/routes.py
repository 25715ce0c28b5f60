"""Ways for the robot's body through a room: over places and headings, past everything that blocks."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from spot_emulator.world.footprint import HALF_LENGTH, HALF_WIDTH, blocks, clearance
from spot_emulator.world.house import House

HEADINGS = 16
CELL = 0.1
"""Metres between places tried."""
MARGIN = 0.02  # metres kept from everything, for what happens between two places
_TURN = 0.8  # cost of a sixteenth turn; a cell ahead costs 1
_ASIDE = 1.5  # how much dearer a cell sideways is
_SNAP = 2  # cells round a pose that does not fit the grid where the way may begin or end


@dataclass(frozen=True)
class Lattice:
    """Where the body fits: ``free`` (HEADINGS, nx, ny) in the map; cell (0, 0) is at ``origin``."""

    origin: tuple[float, float]
    free: NDArray[np.bool_]

    def pose(self, k: int, i: int, j: int) -> Pose2D:
        """Return the pose of a cell."""
        yaw = math.remainder(k * 2.0 * math.pi / HEADINGS, 2.0 * math.pi)
        return Pose2D(self.origin[0] + i * CELL, self.origin[1] + j * CELL, yaw)

    def cell(self, pose: Pose2D) -> tuple[int, int, int] | None:
        """Return the free cell nearest to a pose, or None."""
        k0 = round(pose.yaw / (2.0 * math.pi / HEADINGS))
        i0, j0 = round((pose.x - self.origin[0]) / CELL), round((pose.y - self.origin[1]) / CELL)
        best: tuple[float, tuple[int, int, int]] | None = None
        for dk in (0, 1, -1):
            for di in range(-_SNAP, _SNAP + 1):
                for dj in range(-_SNAP, _SNAP + 1):
                    cell = ((k0 + dk) % HEADINGS, i0 + di, j0 + dj)
                    if not self.is_free(*cell):
                        continue
                    cost = math.hypot(di, dj) + abs(dk)
                    if best is None or cost < best[0]:
                        best = (cost, cell)
        return None if best is None else best[1]

    def is_free(self, k: int, i: int, j: int) -> bool:
        """Tell whether the body fits in a cell."""
        _, nx, ny = self.free.shape
        return 0 <= i < nx and 0 <= j < ny and bool(self.free[k, i, j])


def lattice(house: House) -> Lattice:
    """Return where the body fits in a room as it is now."""
    found = blocks(house.world)
    west, east, south, north = found.bounds  # Unity's x and z
    origin = (south, -east)
    nx, ny = int((north - south) / CELL) + 1, int((east - west) / CELL) + 1
    return Lattice(
        origin,
        _fill(found.rows, found.low, found.bounds, origin, (nx, ny), (HALF_LENGTH, HALF_WIDTH), MARGIN),
    )


@njit(cache=True)
def _fill(
    rows: NDArray[np.float64],
    low: int,
    bounds: tuple[float, float, float, float],
    origin: tuple[float, float],
    cells: tuple[int, int],
    half: tuple[float, float],
    margin: float,
) -> NDArray[np.bool_]:
    nx, ny = cells
    free = np.zeros((HEADINGS, nx, ny), dtype=np.bool_)
    pose = np.empty(4)
    for k in range(HEADINGS):
        yaw = k * 2.0 * math.pi / HEADINGS
        pose[2], pose[3] = -math.sin(yaw), math.cos(yaw)
        for i in range(nx):
            for j in range(ny):
                pose[0], pose[1] = -(origin[1] + j * CELL), origin[0] + i * CELL
                free[k, i, j] = clearance(rows, bounds, pose, half[0], half[1], low) > margin
    return free


@njit(cache=True)
def _search(
    free: NDArray[np.bool_], start: tuple[int, int, int], goals: NDArray[np.bool_]
) -> tuple[int, NDArray[np.int32]]:
    """Return the cheapest goal's flat index (-1: none) and each reached cell's parent (flat)."""
    headings, nx, ny = free.shape
    size = headings * nx * ny
    cost = np.full(size, np.inf)
    parent = np.full(size, -1, dtype=np.int32)
    first = (start[0] * nx + start[1]) * ny + start[2]
    cost[first] = 0.0
    queue = [(0.0, first)]
    while len(queue) > 0:
        spent, flat = heapq.heappop(queue)
        if spent > cost[flat]:
            continue
        k, rest = divmod(flat, nx * ny)
        i, j = divmod(rest, ny)
        if goals[k, i, j]:
            return flat, parent
        yaw = k * 2.0 * math.pi / headings
        for move in range(10):
            nk, ni, nj, price = k, i, j, _TURN
            if move == 8:
                nk = (k + 1) % headings
            elif move == 9:
                nk = (k - 1) % headings
            else:
                angle = move * math.pi / 4.0
                di, dj = round(math.cos(angle)), round(math.sin(angle))
                ni, nj = i + int(di), j + int(dj)
                if ni < 0 or nj < 0 or ni >= nx or nj >= ny:
                    continue
                price = math.hypot(di, dj) * (1.0 + _ASIDE * (1.0 - math.cos(angle - yaw)) / 2.0)
            if not free[nk, ni, nj]:
                continue
            after = (nk * nx + ni) * ny + nj
            if spent + price < cost[after]:
                cost[after] = spent + price
                parent[after] = flat
                heapq.heappush(queue, (spent + price, after))
    return -1, parent


def way(table: Lattice, start: Pose2D, goals: Sequence[Pose2D]) -> list[Pose2D] | None:
    """Return poses from a start to the goal that is cheapest to reach, that goal last; None where there is no way."""
    first = table.cell(start)
    cells = {cell: goal for goal in reversed(goals) if (cell := table.cell(goal)) is not None}
    if first is None or not cells:
        return None
    wanted = np.zeros(table.free.shape, dtype=np.bool_)
    for cell in cells:
        wanted[cell] = True
    flat, parent = _search(table.free, first, wanted)
    if flat < 0:
        return None
    _, nx, ny = table.free.shape
    path: list[tuple[int, int, int]] = []
    while flat >= 0:
        k, rest = divmod(int(flat), nx * ny)
        path.append((k, *divmod(rest, ny)))
        flat = int(parent[flat])
    path.reverse()
    return [*(table.pose(*cell) for cell in path[1:]), cells[path[-1]]]
