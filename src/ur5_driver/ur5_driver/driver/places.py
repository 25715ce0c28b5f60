"""Where to put a held thing down: a flat free patch, the inside of something open, a shelf."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import ConvexHull

from pred_core.spots import CHOSEN, Beside
from ur5_description.kinematics import Array

CELL = 0.01
FLAT = 0.009
SPACIOUS = 0.08
LARGE = 40
"""Cells across of what is no longer one piece of furniture but the table."""
ON_IT = 0.4
"""Least share of a thing's base that is on the receptacle itself; what sticks out may lie on the table beside a mat."""
DROP = 0.006
FINGER_ROOM = 0.045
YAWS = 8
RIM = 0.012
"""How far inside its outline something open is open, m."""
LID = 0.1
"""Of what is seen in the middle, the share at the rim's height that makes it a top instead of an opening."""
CEILING, UNDER = 0.03, 0.05
"""How far below a surface its underside may be seen, and how much lower what is under it begins, m."""
HEADROOM = 0.02
"""What is put under a ceiling is lifted over the edge before, m."""
DEEP = 0.06
"""How far behind a shelf's middle a thing is put, m, so that another one fits in front of it."""
Grid = NDArray[np.float64]


@dataclass(frozen=True)
class Held:
    """A held thing in tool0: its points (Nx3 m), its foot's middle, and up, as it was when it was gripped."""

    points: Array
    foot: Array
    up: Array
    side: bool
    height: float

    @property
    def radius(self) -> float:
        """Return how far the thing reaches from the tool's axis, m."""
        return float(np.hypot(self.points[:, 0], self.points[:, 1]).max(initial=0.02))

    @property
    def reach(self) -> float:
        """Return how far it reaches from the flange, m."""
        return float(max(self.points[:, 2].max(initial=0.17), self.foot[2]))


@dataclass(frozen=True)
class Placement:
    """A pose of tool0 in base with the held thing's foot where it is to stand; ``drop``: let it fall there."""

    tool: Array
    level: float
    drop: bool
    cost: float
    shelf: bool = False


@dataclass(frozen=True)
class HeightMap:
    """Heights over a grid: ``top`` of all that was seen, ``mine`` of the receptacle, NaN where nothing was seen.

    Cell (i, j) is at ``origin + (i, j) * CELL``, x along i.
    """

    origin: Array
    top: Grid
    mine: Grid

    def centre(self, i: int, j: int) -> Array:
        """Return x, y of a cell's middle, m."""
        return self.origin + (np.array([i, j]) + 0.5) * CELL


def height_map(receptacle: Array, around: Array, below: float = math.inf) -> HeightMap:
    """Return the heights on and around a receptacle.

    :param receptacle: Nx3 in base, of its mask
    :param around: Mx3 in base, everything seen, the receptacle included or not
    :param below: points higher than this are left out (what is over a shelf)
    """
    mine = receptacle[receptacle[:, 2] < below]
    others = around[around[:, 2] < below] if len(around) else around
    low = mine[:, :2].min(axis=0) - 0.15
    high = mine[:, :2].max(axis=0) + 0.15
    shape = tuple(np.ceil((high - low) / CELL).astype(int) + 1)
    return HeightMap(low, _grid(np.concatenate([mine, others]), low, shape), _grid(mine, low, shape))


def _grid(points: Array, origin: Array, shape: tuple[int, ...]) -> Grid:
    grid = np.full(shape, -np.inf)
    cells = np.floor((points[:, :2] - origin) / CELL).astype(int)
    inside = np.all((cells >= 0) & (cells < np.array(shape)), axis=1)
    np.maximum.at(grid, (cells[inside, 0], cells[inside, 1]), points[inside, 2])
    grid[~np.isfinite(grid)] = np.nan
    return _filled(grid)


def _filled(grid: Grid) -> Grid:
    """Fill lone unseen cells from their neighbours: points are sparser than cells far away."""
    holes = np.isnan(grid)
    if holes.all():
        return grid
    count = ndimage.uniform_filter((~holes).astype(float), 3)
    total = ndimage.uniform_filter(np.where(holes, 0.0, grid), 3)
    fill = holes & (count > 4.5 / 9.0)
    return np.where(fill, total / np.maximum(count, 1e-9), grid)


def footprint(held: Held, yaw: float) -> Array:
    """Return the held thing's points around its foot's middle in base x, y, with the tool turned to ``yaw``."""
    rotation = upright(held, yaw)
    return np.asarray(((held.points - held.foot) @ rotation.T)[:, :2])


def upright(held: Held, yaw: float) -> Array:
    """Return the rotation of tool0 in base that has the thing's up at +z, turned by ``yaw`` about it."""
    up = held.up / np.linalg.norm(held.up)
    along = np.array([0.0, 0.0, 1.0]) if held.side else np.array([1.0, 0.0, 0.0])
    along = along - up * float(along @ up)
    along /= np.linalg.norm(along)
    body = np.column_stack([along, np.cross(up, along), up])
    c, s = math.cos(yaw), math.sin(yaw)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(turn @ body.T)


def _outline(surface: HeightMap, level: float) -> NDArray[np.bool_]:
    """Return the cells of the receptacle at a level, with those that were seen before and now are hidden.

    What is held hides much of a shelf when it is looked into. What lies at the same level within the convex hull of
    what is seen belongs to it, but for something as large as a table, on which other flat things lie.
    """
    flat = np.asarray(np.abs(surface.mine - level) < FLAT)
    cells = np.argwhere(flat)
    if len(cells) < 9 or int(np.ptp(cells, axis=0).max()) > LARGE or int(np.ptp(cells, axis=0).min()) < 2:
        return flat
    sides = ConvexHull(cells).equations
    others = np.argwhere((np.abs(surface.top - level) < FLAT) & ~flat)
    inside = others[np.all(others @ sides[:, :2].T + sides[:, 2] < 0.5, axis=1)]
    flat[inside[:, 0], inside[:, 1]] = True
    return flat


@dataclass(frozen=True)
class Spacing:
    """How places are chosen: cells kept free around the thing, cost of each metre nearer than 8 cm to others.

    ``apart``: how far the places offered are from each other, m; ``most`` of them for each turn of the thing.
    """

    free: int = 2
    crowding: float = 4.0
    apart: float = 0.04
    most: int = 6


ON_SHELF = Spacing(free=1, crowding=0.5, apart=0.015, most=12)


def on(
    held: Held,
    receptacle: Array,
    around: Array,
    near: Array,
    below: float = math.inf,
    room: Spacing = Spacing(),
    spot: Beside | None = None,
) -> list[Placement]:
    """Return places on flat free patches of a receptacle, best first.

    :param near: x, y where it had best be (the receptacle's middle, or as near as possible to where the arm is)
    :param spot: where it has to be; None for anywhere
    """
    surface = height_map(receptacle, around, below)
    found: list[Placement] = []
    for level in _levels(surface.mine):
        found += _at_level(held, surface, level, near, room, spot)
    return sorted(found, key=lambda p: p.cost)


def _levels(mine: Grid) -> list[float]:
    """Return the heights at which the receptacle has much level surface, highest first."""
    heights = np.sort(mine[np.isfinite(mine)])
    levels: list[float] = []
    while len(heights) >= 9:
        counts = np.searchsorted(heights, heights + FLAT) - np.arange(len(heights))
        best = int(counts.argmax())
        if counts[best] < 9:
            break
        level = float(np.median(heights[best : best + counts[best]]))
        levels.append(level)
        heights = heights[np.abs(heights - level) > 1.5 * FLAT]
    return sorted(levels, reverse=True)[:4]


def _at_level(
    held: Held, surface: HeightMap, level: float, near: Array, room: Spacing, spot: Beside | None
) -> list[Placement]:
    flat = _outline(surface, level)
    carrying = np.abs(surface.top - level) < FLAT
    raised = np.nan_to_num(surface.top, nan=-np.inf) > level + 0.015
    unseen = np.isnan(surface.top)
    clear = ndimage.distance_transform_edt(~raised) * CELL
    wanted = _wanted(surface, held, spot)
    found: list[Placement] = []
    for yaw in _yaws(held, near):
        cells = _cells(footprint(held, yaw))
        solid = (_share(flat, cells) > ON_IT) & (_share(carrying, cells) > 0.6)
        hit = _share(raised, _grown(cells, room.free)) > 0.0
        blind = _share(unseen, cells)
        core = ndimage.binary_erosion(flat, iterations=2)
        good = core & solid & ~hit & (blind < 0.2) & wanted
        for i, j in _best_cells(good, surface, clear, near, room):
            x, y = surface.centre(i, j)
            crowded = room.crowding * max(0.0, SPACIOUS - float(clear[i, j]))
            cost = math.hypot(x - near[0], y - near[1]) + crowded - 0.5 * level
            found.append(_place(held, (x, y, level + DROP), yaw, cost))
    return found


def _wanted(surface: HeightMap, held: Held, spot: Beside | None) -> NDArray[np.bool_]:
    """Return the cells in which the held thing's foot is where it has to be."""
    shape = surface.top.shape
    if spot is None:
        return np.ones(shape, dtype=bool)
    middles = surface.origin + (np.argwhere(np.ones(shape)) + 0.5) * CELL
    half = float(np.ptp(footprint(held, 0.0), axis=0).min()) / 2.0
    return np.asarray(spot.holds(middles, half, CHOSEN).reshape(shape))


def _best_cells(
    good: NDArray[np.bool_], surface: HeightMap, clear: Grid, near: Array, room: Spacing
) -> Iterator[tuple[int, int]]:
    """Yield a few good cells that are apart from each other, best first."""
    cells = np.argwhere(good)
    if not len(cells):
        return
    middles = surface.origin + (cells + 0.5) * CELL
    crowded = room.crowding * np.maximum(0.0, SPACIOUS - clear[cells[:, 0], cells[:, 1]])
    cost = np.linalg.norm(middles - near, axis=1) + crowded
    taken: list[Array] = []
    for index in np.argsort(cost):
        if all(np.linalg.norm(middles[index] - t) > room.apart for t in taken):
            taken.append(middles[index])
            yield int(cells[index, 0]), int(cells[index, 1])
        if len(taken) >= room.most:
            return


def _yaws(held: Held, near: Array) -> list[float]:
    if held.side:
        away = math.atan2(near[1], near[0])
        return [away + d for d in (0.0, 0.3, -0.3, 0.6, -0.6)]
    return [math.tau * k / YAWS for k in range(YAWS)]


def _cells(points: Array) -> NDArray[np.bool_]:
    """Return a kernel of the cells that points around (0, 0) fill."""
    half = math.ceil(float(np.abs(points).max(initial=CELL)) / CELL) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), dtype=bool)
    cells = np.round(points / CELL).astype(int) + half
    kernel[cells[:, 0], cells[:, 1]] = True
    kernel[half, half] = True
    return np.asarray(ndimage.binary_closing(kernel, iterations=2) | kernel)


def _grown(kernel: NDArray[np.bool_], steps: int) -> NDArray[np.bool_]:
    padded = np.pad(kernel, steps)
    return np.asarray(ndimage.binary_dilation(padded, iterations=steps))


def _share(mask: NDArray[np.bool_], kernel: NDArray[np.bool_]) -> Grid:
    """Return for every cell which share of the kernel around it lies on the mask."""
    weights = kernel.astype(float) / kernel.sum()
    share = ndimage.correlate(mask.astype(float), weights, mode="constant")
    return np.asarray(np.where(share < 1e-9, 0.0, share))


def _place(
    held: Held,
    foot: tuple[float, float, float],
    yaw: float,
    cost: float,
    *,
    drop: bool = False,
    shelf: bool = False,
) -> Placement:
    tool = np.eye(4)
    tool[:3, :3] = upright(held, yaw)
    tool[:3, 3] = np.array(foot) - tool[:3, :3] @ held.foot
    return Placement(tool, foot[2], drop, cost, shelf)


def into(held: Held, receptacle: Array, around: Array) -> list[Placement]:
    """Return places from which to let the held thing fall into something open; none where nothing is open.

    Open means: in the middle of the rim's outline lies a bottom at least 2 cm below the rim. It is let go within
    the rim where it fits and nothing lies as high, else above the rim; turned so that it fits, if it does.
    """
    rim = float(np.percentile(receptacle[:, 2], 98.0))
    ring = receptacle[receptacle[:, 2] > rim - 0.012]
    if len(ring) < 8:
        return []
    low, high = ring[:, :2].min(axis=0), ring[:, :2].max(axis=0)
    middle = (low + high) / 2.0
    inner = receptacle[np.linalg.norm(receptacle[:, :2] - middle, axis=1) < 0.3 * float((high - low).min())]
    if len(inner) < 4 or float(np.median(inner[:, 2])) > rim - 0.02:
        return []
    if float(np.mean(inner[:, 2] > rim - 0.012)) > LID:
        return []
    bottom = float(np.median(inner[:, 2]))
    over = around[np.all((around[:, :2] > low + RIM) & (around[:, :2] < high - RIM), axis=1)]
    filled = float(np.percentile(over[:, 2], 98.0)) if len(over) else bottom
    release = max(bottom, filled) + 0.01
    found = []
    for turn in range(YAWS):
        yaw = math.tau * turn / YAWS
        reach = np.abs(footprint(held, yaw)).max(axis=0, initial=0.0)
        beyond = float((reach - (high - low) / 2.0 + RIM).max())
        if beyond > 0.03 + RIM:
            continue
        cost = 0.05 * turn + 10.0 * max(0.0, beyond)
        lowest = max(release, rim - 0.015) if beyond <= 0.0 else max(release, rim + 0.01)
        found.append(_place(held, (*middle, lowest), yaw, cost, drop=True))
        found.append(_place(held, (*middle, max(release, rim + 0.03)), yaw, 1.0 + cost, drop=True))
    return sorted(found, key=lambda p: p.cost)


def on_shelf(held: Held, receptacle: Array, around: Array) -> list[Placement]:
    """Return places on surfaces under a ceiling that is high enough, for a thing gripped from the side; best first.

    The receptacle's opening is taken to face the base, so the best are behind the ceiling's middle.
    """
    if not held.side:
        return []
    found: list[Placement] = []
    for ceiling, middle, lower in _under_ceilings(receptacle, around):
        behind = middle * (1.0 + DEEP / max(float(np.linalg.norm(middle)), DEEP))
        places = on(held, lower, around, behind, ceiling - CEILING, ON_SHELF)
        room = ceiling - CEILING - HEADROOM
        found += [replace(p, shelf=True) for p in places if p.level + held.height < room]
    return sorted(found, key=lambda p: p.cost)


def has_shelf(receptacle: Array, around: Array) -> bool:
    """Return whether a receptacle has a surface under a ceiling: nothing gripped from above gets there."""
    return any(
        level < ceiling - UNDER
        for ceiling, _, lower in _under_ceilings(receptacle, around)
        for level in _levels(height_map(lower, around, below=ceiling - CEILING).mine)
    )


def _under_ceilings(receptacle: Array, around: Array) -> Iterator[tuple[float, Array, Array]]:
    """Yield heights and middles (x, y) of surfaces and the receptacle's points under each.

    Under means straight below: a box's bottom is not under its rim.
    """
    surface = height_map(receptacle, around)
    for level in _levels(surface.mine):
        roof = ndimage.binary_closing(surface.mine > level - FLAT, iterations=2)
        covered = ndimage.binary_opening(roof, iterations=2)  # a rim is no roof
        cells = np.floor((receptacle[:, :2] - surface.origin) / CELL).astype(int)
        low = receptacle[:, 2] < level - CEILING
        lower = receptacle[low & covered[cells[:, 0], cells[:, 1]]]
        if len(lower) >= 9:
            yield level, surface.origin + (np.argwhere(covered).mean(axis=0) + 0.5) * CELL, lower
