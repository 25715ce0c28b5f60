"""Where the agent's body fits: an upright capsule swept along a move against everything that blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .footprints import row, rows_with
from .model import Array, Box, Clearance, SimObject, World
from .rooms_start import AGENT_HEIGHT
from .solids import disc, is_round
from .solids_pose import is_tilted, to_world

RADIUS = 0.2
# Recorded boxes reach out to handles, overhanging edges and backrests; the recorded agent came this much nearer.
SKIN = 0.1
HEIGHT = 1.8
STEP = 0.1  # what does not rise above this is walked over
NOTHING, WALL = -1, -2
_BARE = [Clearance(RADIUS - SKIN)]

# Flat against a wall, or cloth: the body passes. Stools and bags are light: it pushes them aside.
PASSABLE = frozenset({
    "Floor", "Curtains", "Blinds", "Window", "LightSwitch", "Painting", "Poster", "Boots", "Cloth", "DogBed",
    "GarbageBag", "HandTowel", "SinkBasin", "BathtubBasin", "Pillow", "Stool", "Towel",
})  # fmt: skip
# What is round or turned or narrows down fills only so much of its box.
_BY_PARTS = frozenset({"CounterTop", "ShowerGlass", "Toilet"})
_FILLED = {"Chair": 0.7, "GarbageCan": 0.88, "LaundryHamper": 0.9, "FloorLamp": 0.6}
_ON_FLOOR = 0.3  # metres; what can be picked up and is higher up stands on something
_BULKY = 0.03  # cubic metres; what can be picked up and is smaller is stepped over


@dataclass
class Obstacles:
    """The footprints of all solids at body height: ``rows`` (n, 6) cx, cz, hx, hz, cos, sin; ``owners`` their ids.

    ``stand_off`` (n,) is how near the body's middle may come to each, in metres. ``bounds`` are the room's least and
    greatest x and z.
    """

    version: tuple[int, int]
    rows: Array
    owners: list[str]
    stand_off: Array
    bounds: tuple[float, float, float, float]


def obstacles(world: World) -> Obstacles:
    """Return the world's obstacles as they are now (kept until an object changes)."""
    kept = world.settings.get("_obstacles")
    version = world.geometry_version()
    if isinstance(kept, Obstacles) and kept.version == version:
        return kept
    rows, owners, near = list[tuple[float, ...]](), list[str](), list[float]()
    shell = world.structure

    def add(owner: str, body: Box, clearance: Clearance) -> None:
        found = rows_with(row(body), clearance.grown)
        rows.extend(found)
        owners.extend([owner] * len(found))
        near.extend([clearance.near] * len(found))

    for obj, number, solid in bodies(world):
        clearances = shell.stand_off.get(obj.object_id, _BARE)
        add(obj.object_id, solid, clearances[min(number, len(clearances) - 1)])
    for number, body in enumerate(shell.fixtures):
        add("Wall", body, shell.fixture_stand_off[number] if shell.fixture_stand_off else _BARE[0])
    for body, distance in (*shell.wall_pieces, *((body, 0.0) for body in shell.beyond)):
        add("Wall", body, Clearance(distance))
    b = world.bounds
    edges = (
        float(b.center[0] - b.half[0]),
        float(b.center[0] + b.half[0]),
        float(b.center[2] - b.half[2]),
        float(b.center[2] + b.half[2]),
    )
    made = Obstacles(version, np.array(rows, dtype=np.float64).reshape(-1, 6), owners, np.array(near), edges)
    world.settings["_obstacles"] = made
    return made


def bodies(world: World) -> Iterator[tuple[SimObject, int, Box]]:
    """Yield what of the objects stops the body: the object, which of its solids, and the solid."""
    low, high = world.floor + STEP, world.floor + HEIGHT
    for obj in world.active():
        if _blocks(world, obj):
            for number, solid in enumerate(_blocking(obj)):
                if solid.top > low and solid.bottom < high:
                    yield obj, number, solid


def _blocks(world: World, obj: SimObject) -> bool:
    if obj.object_type in PASSABLE or obj.object_id == world.agent.held:
        return False
    if obj.object_type == "Sink" and obj.box.bottom > world.floor + 0.5:
        return False  # the counter that it is let into stops the body
    if not obj.can("pickupable"):
        return True
    stands = obj.box.bottom < world.floor + _ON_FLOOR and not is_tilted(obj.rotation)
    return stands and 8.0 * float(np.prod(obj.box.half)) > _BULKY


def _blocking(obj: SimObject) -> list[Box]:
    """Return what of an object stops the body: all of its box, so that nobody walks under a table.

    A bent counter or a toilet stops it only where it is, and a door that swung open gives way.
    """
    if obj.object_type in _BY_PARTS or (obj.object_type == "Desk" and len(obj.surfaces) > 1):
        return obj.solids
    if is_round(obj):
        return [
            to_world(obj.box, part)
            for part in disc(float(obj.box.half[0]), -obj.box.half[1], obj.box.half[1])
        ]
    share = _FILLED.get(obj.object_type)
    if share is None:
        return [obj.box]
    return [Box(obj.box.center, obj.box.half * np.array([share, 1.0, share]), obj.box.yaw)]


def blocker(world: World, start: Array, end: Array) -> str | None:
    """Return what stops the body on a straight way from ``start`` to ``end`` (3,): an object id, "Wall" or None.

    What the body already touches at the start stops it only when the move goes deeper, so nothing traps it.
    """
    found = obstacles(world)
    hit = _first_hit(found.rows, found.stand_off, found.bounds, start[0], start[2], end[0], end[2])
    if hit == NOTHING:
        return None
    return "Wall" if hit == WALL else found.owners[hit]


def is_free(world: World, position: Array) -> bool:
    """Tell whether the body fits at a position (3,)."""
    return touching(world, position) is None


def touching(world: World, position: Array) -> str | None:
    """Return an object (or "Wall") that the body would overlap at a position (3,), or None."""
    found = obstacles(world)
    hit = _overlap(found.rows, found.stand_off, found.bounds, position[0], position[2])
    if hit == NOTHING:
        return None
    return "Wall" if hit == WALL else found.owners[hit]


def stands_on(world: World) -> float:
    """Return the agent position's height on this floor."""
    return world.floor + AGENT_HEIGHT


@njit(cache=True)
def _point_distance(row: NDArray[np.float64], x: float, z: float) -> float:
    dx, dz = x - row[0], z - row[1]
    lx = row[4] * dx - row[5] * dz
    lz = row[5] * dx + row[4] * dz
    ox = max(abs(lx) - row[2], 0.0)
    oz = max(abs(lz) - row[3], 0.0)
    if ox == 0.0 and oz == 0.0:
        return float(max(abs(lx) - row[2], abs(lz) - row[3]))
    return float(np.sqrt(ox * ox + oz * oz))


@njit(cache=True)
def _sweep_distance(row: NDArray[np.float64], x0: float, z0: float, x1: float, z1: float) -> float:
    # The distance to a convex shape along a segment is convex: golden section finds its least value.
    low, high = 0.0, 1.0
    ratio = 0.6180339887498949
    a, b = high - ratio, low + ratio
    fa = _point_distance(row, x0 + a * (x1 - x0), z0 + a * (z1 - z0))
    fb = _point_distance(row, x0 + b * (x1 - x0), z0 + b * (z1 - z0))
    for _ in range(18):
        if fa <= fb:
            high, b, fb = b, a, fa
            a = high - ratio * (high - low)
            fa = _point_distance(row, x0 + a * (x1 - x0), z0 + a * (z1 - z0))
        else:
            low, a, fa = a, b, fb
            b = low + ratio * (high - low)
            fb = _point_distance(row, x0 + b * (x1 - x0), z0 + b * (z1 - z0))
    return float(min(fa, fb, _point_distance(row, x0, z0), _point_distance(row, x1, z1)))


@njit(cache=True)
def distances(rows: NDArray[np.float64], steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (n, m) how near m straight steps (m, 4), from x, z to x, z, come to n footprints as in :class:`Obstacles`.

    It is less than 0 for a step into the footprint.
    """
    found = np.empty((rows.shape[0], steps.shape[0]))
    for i in range(rows.shape[0]):
        for k in range(steps.shape[0]):
            x0, z0, x1, z1 = steps[k]
            if x0 == x1 and z0 == z1:
                found[i, k] = _point_distance(rows[i], x0, z0)
            else:
                found[i, k] = _sweep_distance(rows[i], x0, z0, x1, z1)
    return found


@njit(cache=True)
def _edge_distance(bounds: tuple[float, float, float, float], x: float, z: float) -> float:
    return float(min(x - bounds[0], bounds[1] - x, z - bounds[2], bounds[3] - z))


@njit(cache=True)
def _first_hit(
    rows: NDArray[np.float64],
    stand_off: NDArray[np.float64],
    bounds: tuple[float, float, float, float],
    x0: float,
    z0: float,
    x1: float,
    z1: float,
) -> int:
    length = np.sqrt((x1 - x0) ** 2 + (z1 - z0) ** 2)
    best, nearest = NOTHING, np.inf
    for i in range(rows.shape[0]):
        before = _point_distance(rows[i], x0, z0)
        radius = stand_off[i]
        if before >= length + radius:
            continue
        along = _sweep_distance(rows[i], x0, z0, x1, z1)
        if along < radius and (before >= radius or along < before - 1e-6) and before < nearest:
            best, nearest = i, before
    edge = _edge_distance(bounds, x1, z1)
    if edge < RADIUS - SKIN and edge < _edge_distance(bounds, x0, z0) - 1e-6 and best == NOTHING:
        return WALL
    return best


@njit(cache=True)
def _overlap(
    rows: NDArray[np.float64],
    stand_off: NDArray[np.float64],
    bounds: tuple[float, float, float, float],
    x: float,
    z: float,
) -> int:
    for i in range(rows.shape[0]):
        if _point_distance(rows[i], x, z) < stand_off[i]:
            return i
    return WALL if _edge_distance(bounds, x, z) < RADIUS - SKIN else NOTHING
