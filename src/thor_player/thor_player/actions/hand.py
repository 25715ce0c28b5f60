"""Picking up, putting down, dropping and throwing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from thor_player.types import group, object_types, single_slot

from ..breaking import fall
from ..containment import attach, carry, carry_onto, direct_contents
from ..errors import ActionError, invalid_operation, missing_arguments
from ..falling import thrown_to
from ..hand import follow, hand_rotation, hold, release
from ..hand_collision import held_object_hits
from ..headings import ahead
from ..model import Array, SimObject
from ..placement import Where, find_spot
from ..pushing import speed_of
from ..state import PlayerState
from ..streams import stream_point
from ..visibility import in_picture
from ..vision import require_visible, target_at_point
from .registry import Arguments, action
from .targets import TARGET, by_id, target

_REACH = 0.5  # metres ahead of the agent: where things are put when no point is given
_LOW = 0.5  # share of a basin's depth: what is lower can be hidden by its wall
_BEYOND = 0.9  # share of a thing's half width by which it lies beyond the stream, which still falls on it
_DRAWS = 64  # points drawn by chance, of which the first in view counts
_BASINS = {"Sink": "SinkBasin", "Bathtub": "BathtubBasin"}


def _pickup(state: PlayerState, args: Arguments) -> str:
    obj = target(state, args, "PickupObject")
    if not obj.can("pickupable"):
        raise invalid_operation(f"{obj.object_id} must have the property CanPickup to be picked up.")
    if obj.status.is_picked_up and obj.object_id != state.agent.held:
        raise invalid_operation(f"{obj.object_id} is in another agent's hand")
    if state.held() is not None:
        raise invalid_operation("Agent hand has something in it already! Can't pick up anything else")
    hold(state, obj)
    return obj.object_id


def _put(state: PlayerState, args: Arguments) -> None:
    held = state.held()
    if held is None:
        raise ActionError("Can't place an object if Agent isn't holding anything")
    receptacle, point = _receptacle(state, args)
    _check_receptacle(held, receptacle, force=args.flag("forceAction"), state=state)
    rather = None if point is not None else _in_view(state)
    if rather is not None and "randomSeed" in args:
        point = _random_point(receptacle, args.whole("randomSeed", 0), rather)
    if point is None:
        point = _default_point(state, held, receptacle)
    spot = find_spot(state.world, held, receptacle, point, rather=rather)
    if spot is None:
        raise ActionError("No valid positions to place object found")
    release(state, held)
    carry_onto(state.world, held, spot.base, spot.rotation)
    attach(state.world, held, receptacle)


def _in_view(state: PlayerState) -> Where:
    """Return where Unity puts things first: in the picture, within the distance of visibility from the agent, level."""
    camera, reach = state.camera(), state.settings.visibility_distance

    def near_and_pictured(points: Array) -> NDArray[np.bool_]:
        away = np.linalg.norm((points - camera.position)[:, [0, 2]], axis=1)
        return np.asarray((away <= reach) & in_picture(camera, points))

    return near_and_pictured


def _random_point(receptacle: SimObject, seed: int, rather: Where) -> Array:
    """Return a point of a receptacle's box by chance: one of those in view, where any is."""
    share = np.random.default_rng(abs(seed)).uniform(-1.0, 1.0, (_DRAWS, 3))
    points = receptacle.box.center + (share * receptacle.box.half) @ receptacle.box.axes()
    return np.asarray(points[int(np.argmax(rather(points)))])


def _receptacle(state: PlayerState, args: Arguments) -> tuple[SimObject, Array | None]:
    """Return the receptacle meant, and the point to be near if one was given."""
    force = args.flag("forceAction")
    if "receptacleObjectId" in args or "objectId" in args:
        # ALFRED (2.1.0) names the held object in objectId and the receptacle apart; 5.0.0 the receptacle in objectId.
        name = "receptacleObjectId" if "receptacleObjectId" in args else "objectId"
        found = by_id(state, args.text(name))
        if not force:
            require_visible(state, found)
        return _basin(state, found), None
    if "x" in args and "y" in args:
        found, point = target_at_point(
            state, args.number("x", 0.5), args.number("y", 0.5), check_visible=not force
        )
        return _basin(state, found), point if args.flag("putNearXY") else None
    raise missing_arguments("PutObject", ["objectId"])


def _basin(state: PlayerState, found: SimObject) -> SimObject:
    """Return the basin of a sink or bathtub, which is what is meant by it, the object itself otherwise."""
    kind = _BASINS.get(found.object_type)
    if kind is None:
        return found
    return state.world.objects.get(f"{found.object_id}|{kind}", found)


def _check_receptacle(held: SimObject, receptacle: SimObject, *, force: bool, state: PlayerState) -> None:
    if not receptacle.can("receptacle") or receptacle is held or held.object_id in receptacle.parents:
        raise ActionError("This target object is NOT a receptacle!")
    kind, known = receptacle.object_type, object_types()
    if receptacle.can("openable") and kind in group("must_be_open") and not receptacle.status.is_open:
        raise ActionError("Target openable Receptacle is CLOSED, can't place if target is not open!")
    only = single_slot(kind)
    if only and held.object_type not in only:
        raise ActionError(f"{held.name} is not a valid Object Type to be placed in {receptacle.name}")
    if only and direct_contents(state.world, receptacle):
        raise ActionError(f"{receptacle.name} is full right now")
    if not force and not only and not known[held.object_type].fits_in(kind):
        raise ActionError(f"{held.name} cannot be placed in {receptacle.name}")


def _default_point(state: PlayerState, held: SimObject, receptacle: SimObject) -> Array:
    """Return where things go when no point is given: under the stream of a basin, else in front of the agent.

    A low thing lies a little beyond the stream: behind the basin's near wall whoever put it there could not see it.
    """
    stream = stream_point(state.world, receptacle)
    if stream is not None and held.box.half[1] > _LOW * receptacle.box.half[1]:
        return stream
    if stream is not None:
        away = (stream - state.agent.position) * np.array([1.0, 0.0, 1.0])
        beyond = _BEYOND * float(held.box.half[[0, 2]].min())
        return np.asarray(stream + beyond * away / max(float(np.linalg.norm(away)), 1e-6))
    place = state.agent.position + ahead(state.agent.yaw) * _REACH
    place[1] = min(max(state.agent.position[1], receptacle.box.bottom), receptacle.box.top)
    return np.asarray(place)


def _drop(state: PlayerState, args: Arguments) -> dict[str, float]:
    held = state.held()
    if held is None:
        raise invalid_operation("Nothing is in the agent's hand to drop!")
    if not args.flag("forceAction") and held_object_hits(state) is not None:
        raise invalid_operation(
            f"{held.name} can't be dropped. It must be clear of all other collision first, including the Agent."
        )
    return _fall(state, held, held.box.center, 0.0)


def _throw(state: PlayerState, args: Arguments) -> dict[str, float]:
    held = state.held()
    if held is None:
        raise invalid_operation("Nothing in Hand to Throw!")
    speed = speed_of(held, args.number("moveMagnitude", 0.0))
    point, at_impact = thrown_to(state, held, hand_rotation(state)[:, 2] * speed)
    return _fall(state, held, point, at_impact)


def _drop_ahead(state: PlayerState, args: Arguments) -> dict[str, float]:
    """Reach out as far as there is room before the agent, then drop."""
    held = state.held()
    if held is None:
        raise invalid_operation("Nothing is in the agent's hand to drop!")
    way = ahead(state.agent.yaw)
    for reach in (_REACH, 0.75 * _REACH, 0.5 * _REACH, 0.25 * _REACH):
        carry(state.world, held, held.position + way * reach, held.rotation)
        if held_object_hits(state) is None:
            return _fall(state, held, held.box.center, 0.0)
        follow(state)
    if not args.flag("forceAction"):
        raise invalid_operation(f"{held.name} can't be dropped ahead: there is no room before the agent")
    return _fall(state, held, held.box.center, 0.0)


def _fall(state: PlayerState, held: SimObject, start: Array, speed: float) -> dict[str, float]:
    release(state, held)
    fall(state, held, start, speed)
    return _xyz(held.position)


def _xyz(point: Array) -> dict[str, Any]:
    return {axis: float(v) for axis, v in zip("xyz", point, strict=True)}


ACTIONS = (
    action("PickupObject", _pickup, f"{TARGET} manualInteract"),
    action("PutObject", _put, f"{TARGET} receptacleObjectId placeStationary randomSeed putNearXY"),
    action("DropHandObject", _drop, "autoSimulation", seconds=0.5),
    action("DropHeldObject", _drop, "autoSimulation", seconds=0.5),
    action("DropHeldObjectAhead", _drop_ahead, seconds=0.5),
    action("ThrowObject", _throw, "moveMagnitude autoSimulation", seconds=0.5),
)
