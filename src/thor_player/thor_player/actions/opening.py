"""Opening and closing."""

from __future__ import annotations

import numpy as np

from ..errors import ActionError
from ..model import Array, SimObject
from ..opening import swing
from ..state import PlayerState
from .registry import Arguments, action
from .targets import TARGET, target

# The agent's radius is 0.2 m; how far doors and drawers reach is guessed from their boxes, so they may brush past it.
_GIRTH = 0.12
_SHORTER = (0.8, 0.6, 0.45, 0.3)  # of its way; less would show nothing of what is inside
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
    for share in _shares(openness):
        swing(state.world, obj, share)
        if was or not _is_hit(state, obj):
            return
    swing(state.world, obj, before)
    raise ActionError("Object failed to open/close successfully.")


def _change_speed(state: PlayerState, args: Arguments) -> None:
    """Set how many seconds opening and closing take."""
    seconds = args.number("x", state.open_seconds)
    if seconds <= 0.0:
        raise ActionError(f"x, the seconds that opening takes, must be > 0, not {seconds:g}")
    state.open_seconds = seconds


def _shares(openness: float) -> list[float]:
    """Return how far to try to open: as wanted, then less, as a door or drawer stops short of the body before it.

    How far they reach is guessed from their boxes; the recorded agent opened them from as near.
    """
    return [openness, *(share for share in _SHORTER if share < openness)]


def _is_hit(state: PlayerState, obj: SimObject) -> bool:
    """Tell whether a door, lid or drawer is in an agent's body."""
    return any(_is_in(state.world.floor, obj, body.agent.position) for body in state.bodies)


def _is_in(floor: float, obj: SimObject, place: Array) -> bool:
    x, y, z = place
    for solid in obj.solids:
        if solid.top < floor + _STEP or solid.bottom > y + _HEAD:
            continue
        local = np.abs(solid.axes() @ (np.array([x, solid.center[1], z]) - solid.center)) - solid.half
        if float(np.linalg.norm(np.maximum(local, 0.0)[[0, 2]])) < _GIRTH:
            return True
    return False


ACTIONS = (
    action("OpenObject", _open, f"{TARGET} openness moveMagnitude", opens=True),
    action("CloseObject", _close, TARGET, opens=True),
    action("ChangeOpenSpeed", _change_speed, required="x"),
)
