"""Whether what the hand holds would go through a wall or a piece of furniture."""

from __future__ import annotations

import numpy as np

from .containment import contents
from .model import Array, Box
from .state import PlayerState

_SHRINK = 0.5  # of the held box: rounded things in upright boxes must not catch at corners


def held_object_hits(state: PlayerState) -> str | None:
    """Return the name of the fixed body that the held object is in, "Wall", or None."""
    held = state.held()
    if held is None:
        return None
    core = Box(held.box.center, held.box.half * _SHRINK, held.box.yaw)
    points = np.vstack([core.corners(), core.center])
    bounds, shell = state.world.bounds, state.world.structure
    outside = bool(np.any(np.abs(points - bounds.center)[:, [0, 2]] > bounds.half[[0, 2]]))
    if outside or any(_inside(points, body) for body in (*shell.walls, *shell.beyond)):
        return "Wall"
    carried = {held.object_id, *(c.object_id for c in contents(state.world, held))}
    for obj in state.world.active():
        if obj.object_id in carried or obj.can("pickupable") or obj.object_type == "Floor":
            continue
        if any(_inside(points, solid) for solid in obj.solids):
            return obj.name
    return None


def _inside(points: Array, box: Box) -> bool:
    local = np.abs((points - box.center) @ box.axes().T)
    return bool(np.any(np.all(local < box.half, axis=1)))
