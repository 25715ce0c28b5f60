"""Opening and closing."""

from __future__ import annotations

from ..collision import touching
from ..errors import ActionError
from ..opening import swing
from ..state import PlayerState
from .registry import Arguments, action
from .targets import TARGET, target


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
    before, was = obj.status.openness, touching(state.world, state.agent.position)
    swing(state.world, obj, openness)
    if touching(state.world, state.agent.position) == obj.object_id != was:
        swing(state.world, obj, before)
        raise ActionError("Object failed to open/close successfully.")


ACTIONS = (
    action("OpenObject", _open, f"{TARGET} openness moveMagnitude", seconds=0.5),
    action("CloseObject", _close, TARGET, seconds=0.5),
)
