"""Where to stand, and where to look, to act on an object."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.vocabulary import object_types, part_of
from pred_nav.free_base import FreeReach
from pred_nav.fronts import aslant, exposed_back, sides_of
from pred_nav.grid import HEIGHT_UNIT, GridMap
from pred_nav.lattice import Reach
from pred_nav.motions import ArmReach, BaseSettings
from pred_nav.sight import clear_lines
from pred_nav.terrain import Terrain

WIDE = 1.0
"""Width from which on a thing may be bent, so that its box tells little (m)."""
BULKY = 0.4
"""What is at least so wide and so deep has a front that its shape does not tell (m)."""
EDGE = math.radians(1.0)
"""What is this near to the edge of the picture is not in it for sure (rad)."""
LEVEL, LOADED = 0.12, 0.6
"""How far below a thing's top its cells may end, and how far above with what stands on them (m)."""


@dataclass(frozen=True)
class InteractionSettings:
    """Metres and radians; costs are in motions.

    ``comfortable``: up to this distance a pose costs nothing extra, less for things that would show fewer than
    ``least_pixels`` at a focal length of ``focal`` pixels; ``swing``: what opens wants at least this room.
    ``closer``: whether the robot may be trusted to come nearer by itself, where its arm does not reach.
    ``aslant_cost`` a metre beside its front and ``back_cost`` for free ground behind it: see :mod:`pred_nav.fronts`.
    """

    comfortable: float = 1.0
    nearest: float = 0.3
    swing: float = 0.55
    widest: float = math.radians(40.0)
    steepest: float = math.radians(38.0)
    depth_into: float = 0.25
    far_cost: float = 8.0
    near_cost: float = 10.0
    aside_cost: float = 1.5
    hidden_cost: float = 15.0
    aslant_cost: float = 24.0
    back_cost: float = 8.0
    distinct: float = 0.4
    least_pixels: float = 100.0
    focal: float = 150.0
    closer: bool = False


@dataclass(frozen=True)
class Station:
    """One place to act from: lattice state, pose, camera pitch, and its cost in motions."""

    state: tuple[int, int, int]
    pose: Pose2D
    pitch: float
    cost: float

    def is_like(self, other: Station, settings: InteractionSettings) -> bool:
        """Tell whether two stations are practically the same."""
        near = self.pose.distance_to(other.pose) < settings.distinct
        return near and math.cos(self.pose.yaw - other.pose.yaw) > 0.5


def stations(
    target: ObjectState,
    reach: Reach | FreeReach,
    terrain: Terrain,
    *,
    pitch: float,
    distance: float,
    base: BaseSettings,
    settings: InteractionSettings,
) -> list[Station]:
    """Return the lattice poses from which the target can be acted on, best first.

    :param pitch: of the camera now, radians
    :param distance: largest horizontal distance to the target's nearest point, metres; of a basin, whose near wall its
        rim hides, to the point halfway to its middle
    """
    low = np.array(target.center) - np.array(target.size) / 2.0
    high = np.array(target.center) + np.array(target.size) / 2.0
    i, j = np.nonzero(np.isfinite(reach.cost).any(axis=2))
    places = reach.positions[i, j]
    nearest = _nearest_points(places, low, high, terrain.grid)
    if target.class_name in part_of():
        nearest = (nearest + np.array(target.center[:2])) / 2.0
    gap = np.hypot(*(places - nearest).T)
    keep = gap <= (distance if base.arm is None else min(distance, _across(base.arm, low, high, settings)))
    i, j, places, nearest, gap = i[keep], j[keep], places[keep], nearest[keep], gap[keep]
    if not len(i):
        return []
    aims = _aims(places, nearest, low, high, settings)
    own = min(0.3, 0.1 + max(target.size[:2]) / 2.0)
    hidden = ~_clear(places, aims, own, terrain, base)
    place_cost = _gap_cost(gap, target, _comfortable(target, base, settings), settings)
    place_cost = place_cost + settings.hidden_cost * hidden
    if _has_inside(target):
        place_cost = place_cost + settings.aslant_cost * aslant(places, low[:2], high[:2])
        place_cost = place_cost + settings.back_cost * exposed_back(places, low[:2], high[:2], terrain.grid)
    found = []
    widest = min(settings.widest, base.field_of_view / 2.0 - EDGE)
    for heading in range(reach.cost.shape[2]):
        yaw = reach.yaw(heading)
        eyes = places + base.camera_ahead * np.array([math.cos(yaw), math.sin(yaw)])
        aside = _bearing(eyes, aims, yaw)
        pitches, look_cost = _pitches(eyes, aims, pitch, base, settings)
        cost = reach.cost[i, j, heading] + place_cost + look_cost
        cost = cost + settings.aside_cost * (aside / widest) ** 2
        cost[np.abs(aside) > widest] = np.inf
        for k in np.flatnonzero(np.isfinite(cost)):
            state = (int(i[k]), int(j[k]), heading)
            found.append(Station(state, reach.pose(state), float(pitches[k]), float(cost[k])))
    return sorted(found, key=lambda s: (round(s.cost, 6), s.state))


def _across(
    arm: ArmReach, low: NDArray[np.float64], high: NDArray[np.float64], settings: InteractionSettings
) -> float:
    across = arm.across(low[2], high[2])
    return across + arm.closer if settings.closer and across > 0.0 else across


def pick(
    ranked: Sequence[Station], tried: Sequence[Station], settings: InteractionSettings
) -> Station | None:
    """Return the best station unlike all tried ones."""
    return next((s for s in ranked if not any(s.is_like(t, settings) for t in tried)), None)


def on_other_sides(ranked: Sequence[Station], tried: Sequence[Station], target: ObjectState) -> list[Station]:
    """Return the stations before other sides of a target than those tried, best first.

    Of what is as deep as it is wide, as a fridge is, any side may be the front: who pulled at the wrong one goes round.
    All of them where that says nothing: of what does not open, or is flat, as a drawer's front is, or where none was
    tried.
    """
    low = (np.array(target.center) - np.array(target.size) / 2.0)[:2]
    high = (np.array(target.center) + np.array(target.size) / 2.0)[:2]
    if not tried or not _has_inside(target) or float((high - low).min()) < BULKY:
        return list(ranked)

    def sides(stations: Sequence[Station]) -> NDArray[np.int64]:
        return sides_of(np.array([(s.pose.x, s.pose.y) for s in stations]).reshape(-1, 2), low, high)

    known = sides(tried)
    return [station for station, side in zip(ranked, sides(ranked), strict=True) if side not in known]


def _nearest_points(
    places: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64], grid: GridMap
) -> NDArray[np.float64]:
    """Return (N, 2): of the target, what is nearest to each place.

    The box of a counter that goes round a corner covers floor, where one can stand and have it out of reach. So of
    wide things the cells count that are about as high as their top.
    """
    if max(high[:2] - low[:2]) > WIDE:
        area = grid.box((low[0], low[1]), (high[0], high[1]))
        level = grid.height[area].astype(np.float64) * HEIGHT_UNIT - high[2]
        rows, columns = np.nonzero((level > -LEVEL) & (level < LOADED))
        if len(rows):
            cells = np.column_stack([columns + area[1].start, rows + area[0].start]) + 0.5
            points = cells * grid.cell + np.array(grid.origin)
            return np.asarray(points[cKDTree(points).query(places)[1]])
    return np.clip(places, low[:2], high[:2])


def _aims(
    places: NDArray[np.float64],
    nearest: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    settings: InteractionSettings,
) -> NDArray[np.float64]:
    """Return (N, 3) points to look at: of large things not the far centre, but a bit behind their nearest point."""
    center = (low + high) / 2.0
    inward = center[:2] - nearest
    length = np.maximum(np.hypot(*inward.T), 1e-9)
    share = np.minimum(1.0, settings.depth_into / length)
    flat = nearest + inward * share[:, None]
    return np.column_stack([flat, np.full(len(places), center[2])])


def _comfortable(target: ObjectState, base: BaseSettings, settings: InteractionSettings) -> float:
    """Return the horizontal distance, metres, up to which the target is close enough to be seen well."""
    sides = sorted(target.size)
    area = max(sides[1] * sides[2] / 2.0, 1e-6)  # seen at a slant
    range_ = settings.focal * math.sqrt(area / settings.least_pixels)
    drop = base.camera_height - target.center[2]
    flat = math.sqrt(max(range_**2 - drop**2, 0.0))
    return min(settings.comfortable, max(flat, settings.nearest + 0.25))


def _gap_cost(
    gap: NDArray[np.float64], target: ObjectState, comfortable: float, settings: InteractionSettings
) -> NDArray[np.float64]:
    least = settings.swing if _has_inside(target) else settings.nearest
    far = np.maximum(0.0, gap - comfortable)
    return settings.far_cost * far + settings.near_cost * np.maximum(0.0, least - gap)


def _has_inside(target: ObjectState) -> bool:
    known = object_types().get(target.class_name)
    return known is not None and known.can("openable") and not known.can("pickupable")


def _clear(
    places: NDArray[np.float64], aims: NDArray[np.float64], own: float, terrain: Terrain, base: BaseSettings
) -> NDArray[np.bool_]:
    grid = terrain.grid
    origin = np.array(grid.origin)
    start = ((places - origin) / grid.cell)[:, ::-1]
    end = ((aims[:, :2] - origin) / grid.cell)[:, ::-1]
    ends = np.ascontiguousarray(np.column_stack([end, aims[:, 2]]))
    lines = clear_lines(grid.height, np.ascontiguousarray(start), ends, base.camera_height, own / grid.cell)
    return np.asarray(lines)


def _bearing(eyes: NDArray[np.float64], aims: NDArray[np.float64], yaw: float) -> NDArray[np.float64]:
    dx, dy = (aims[:, :2] - eyes).T
    angle = np.arctan2(dy, dx) - yaw
    return np.asarray((angle + np.pi) % (2.0 * np.pi) - np.pi)


def _pitches(
    eyes: NDArray[np.float64],
    aims: NDArray[np.float64],
    pitch: float,
    base: BaseSettings,
    settings: InteractionSettings,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return per place of the camera its pitch and what that costs, in motions, inf where the target is not in view."""
    flat = np.maximum(np.hypot(*(aims[:, :2] - eyes).T), 0.05)
    down = np.arctan2(base.camera_height - aims[:, 2], flat)
    options = np.array(base.pitches(pitch))
    off = np.abs(down[:, None] - options[None, :])
    cost = np.abs(options - pitch)[None, :] / base.look + 2.0 * (off / settings.steepest) ** 4
    cost = np.where(off > settings.steepest, np.inf, cost)
    best = np.argmin(cost, axis=1)
    return options[best], cost[np.arange(len(best)), best]
