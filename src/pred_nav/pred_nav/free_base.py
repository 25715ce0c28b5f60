"""Ways of a base that goes any way and turns as it goes: fast marching in place and heading, with its footprint."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_core.geometry import Pose2D, wrap_angle
from pred_nav.motions import FreeBase, Walk
from pred_nav.outline import eased
from pred_nav.terrain import Terrain

State = tuple[int, int, int]
Floats = NDArray[np.float64]

LEAVES = 0.6
"""Who stands nearer to something than allowed may go this far (m) to where there is room, but no nearer to it, nor to
what stopped the body before."""
TURNED = 5.0
"""A pose that is this many radians off is as far off as one a metre away: rather a cell beside it than a look aside."""
CORNER = 0.02
"""The middle of an obstacle's cell is no nearer than this to a corner of the body (m)."""
PARTS = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Where along a long body, in shares of the way to its ends, clearance is kept: corners fit between three."""
POINTS = 0.2
"""Poses of a walk are about so far apart (m)."""


@dataclass(frozen=True)
class FreeReach:
    """Every place and heading, and what it costs to get there from the start.

    ``positions`` is (I, J, 2) in map; heading h looks along ``yaw0`` + h / H of a turn; ``cost`` is (I, J, H) in
    motions of ``motion`` metres, inf where the body cannot go; ``slowness`` the cost of a metre there; ``obstacles``
    are (N, 2), the middles of the cells that the body may not touch.
    """

    positions: Floats
    yaw0: float
    start: State
    cost: Floats
    slowness: Floats
    known: NDArray[np.bool_]
    base: FreeBase
    motion: float
    obstacles: Floats

    def yaw(self, heading: int) -> float:
        """Return the yaw of a heading."""
        return wrap_angle(self.yaw0 + heading * 2.0 * math.pi / self.base.headings)

    def pose(self, state: State) -> Pose2D:
        """Return the pose of a state."""
        x, y = self.positions[state[0], state[1]]
        return Pose2D(float(x), float(y), self.yaw(state[2]))

    def nearest_state(self, pose: Pose2D) -> State | None:
        """Return the reachable state nearest to a pose, a metre being as far as TURNED radians."""
        place = np.hypot(self.positions[..., 0] - pose.x, self.positions[..., 1] - pose.y)
        turn = np.array([abs(wrap_angle(self.yaw(h) - pose.yaw)) for h in range(self.base.headings)])
        score = np.where(np.isfinite(self.cost), place[..., None] * TURNED + turn, np.inf)
        i, j, heading = (int(v) for v in np.unravel_index(int(np.argmin(score)), score.shape))
        return (i, j, heading) if np.isfinite(score[i, j, heading]) else None

    def turns_here(self) -> bool:
        """Tell whether there is room for every heading at the start."""
        return bool(np.isfinite(self.cost[self.start[:2]]).all())

    def roomy(self, least: float) -> State | None:
        """Return the nearest state with room for every heading, so many metres away at least; None: there is none."""
        away = np.hypot(*np.moveaxis(self.positions - self.positions[self.start[:2]], -1, 0))
        turns = np.isfinite(self.cost).all(axis=2) & (away >= least)
        cost = np.where(turns[..., None], self.cost, np.inf)
        i, j, heading = (int(v) for v in np.unravel_index(int(np.argmin(cost)), cost.shape))
        return (i, j, heading) if np.isfinite(cost[i, j, heading]) else None

    def motions_to(self, state: State) -> list[Walk]:
        """Return the walks from the start to a state of finite cost, each ``stride`` long at most.

        A walk ends where what is known of the floor ends, so that the robot looks before it goes on. By an exact base
        it leads through the middle of what is narrow, where states may lie beside it.
        """
        corners = _shortened(self._descent(state), self.slowness, self.base)
        walks, piece, length = list[Walk](), list[Pose2D](), 0.0
        for before, after in itertools.pairwise(corners):
            for share in self._shares(before, after):
                place = tuple(a + share * (b - a) for a, b in zip(before, after, strict=True))
                pose, known = self._pose_at(place), self._known_at(place)
                if self.base.exact and self.base.corners is not None and place != corners[-1]:
                    pose = eased(pose, self.obstacles, self.base.corners)
                length += POINTS
                if piece and (length > self.base.stride or not known):
                    walks.append(Walk(tuple(piece)))
                    piece, length = [], POINTS
                piece.append(pose)
        return [*walks, Walk(tuple(piece))] if piece else walks

    def _shares(self, before: tuple[float, ...], after: tuple[float, ...]) -> Sequence[float]:
        metres = self.base.cell * math.hypot(after[0] - before[0], after[1] - before[1])
        turn = abs(after[2] - before[2]) * 2.0 * math.pi / self.base.headings
        count = max(1, math.ceil(max(metres / POINTS, turn / (math.pi / 4.0))))
        return [(k + 1) / count for k in range(count)]

    def _pose_at(self, place: tuple[float, ...]) -> Pose2D:
        x, y = self.positions[0, 0] + self.base.cell * np.array(place[:2])
        return Pose2D(
            float(x), float(y), wrap_angle(self.yaw0 + place[2] * 2.0 * math.pi / self.base.headings)
        )

    def _known_at(self, place: tuple[float, ...]) -> bool:
        return bool(self.known[round(place[0]), round(place[1])])

    def _descent(self, state: State) -> list[tuple[int, int, int]]:
        """Return the states of steepest descent from the start to a state; headings go on beyond a turn."""
        codes = _descend(self.cost, np.array(state), self.base.headings)
        states = [(int(i), int(j), int(h)) for i, j, h in codes]
        return states[::-1]


def reach_freely(pose: Pose2D, terrain: Terrain, base: FreeBase, motion: float) -> FreeReach:
    """Return what can be reached from a pose.

    :param motion: what costs 1, metres
    """
    grid = terrain.grid
    rows, columns = grid.shape
    low = np.array(grid.origin)
    high = low + np.array([columns, rows]) * grid.cell
    before = np.maximum(np.floor((np.array([pose.x, pose.y]) - low) / base.cell), 0).astype(int)
    after = np.maximum(np.floor((high - np.array([pose.x, pose.y])) / base.cell), 0).astype(int)
    xs = pose.x + base.cell * np.arange(-before[0], after[0] + 1)
    ys = pose.y + base.cell * np.arange(-before[1], after[1] + 1)
    positions = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1)
    start = (int(before[0]), int(before[1]), 0)
    dear, unknown, room, met = _sampled(positions, pose.yaw, terrain, base)
    slowness = _slowness((room, met), dear, terrain, positions, start)
    obstacles = grid.middles(terrain.clearance == 0.0)
    turn = base.turning * 2.0 * math.pi / base.headings
    cost = _march(slowness, np.array(start), base.cell, turn) / motion
    return FreeReach(positions, pose.yaw, start, cost, slowness, ~unknown, base, motion, obstacles)


def _sampled(
    positions: Floats, yaw: float, terrain: Terrain, base: FreeBase
) -> tuple[Floats, NDArray[np.bool_], Floats, Floats]:
    """Return what the floor adds to the cost of a metre and where it is unexplored, both (I, J), and the room.

    The room is that around the footprint, (I, J, H) metres; the last is how far the footprint is from bumps.
    """
    _, unexplored, suspect = terrain.sample(positions)
    body = terrain.body
    dear = (body.unknown_cost - 1.0) * unexplored + body.suspect_cost * suspect
    room = np.empty((*positions.shape[:2], base.headings))
    met = np.empty_like(room)
    xs, ys = positions[:, 0, 0], positions[0, :, 1]
    clearance = terrain.halves if base.exact else terrain.clearances
    for heading in range(base.headings):
        way = yaw + heading * 2.0 * math.pi / base.headings
        along = base.ends * np.array([math.cos(way), math.sin(way)])
        parts = [share * along for share in PARTS]
        around = [clearance.at(xs + x, ys + y) for x, y in parts]
        corners = (clearance.at(xs + x, ys + y) for x, y in _corners(way, base))
        around += [near - CORNER + body.hard for near in corners]
        room[..., heading] = np.minimum.reduce(around)
        met[..., heading] = np.minimum.reduce([terrain.bumps.at(xs + x, ys + y) for x, y in parts])
    return dear, unexplored, room, met


def _corners(way: float, base: FreeBase) -> list[Floats]:
    """Return how far a body that looks one way has its corners from base_link, (2,) each; none where it is round."""
    if base.corners is None:
        return []
    ahead, aside = base.corners
    cos, sin = math.cos(way), math.sin(way)
    return [
        np.array([a * cos - b * sin, a * sin + b * cos]) for a in (ahead, -ahead) for b in (aside, -aside)
    ]


def _slowness(
    rooms: tuple[Floats, Floats], dear: Floats, terrain: Terrain, positions: Floats, start: State
) -> Floats:
    """Return the cost of a metre, (I, J, H): 1 in the open, more where it is tight or dear, inf without room."""
    body, (room, met) = terrain.body, rooms
    tight = np.clip((body.soft - room) / (body.soft - body.hard), 0.0, 1.0)
    cost = 1.0 + body.tight_cost * tight + dear[..., None]
    here = room[start]
    away = np.hypot(*np.moveaxis(positions - positions[start[:2]], -1, 0))
    leaving = (room >= here - 1e-6) & (away <= LEAVES)[..., None]
    leaving &= met >= min(body.hard, float(met[start])) - 1e-6
    return np.asarray(np.where((room >= body.hard) | leaving, cost, np.inf))


@njit(cache=True)
def _solve(a: float, b: float, c: float, ha: float, hb: float, slowness: float) -> float:
    """Return T of ((T-a)/ha)^2 + ((T-b)/ha)^2 + ((T-c)/hb)^2 = slowness^2, over the neighbours that come before it."""
    first, second, third = a, b, c
    of_first = of_second = 1.0 / ha**2
    of_third = 1.0 / hb**2
    if second < first:
        first, second = second, first
    if third < second:  # of equal ones the order stays
        second, third, of_second, of_third = third, second, of_third, of_second
        if second < first:
            first, second, of_first, of_second = second, first, of_second, of_first
    result = np.inf
    sw, swv, swvv = 0.0, 0.0, 0.0
    for value, weight in ((first, of_first), (second, of_second), (third, of_third)):
        if not value < result:
            break
        sw += weight
        swv += weight * value
        swvv += weight * value * value
        root = swv * swv - sw * (swvv - slowness * slowness)
        if root < 0.0:
            break
        result = (swv + np.sqrt(root)) / sw
    return result


@njit(cache=True)
def _least(times: Floats, i: int, j: int, h: int, axis: int) -> float:
    """Return the lower of a state's two neighbours along an axis; headings go round."""
    best = np.inf
    for side in (-1, 1):
        ni = i + (side if axis == 0 else 0)
        nj = j + (side if axis == 1 else 0)
        nh = (h + (side if axis == 2 else 0)) % times.shape[2]
        if 0 <= ni < times.shape[0] and 0 <= nj < times.shape[1]:
            best = min(best, times[ni, nj, nh])
    return best


@njit(cache=True)
def _march(slowness: Floats, start: NDArray[np.int64], cell: float, turn: float) -> Floats:
    """Return the arrival times of a front from the start, (I, J, H); a cell is ``cell`` wide, a heading ``turn``."""
    times = np.full(slowness.shape, np.inf)
    done = np.zeros(slowness.shape, np.bool_)
    times[start[0], start[1], start[2]] = 0.0
    heap = [(0.0, start[0], start[1], start[2])]
    while len(heap) > 0:
        _, i, j, h = heapq.heappop(heap)
        if done[i, j, h]:
            continue
        done[i, j, h] = True
        for step in range(6):
            axis, side = step // 2, 1 - 2 * (step % 2)
            ni = i + (side if axis == 0 else 0)
            nj = j + (side if axis == 1 else 0)
            nh = (h + (side if axis == 2 else 0)) % times.shape[2]
            if ni < 0 or nj < 0 or ni >= times.shape[0] or nj >= times.shape[1]:
                continue
            if done[ni, nj, nh] or not slowness[ni, nj, nh] < np.inf:
                continue
            time = _solve(
                _least(times, ni, nj, nh, 0),
                _least(times, ni, nj, nh, 1),
                _least(times, ni, nj, nh, 2),
                cell,
                turn,
                slowness[ni, nj, nh],
            )
            if time < times[ni, nj, nh]:
                times[ni, nj, nh] = time
                heapq.heappush(heap, (time, ni, nj, nh))
    return times


@njit(cache=True)
def _descend(cost: Floats, state: NDArray[np.int64], headings: int) -> NDArray[np.int64]:
    """Return the states on the way down from a state to the start, (N, 3)."""
    way = [(state[0], state[1], state[2])]
    i, j, h = state[0], state[1], state[2]
    while cost[i, j, h % headings] > 0.0:
        best, bi, bj, bh = cost[i, j, h % headings], i, j, h
        for di in range(-1, 2):
            for dj in range(-1, 2):
                for dh in range(-1, 2):
                    ni, nj, nh = i + di, j + dj, h + dh
                    if ni < 0 or nj < 0 or ni >= cost.shape[0] or nj >= cost.shape[1]:
                        continue
                    value = cost[ni, nj, nh % headings]
                    if value < best:
                        best, bi, bj, bh = value, ni, nj, nh
        if bi == i and bj == j and bh == h:
            break
        i, j, h = bi, bj, bh
        way.append((i, j, h))
    return np.array(way)


def _shortened(
    states: list[tuple[int, int, int]], slowness: Floats, base: FreeBase
) -> list[tuple[float, ...]]:
    """Return the corners of a way: each is joined to the farthest state that costs no more in a straight line."""
    corners = [tuple(map(float, states[0]))]
    prices = [_price(a, b, slowness, base) for a, b in itertools.pairwise(states)]
    along = np.concatenate([[0.0], np.cumsum(prices)])
    k = 0
    while k < len(states) - 1:
        last = len(states) - 1
        while (
            last > k + 1 and _price(states[k], states[last], slowness, base) > along[last] - along[k] + 1e-9
        ):
            last -= 1
        corners.append(tuple(map(float, states[last])))
        k = last
    return corners


def _price(a: State, b: State, slowness: Floats, base: FreeBase) -> float:
    """Return what the straight way between two states costs, metres; inf where there is no room."""
    turn = base.turning * 2.0 * math.pi / base.headings
    return float(_line_price(np.array(a, float), np.array(b, float), slowness, base.cell, turn))


@njit(cache=True)
def _line_price(a: Floats, b: Floats, slowness: Floats, cell: float, turn: float) -> float:
    metres = np.sqrt(((b[0] - a[0]) * cell) ** 2 + ((b[1] - a[1]) * cell) ** 2 + ((b[2] - a[2]) * turn) ** 2)
    count = int(np.ceil(max(abs(b[0] - a[0]), abs(b[1] - a[1]), abs(b[2] - a[2])) * 2.0)) + 1
    total = 0.0
    for k in range(1, count + 1):
        share = k / count
        i = int(np.round(a[0] + share * (b[0] - a[0])))
        j = int(np.round(a[1] + share * (b[1] - a[1])))
        h = int(np.round(a[2] + share * (b[2] - a[2]))) % slowness.shape[2]
        total += slowness[i, j, h]
    return float(metres * total / count)
