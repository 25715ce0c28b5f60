"""Moving and turning what the hand holds."""

from __future__ import annotations

import numpy as np

from ..errors import ActionError, invalid_operation, missing_arguments
from ..hand import OFFSET, follow, hand_rotation
from ..hand_collision import held_object_hits
from ..model import Array, SimObject
from ..state import PlayerState
from ..vision import visible
from .registry import Arguments, Handler, action


def _shift(right: float, up: float, ahead: float) -> Handler:
    way = np.array([right, up, ahead])

    def run(state: PlayerState, args: Arguments) -> None:
        magnitude = args.number("moveMagnitude", state.settings.grid_size)
        if magnitude <= 0.0:
            raise invalid_operation("moveMagnitude must be > 0")
        _move(state, args, way * magnitude)

    return run


def _shift_freely(state: PlayerState, args: Arguments) -> None:
    _move(state, args, np.array([args.number(name, 0.0) for name in ("right", "up", "ahead")]))


def _move(state: PlayerState, args: Arguments, by: Array) -> None:
    """Move the held object by (right, up, ahead) metres as the camera looks, all or nothing."""
    held = state.held()
    if held is None:
        raise invalid_operation("there is nothing in the agent's hand to move")
    if not by.any():
        raise invalid_operation("ahead, right and up are all 0: there is nowhere to move to")
    before = state.body.hand_shift
    shift = before + by
    if float(np.linalg.norm(OFFSET + shift)) > state.settings.visibility_distance:
        raise invalid_operation("the hand cannot reach beyond the visibility distance")
    state.body.hand_shift = shift
    follow(state)
    hit = None if args.flag("forceAction") else held_object_hits(state)
    hidden = args.flag("forceVisible") and held.object_id not in visible(state)
    if hit is None and not hidden:
        return
    state.body.hand_shift = before
    follow(state)
    raise ActionError(f"{hit} is in the way of {held.name}" if hit else f"{held.name} would be out of view")


def _rotate(state: PlayerState, args: Arguments) -> None:
    held = state.held()
    if held is None:
        raise invalid_operation("there is nothing in the agent's hand to turn")
    if not any(name in args for name in ("rotation", "pitch", "yaw", "roll")):
        raise missing_arguments("RotateHeldObject", ["rotation"])
    if "rotation" in args:
        wanted = args.whole_vector("rotation")
        tilt, yaw = wanted, float(wanted[1]) - state.agent.yaw
    else:
        tilt = held.rotation + np.array([args.number("pitch", 0.0), 0.0, args.number("roll", 0.0)])
        yaw = state.body.hand_yaw + args.number("yaw", 0.0)
    _turn(state, held, tilt, yaw, force=args.flag("forceAction"))


def _rotate_hand(state: PlayerState, args: Arguments) -> None:
    """Turn the hand to angles against the agent's own."""
    held = state.held()
    if held is None:
        raise invalid_operation("Can't rotate hand unless holding object")
    if not any(axis in args for axis in "xyz"):
        raise missing_arguments("RotateHand", ["x", "y", "z"])
    tilt = np.array([args.number("x", 0.0), 0.0, args.number("z", 0.0)])
    _turn(state, held, tilt, args.number("y", 0.0), force=args.flag("forceAction"))


def _turn(state: PlayerState, held: SimObject, tilt: Array, yaw: float, *, force: bool) -> None:
    """Turn what is held about its own position, all or nothing.

    :param tilt: (3,) whose x and z are the new angles
    :param yaw: against the agent's
    """
    before, place = (held.rotation, state.body.hand_yaw, state.body.hand_shift), held.position
    held.rotation, state.body.hand_yaw = tilt % 360.0, yaw % 360.0
    follow(state)
    # The hand carries a thing by its middle, which is beside its position: it goes along so that the position stays.
    state.body.hand_shift = state.body.hand_shift + hand_rotation(state).T @ (place - held.position)
    follow(state)
    hit = None if force else held_object_hits(state)
    if hit is not None:
        held.rotation, state.body.hand_yaw, state.body.hand_shift = before
        follow(state)
        raise ActionError(f"{hit} is in the way of turning {held.name}")


_MOVES = {
    "Ahead": (0.0, 0.0, 1.0),
    "Back": (0.0, 0.0, -1.0),
    "Left": (-1.0, 0.0, 0.0),
    "Right": (1.0, 0.0, 0.0),
    "Up": (0.0, 1.0, 0.0),
    "Down": (0.0, -1.0, 0.0),
}

ACTIONS = (
    action("MoveHeldObject", _shift_freely, "ahead right up forceVisible"),
    *(
        action(f"{verb}{name}", _shift(*way), "moveMagnitude forceVisible")
        for verb in ("MoveHeldObject", "MoveHand")
        for name, way in _MOVES.items()
    ),
    action("RotateHand", _rotate_hand, "x y z"),
    action("RotateHeldObject", _rotate, "pitch yaw roll rotation"),
)
