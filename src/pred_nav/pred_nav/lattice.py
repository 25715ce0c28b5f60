"""Shortest motion sequences for a base that steps on a square lattice and turns by quarter turns."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_core.geometry import Pose2D, wrap_angle
from pred_nav.motions import TRANSLATIONS, BaseSettings, Motion
from pred_nav.terrain import Terrain

SIDEWAYS_COST = 1.05
"""A step that is not forward costs a little more, so that among equals the robot looks where it goes."""
TURNS = (Motion.TURN_LEFT, Motion.TURN_RIGHT)
_START, _TURN_LEFT, _TURN_RIGHT = -1, 4, 5


@dataclass(frozen=True)
class Reach:
    """Every lattice state (i, j, heading) and the cheapest way to it from the start.

    ``positions`` is (I, J, 2) in map; heading h looks along ``yaw0`` + h quarter turns; ``cost`` is (I, J, 4) in
    motions, inf where the body cannot go; ``came_by`` the code of the last motion.
    """

    positions: NDArray[np.float64]
    yaw0: float
    start: tuple[int, int, int]
    cost: NDArray[np.float64]
    came_by: NDArray[np.int8]

    def yaw(self, heading: int) -> float:
        """Return the yaw of a heading."""
        return wrap_angle(self.yaw0 + heading * math.pi / 2.0)

    def pose(self, state: tuple[int, int, int]) -> Pose2D:
        """Return the pose of a state."""
        x, y = self.positions[state[0], state[1]]
        return Pose2D(float(x), float(y), self.yaw(state[2]))

    def motions_to(self, state: tuple[int, int, int]) -> list[Motion]:
        """Return the motions from the start to a state of finite cost."""
        way: list[Motion] = []
        i, j, heading = state
        while self.came_by[i, j, heading] != _START:
            code = int(self.came_by[i, j, heading])
            if code in (_TURN_LEFT, _TURN_RIGHT):
                way.append(TURNS[code - _TURN_LEFT])
                heading = (heading + (3 if code == _TURN_LEFT else 1)) % 4
            else:
                way.append(TRANSLATIONS[code])
                direction = (heading + code) % 4
                i, j = i - (1, 0, -1, 0)[direction], j - (0, 1, 0, -1)[direction]
        return way[::-1]

    def nearest_state(self, pose: Pose2D) -> tuple[int, int, int] | None:
        """Return the reachable state nearest to a pose, by place, then by heading."""
        place = np.hypot(self.positions[..., 0] - pose.x, self.positions[..., 1] - pose.y)
        turn = np.array([abs(wrap_angle(self.yaw(h) - pose.yaw)) for h in range(4)])
        score = np.where(np.isfinite(self.cost), place[..., None] * 100.0 + turn, np.inf)
        best = np.unravel_index(int(np.argmin(score)), score.shape)
        i, j, heading = (int(v) for v in best)
        return (i, j, heading) if np.isfinite(score[i, j, heading]) else None


def reach_from(pose: Pose2D, terrain: Terrain, base: BaseSettings) -> Reach:
    """Return what can be reached on the lattice through a pose."""
    rows, columns = terrain.grid.shape
    span = math.hypot(rows, columns) * terrain.grid.cell
    count = int(span / base.step) + 1
    axis = (np.arange(2 * count + 1) - count) * base.step
    c, s = math.cos(pose.yaw), math.sin(pose.yaw)
    a, b = np.meshgrid(axis, axis, indexing="ij")
    positions = np.stack([pose.x + c * a - s * b, pose.y + s * a + c * b], axis=-1)
    origin = np.array(terrain.grid.origin)
    corner = origin + np.array([columns, rows]) * terrain.grid.cell
    inside = np.asarray(((positions >= origin) & (positions < corner)).all(axis=-1))
    keep_i, keep_j = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    first = (int(keep_i[0]), int(keep_j[0]))
    positions = positions[first[0] : keep_i[-1] + 1, first[1] : keep_j[-1] + 1]
    edges, known = _edges(positions, pose.yaw, terrain, base)
    start = (count - first[0], count - first[1], 0)
    cost, came_by = _dijkstra(edges, known, np.array(start), SIDEWAYS_COST if base.sideways else np.inf)
    return Reach(positions, pose.yaw, start, cost, came_by)


def _edges(
    positions: NDArray[np.float64], yaw: float, terrain: Terrain, base: BaseSettings
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the cost of stepping from each node each way, (I, J, 4), and whether all of the way is explored."""
    samples = max(2, math.ceil(base.step / terrain.grid.cell - 1e-6))
    ways = [yaw + direction * math.pi / 2.0 for direction in range(4)]
    units = np.array([[math.cos(way), math.sin(way)] for way in ways])
    reaches = np.array([base.step * k / samples for k in range(samples + 1)])
    body = terrain.body
    rates = np.array([body.hard, body.soft, body.tight_cost, body.unknown_cost - 1.0, body.suspect_cost])
    grid, layers = terrain.grid, (terrain.clearance, terrain.unknown, terrain.suspect)
    costs, known = _stepping(positions, units, reaches, *layers, np.array(grid.origin), grid.cell, rates)
    return costs, known


@njit(cache=True)
def _stepping(
    positions: NDArray[np.float64],
    units: NDArray[np.float64],
    reaches: NDArray[np.float64],
    clearance: NDArray[np.float64],
    unknown: NDArray[np.bool_],
    suspect: NDArray[np.float64],
    origin: NDArray[np.float64],
    cell: float,
    rates: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return what :func:`_edges` does, of the terrain's layers as :meth:`Terrain.sample` reads them.

    :param reaches: how far along the way is looked, metres, from 0 on
    :param rates: hard and soft clearance, and what tight, unknown and suspect floor costs beyond the open
    """
    count_i, count_j = positions.shape[0], positions.shape[1]
    rows, columns = clearance.shape
    costs, known = np.empty((count_i, count_j, 4)), np.empty((count_i, count_j, 4), np.bool_)
    hard, soft, tight_cost, unknown_cost, suspect_cost = rates
    samples = reaches.size - 1
    for i in range(count_i):
        for j in range(count_j):
            for direction in range(4):
                least, before, unseen, doubt, deeper = np.inf, 0.0, 0.0, 0.0, False
                for k in range(samples + 1):
                    x = positions[i, j, 0] + units[direction, 0] * reaches[k]
                    y = positions[i, j, 1] + units[direction, 1] * reaches[k]
                    row, column = int(np.floor((y - origin[1]) / cell)), int(np.floor((x - origin[0]) / cell))
                    inside = row >= 0 and column >= 0 and row < rows and column < columns
                    room = clearance[row, column] if inside else 0.0
                    if k > 0:
                        deeper |= room < hard and room <= before
                        least = min(least, room)
                        if inside and unknown[row, column]:
                            unseen += 1.0 / samples
                        if inside:
                            doubt += suspect[row, column] / samples
                    before = room
                tight = min(max((soft - least) / (soft - hard), 0.0), 1.0)
                cost = 1.0 + tight_cost * tight + unknown_cost * unseen
                costs[i, j, direction] = np.inf if deeper else cost + suspect_cost * doubt
                known[i, j, direction] = unseen == 0.0
    return costs, known


@njit(cache=True)
def _dijkstra(
    edges: NDArray[np.float64], known: NDArray[np.bool_], start: NDArray[np.int64], sideways: float
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    count_i, count_j = edges.shape[0], edges.shape[1]
    cost = np.full((count_i, count_j, 4), np.inf)
    came_by = np.full((count_i, count_j, 4), -1, np.int8)
    cost[start[0], start[1], start[2]] = 0.0
    heap = [(0.0, start[0], start[1], start[2])]
    while len(heap) > 0:
        so_far, i, j, heading = heapq.heappop(heap)
        if so_far > cost[i, j, heading]:
            continue
        for code in range(6):
            ni, nj, nh, step = i, j, heading, 1.0
            if code >= 4:
                nh = (heading + (1 if code == 4 else 3)) % 4
            else:
                direction = (heading + code) % 4
                step = edges[i, j, direction]
                if code > 0:
                    step = step * sideways if known[i, j, direction] else np.inf
                ni += 1 if direction == 0 else -1 if direction == 2 else 0
                nj += 1 if direction == 1 else -1 if direction == 3 else 0
                if ni < 0 or nj < 0 or ni >= count_i or nj >= count_j:
                    continue
            total = so_far + step
            if total < cost[ni, nj, nh] - 1e-9:
                cost[ni, nj, nh] = total
                came_by[ni, nj, nh] = code
                heapq.heappush(heap, (total, ni, nj, nh))
    return cost, came_by
