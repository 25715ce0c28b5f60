"""Where a thing put on or in a receptacle comes to rest.

Candidate places are a grid on each of the receptacle's surfaces, for each way the thing can lie. A place is good when
the footprint is on the surface, the thing fits under what is above, and nothing else is there. The nearest good place
to a given point wins. Unity lets things touch, lean and pile up where no free place is left; so later passes give up
the clearance, then let footprints overlap a little, then let containers pile up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thor_player.types import group, single_slot

from .containment import contents
from .model import Array, Box, SimObject, Surface, World
from .rectangles import overlaps, plane_axes
from .solids_pose import posed_box
from .surfaces import OPEN_AHEAD

_SMALL = frozenset({"Bowl", "Cup", "Mug", "Pan", "Plate", "Pot"})
_PILES = _SMALL | {"Bathtub", "BathtubBasin", "Box", "GarbageCan", "LaundryHamper", "Sink", "SinkBasin"}
_HOLDERS = frozenset({"HandTowelHolder", "TowelHolder", "ToiletPaperHanger"})
_OVER_BAR = 0.03  # how far a hung towel's top is above the middle of its bar
_LIFT = 0.002  # things rest this much above the surface, so that they do not count as in it
_BRINK = 0.25  # metres added to a surface when shares of it are given away: thin boards hold things, too
_HIGHEST_PILE = 0.35  # metres
_FINE = np.arange(-0.2, 0.201, 0.04)  # metres around the wanted point
_SPREAD = np.array([-0.9, -0.45, 0.0, 0.45, 0.9])  # where a surface is probed, in shares of its half extents
_LEAFY = {"HousePlant": 0.5}
"""Share of their width that stands firm: leaves give way to what is put beside or under them, as recorded tasks do."""
_STEPS = 24  # candidate places along the longer side of a surface, at most


Where = Callable[[Array], NDArray[np.bool_]]
"""Tells at which of points (n, 3) in the world something may be."""


@dataclass(frozen=True)
class Spot:
    """A place to rest: ``base`` (3,) is the middle of the underside, ``rotation`` (3,) the Euler angles in degrees."""

    base: Array
    rotation: Array


@dataclass(frozen=True)
class _Pass:
    """How strict one search is: metres of clearance, share of the footprint that must be free, piling, where only."""

    clearance: float
    footprint: float
    overhang: float
    pile: bool = False
    where: Where | None = None


_PASSES = (_Pass(0.02, 1.0, 0.0), _Pass(0.0, 1.0, 0.0), _Pass(0.0, 0.8, 0.15), _Pass(0.0, 0.6, 0.3))
_PILE = _Pass(0.0, 0.6, 1.0, pile=True)


def is_usable(receptacle: SimObject, surface: Surface) -> bool:
    """Tell whether a surface can be reached now: an inside one of something closed cannot."""
    return not (surface.inside and receptacle.can("openable") and not receptacle.status.is_open)


def find_spot(
    world: World,
    obj: SimObject,
    receptacle: SimObject,
    near: Array,
    *,
    through_doors: bool = False,
    from_above: bool = False,
    rather: Where | None = None,
    within: float = math.inf,
) -> Spot | None:
    """Return where an object comes to rest in a receptacle, nearest to a point, or None if it does not fit.

    :param near: (3,) point in the world
    :param rather: tells at which of (n, 3) points it is rather put than at the others, where it need not touch anything
    :param through_doors: also use the inside of a closed receptacle
    :param from_above: it falls in: what sticks out of an open drawer or box lies in it, too
    :param within: metres from the point, seen from above, that it comes to rest at most
    """
    surfaces = [s for s in receptacle.surfaces if through_doors or is_usable(receptacle, s)]
    if receptacle.object_type in group("must_be_open") and any(s.inside for s in surfaces):
        surfaces = [s for s in surfaces if s.inside]
    if not surfaces:
        return None
    if receptacle.object_type in _HOLDERS or single_slot(receptacle.object_type):
        return _slot(obj, receptacle, surfaces[0])
    from_above = from_above and receptacle.object_type not in OPEN_AHEAD
    search = _Search(world, obj, receptacle, near, from_above=from_above)
    passes = [*_PASSES, _PILE] if receptacle.object_type in _PILES else [*_PASSES]
    preferred = [replace(strictness, where=rather) for strictness in _PASSES[:2] if rather is not None]
    for strictness in (*preferred, *passes):
        found = (spot for surface in surfaces if (spot := search.on(surface, strictness)) is not None)
        spots = [spot for spot in found if np.linalg.norm((spot.base - near)[[0, 2]]) < within]
        if spots:
            return min(spots, key=lambda spot: float(np.linalg.norm(spot.base - near)))
    return None


def rest_rotations(obj: SimObject, receptacle: SimObject) -> Iterator[Array]:
    """Yield the ways an object may lie, best first: as it lies, turned a quarter, then laid or stood otherwise."""
    yaw = receptacle.box.yaw
    tilts = [obj.rotation[[0, 2]]]
    if obj.object_type not in group("placed_upright"):
        tilts += [np.array(t) for t in ((0.0, 0.0), (90.0, 0.0), (0.0, 90.0)) if not np.allclose(t, tilts[0])]
    for tilt in tilts:
        for turn in (0.0, 90.0):
            yield np.array([tilt[0], yaw + turn, tilt[1]])


def _hang(obj: SimObject, holder: SimObject) -> Spot:
    """Return the place of a towel that hangs over its bar, or of a paper roll on its pin."""
    rotation = np.array([0.0, holder.box.yaw, 0.0])
    box = posed_box(obj.bounds, obj.position, rotation)
    base = holder.box.center.copy()
    base[1] -= box.half[1] if obj.object_type == "ToiletPaper" else 2.0 * box.half[1] - _OVER_BAR
    return Spot(base, rotation)


def _slot(obj: SimObject, receptacle: SimObject, surface: Surface) -> Spot:
    if receptacle.object_type in _HOLDERS:
        return _hang(obj, receptacle)
    base = receptacle.box.center + surface.center @ receptacle.box.axes()
    rotation = np.array([obj.rotation[0], receptacle.front_yaw(), obj.rotation[2]])
    return Spot(base + np.array([0.0, _LIFT, 0.0]), rotation)


class _Search:
    """One search for a place of one object in one receptacle near one point (3,)."""

    def __init__(
        self, world: World, obj: SimObject, receptacle: SimObject, near: Array, *, from_above: bool
    ) -> None:
        self._receptacle, self._near, self._from_above = receptacle, near, from_above
        self._axes = plane_axes(receptacle.box.yaw)
        self._obstacles = _Obstacles(world, obj, receptacle)
        ways = [
            (rotation, posed_box(obj.bounds, obj.position, rotation))
            for rotation in rest_rotations(obj, receptacle)
        ]
        if receptacle.object_type in ("Cup", "Mug"):  # a spoon stands in a mug
            ways.sort(key=lambda way: -float(way[1].half[1]))
        self._ways = ways

    def on(self, surface: Surface, strictness: _Pass) -> Spot | None:
        """Return the best place on a surface in the first way of lying that has one."""
        for rotation, box in self._ways:
            too_high = 2.0 * box.half[1] > surface.headroom * 1.1 + 0.02
            if too_high and not (self._from_above and surface.inside):
                continue
            base = self._best(box, surface, strictness)
            if base is not None:
                return Spot(base, rotation)
        return None

    def _best(self, box: Box, surface: Surface, strictness: _Pass) -> Array | None:
        middle = self._receptacle.box.center + surface.center @ self._receptacle.box.axes()
        centers = self._candidates(box, surface, middle, strictness.overhang)
        if centers is None:
            return None
        low = float(middle[1]) + _LIFT
        half = box.half[[0, 2]] * strictness.footprint
        away = np.linalg.norm(centers - self._near[[0, 2]], axis=1)
        if strictness.pile:
            heights = self._obstacles.tops(centers, half, box.yaw, low)
            best = int(np.lexsort((away, np.round(heights, 2)))[0])
            if heights[best] - low > _HIGHEST_PILE:
                return None
            return np.array([centers[best, 0], heights[best] + _LIFT, centers[best, 1]])
        heights_taken = (low, low + 2.0 * float(box.half[1]))
        free = self._obstacles.free(centers, half, box.yaw, heights_taken, strictness)
        if strictness.where is not None:
            tops = np.insert(centers, 1, heights_taken[1], axis=1)
            free &= strictness.where(tops)
        if not free.any():
            return None
        best = int(np.argmin(np.where(free, away, np.inf)))
        return np.array([centers[best, 0], low, centers[best, 1]])

    def _candidates(self, box: Box, surface: Surface, middle: Array, overhang: float) -> Array | None:
        """Return (n, 2) places for the middle of a footprint on a surface, or None when it is too big for it.

        They are a grid over the whole surface and a finer one around the point to be near.
        """
        turned = np.abs(self._axes @ plane_axes(box.yaw).T) @ box.half[[0, 2]]
        if self._receptacle.object_type in _SMALL:  # Unity lets a spoon stick out of a bowl
            overhang = 3.0
        room = surface.half - turned
        if np.any(room < -overhang * (surface.half + _BRINK) - 1e-6):
            return None
        room = np.maximum(room - 0.01, 0.0)
        step = max(0.02, 2.0 * float(room.max()) / _STEPS)
        coarse = _lattice(
            *(np.linspace(-r, r, max(1, 2 * int(r / step) + 1)) if r > 0 else np.zeros(1) for r in room)
        )
        nearest = np.clip(self._axes @ (self._near - middle)[[0, 2]], -room, room)
        fine = np.clip(_lattice(_FINE, _FINE) + nearest, -room, room)
        return np.asarray(np.vstack([coarse, fine]) @ self._axes + middle[[0, 2]])


def _lattice(first: NDArray[Any], second: NDArray[Any]) -> Array:
    """Return (n * m, 2): all pairs of two rows of numbers."""
    return np.stack(np.meshgrid(first, second, indexing="ij"), axis=-1).reshape(-1, 2)


class _Obstacles:
    """The bodies that may be in the way in and around a receptacle.

    ``_frame`` are those of the furniture that a shelf or drawer is built into; only the strict passes mind them, as
    its boards are rebuilt from what the recording tells.
    """

    def __init__(self, world: World, obj: SimObject, receptacle: SimObject) -> None:
        own = {obj.object_id, *(c.object_id for c in contents(world, obj))}
        housing = {receptacle.object_id, *receptacle.parents, *_housing(world, receptacle)}
        reach = float(np.linalg.norm(receptacle.box.half[[0, 2]])) + 0.6
        self._boxes: list[Box] = []
        self._frame: list[Box] = []
        if receptacle.object_type == "Floor":  # it runs on under the walls
            self._boxes += [*world.structure.walls, *world.structure.beyond]
        for other in world.active():
            if other.object_id in own or other.object_id in housing or other.object_id == world.agent.held:
                continue
            x, _, z = other.box.center - receptacle.box.center
            if math.hypot(x, z) < reach + math.hypot(other.box.half[0], other.box.half[2]):
                built_in = not other.can("pickupable") and _covers(other.box, receptacle.box.center[None, :])
                (self._frame if built_in else self._boxes).extend(_firm(other))

    def _between(self, low: float, high: float, frame: bool) -> list[Box]:
        boxes = [*self._boxes, *self._frame] if frame else self._boxes
        return [b for b in boxes if b.top > low + 0.005 and b.bottom < high - 0.005]

    def free(
        self, centers: Array, half: Array, yaw: float, heights: tuple[float, float], strictness: _Pass
    ) -> NDArray[np.bool_]:
        """Tell which footprints (n) meet nothing between two heights."""
        hit = np.zeros(len(centers), dtype=bool)
        for box in self._between(*heights, frame=strictness.footprint == 1.0):
            hit |= overlaps(centers, half, yaw, box, strictness.clearance)
        return ~hit

    def tops(self, centers: Array, half: Array, yaw: float, low: float) -> Array:
        """Return (n,) the height at which each footprint comes to rest on what lies there."""
        heights = np.full(len(centers), low)
        for box in self._between(low, low + 1.0, frame=False):
            under = overlaps(centers, half, yaw, box)
            heights[under] = np.maximum(heights[under], box.top)
        return heights


def _firm(obj: SimObject) -> list[Box]:
    """Return the solids of an object that do not give way."""
    share = _LEAFY.get(obj.object_type)
    if share is None:
        return obj.solids
    return [replace(box, half=box.half * np.array([share, 1.0, share])) for box in obj.solids]


def _housing(world: World, receptacle: SimObject) -> set[str]:
    """Return the fixed bodies whose boxes enclose the receptacle's surfaces: a sink around its basin, a shelf unit."""
    found = set()
    grid = _lattice(_SPREAD, _SPREAD)
    local = [
        s.center
        + np.stack([grid[:, 0] * s.half[0], np.full(len(grid), 0.03), grid[:, 1] * s.half[1]], axis=1)
        for s in receptacle.surfaces
    ]
    points = receptacle.box.center + np.vstack(local) @ receptacle.box.axes()
    middle = points.mean(axis=0)
    spread = float(np.linalg.norm(points - middle, axis=1).max())
    for other in world.active():
        if other.can("pickupable") or other.object_id == receptacle.object_id:
            continue
        if any(_is_near(box, middle, spread) and _covers(box, points) for box in other.solids):
            found.add(other.object_id)
    return found


def _is_near(box: Box, middle: Array, spread: float) -> bool:
    """Tell whether the ball around a box meets a ball: what it does not meet it cannot cover."""
    away = box.center - middle
    return math.sqrt(away @ away) <= math.sqrt(box.half @ box.half) + spread + _LIFT


def _covers(box: Box, points: Array) -> bool:
    local = np.abs((points - box.center) @ box.axes().T)
    return bool(np.mean(np.all(local <= box.half, axis=1)) > 0.5)
