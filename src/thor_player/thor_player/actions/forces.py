"""Pushing, pulling, and touching with a force."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..breaking import fall
from ..containment import detach
from ..errors import ActionError, invalid_operation, out_of_range
from ..falling import thrown_to
from ..headings import ahead, right
from ..model import Array, SimObject
from ..pushing import push, speed_of
from ..state import PlayerState
from ..vision import at_point
from .registry import Arguments, Handler, action
from .targets import TARGET, target

_LEVEL = 0.1  # a direction that rises less goes along what a thing stands on


def _push(name: str, turned: float) -> Handler:
    def run(state: PlayerState, args: Arguments) -> None:
        _apply(state, target(state, args, name), ahead(state.agent.yaw + turned), _magnitude(args))

    return run


def _push_at_angle(state: PlayerState, args: Arguments) -> None:
    angle = args.number("pushAngle", 0.0)
    if not 0.0 <= angle < 360.0:
        raise ActionError(
            f"pushAngle must be in [0:360), clockwise from where the agent looks, not {angle:g}"
        )
    way = ahead(state.agent.yaw + angle)
    _apply(state, target(state, args, "DirectionalPush"), way, _magnitude(args))


def _touch(state: PlayerState, args: Arguments) -> dict[str, Any]:
    """Reach for a point of the screen and apply a force, as the agent looks, to what is there."""
    reach = args.number("handDistance", state.settings.visibility_distance)
    if reach <= 0.0:
        raise out_of_range("handDistance must be > 0.")
    found, point = at_point(state, args.number("x", 0.5), args.number("y", 0.5))
    length = float(np.linalg.norm(point - state.agent.camera_position()))
    if length > reach:
        return {"didHandTouchSomething": False, "objectId": "", "armsLength": reach}
    if found is None or not found.is_loose:
        name = found.object_id if found is not None else "not a sim object, a structure was touched"
        return {"didHandTouchSomething": True, "objectId": name, "armsLength": length}
    local = args.whole_vector("direction")
    if not local.any():
        raise invalid_operation("direction must not be 0")
    yaw = state.agent.yaw
    way = local[0] * right(yaw) + local[1] * np.array([0.0, 1.0, 0.0]) + local[2] * ahead(yaw)
    _apply(state, found, way / np.linalg.norm(way), _magnitude(args))
    return {"didHandTouchSomething": True, "objectId": found.object_id, "armsLength": length}


def _apply(state: PlayerState, obj: SimObject, way: Array, force: float) -> None:
    if not obj.is_loose:
        raise invalid_operation(
            "Target Sim Object cannot be moved. It's primary property must be Pickupable or Moveable"
        )
    if obj.status.is_picked_up:
        raise invalid_operation(f"{obj.object_id} is in an agent's hand")
    speed = speed_of(obj, force)
    if way[1] > _LEVEL and obj.can("pickupable"):
        point, at_impact = thrown_to(state, obj, way * speed)
        detach(state.world, obj)
        fall(state, obj, point, at_impact)
        return
    level = way * np.array([1.0, 0.0, 1.0])
    length = float(np.linalg.norm(level))
    if length < _LEVEL:
        raise invalid_operation(f"{obj.object_id} cannot be pressed up or down: it stands on something")
    push(state, obj, level / length, speed * length)


def _magnitude(args: Arguments) -> float:
    force = args.number("moveMagnitude", 0.0)
    if force <= 0.0:
        raise invalid_operation("moveMagnitude must be > 0")
    return force


_PUSHED = f"{TARGET} moveMagnitude"

ACTIONS = (
    action("PushObject", _push("PushObject", 0.0), _PUSHED, seconds=0.5),
    action("PullObject", _push("PullObject", 180.0), _PUSHED, seconds=0.5),
    action("DirectionalPush", _push_at_angle, f"{_PUSHED} pushAngle", seconds=0.5),
    action(
        "TouchThenApplyForce", _touch, "handDistance", required="x y moveMagnitude direction", seconds=0.5
    ),
)
