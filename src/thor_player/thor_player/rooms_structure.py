"""A room's shell: its bounds, floor, walls and ceiling."""

from __future__ import annotations

import numpy as np

from .model import Box, SimObject, Structure

CEILING = 2.5
_THICK = 0.1


def room_bounds(objects: list[SimObject], floor: float) -> Box:
    """Return the box of the room's free volume, floor to ceiling."""
    ground = next(o for o in objects if o.object_type == "Floor")
    height = max(
        [CEILING, *(o.box.top - floor for o in objects if o.object_type not in ("Window", "Curtains"))]
    )
    center = ground.box.center.copy()
    center[1] = floor + height / 2.0
    return Box(center, np.array([ground.box.half[0], height / 2.0, ground.box.half[2]]))


def structure(bounds: Box, floor: float, variant: int) -> Structure:
    """Return floor, four walls and ceiling around the bounds."""
    c, h = bounds.center, bounds.half
    t = _THICK / 2.0
    ground = Box(np.array([c[0], floor - t, c[2]]), np.array([h[0], t, h[2]]))
    roof = Box(np.array([c[0], bounds.top + t, c[2]]), np.array([h[0], t, h[2]]))
    walls = [
        Box(c + np.array([side * (h[0] + t), 0.0, 0.0]), np.array([t, h[1], h[2] + _THICK]))
        for side in (-1.0, 1.0)
    ] + [Box(c + np.array([0.0, 0.0, side * (h[2] + t)]), np.array([h[0], h[1], t])) for side in (-1.0, 1.0)]
    return Structure(floor=[ground], walls=walls, ceiling=[roof], variant=variant)
