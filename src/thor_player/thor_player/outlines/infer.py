"""Infer where the walls of a room stand, from where Unity's agent stood and from what touches the walls.

Three kinds of evidence: the agent's body and what it keeps from walls belong to the room; so do furniture and what
hangs on walls; and a wall is straight. What lies between them is closed, and small steps are filled unless that
would let the body stand where the recorded agent never did.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from ..model import Array, Box, SimObject, World
from .evidence import GRID
from .margins import USUAL
from .outline import ON_WALLS, Outline
from .raster import CELL, Mask, Raster
from .straighten import straighten

_NO_BODY = frozenset({"Floor", "Curtains", "Blinds", "Poster", "ShowerHead", "ToiletPaperHanger"})
_LOW = 0.4  # metres above the floor at which what stands or leans there begins at most
_STRAIGHT = 0.55  # metres; a wall may move away from the recorded places while it stays nearer to all others
_CLEAR = 0.45  # metres that its places on the grid keep from walls at least
_BODY = 0.225  # metres; half the square about a place that belongs to the room
_WITHIN_CELL = 0.025  # metres
_MARGIN = 1.2  # metres of grid beyond everything
_GAP = 0.5  # metres; openings up to twice as wide between things along a wall are closed
_NARROW = 0.3  # metres; narrower bays and spikes are smoothed away
_NICHE = 0.25  # metres that what hangs on a wall may reach into it
_BACK = 0.1  # metres that furniture may reach into a wall
_WALL = 0.1  # metres
_LEVEL = 0.02  # sine of twice the angle up to which a box counts as level with the grid
_NEAREST = 0.25  # metres that the recorded agent kept at least from what hangs on walls
_NEAR_WALL = 0.15  # metres; what hangs nearer to a wall hangs on it
_STALL = 1.8  # metres between a shower's head and its door, at most
_LONGEST = 80  # cells that a wall in the room reaches beyond what hangs on it


@dataclass(frozen=True)
class _Evidence:
    raster: Raster
    stood: Mask
    furniture: Mask
    hung: Mask
    boards: list[Box]  # what hangs on walls, level with the grid
    flush: list[Box]  # those of them that do not sit in the wall, as windows do


def infer(world: World, reached: Array, also_stood: Array) -> Outline:
    """Return a room's outline; how near the body comes to things is not in it yet (:func:`margins.fit` tells).

    :param world: the room as it was recorded, without walls
    :param reached: (n, 2) x and z that Unity's agent reached
    :param also_stood: (n, 2) where it stood besides
    """
    recorded = np.vstack([reached, also_stood])
    places = _with_ways(recorded)
    evidence = _evidence(world, reached, also_stood)
    inside = _inside(evidence, recorded, places)
    niches = evidence.hung & _spread(inside, _NICHE) & ~inside
    raster = evidence.raster
    walls = raster.rectangles(_spread(inside | niches, _WALL) & ~inside & ~niches)
    return Outline(
        floor=raster.rectangles(inside),
        walls=walls,
        niches=raster.rectangles(niches),
        pieces=[],
        stand_off={},
        fixtures=[],
        usual=USUAL,
    )


def _with_ways(places: Array) -> Array:
    """Return places (n, 2) and what lies halfway between two that are a step apart: the body came along there."""
    known = {(round(x / GRID), round(z / GRID)) for x, z in places}
    halfway = [(i + 0.5, k) for i, k in sorted(known) if (i + 1, k) in known]
    halfway += [(i, k + 0.5) for i, k in sorted(known) if (i, k + 1) in known]
    return np.vstack([places, np.array(halfway, dtype=np.float64).reshape(-1, 2) * GRID])


def _evidence(world: World, reached: Array, also_stood: Array) -> _Evidence:
    objects = [o for o in world.objects.values() if o.object_type not in _NO_BODY]
    raster = Raster.around(
        np.vstack([*(o.box.corners()[:, [0, 2]] for o in objects), reached, also_stood]), _MARGIN
    )
    boards, flush = list[Box](), list[Box]()
    stood, furniture, hung = raster.empty(), raster.empty(), raster.empty()
    for places, body in ((reached, _CLEAR + _WITHIN_CELL), (also_stood, _BODY)):
        for place in places:
            raster.mark(stood, place - body, place + body)
    for obj in objects:
        if obj.object_type in ON_WALLS:
            raster.mark_box(hung, obj.box)
            if abs(np.sin(np.radians(2.0 * obj.box.yaw))) < _LEVEL:
                boards.append(obj.box)
                if obj.object_type != "Window":
                    flush.append(obj.box)
        elif not obj.can("pickupable") or _on_floor(obj, world.floor):
            for solid in obj.solids:
                raster.mark_box(furniture, solid)
    for fixture in world.structure.fixtures:
        raster.mark_box(furniture, fixture)
    for head, door in _showers(world):
        corners = np.vstack([head.corners(), door.corners()])[:, [0, 2]]
        raster.mark(furniture, corners.min(axis=0), corners.max(axis=0))
    return _Evidence(raster, stood, furniture, hung, boards, flush)


def _on_floor(obj: SimObject, floor: float) -> bool:
    """Tell whether a loose thing stands on the floor, or leans there: the room reaches at least as far as it does."""
    lowest = float(obj.box.corners()[:, 1].min()) - floor
    return lowest < _LOW and all(parent.startswith("Floor|") for parent in obj.parents)


def _showers(world: World) -> Iterator[tuple[Box, Box]]:
    """Yield the heads of showers with a door, each with its door: nobody stands between them, but it is no wall."""
    doors = [o.box for o in world.objects.values() if o.object_type == "ShowerDoor"]
    for obj in world.objects.values():
        if obj.object_type == "ShowerHead" and doors:
            away = [float(np.linalg.norm((obj.box.center - door.center)[[0, 2]])) for door in doors]
            if min(away) < _STALL:
                yield obj.box, doors[int(np.argmin(away))]


def _inside(evidence: _Evidence, recorded: Array, places: Array) -> Mask:
    """Return what lies between the walls.

    :param recorded: (n, 2) the recorded places
    :param places: (n, 2) these, and all others where the body was
    """
    known = evidence.stood | evidence.furniture | evidence.hung
    closed = ndimage.binary_fill_holes(_closed(known, 2 * round(_GAP / CELL) + 1))
    smooth = _closed(_opened(closed, round(_NARROW / CELL)), round(_NARROW / CELL)) | evidence.stood
    smooth = _connected(smooth, evidence.stood)
    new_places = _Places(evidence.raster, recorded)
    spare, most = new_places.standable(smooth), _off_walls(smooth, evidence)

    def allowed(mask: Mask) -> bool:
        return _off_walls(mask, evidence) <= most and new_places.standable(mask) <= spare

    straight = straighten(smooth, allowed)
    inside = _connected(straight | evidence.furniture & _spread(straight, _BACK), evidence.stood)
    for box in evidence.flush:
        inside = _moved_back(inside, box, evidence, places, allowed)
    for box in evidence.boards:
        inside = _walled(inside, box, evidence, places)
    return inside


def _moved_back(
    inside: Mask, box: Box, evidence: _Evidence, places: Array, allowed: Callable[[Mask], bool]
) -> Mask:
    """Return the inside with the wall that something hangs on moved back to it, as far along as ``allowed`` accepts.

    What hangs deeper than a niche moves no wall, nor does a wall move through another one.
    """
    low, high, thin, ahead = _faces(box, places)
    first, last = evidence.raster.cell(*low), evidence.raster.cell(*(high - CELL / 2.0))

    def turned(
        mask: Mask,
    ) -> Mask:  # the first axis leads from the wall into the room, the second along the wall
        across = mask if thin == 0 else mask.T
        return across if ahead else across[::-1]

    def returned(mask: Mask) -> Mask:
        across = mask if ahead else mask[::-1]
        return across if thin == 0 else across.T

    view = turned(inside)
    back = first[thin] if ahead else len(view) - 1 - last[thin]
    start, end = first[1 - thin], last[1 - thin] + 1
    edges = [_edge(view[:, column], back) for column in range(view.shape[1])]
    if all(edge is None for edge in edges[start:end]):
        return inside
    for columns in (range(start, end), range(start - 1, -1, -1), range(end, view.shape[1])):
        for edge, run in itertools.groupby(columns, key=lambda column: edges[column]):
            if edge is None:
                if columns.start == start:
                    continue
                break
            moved = view.copy()
            moved[back:edge, list(run)] = True
            if not allowed(returned(moved)):
                break
            view = moved
    return returned(view)


def _off_walls(inside: Mask, evidence: _Evidence) -> set[int]:
    """Return what of that which hangs on walls has none near it."""
    near = (_spread_box(evidence.raster, box) for box in evidence.boards)
    return {number for number, mask in enumerate(near) if not (mask & ~inside).any()}


def _spread_box(raster: Raster, box: Box) -> Mask:
    """Return what is as near to something as the wall that it hangs on."""
    hung = raster.empty()
    corners = box.corners()[:, [0, 2]]
    raster.mark(hung, corners.min(axis=0) - _NEAR_WALL + CELL, corners.max(axis=0) + _NEAR_WALL - CELL)
    return hung


def _edge(column: NDArray[np.bool_], back: int) -> int | None:
    """Return where the room begins, at most a niche's depth ahead of ``back``, with nothing but wall behind it."""
    found = np.flatnonzero(column[back : back + round(_NICHE / CELL) + 1])
    behind = column[max(0, back - round(_WALL / CELL)) : back]
    return back + int(found[0]) if len(found) and not behind.any() else None


def _faces(box: Box, places: Array) -> tuple[Array, Array, int, bool]:
    """Return the corners of what hangs on a wall, along which axis it is thin, and whether the room is ahead there."""
    low, high = box.corners()[:, [0, 2]].min(axis=0), box.corners()[:, [0, 2]].max(axis=0)
    thin = int(np.argmin(high - low))
    near = places[np.argmin(np.abs(places - (low + high) / 2.0).max(axis=1))]
    return low, high, thin, bool(near[thin] > low[thin])


def _walled(inside: Mask, box: Box, evidence: _Evidence, places: Array) -> Mask:
    """Return the inside less a wall behind what hangs in the middle of it, as far as no place speaks against it.

    What such a wall closes off, and what nobody reached and no furniture stands in, is no part of the room.
    """
    raster = evidence.raster
    if (_spread_box(raster, box) & ~inside).any():
        return inside
    low, high, thin, ahead = _faces(box, places)
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
    return bool((_away(places, low, high) < _NEAREST).any())


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
        return int(np.count_nonzero(away[self._index] >= _STRAIGHT))


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
