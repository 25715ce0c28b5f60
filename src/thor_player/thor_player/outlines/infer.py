"""Infer where the walls of a room stand, from where Unity's agent stood and from what touches the walls.

Three kinds of evidence: the agent's body and what it keeps from walls belong to the room; so do furniture and what
hangs on walls; and a wall is straight. What lies between them is closed, and small steps are filled unless that
would let the body stand where the recorded agent never did.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from ..collision import WALL_STAND_OFF, obstacles, row_distance
from ..model import Array, Box, World
from .evidence import GRID
from .outline import Outline, Rectangle
from .raster import CELL, Mask, Raster
from .straighten import straighten

ON_WALLS = frozenset({"Painting", "Window", "LightSwitch", "Mirror", "TowelHolder", "HandTowelHolder"})
_NO_BODY = frozenset({"Floor", "Curtains", "Blinds", "Poster", "ShowerHead", "ToiletPaperHanger"})
USUAL_STAND_OFF = 0.28
"""Metres between the body's middle and furniture that no recorded place is nearer to."""
_BODY = 0.225  # metres; half the square about a place that belongs to the room
_WITHIN_CELL = 0.025  # metres
_MARGIN = 1.2  # metres of grid beyond everything
_GAP = 0.5  # metres; openings up to twice as wide between things along a wall are closed
_NARROW = 0.3  # metres; narrower bays and spikes are smoothed away
_NICHE = 0.25  # metres that what hangs on a wall may reach into it
_BACK = 0.1  # metres that furniture may reach into a wall
_WALL = 0.1  # metres
_PIECE = 0.5  # metres of wall that are held against the recorded places together
_LEVEL = 0.02  # sine of twice the angle up to which a box counts as level with the grid
_NEAR_WALL = 0.15  # metres; what hangs nearer to a wall hangs on it
_LONGEST = 80  # cells that a wall in the room reaches beyond what hangs on it
_WITHIN = 0.005  # metres that a place counts as free although the body just touches


@dataclass(frozen=True)
class _Evidence:
    raster: Raster
    stood: Mask
    furniture: Mask
    hung: Mask
    boards: list[Box]  # what hangs on walls, level with the grid


def infer(world: World, reached: Array, also_stood: Array) -> Outline:
    """Return a room's outline.

    :param world: the room with walls at the sides of its recorded floor
    :param reached: (n, 2) x and z that Unity's agent reached
    :param also_stood: (n, 2) where it stood besides
    """
    places = np.vstack([reached, also_stood])
    evidence = _evidence(world, reached, also_stood)
    inside = _inside(evidence, places)
    around = _spread(inside, _WALL) & ~inside
    raster = evidence.raster
    walls = [piece for wall in raster.rectangles(around) for piece in _pieces(wall, places)]
    return Outline(
        floor=raster.rectangles(inside),
        walls=[wall for wall, _ in walls],
        wall_stand_off=[distance for _, distance in walls],
        stand_off=stand_off(world, places),
        usual=USUAL_STAND_OFF,
    )


def stand_off(world: World, places: Array) -> Mapping[str, float]:
    """Return how near the body may come to each object that a recorded place is unusually near to, in metres."""
    found = obstacles(world)
    nearest: dict[str, float] = {}
    for row, owner in zip(found.rows, found.owners, strict=True):
        if owner not in world.objects:  # walls and what is built in
            continue
        least = min(row_distance(row, x, z) for x, z in places)
        nearest[owner] = min(nearest.get(owner, np.inf), least)
    return {
        owner: round(float(distance) - _WITHIN, 3)
        for owner, distance in nearest.items()
        if distance - _WITHIN < USUAL_STAND_OFF
    }


def _pieces(wall: Rectangle, places: Array) -> list[tuple[Rectangle, float]]:
    """Return a wall in pieces, each with how near the body comes: a place at one end says nothing of the other."""
    low, high = np.array(wall[:2]), np.array(wall[2:])
    along = int(np.argmax(high - low))
    cuts = np.append(np.arange(low[along], high[along] - _PIECE / 2.0, _PIECE), high[along])
    found = list[tuple[Rectangle, float]]()
    for start, end in itertools.pairwise(cuts):
        first, last = low.copy(), high.copy()
        first[along], last[along] = start, end
        nearest = round(min(WALL_STAND_OFF, float(_away(places, first, last).min()) - _WITHIN), 3)
        if found and found[-1][1] == nearest:
            first = np.array(found.pop()[0][:2])
        x0, z0, x1, z1 = (round(float(value), 2) for value in (*first, *last))
        found.append(((x0, z0, x1, z1), nearest))
    return found


def _evidence(world: World, reached: Array, also_stood: Array) -> _Evidence:
    objects = [o for o in world.objects.values() if o.object_type not in _NO_BODY]
    raster = Raster.around(
        np.vstack([*(o.box.corners()[:, [0, 2]] for o in objects), reached, also_stood]), _MARGIN
    )
    boards = list[Box]()
    stood, furniture, hung = raster.empty(), raster.empty(), raster.empty()
    for places, body in ((reached, WALL_STAND_OFF + _WITHIN_CELL), (also_stood, _BODY)):
        for place in places:
            raster.mark(stood, place - body, place + body)
    for obj in objects:
        if obj.object_type in ON_WALLS:
            raster.mark_box(hung, obj.box)
            if abs(np.sin(np.radians(2.0 * obj.box.yaw))) < _LEVEL:
                boards.append(obj.box)
        elif not obj.can("pickupable"):
            for solid in obj.solids:
                raster.mark_box(furniture, solid)
    for fixture in world.structure.fixtures:
        raster.mark_box(furniture, fixture)
    return _Evidence(raster, stood, furniture, hung, boards)


def _inside(evidence: _Evidence, places: Array) -> Mask:
    """Return what lies between the walls."""
    known = evidence.stood | evidence.furniture | evidence.hung
    closed = ndimage.binary_fill_holes(_closed(known, 2 * round(_GAP / CELL) + 1))
    smooth = _closed(_opened(closed, round(_NARROW / CELL)), round(_NARROW / CELL)) | evidence.stood
    smooth = _connected(smooth, evidence.stood)
    new_places = _Places(evidence.raster, places)
    spare = new_places.standable(smooth)
    straight = straighten(smooth, lambda mask: new_places.standable(mask) <= spare)
    niches = evidence.hung & _spread(straight, _NICHE) | evidence.furniture & _spread(straight, _BACK)
    inside = _connected(straight | niches, evidence.stood)
    for box in evidence.boards:
        inside = _walled(inside, box, evidence, places)
    return inside


def _walled(inside: Mask, box: Box, evidence: _Evidence, places: Array) -> Mask:
    """Return the inside less a wall behind what hangs in the middle of it, as far as no place speaks against it.

    What such a wall closes off, and what nobody reached and no furniture stands in, is no part of the room.
    """
    raster = evidence.raster
    hung = raster.empty()
    raster.mark_box(hung, box)
    if (_spread(hung, _NEAR_WALL) & ~inside).any():
        return inside
    low, high = box.corners()[:, [0, 2]].min(axis=0), box.corners()[:, [0, 2]].max(axis=0)
    thin = int(np.argmin(high - low))
    ahead = places[np.argmin(np.abs(places - (low + high) / 2.0).max(axis=1))][thin] > low[thin]
    low[thin], high[thin] = (low[thin] - _WALL, low[thin]) if ahead else (high[thin], high[thin] + _WALL)
    if _is_near(places, low, high):
        return inside
    wall = raster.empty()
    raster.mark(wall, low, high)
    for end, way in ((low, -1.0), (high, 1.0)):
        for _ in range(_LONGEST):
            corners = low.copy(), high.copy()
            corners[0 if way < 0.0 else 1][1 - thin] = end[1 - thin] + way * CELL
            longer = raster.empty()
            raster.mark(longer, *corners)
            new = longer & ~wall
            if (new & evidence.furniture).any() or not (new & inside).any() or _is_near(places, *corners):
                break
            wall |= new
            end[1 - thin] += way * CELL
    left = _connected(inside & ~wall, evidence.stood)
    lost = inside & ~wall & ~left
    return inside & ~wall if (lost & evidence.furniture).any() else left


def _is_near(places: Array, low: Array, high: Array) -> bool:
    """Tell whether a recorded place is so near to a rectangle that it can be no wall."""
    return bool((_away(places, low, high) < WALL_STAND_OFF).any())


def _away(places: Array, low: Array, high: Array) -> Array:
    """Return how far places are from a rectangle."""
    away = np.maximum(np.maximum(low - places, places - high), 0.0)
    return np.asarray(np.hypot(away[:, 0], away[:, 1]), dtype=np.float64)


class _Places:
    """The places of the record's grid that the recorded agent never reached."""

    def __init__(self, raster: Raster, places: Array) -> None:
        low = np.ceil(raster.low / GRID).astype(int)
        high = np.floor((raster.low + np.array(raster.shape) * CELL - CELL) / GRID).astype(int)
        reached = {(round(x / GRID), round(z / GRID)) for x, z in places}
        free = [
            (i, k)
            for i in range(low[0], high[0] + 1)
            for k in range(low[1], high[1] + 1)
            if (i, k) not in reached
        ]
        cells = [raster.cell(i * GRID, k * GRID) for i, k in free]
        self._index = tuple(np.array(cells).T)

    def standable(self, inside: Mask) -> int:
        """Return on how many of them the body would stand clear of the walls."""
        away = ndimage.distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1] * CELL
        return int(np.count_nonzero(away[self._index] >= WALL_STAND_OFF))


def _spread(mask: Mask, metres: float) -> Mask:
    size = 2 * round(metres / CELL) + 1
    return np.asarray(ndimage.binary_dilation(mask, np.ones((size, size))), dtype=bool)


def _closed(mask: Mask, size: int) -> Mask:
    padded = ndimage.binary_closing(np.pad(mask, size), np.ones((size, size)))
    return np.asarray(padded[size:-size, size:-size], dtype=bool)


def _opened(mask: Mask, size: int) -> Mask:
    return np.asarray(ndimage.binary_opening(mask, np.ones((size, size))), dtype=bool)


def _connected(mask: Mask, seed: Mask) -> Mask:
    labels, _ = ndimage.label(mask)
    kept = np.unique(labels[seed])
    return np.asarray(np.isin(labels, kept[kept > 0]), dtype=bool)
