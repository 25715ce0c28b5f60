"""Shortest ways: to an object, to a point. ``ai2thor.util.metrics`` asks for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..collision import blocker, stands_on, touching
from ..errors import ActionError, invalid_operation, missing_arguments, unknown_object
from ..experts import towards_object, towards_point
from ..model import Array, SimObject
from ..paths import shortest_path, straightened
from ..sightlines import in_sight
from ..state import PlayerState
from .querying import xyz
from .registry import Arguments, action

_GRID = 0.25  # metres between the places that are tried, at most


def _to_object(state: PlayerState, args: Arguments) -> dict[str, Any]:
    wanted = _wanted(state, args)
    distance = state.settings.visibility_distance

    def is_goal(place: Array) -> bool:
        return any(in_sight(state, obj, place, distance) for obj in wanted)

    corners = shortest_path(state.world, _start(state, args), is_goal, _grid(state))
    if corners is None:
        names = ", ".join(obj.object_id for obj in wanted)
        raise ActionError(f"There is no way to where {names} can be seen within {distance:g} m")
    return _answer(state, corners)


def _to_point(state: PlayerState, args: Arguments) -> dict[str, Any]:
    start, end = _start(state, args), _end(state, args)
    grid = _grid(state)
    allowed = max(args.number("allowedError", 0.0), 0.05)
    blocked = touching(state.world, end) is not None

    def is_goal(place: Array) -> bool:
        away = float(np.linalg.norm((place - end)[[0, 2]]))
        if blocked:
            return away <= allowed
        return away <= grid and blocker(state.world, place, end) is None

    corners = shortest_path(state.world, start, is_goal, grid)
    if corners is None:
        raise ActionError(f"There is no way from {xyz(start)} to {xyz(end)}")
    return _answer(state, corners if blocked else straightened(state.world, [*corners, end]))


def _expert(state: PlayerState, args: Arguments) -> str | None:
    """Return the name of the next action on the shortest way, or None where the goal is reached."""
    if "position" in args and not ("objectId" in args or "objectType" in args):
        allowed = max(args.number("allowedError", 0.0), 0.75 * state.settings.grid_size)
        there, following = towards_point(state, args.whole_vector("position"), allowed)
    else:
        there, following = towards_object(state, _wanted(state, args, "ObjectNavExpertAction"))
    if not there:
        raise ActionError("Path to target could not be found")
    return following


def _wanted(state: PlayerState, args: Arguments, action: str = "GetShortestPath") -> list[SimObject]:
    object_id, kind = args.text("objectId"), args.text("objectType")
    if not object_id and not kind:
        raise missing_arguments(action, ["objectId"])
    found = [
        obj
        for obj in state.world.active()
        if (obj.object_id == object_id if object_id else obj.object_type == kind)
    ]
    if not found and object_id:
        raise unknown_object(object_id)
    if not found:
        raise invalid_operation(f"there is no object of type {kind} in the scene")
    return found


def _start(state: PlayerState, args: Arguments) -> Array:
    start = args.vector("position", state.agent.position).copy()
    start[1] = stands_on(state.world)
    hit = touching(state.world, start)
    if hit is not None and "position" in args:
        raise invalid_operation(f"a way cannot start at {xyz(start)}: the body would be in {hit}")
    return start


def _end(state: PlayerState, args: Arguments) -> Array:
    if "target" in args:
        end = args.whole_vector("target")
    else:
        missing = [axis for axis in "xz" if axis not in args]
        if missing:
            raise missing_arguments("GetShortestPathToPoint", missing)
        end = np.array([args.number("x", 0.0), 0.0, args.number("z", 0.0)])
    end[1] = stands_on(state.world)
    return end


def _grid(state: PlayerState) -> float:
    return min(_GRID, max(0.1, state.settings.grid_size))


def _answer(state: PlayerState, corners: list[Array]) -> dict[str, Any]:
    """Return the corners as places on the floor."""
    return {"corners": [xyz(np.array([c[0], state.world.floor, c[2]])) for c in corners]}


ACTIONS = (
    action(
        "GetShortestPath",
        _to_object,
        "objectId objectType position rotation allowedError",
        seconds=0.0,
        quick=True,
    ),
    action(
        "ObjectNavExpertAction", _expert, "objectId objectType position allowedError", seconds=0.0, quick=True
    ),
    action(
        "GetShortestPathToPoint", _to_point, "position x y z target allowedError", seconds=0.0, quick=True
    ),
)
