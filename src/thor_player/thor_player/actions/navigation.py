"""Walking, turning, looking, crouching, and doing nothing."""

from __future__ import annotations

import numpy as np

from .. import crowd, headings
from ..collision import blocker, stands_on
from ..errors import LOOK_LIMIT, ActionError, invalid_operation
from ..hand import follow, steady
from ..hand_collision import held_object_hits
from ..model import Array
from ..state import PlayerState
from .registry import Arguments, Handler, action

_MOVE = "moveMagnitude allowAgentsToIntersect manualInteract"


def _move(side: float, ahead: float) -> Handler:
    def run(state: PlayerState, args: Arguments) -> None:
        magnitude = args.number("moveMagnitude", state.settings.grid_size)
        if magnitude <= 0.0:
            raise invalid_operation("moveMagnitude must be > 0")
        _steady_hand(state, args)
        forward, rightward = headings.ahead(state.agent.yaw), headings.right(state.agent.yaw)
        through = args.flag("allowAgentsToIntersect")
        walk(
            state,
            (forward * ahead + rightward * side) * magnitude,
            force=args.flag("forceAction"),
            through_agents=through,
        )

    return run


def _steady_hand(state: PlayerState, args: Arguments) -> None:
    """Bring the hand back first where ``manualInteract=False`` asks for it; else it stays as it was moved."""
    if "manualInteract" in args and not args.flag("manualInteract"):
        steady(state)


def walk(
    state: PlayerState, by: Array, *, force: bool, snap: bool = True, through_agents: bool = False
) -> None:
    """Move the agent's body by a level vector (3,), all or nothing.

    :param force: what the agent holds may go through things
    :param snap: False leaves it off the grid, whatever Initialize said
    :raises ActionError: when something is in the way
    """
    start = state.agent.position
    end = start + by
    if snap and state.settings.snap_to_grid:
        grid = state.settings.grid_size
        end[[0, 2]] = np.round(end[[0, 2]] / grid) * grid
    end[1] = stands_on(state.world)
    hit = blocker(state.world, start, end)
    other = None if through_agents else crowd.blocking(state, start, end)
    if hit is None and other is not None:
        hit = crowd.name_of(other)
    text = f"({by[0]:.4f}, {by[1]:.4f}, {by[2]:.4f})"
    if hit is not None:
        state.body.collided = (_name(state, hit),)
        raise ActionError(f"{_name(state, hit)} is blocking Agent {state.acting} from moving by {text}.")
    state.agent.position = end
    follow(state)
    held = state.held()
    in_way = None if force or held is None else held_object_hits(state)
    if held is not None and in_way is not None:
        state.agent.position = start
        follow(state)
        state.body.collided = (in_way,)
        raise ActionError(f"{in_way} is blocking the Agent from moving by {text} with {held.name}")


def _name(state: PlayerState, hit: str) -> str:
    return state.world.objects[hit].name if hit in state.world.objects else hit


def _move_agent(state: PlayerState, args: Arguments) -> None:
    """Go ahead and to the right by metres, off the grid; it takes the time that the speed says."""
    ahead, right = args.number("ahead", 0.0), args.number("right", 0.0)
    length = float(np.hypot(ahead, right))
    if length == 0.0:
        raise invalid_operation("ahead and right are both 0: there is nowhere to go to")
    seconds = length / _speed(args, "metres")
    yaw = state.agent.yaw
    way = headings.ahead(yaw) * ahead + headings.right(yaw) * right
    walk(state, way, force=args.flag("forceAction"), snap=False)
    state.world.time += seconds


def _rotate_agent(state: PlayerState, args: Arguments) -> None:
    """Turn to the right by degrees, or to the left by less than 0."""
    degrees = args.number("degrees", 0.0)
    if degrees == 0.0:
        raise invalid_operation("degrees is 0: there is nowhere to turn to")
    seconds = abs(degrees) / _speed(args, "degrees")
    _turn(state, args, degrees)
    state.world.time += seconds


def _speed(args: Arguments, unit: str) -> float:
    speed = args.number("speed", 1.0)
    if speed <= 0.0:
        raise invalid_operation(f"speed, in {unit} a second, must be > 0")
    return speed


def _rotate(sign: float) -> Handler:
    def run(state: PlayerState, args: Arguments) -> None:
        degrees = args.number("degrees", state.settings.rotate_step)
        if degrees == 0.0 and "degrees" in args:
            raise invalid_operation(
                "Cannot rotate by 0 degrees as this previously defaulted to rotating by a diferent amount."
            )
        _steady_hand(state, args)
        _turn(state, args, sign * degrees)

    return run


def _turn(state: PlayerState, args: Arguments, degrees: float) -> None:
    """Turn by degrees to the right, all or nothing."""
    before = state.agent.yaw
    state.agent.yaw = (before + degrees) % 360.0
    follow(state)
    held = state.held()
    if held is not None and not args.flag("forceAction") and held_object_hits(state) is not None:
        state.agent.yaw = before
        follow(state)
        side = "Right" if degrees > 0 else "Left"
        raise ActionError(
            f"a held item: {held.name} with something if agent rotates {side} {abs(degrees):g} degrees"
        )


def _look(sign: float) -> Handler:
    word = "Down" if sign > 0 else "Up"

    def run(state: PlayerState, args: Arguments) -> None:
        degrees = args.number("degrees", 30.0)
        if degrees <= 0.0:
            raise ActionError(
                f"Look{word} action requires positive degree value. Invalid value used: {degrees:g}"
            )
        if abs(degrees * 10.0 - round(degrees * 10.0)) > 1e-6:
            raise ActionError(f"Look{word} action requires degree value to be a multiple of 0.1f")
        horizon = round(state.agent.horizon + sign * degrees, 4)
        if horizon > state.settings.max_down + 1e-3:
            limit = f"{state.settings.max_down:g} degrees below the forward horizon"
            raise ActionError(f"can't look down beyond {limit}", code=LOOK_LIMIT)
        if horizon < -state.settings.max_up - 1e-3:
            limit = f"{state.settings.max_up:g} degrees above the forward horizon"
            raise ActionError(f"can't look up beyond {limit}", code=LOOK_LIMIT)
        state.agent.horizon = horizon
        follow(state)

    return run


def _posture(standing: bool) -> Handler:
    def run(state: PlayerState, _args: Arguments) -> None:
        state.agent.standing = standing
        follow(state)

    return run


def _nothing(_state: PlayerState, _args: Arguments) -> None:
    return None


ACTIONS = (
    action("MoveAhead", _move(0.0, 1.0), _MOVE),
    action("MoveBack", _move(0.0, -1.0), _MOVE),
    action("MoveLeft", _move(-1.0, 0.0), _MOVE),
    action("MoveRight", _move(1.0, 0.0), _MOVE),
    action("RotateLeft", _rotate(-1.0), "degrees manualInteract"),
    action("RotateRight", _rotate(1.0), "degrees manualInteract"),
    action("MoveAgent", _move_agent, "ahead right speed returnToStart disableRendering fixedDeltaTime"),
    action("RotateAgent", _rotate_agent, "degrees speed returnToStart disableRendering fixedDeltaTime"),
    action("LookUp", _look(-1.0), "degrees"),
    action("LookDown", _look(1.0), "degrees"),
    action("Stand", _posture(True)),
    action("Crouch", _posture(False)),
    action("Pass", _nothing),
    action("Done", _nothing),
)
