"""Doors, lids and drawers: what lies inside goes along with what moves."""

from __future__ import annotations

import numpy as np

from .containment import contents
from .model import Array, SimObject, World
from .solids_pose import move, set_openness


def swing(world: World, obj: SimObject, openness: float) -> None:
    """Open an object to that share (0 closed .. 1 open); what lies in a drawer rides along."""
    before = _anchor(obj)
    set_openness(obj, openness)
    shift = _anchor(obj) - before
    if not shift.any():
        return
    for item in contents(world, obj):
        move(item, item.position + shift, item.rotation)


def _anchor(obj: SimObject) -> Array:
    """Return the middle (3,) of the first surface of an object in the world: what lies on it moves with it."""
    if not obj.surfaces:
        return obj.box.center
    return np.asarray(obj.box.center + obj.surfaces[0].center @ obj.box.axes())
