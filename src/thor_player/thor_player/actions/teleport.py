"""Teleport and TeleportFull."""

from __future__ import annotations

import numpy as np

from .. import crowd
from ..collision import stands_on, touching
from ..errors import invalid_operation, missing_arguments, out_of_range
from ..hand import follow
from ..hand_collision import held_object_hits
from ..model import Array
from ..state import PlayerState
from .registry import Arguments, action

_FLOOR_CHANGE = 0.05  # metres; Unity's
_POSE = "position x y z rotation horizon standing allowAgentsToIntersect"


def _teleport(state: PlayerState, args: Arguments) -> None:
    agent = state.agent
    before = (agent.position, agent.yaw, agent.horizon, agent.standing)
    position = _position(state, args)
    rotation = _rotation(args, agent.yaw)
    horizon = args.number("horizon", agent.horizon)
    force = args.flag("forceAction")
    if abs(rotation[0]) > 1e-3 or abs(rotation[2]) > 1e-3:
        raise out_of_range(
            "No agents currently can change in pitch or roll. So, you must set rotation(x=0, y=yaw, z=0)"
        )
    low, high = -state.settings.max_up, state.settings.max_down
    if not force and not low - 1e-3 <= horizon <= high + 1e-3:
        raise out_of_range(f"Each horizon must be in [{low:g}:{high:g}]. You gave {horizon:g}.")
    if not force:
        _check_place(state, position, through_agents=args.flag("allowAgentsToIntersect"))
    agent.position, agent.yaw, agent.horizon = position, float(rotation[1]) % 360.0, horizon
    agent.position[1] = stands_on(state.world)
    agent.standing = args.flag("standing", agent.standing)
    follow(state)
    if not force and held_object_hits(state) is not None:
        agent.position, agent.yaw, agent.horizon, agent.standing = before
        follow(state)
        raise invalid_operation("Cannot teleport due to hand object collision.")


def _rotation(args: Arguments, yaw: float) -> Array:
    if isinstance(args.raw("rotation"), int | float):  # clients other than ai2thor's may send the yaw alone
        return np.array([0.0, args.number("rotation", yaw), 0.0])
    return args.vector("rotation", np.array([0.0, yaw, 0.0]))


def _position(state: PlayerState, args: Arguments) -> Array:
    current = state.agent.position
    if "position" in args:
        return args.vector("position", current).copy()
    return np.array([args.number(axis, float(old)) for axis, old in zip("xyz", current, strict=True)])


def _check_place(state: PlayerState, position: Array, *, through_agents: bool) -> None:
    bounds = state.world.bounds
    text = f"({position[0]:.4f}, {position[1]:.4f}, {position[2]:.4f})"
    if np.any(np.abs(position - bounds.center)[[0, 2]] > bounds.half[[0, 2]]):
        raise out_of_range(
            f"Teleport position {text} out of scene bounds! Ignore this by setting forceAction=true."
        )
    grid = state.settings.grid_size
    if state.settings.snap_to_grid and np.any(
        np.abs(position / grid - np.round(position / grid))[[0, 2]] > 0.01 / grid
    ):
        raise out_of_range(f"Teleport position {text} is not on the grid of size {grid:g}.")
    if abs(position[1] - stands_on(state.world)) > _FLOOR_CHANGE:
        raise invalid_operation(
            "After teleporting and adjusting agent position to floor, there was too large a change"
            f"({abs(position[1] - stands_on(state.world)):.4f} > {_FLOOR_CHANGE:g}) in the y component."
            " Consider using `forceAction=true` if you'd like to teleport anyway."
        )
    hit = touching(state.world, position)
    other = None if through_agents else crowd.touching(state, position)
    if hit is None and other is not None:
        hit = crowd.name_of(other)
    if hit is not None:
        name = state.world.objects[hit].name if hit in state.world.objects else hit
        raise invalid_operation(f"Collided with: {name} while trying to teleport to {text}")


def _teleport_full(state: PlayerState, args: Arguments) -> None:
    # 5.0.0 also requires "standing"; ALFRED and TEACh were written before it and leave it out.
    missing = [name for name in ("rotation", "horizon") if name not in args]
    if "position" not in args:
        missing += [axis for axis in "xyz" if axis not in args]
    if missing:
        raise missing_arguments("TeleportFull", missing)
    _teleport(state, args)


def _rotate_look(state: PlayerState, args: Arguments) -> None:
    """Turn and look at once, where the agent stands."""
    _teleport(state, args)


ACTIONS = (
    action("RotateLook", _rotate_look, "rotation horizon"),
    action("Teleport", _teleport, _POSE),
    action("TeleportFull", _teleport_full, _POSE),
)
