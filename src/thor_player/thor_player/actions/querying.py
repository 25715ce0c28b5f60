"""Questions: reachable positions, interactable poses, what a screen point shows, rays."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from ..errors import ActionError, invalid_operation, out_of_range
from ..model import Array, SimObject
from ..reachability import reachable_positions
from ..rectangles import hull
from ..sightlines import Choices, interactable_poses
from ..state import PlayerState
from ..visibility import cast_ray
from ..vision import ON_FLOOR, at_point, floor, target_at_point
from . import reading
from .registry import Arguments, action
from .targets import by_id

_ALL = 1_000_000  # poses; more than any room has


def xyz(point: Array) -> dict[str, float]:
    """Return {x, y, z}."""
    return {axis: float(v) for axis, v in zip("xyz", point, strict=True)}


def _reachable(state: PlayerState, args: Arguments) -> list[dict[str, float]]:
    grid = args.number("gridSize", state.settings.grid_size)
    if grid <= 0.0:
        raise out_of_range("gridSize must be > 0")
    found = reachable_positions(state.world, grid)
    if len(found) > args.whole("maxStepCount", 10000):
        raise invalid_operation("Too many steps taken in GetReachablePositions.")
    return [xyz(p) for p in found]


def _interactable(state: PlayerState, args: Arguments) -> list[dict[str, Any]]:
    obj = by_id(state, args.text("objectId"))
    positions = args.several("positions", reading.vector)
    if positions is None:
        positions = reachable_positions(state.world, state.settings.grid_size)
    choices = Choices(
        positions,
        args.several("rotations", _yaw) or list(np.arange(0.0, 360.0, state.settings.rotate_step)),
        _horizons(args),
        args.several("standings", reading.flag) or [True, False],
    )
    distance = args.number("maxDistance", state.settings.visibility_distance)
    poses = islice(interactable_poses(state, obj, choices, distance), args.whole("maxPoses", _ALL))
    return [
        {**xyz(p.position), "rotation": p.yaw, "horizon": p.horizon, "standing": p.standing} for p in poses
    ]


def _horizons(args: Arguments) -> list[float]:
    if "horizon" in args:
        return [args.number("horizon", 0.0)]
    return args.several("horizons", reading.number) or [-30.0, 0.0, 30.0, 60.0]


def _hulls(state: PlayerState, args: Arguments) -> dict[str, list[list[float]]]:
    """Return the outlines of objects on the floor plan: by id, [x, z] of each corner in turn."""
    ids, kinds = args.several("objectIds", reading.text), args.several("objectTypes", reading.text)
    if ids is not None and kinds is not None:
        raise ActionError("Only one of objectIds and objectTypes can be given.")
    if ids is not None:
        chosen = [by_id(state, object_id) for object_id in ids]
    else:
        chosen = [o for o in state.world.active() if kinds is None or o.object_type in kinds]
    return {obj.object_id: _outline(obj) for obj in chosen}


def _hull(state: PlayerState, args: Arguments) -> list[list[float]]:
    return _outline(by_id(state, args.text("objectId")))


def _outline(obj: SimObject) -> list[list[float]]:
    # of a shelf AI2-THOR knows the space over its board, which may reach further out
    solids = [obj.box] if obj.object_type == "Shelf" or not obj.solids else obj.solids
    return [[float(x), float(z)] for x, z in hull(np.vstack([s.corners()[:, [0, 2]] for s in solids]))]


def _positions(state: PlayerState, args: Arguments) -> dict[str, list[Any]]:
    """Return the poses as older clients take them: a list for each component."""
    poses = _interactable(state, args)
    return {
        name: [pose[name] for pose in poses] for name in ("x", "y", "z", "rotation", "standing", "horizon")
    }


def _yaw(value: Any) -> float:
    """Return the yaw of a rotation, which is given as a number or as {x, y, z}."""
    return float(reading.vector(value)[1]) if isinstance(value, Mapping) else reading.number(value)


def _object_in_frame(state: PlayerState, args: Arguments) -> str:
    x, y = args.number("x", 0.5), args.number("y", 0.5)
    return target_at_point(state, x, y, check_visible=args.flag("checkVisible"))[0].object_id


def _coordinate(state: PlayerState, args: Arguments) -> dict[str, float]:
    x, y = args.number("x", 0.5), args.number("y", 0.5)
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise out_of_range(f"x and y must be in [0:1] not (x={x:g}, y={y:g}).")
    return xyz(at_point(state, x, y)[1])


def _ray(state: PlayerState, args: Arguments) -> dict[str, Any]:
    origin = args.vector("origin", state.agent.camera_position())
    way = args.vector("destination", origin) - origin
    length = float(np.linalg.norm(way))
    text = f"Raycast from {xyz(origin)} to {xyz(origin + way)}"
    if length < 1e-6:
        raise ActionError(f"{text} failed to hit any target object!")
    found, point = cast_ray(state.world, origin, way / length)
    distance = float(np.linalg.norm(point - origin))
    if distance > length + 1e-3:
        raise ActionError(f"{text} failed to hit any target object!")
    ground = floor(state)
    if found is None and ground is not None and abs(float(point[1]) - state.world.floor) < ON_FLOOR:
        found = ground.object_id
    if found is None:
        raise ActionError(f"{text} hit object, but not a SimObject!")
    return {"objectId": found, "hitPoint": xyz(point), "hitDistance": distance}


ACTIONS = (
    action(
        "GetReachablePositions",
        _reachable,
        "maxStepCount directionsRelativeAgent gridSize",
        seconds=0.0,
        quick=True,
    ),
    action(
        "GetInteractablePoses",
        _interactable,
        "positions rotations horizons standings maxDistance maxPoses",
        required="objectId",
        seconds=0.0,
        quick=True,
    ),
    action(
        "PositionsFromWhichItemIsInteractable",
        _positions,
        "positions rotations horizons horizon standings maxDistance maxPoses",
        required="objectId",
        seconds=0.0,
        quick=True,
    ),
    action("Get2DSemanticHulls", _hulls, "objectIds objectTypes", seconds=0.0, quick=True),
    action("Get2DSemanticHull", _hull, required="objectId", seconds=0.0, quick=True),
    action("GetObjectInFrame", _object_in_frame, "checkVisible", required="x y", seconds=0.0, quick=True),
    action("GetCoordinateFromRaycast", _coordinate, required="x y", seconds=0.0, quick=True),
    action("PerformRaycast", _ray, required="origin destination", seconds=0.0, quick=True),
)
