"""Where to grip a thing: candidates from its points, checked for width, for room for the fingers, and ranked."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ur5_description.kinematics import Array
from ur5_driver.driver.shapes import (
    FINGER_ALONG,
    FINGER_OUT,
    FINGER_TIP_OUT,
    OPEN_WIDTH,
    PAD_LENGTH,
    PAD_OUT,
    PADS,
    PALM,
    TIP_OPEN,
    TIPS,
    tip_length,
)
from ur5_driver.driver.things import Thing, ceiling_over

FLOOR = 0.004
WIDEST = 0.079
ROOM = 0.004
YAWS = 12
TALL = 0.09
BODY = 0.055
LOW_SIDE = 0.045
LOW, TILTS = 0.065, (0.35, 0.5)
"""What is lower than this, m, is gripped in its middle from the side by fingers that point down (rad): a level hand
would lie on the table, or hold it by its upper end, from where round things slip out."""
HEADROOM = 0.30
UNDER_PALM = 0.002
BEYOND = 0.01
"""How far the tips reach past a round thing's middle, m: gripped nearer to the palm the fingers wrap and draw it in."""
COMPACT, OFF_ROUND = 1.3, 20.0
"""How many times as long as broad a round thing is at most, and what each metre beside its middle costs."""
ONE_WALL = 0.1
"""What it costs to take a thing by one wall of two."""
HIGHER, HIGHER_COST = 0.004, 0.3
"""Steps in which a grip is tried higher, up to a thing's middle, where walls around it leave no room; each costs, m."""


@dataclass(frozen=True)
class Grasp:
    """A pose of tool0 in base (4x4) with the thing between the open fingers.

    ``width`` the thing's own width there, ``opening`` how far to open before, m; ``side`` horizontal;
    ``cost`` lower is better.
    """

    tool: Array
    width: float
    opening: float
    side: bool
    cost: float

    @property
    def approach(self) -> Array:
        """Return the direction in which the fingers come, a unit vector in base."""
        return np.array(self.tool[:3, 2])


def candidates(thing: Thing, around: Array, *, level: bool = False) -> list[Grasp]:
    """Return grasps of a thing, best first.

    From above along the minor axis first, other directions, then rims; from the side where it is tall or
    under a ceiling.

    :param around: Mx3 in base, everything else that was seen
    :param level: from the side only, however low it is
    """
    found: list[Grasp] = []
    near = around[np.linalg.norm(around[:, :2] - thing.centre, axis=1) < 0.3] if len(around) else around
    low_ceiling = ceiling_over(thing, around) < thing.top + HEADROOM
    if not low_ceiling and not level:
        found += [g for pose in _above(thing) for g in _closed_in(thing, near, *pose)]
    if low_ceiling or level or thing.height > TALL:
        found += [g for pose in _sides(thing) for g in _closed_in(thing, near, *pose)]
    return sorted(found, key=lambda g: g.cost)


def _above(thing: Thing) -> Iterator[tuple[Array, float, bool]]:
    """Yield tool frames that point down over the thing, and their cost so far."""
    depth = min(0.045, thing.height / 2.0 + BEYOND)
    under_palm = float(thing.points[:, 2].max()) - (
        TIP_OPEN - PALM - UNDER_PALM
    )  # a stalk, say, is over the top
    tip = max(thing.support + FLOOR, thing.top - depth, under_palm)
    minor = math.atan2(thing.major[0], -thing.major[1])
    higher = max(0, math.floor((thing.top - thing.height / 2.0 - tip) / HIGHER + 1e-6))
    for step, up in itertools.product(range(YAWS), range(higher + 1)):
        yaw = minor + math.pi * step / YAWS
        off = min(step, YAWS - step) * math.pi / YAWS
        slender = thing.length / max(thing.breadth, 0.01)
        turn_cost = 0.3 * off * min(slender - 1.0, 2.0)
        for along, cost in _positions(thing):
            x, y = thing.centre + thing.major * along
            yield down(x, y, tip + HIGHER * up, yaw), turn_cost + cost + HIGHER_COST * up, False


def _positions(thing: Thing) -> list[tuple[float, float]]:
    """Return where along the thing to grip, with costs: its middle, then outwards, then (for bowls) the rim."""
    shifts = [0.0, 0.02, -0.02] if thing.length > 0.05 else [0.0]
    if thing.length > 0.09:
        half = thing.length / 2.0
        shifts += [0.04, -0.04, half - 0.004, 0.004 - half]
    compact = thing.length < COMPACT * max(thing.breadth, 0.01)
    each = OFF_ROUND if compact and thing.length < WIDEST else 3.0  # beside its middle a round thing turns away
    return [(s, each * abs(s)) for s in shifts]


def down(x: float, y: float, tip: float, yaw: float) -> Array:
    """Return a frame at the finger tips that points down, its x (closing) axis at ``yaw``; 4x4, base."""
    c, s = math.cos(yaw), math.sin(yaw)
    frame = np.eye(4)
    frame[:3, :3] = [[c, s, 0.0], [s, -c, 0.0], [0.0, 0.0, -1.0]]
    frame[:3, 3] = (x, y, tip)
    return frame


def _sides(thing: Thing) -> Iterator[tuple[Array, float, bool]]:
    """Yield tool frames from the robot's side, camera above or below: level, or down at what is too low for that."""
    away = math.atan2(thing.centre[1], thing.centre[0])
    half = thing.height / 2.0
    ways = [(max(LOW_SIDE, half), 0.0)] if thing.height > LOW else [(half, tilt) for tilt in TILTS]
    x, y = (float(v) for v in thing.centre)
    for (over, tilt), turn in itertools.product(ways, (0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9)):
        height = min(thing.support + over, thing.top - 0.01)
        for camera_up in (True, False):
            yield (
                level((x, y, height), away + turn, BEYOND, tilt, camera_up=camera_up),
                0.35 + 0.2 * abs(turn) + 0.1 * tilt + (0.0 if camera_up else 0.05),
                True,
            )


def level(
    at: tuple[float, float, float], heading: float, beyond: float, tilt: float = 0.0, *, camera_up: bool
) -> Array:
    """Return a frame at the finger tips along ``heading``, the tips ``beyond`` the point (m); 4x4, base.

    :param tilt: how far it points down, rad
    """
    c, s = math.cos(tilt), math.sin(tilt)
    ahead = np.array([math.cos(heading), math.sin(heading), 0.0])
    forward = c * ahead - [0.0, 0.0, s]
    up = (s * ahead + [0.0, 0.0, c]) * (1.0 if camera_up else -1.0)
    frame = np.eye(4)
    frame[:3, :3] = np.column_stack([np.cross(-up, forward), -up, forward])
    frame[:3, 3] = np.array(at) + beyond * forward
    return frame


def _closed_in(thing: Thing, around: Array, tips: Array, cost: float, side: bool) -> Iterator[Grasp]:
    """Yield the grasps with the thing, or one wall of it, centred between the fingers, where it and they fit."""
    local = (thing.points - tips[:3, 3]) @ tips[:3, :3]
    # from the side the whole outline counts: of a can's body only the half towards the camera was seen
    level = side | (np.abs(local[:, 1]) < FINGER_ALONG)
    slab = local[level & (local[:, 2] < 0.002) & (local[:, 2] > -PAD_LENGTH - 0.01)]
    for part, one_wall in _parts(np.sort(slab[:, 0])) if len(slab) >= 4 else ():
        width, centre = float(np.ptp(part)), float(np.mean(part[[0, -1]]))
        if width > WIDEST or abs(centre) > 0.045:
            continue
        grasp = _with_room(thing, around, tips, width, centre, side)
        if grasp is not None:
            yield replace(grasp, cost=grasp.cost + cost + one_wall)


def _with_room(thing: Thing, around: Array, tips: Array, width: float, centre: float, side: bool) -> Grasp | None:
    """Return the grasp of something so wide, so far from the tips' middle (m), as open as there is room for."""
    shifted = tips.copy()
    shifted[:3, 3] += tips[:3, 0] * centre
    for opening in (OPEN_WIDTH, min(OPEN_WIDTH, width + 0.024)):
        if _room(thing.points, around, shifted, opening, thing.support):
            tool = shifted.copy()
            tool[:3, 3] -= tips[:3, 2] * tip_length(min(width, opening))
            crowd = 0.15 if opening < OPEN_WIDTH else 0.0
            return Grasp(tool, width, opening, side, 4.0 * abs(centre) + 2.0 * width + crowd)
    return None


def _parts(sorted_values: Array) -> list[tuple[Array, float]]:
    """Return the run of values without a gap over 1.5 cm that lies nearest to 0, and all where those are more; costs.

    A cup that is open at the top is taken as a whole, or else by one wall.
    """
    cuts = np.flatnonzero(np.diff(sorted_values) > 0.015) + 1
    runs = np.split(sorted_values, cuts)
    nearest = min(runs, key=lambda run: 0.0 if run[0] <= 0.0 <= run[-1] else float(np.abs(run[[0, -1]]).min()))
    return [(nearest, 0.0)] if len(runs) == 1 else [(nearest, ONE_WALL), (sorted_values, 0.0)]


def _room(own: Array, around: Array, tips: Array, opening: float, support: float) -> bool:
    """Return whether open fingers and palm at these tips touch nothing."""
    reach = 0.105
    for points in (own, around):
        local = (points - tips[:3, 3]) @ tips[:3, :3]
        out, below = np.abs(local[:, 0]), local[:, 2]
        thick = np.where(below > -PADS, PAD_OUT, np.where(below > -TIPS, FINGER_TIP_OUT, FINGER_OUT))
        finger = (
            (out > opening / 2.0 - 0.001)
            & (out < opening / 2.0 + thick)
            & (np.abs(local[:, 1]) < FINGER_ALONG + ROOM)
            & (local[:, 2] < ROOM - 0.001)
            & (local[:, 2] > -reach)
        )
        level_with_support = points[:, 2] < support + FLOOR + 0.002
        palm = (
            (np.abs(local[:, 0]) < 0.06)
            & (np.abs(local[:, 1]) < 0.035)
            & (local[:, 2] < -(tip_length(opening) - PALM))
        )
        palm &= local[:, 2] > -0.16
        if int(np.count_nonzero((finger & ~level_with_support) | palm)) > 1:
            return False
    return True
