"""Opening and closing."""

from __future__ import annotations

import numpy as np

from ..errors import ActionError
from ..model import SimObject
from ..opening import swing
from ..state import PlayerState
from .registry import Arguments, action
from .targets import TARGET, target

# The agent's radius is 0.2 m; how far doors and drawers reach is guessed from their boxes, so they may brush past it.
_GIRTH = 0.12
_STEP, _HEAD = (
    0.1,
    0.6,
)  # metres above the floor; above the agent's position (a door at eye level swings past)


def _open(state: PlayerState, args: Arguments) -> None:
    openness = args.number("openness", args.number("moveMagnitude", 0.0) or 1.0)
    _set(state, args, openness, "OpenObject")


def _close(state: PlayerState, args: Arguments) -> None:
    _set(state, args, 0.0, "CloseObject")


def _set(state: PlayerState, args: Arguments, openness: float, name: str) -> None:
    if not 0.0 <= openness <= 1.0:
        raise ActionError("openness must be in [0:1]")
    obj = target(state, args, name)
    if not obj.can("openable"):
        raise ActionError(f"{obj.object_id} is not an Openable object")
    if obj.object_type == "Microwave" and obj.status.is_toggled:
        raise ActionError("Target must be OFF to open!")
    before, was = obj.status.openness, _is_hit(state, obj)
    swing(state.world, obj, openness)
    if _is_hit(state, obj) and not was:
        swing(state.world, obj, before)
        raise ActionError("Object failed to open/close successfully.")


def _is_hit(state: PlayerState, obj: SimObject) -> bool:
    """Tell whether a door, lid or drawer is in the agent's body."""
    x, y, z = state.agent.position
    for solid in obj.solids:
        if solid.top < state.world.floor + _STEP or solid.bottom > y + _HEAD:
            continue
        local = np.abs(solid.axes() @ (np.array([x, solid.center[1], z]) - solid.center)) - solid.half
        if float(np.linalg.norm(np.maximum(local, 0.0)[[0, 2]])) < _GIRTH:
            return True
    return False


ACTIONS = (
    action("OpenObject", _open, f"{TARGET} openness moveMagnitude", seconds=0.5),
    action("CloseObject", _close, TARGET, seconds=0.5),
)
