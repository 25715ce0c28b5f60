"""A room's shell: its bounds, floor, walls and ceiling."""

from __future__ import annotations

import numpy as np

from .model import Array, Box, SimObject, Structure
from .outlines.outline import ON_WALLS, Outline, Rectangle
from .outlines.raster import CELL, Raster
from .rectangles import overlaps

CEILING = 2.5
_THICK = 0.1


def recorded_bounds(objects: list[SimObject], floor: float) -> Box:
    """Return the box over the recorded floor, floor to ceiling. Unity's floors run on under and behind the walls."""
    ground = next(o for o in objects if o.object_type == "Floor")
    return _over(ground.box.center, ground.box.half, objects, floor)


def outlined_bounds(outline: Outline, objects: list[SimObject], floor: float) -> Box:
    """Return the box that holds what lies between the walls, floor to ceiling."""
    low, high = outline.extent()
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    return _over(np.array([middle[0], floor, middle[1]]), np.array([half[0], 0.0, half[1]]), objects, floor)


def beyond(outline: Outline, objects: list[SimObject], floor: float, top: float) -> list[Box]:
    """Return what lies behind the walls, as far as the recorded floor and the walls reach, from floor to ceiling."""
    ground = recorded_bounds(objects, floor)
    corners = np.array([ground.center - ground.half, ground.center + ground.half])[:, [0, 2]]
    raster = Raster.around(np.vstack([corners, outline.extent()]), 2.0 * _THICK)
    known = raster.empty()
    for x0, z0, x1, z1 in (*outline.floor, *outline.walls, *outline.niches):
        raster.mark(known, np.array([x0, z0]), np.array([x1, z1]))
    return [_slab(r, floor, top) for r in raster.rectangles(~known)]


def _over(center: Array, half: Array, objects: list[SimObject], floor: float) -> Box:
    tops = (o.box.top - floor for o in objects if o.object_type not in ("Window", "Curtains"))
    height = max([CEILING, *tops])
    return Box(
        np.array([center[0], floor + height / 2.0, center[2]]), np.array([half[0], height / 2.0, half[2]])
    )


def structure(outline: Outline, floor: float, top: float, variant: int) -> Structure:
    """Return floor, walls and ceiling of an outline, between two heights."""
    return Structure(
        floor=[_slab(r, floor - _THICK, floor) for r in outline.floor],
        walls=[_slab(r, floor, top) for r in outline.walls],
        ceiling=[_slab(r, top, top + _THICK) for r in outline.floor],
        wall_pieces=[(_slab(r, floor, top), distance) for r, distance in outline.pieces],
        variant=variant,
    )


def round_niches(outline: Outline, objects: list[SimObject], floor: float, top: float) -> list[Box]:
    """Return the wall above and below what hangs in the niches of a wall."""
    found = []
    for niche in outline.niches:
        hole = _slab(niche, floor, top)
        hung = [o.box for o in objects if o.object_type in ON_WALLS and _meet(o.box, hole)]
        low, high = min(b.bottom for b in hung), max(b.top for b in hung)
        found += [_slab(niche, a, b) for a, b in ((floor, low), (high, top)) if b > a]
    return found


def _meet(box: Box, hole: Box) -> bool:
    """Tell whether the footprint of a box meets that of an upright one, to a cell."""
    return bool(overlaps(box.center[[0, 2]].reshape(1, 2), box.half[[0, 2]], box.yaw, hole, CELL)[0])


def _slab(rectangle: Rectangle, low: float, high: float) -> Box:
    x0, z0, x1, z1 = rectangle
    return Box(
        np.array([(x0 + x1) / 2.0, (low + high) / 2.0, (z0 + z1) / 2.0]),
        np.array([(x1 - x0) / 2.0, (high - low) / 2.0, (z1 - z0) / 2.0]),
    )


def around(bounds: Box) -> Outline:
    """Return the outline of a rectangular room: the floor's rectangle and four walls."""
    (x0, _, z0), (x1, _, z1) = bounds.center - bounds.half, bounds.center + bounds.half
    t = _THICK
    walls = [
        (x0 - t, z0 - t, x0, z1 + t),
        (x1, z0 - t, x1 + t, z1 + t),
        (x0, z0 - t, x1, z0),
        (x0, z1, x1, z1 + t),
    ]
    return Outline(
        floor=[(x0, z0, x1, z1)], walls=walls, niches=[], pieces=[], stand_off={}, fixtures=[], usual=0.0
    )
