"""Taking things out of the room and back, placing them by hand, and the clock of the physics."""

from __future__ import annotations

import numpy as np

from .. import contextual
from ..containment import attach, carry, carry_onto, contents, detach, remove
from ..errors import ActionError, invalid_operation, unknown_object
from ..falling import land, landing_under
from ..hand import hand_rotation, release
from ..model import Array, SimObject
from ..placement import is_usable
from ..settling import attach_where_it_is, is_clear
from ..state import PlayerState
from ..visibility import cast_ray
from . import reading
from .querying import xyz
from .registry import Arguments, Handler, action
from .targets import by_id

_EDGE = 0.9  # share of a surface's half extents within which things may be put
_PITCH = 0.1  # metres between the points offered on a surface
_BEFORE = 0.03  # metres: what a ray hits so near before a point on a surface is the surface


def _remove(state: PlayerState, args: Arguments) -> None:
    _take_out(state, by_id(state, args.text("objectId")))


def _disable(state: PlayerState, args: Arguments) -> None:
    obj = by_id(state, args.text("objectId"))
    parent = obj.stand().parent
    state.disabled[obj.object_id] = (parent, _take_out(state, obj))


def _enable(state: PlayerState, args: Arguments) -> None:
    name = args.text("objectId")
    if name not in state.world.objects:
        raise unknown_object(name)
    if name not in state.disabled:
        return
    parent, ids = state.disabled.pop(name)
    for each in ids:
        state.world.objects[each].status.active = True
        state.world.objects[each].touch()
    holder = state.world.objects[parent] if parent else None
    if holder is not None and holder.status.active:
        attach(state.world, state.world.objects[name], holder)


def _take_out(state: PlayerState, obj: SimObject) -> list[str]:
    """Take an object, with what it holds, out of the room; return their ids."""
    if obj.status.is_picked_up:
        release(state, obj)
    ids = [each.object_id for each in (obj, *contents(state.world, obj))]
    remove(state.world, obj)
    return ids


def _place(state: PlayerState, args: Arguments) -> None:
    obj = by_id(state, args.text("objectId"))
    if not obj.is_loose:
        raise invalid_operation(f"{obj.object_id} can neither be picked up nor moved")
    point = args.whole_vector("position")
    rotation = args.vector("rotation", obj.rotation)
    was, turned = np.array([obj.box.center[0], obj.box.bottom, obj.box.center[2]]), obj.rotation
    carry_onto(state.world, obj, point, rotation)
    if not (args.flag("forceAction") or is_clear(state.world, obj)):
        carry_onto(state.world, obj, was, turned)
        raise ActionError(f"{obj.object_id} does not fit at {xyz(point)}: something is there")
    if obj.status.is_picked_up:
        release(state, obj)
    _leave(state, obj, kinematic=args.flag("forceKinematic"))


def _teleport(state: PlayerState, args: Arguments) -> None:
    """Put an object's pivot at the first of the given points where there is room for it; then it falls."""
    obj = by_id(state, args.text("objectId"))
    points = args.several("positions", reading.vector)
    if points is None:
        points = [args.whole_vector("position")]
    if obj.status.is_picked_up and not args.flag("allowTeleportOutOfHand"):
        raise ActionError("Cannot teleport object in hand.")
    was, rotation = (obj.position, obj.rotation), args.vector("rotation", obj.rotation)
    for point in points:
        carry(state.world, obj, point, rotation)
        if args.flag("forceAction") or is_clear(state.world, obj):
            break
    else:
        carry(state.world, obj, *was)
        raise ActionError(f"{obj.object_id} is colliding after teleport.")
    if args.flag("makeUnbreakable"):
        state.unbreakable_ids.add(obj.object_id)
    if obj.status.is_picked_up:
        release(state, obj)
    _leave(state, obj, kinematic=args.flag("forceKinematic"))


def _leave(state: PlayerState, obj: SimObject, *, kinematic: bool) -> None:
    """Let go of an object where it is: it belongs to what is under it, or falls unless it is kinematic."""
    detach(state.world, obj)
    attach_where_it_is(state.world, obj)
    (state.kinematic.add if kinematic else state.kinematic.discard)(obj.object_id)
    if obj.can("pickupable") and not obj.parents and not kinematic:
        land(state.world, obj, landing_under(state.world, obj, obj.box.center))


def _spots(state: PlayerState, args: Arguments) -> list[dict[str, float]]:
    receptacle = by_id(state, args.text("objectId"))
    if not receptacle.can("receptacle"):
        raise ActionError("This target object is NOT a receptacle!")
    axes = receptacle.box.axes()
    found = []
    for surface in receptacle.surfaces:
        if not is_usable(receptacle, surface):
            continue
        rows = [np.linspace(-_EDGE * half, _EDGE * half, 2 * int(half / _PITCH) + 1) for half in surface.half]
        found += [
            xyz(receptacle.box.center + (surface.center + np.array([x, 0.0, z])) @ axes)
            for x in rows[0]
            for z in rows[1]
        ]
    if "anywhere" in args and not args.flag("anywhere"):
        return [point for point in found if _in_view(state, np.array([*point.values()]))]
    return found


def _in_view(state: PlayerState, point: Array) -> bool:
    """Tell whether the agent sees a point on a surface, with nothing before it and within its reach."""
    way = point - state.agent.camera_position()
    length = float(np.linalg.norm(way))
    right, up, ahead = hand_rotation(state).T @ way
    half = np.tan(np.radians(state.settings.field_of_view) / 2.0)
    in_picture = (
        ahead > 0.0 and abs(up) <= half * ahead and abs(right) <= half * ahead * state.width / state.height
    )
    if not in_picture or float(np.hypot(way[0], way[2])) > state.settings.visibility_distance:
        return False
    _, hit = cast_ray(state.world, state.agent.camera_position(), way / length)
    return float(np.linalg.norm(hit - state.agent.camera_position())) > length - _BEFORE


def _advance(state: PlayerState, args: Arguments) -> None:
    seconds = args.number("simSeconds", args.number("timeStep", 0.02))
    if seconds <= 0.0:
        raise ActionError("timeStep must be > 0")
    if not (state.physics_paused or args.flag("allowAutoSimulation")):
        raise ActionError(
            "AdvancePhysicsStep can only be called if Physics Autosimulation is currently paused! Use "
            "PausePhysicsAutoSim first, or set allowAutoSimulation"
        )
    state.world.time += seconds
    contextual.apply(state)


def _in_sync(_state: PlayerState, _args: Arguments) -> None:
    """Bring poses and physics in line, which here they always are."""


def _pause(paused: bool) -> Handler:
    def run(state: PlayerState, _args: Arguments) -> None:
        state.physics_paused = paused

    return run


ACTIONS = (
    action("RemoveFromScene", _remove, required="objectId"),
    action("DisableObject", _disable, required="objectId"),
    action("EnableObject", _enable, required="objectId"),
    action("PlaceObjectAtPoint", _place, "rotation forceKinematic", required="objectId position"),
    action(
        "TeleportObject",
        _teleport,
        "position positions rotation forceKinematic allowTeleportOutOfHand makeUnbreakable",
        required="objectId",
    ),
    action("GetSpawnCoordinatesAboveReceptacle", _spots, "anywhere", required="objectId", seconds=0.0),
    action("AdvancePhysicsStep", _advance, "timeStep simSeconds allowAutoSimulation", seconds=0.0),
    action("PausePhysicsAutoSim", _pause(True), "autoSyncTransforms", seconds=0.0),
    action("PhysicsSyncTransforms", _in_sync, seconds=0.0),
    action("UnpausePhysicsAutoSim", _pause(False), "autoSyncTransforms", seconds=0.0),
)
