"""Where the robot's body fits: an upright box moved step by step against everything that blocks in a room.

Coordinates are Unity's, as the player's obstacles are: x to the right, z ahead seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from thor_player.collision import NOTHING, WALL, obstacles
from thor_player.model import Box, SimObject, World

Array = NDArray[np.float64]

# Recorded boxes reach out to handles and overhanging edges; the body may come this much nearer, metres.
SKIN = 0.05
HALF_LENGTH = 0.55 - SKIN
HALF_WIDTH = 0.25 - SKIN
BODY_TOP = 0.8
"""What begins higher above the floor is over the body's back, metres; the arm stands up before it."""
NOSE = 0.2
"""The body reaches so far ahead of the arm's shoulder, metres: that much of it goes under a table's top."""
_FOOT = 0.1  # metres above the floor that legs begin at, at most
_DEEPER = 1e-7


@dataclass(frozen=True)
class Blocks:
    """What stops the body: ``rows`` (n, 6) cx, cz, hx, hz, cos, sin; those from ``low`` on let its nose under them."""

    rows: Array
    owners: list[str]
    low: int
    bounds: tuple[float, float, float, float]


def blocks(world: World) -> Blocks:
    """Return what stops the robot's body in a room as it is now (kept until an object changes).

    A table that stands on legs stops the body with its legs, and the arm with its top; a board that hangs over the
    body's back stops the arm, as it is drawn; the rest with all of its box.
    """
    found = obstacles(world)
    kept = world.settings.get("_spot_blocks")
    if isinstance(kept, tuple) and kept[0] is found:
        blocked: Blocks = kept[1]
        return blocked
    tables = {name for name in found.owners if _lets_under(world, world.objects.get(name))}
    whole = [k for k, name in enumerate(found.owners) if name not in tables]
    legs, tops = list[tuple[Array, str]](), list[tuple[Array, str]]()
    for name in sorted(tables):
        for solid in world.objects[name].solids:
            (tops if solid.bottom - world.floor >= BODY_TOP else legs).append((_box_row(solid), name))
    rows = [*(found.rows[k] for k in whole), *(row for row, _ in (*legs, *tops))]
    owners = [*(found.owners[k] for k in whole), *(name for _, name in (*legs, *tops))]
    blocked = Blocks(
        np.array(rows, dtype=np.float64).reshape(-1, 6), owners, len(rows) - len(tops), found.bounds
    )
    world.settings["_spot_blocks"] = (found, blocked)
    return blocked


def _lets_under(world: World, obj: SimObject | None) -> bool:
    """Tell whether an object is a top on legs, or hangs, high enough for the body's nose."""
    if obj is None or obj.can("openable"):
        return False
    tops = [s for s in obj.solids if s.bottom - world.floor >= BODY_TOP]
    legs = [s for s in obj.solids if s.bottom - world.floor < _FOOT]
    return bool(tops) and len(legs) != 1 and len(tops) + len(legs) == len(obj.solids)


def _box_row(box: Box) -> Array:
    angle = np.radians(box.yaw)
    return np.array([box.center[0], box.center[2], box.half[0], box.half[2], np.cos(angle), np.sin(angle)])


@njit(cache=True)
def gap(row: Array, x: float, z: float, fx: float, fz: float, length: float, width: float) -> float:
    """Return the widest gap between two boxes along their axes; less than zero is how deep they overlap."""
    dx, dz = x - row[0], z - row[1]
    best = -1e9
    for k in range(4):
        if k == 0:
            ax, az = fx, fz
        elif k == 1:
            ax, az = fz, -fx
        elif k == 2:
            ax, az = row[4], -row[5]
        else:
            ax, az = row[5], row[4]
        reach = length * abs(fx * ax + fz * az) + width * abs(fz * ax - fx * az)
        reach += row[2] * abs(row[4] * ax - row[5] * az) + row[3] * abs(row[5] * ax + row[4] * az)
        apart = abs(dx * ax + dz * az) - reach
        best = max(best, apart)
    return float(best)


@njit(cache=True)
def _room(row: Array, pose: Array, length: float, width: float, over: bool) -> float:
    """Return the gap between a body at a pose and a box; one that is over it lets its nose under."""
    back = NOSE / 2.0 if over else 0.0
    x, z = pose[0] - back * pose[2], pose[1] - back * pose[3]
    return float(gap(row, x, z, pose[2], pose[3], length - back, width))


@njit(cache=True)
def _margin(
    bounds: tuple[float, float, float, float],
    x: float,
    z: float,
    fx: float,
    fz: float,
    length: float,
    width: float,
) -> float:
    """Return how far the body stays inside the room's walls; less than zero is how far it reaches out."""
    ex, ez = length * abs(fx) + width * abs(fz), length * abs(fz) + width * abs(fx)
    return float(min(x - ex - bounds[0], bounds[1] - x - ex, z - ez - bounds[2], bounds[3] - z - ez))


@njit(cache=True)
def first_hit(
    rows: Array,
    bounds: tuple[float, float, float, float],
    before: Array,
    after: Array,
    length: float,
    width: float,
    low: int,
) -> int:
    """Return the row that stops a step from pose to pose (x, z, forward x, forward z), or WALL or NOTHING.

    What the body already touches stops it only when the step goes deeper, so nothing traps it.
    """
    for i in range(rows.shape[0]):
        near = _room(rows[i], after, length, width, i >= low)
        if near < 0.0:
            was = _room(rows[i], before, length, width, i >= low)
            if was >= 0.0 or near < was - _DEEPER:
                return i
    inside = _margin(bounds, after[0], after[1], after[2], after[3], length, width)
    if inside < 0.0:
        was = _margin(bounds, before[0], before[1], before[2], before[3], length, width)
        if was >= 0.0 or inside < was - _DEEPER:
            return WALL
    return NOTHING


@njit(cache=True)
def clearance(
    rows: Array,
    bounds: tuple[float, float, float, float],
    pose: Array,
    length: float,
    width: float,
    low: int,
) -> float:
    """Return the least gap (metres) round a body that stands at a pose; less than zero: it overlaps something."""
    least = _margin(bounds, pose[0], pose[1], pose[2], pose[3], length, width)
    for i in range(rows.shape[0]):
        least = min(least, _room(rows[i], pose, length, width, i >= low))
    return float(least)
