"""Taking things out of the room and back, placing them by hand, and what has no effect in a room without physics."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import contextual
from ..containment import attach, carry_onto, contents, detach, remove
from ..errors import ActionError, invalid_operation, unknown_object
from ..falling import land, landing_under
from ..hand import release
from ..model import SimObject
from ..placement import is_usable
from ..settling import attach_where_it_is, is_clear
from ..state import PlayerState
from .querying import xyz
from .registry import Arguments, action
from .targets import by_id

_EDGE = 0.9  # share of a surface's half extents within which things may be put
_PITCH = 0.1  # metres between the points offered on a surface


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
    if obj.object_id == state.agent.held:
        release(state, obj)
    ids = [each.object_id for each in (obj, *contents(state.world, obj))]
    remove(state.world, obj)
    return ids


def _place(state: PlayerState, args: Arguments) -> None:
    obj = by_id(state, args.text("objectId"))
    if not (obj.can("pickupable") or obj.can("moveable")):
        raise invalid_operation(f"{obj.object_id} can neither be picked up nor moved")
    point = args.whole_vector("position")
    rotation = args.vector("rotation", obj.rotation)
    was, turned = np.array([obj.box.center[0], obj.box.bottom, obj.box.center[2]]), obj.rotation
    carry_onto(state.world, obj, point, rotation)
    if not (args.flag("forceAction") or is_clear(state.world, obj)):
        carry_onto(state.world, obj, was, turned)
        raise ActionError(f"{obj.object_id} does not fit at {xyz(point)}: something is there")
    if obj.object_id == state.agent.held:
        release(state, obj)
    detach(state.world, obj)
    attach_where_it_is(state.world, obj)
    if obj.can("pickupable") and not obj.parents:
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
    return found


def _advance(state: PlayerState, args: Arguments) -> None:
    seconds = args.number("simSeconds", args.number("timeStep", 0.02))
    if seconds <= 0.0:
        raise ActionError("timeStep must be > 0")
    state.world.time += seconds
    contextual.apply(state)


def _nothing(_state: PlayerState, _args: Arguments) -> Any:
    return None


_WITHOUT_EFFECT = {
    "RandomizeMaterials": "useTrainMaterials useValMaterials useTestMaterials useExternalMaterials inRoomTypes",
    "RandomizeLighting": "brightness randomizeColor hue saturation synchronized",
    "RandomizeColors": "",
    "SetRandomSeed": "seed",
    "PausePhysicsAutoSim": "autoSyncTransforms",
    "UnpausePhysicsAutoSim": "autoSyncTransforms",
}

ACTIONS = (
    action("RemoveFromScene", _remove, required="objectId"),
    action("DisableObject", _disable, required="objectId"),
    action("EnableObject", _enable, required="objectId"),
    action("HideObject", _disable, required="objectId"),
    action("UnhideObject", _enable, required="objectId"),
    action("PlaceObjectAtPoint", _place, "rotation", required="objectId position"),
    action("GetSpawnCoordinatesAboveReceptacle", _spots, "anywhere", required="objectId", seconds=0.0),
    action("AdvancePhysicsStep", _advance, "timeStep simSeconds allowAutoSimulation", seconds=0.0),
    *(action(name, _nothing, parameters, seconds=0.0) for name, parameters in _WITHOUT_EFFECT.items()),
)
