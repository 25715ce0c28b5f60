"""Setting up a room: object poses, toggles, states in bulk, random spawning, masses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from thor_player.types import object_types

from .. import layout
from ..breaking import break_object
from ..copies import distinct, original_name
from ..errors import ActionError, missing_arguments, one_of, wrong_value
from ..metadata import describe
from ..model import SimObject
from ..opening import swing
from ..restoring import arrange
from ..settling import lift_all
from ..slicing import slice_object
from ..spawning import Spawn, respawn
from ..state import PlayerState
from . import reading
from .registry import Arguments, action
from .targets import by_id, known_type
from .toggling import switch

_STATES = {
    "toggleable": "isToggled",
    "openable": "isOpen",
    "breakable": "isBroken",
    "canFillWithLiquid": "isFilledWithLiquid",
    "dirtyable": "isDirty",
    "cookable": "isCooked",
    "sliceable": "isSliced",
    "canBeUsedUp": "isUsedUp",
}
_OLD_STATES = {
    "CanBeDirty": "dirtyable",
    "CanBeFilled": "canFillWithLiquid",
    "CanOpen": "openable",
    "CanToggleOnOff": "toggleable",
    "CanBeCooked": "cookable",
    "CanBeSliced": "sliceable",
    "CanBeUsedUp": "canBeUsedUp",
    "CanBreak": "breakable",
}
_BY_ACTION = {
    "DirtyObject": "dirtyable",
    "FillObjectWithLiquid": "canFillWithLiquid",
    "OpenObject": "openable",
    "ToggleObjectOn": "toggleable",
    "CookObject": "cookable",
    "SliceObject": "sliceable",
    "UseUpObject": "canBeUsedUp",
    "BreakObject": "breakable",
}
_FOR_GOOD = frozenset({"breakable", "cookable", "sliceable", "canBeUsedUp"})


def _set_poses(state: PlayerState, args: Arguments) -> None:
    poses = args.raw("objectPoses")
    if not isinstance(poses, list) or not poses or not all(map(_is_pose, poses)):
        raise ActionError(
            "objectPoses was not initialized correctly. Please make sure each element is initialized: it needs "
            "objectName, position {x, y, z} and rotation {x, y, z}."
        )
    here = {obj.name for obj in state.world.objects.values()}
    named = [{**pose, "name": _name(str(pose["objectName"]), here)} for pose in poses]
    unknown = sorted({layout.type_of(p) for p in named if p["name"] not in here} - object_types().keys())
    if unknown:
        raise ActionError(f"objectPoses names objects of unknown types: {', '.join(unknown)}")
    arrange(state, distinct(state.world, layout.assign(state.world, named)))


def _is_pose(entry: Any) -> bool:
    try:
        pose = reading.mapping(entry)
        reading.text(pose.get("objectName"))
        reading.vector(pose.get("position"))
        reading.vector(pose.get("rotation"))
    except reading.WRONG:
        return False
    return True


def _name(given: str, here: set[str]) -> str:
    """Return the name of the room's object that an entry means: of a copy that is not there, what it is copied from."""
    return given if given in here else original_name(given)


def _set_toggles(state: PlayerState, args: Arguments) -> None:
    for kind, on in args.several("objectToggles", _toggle) or ():
        for obj in state.world.active():
            if obj.object_type == kind and obj.can("toggleable"):
                switch(state.world, obj, on)


def _toggle(entry: Any) -> tuple[str, bool]:
    toggle = reading.mapping(entry)
    return known_type(reading.text(toggle.get("objectType"))), reading.flag(toggle.get("isOn"))


def _set_states(state: PlayerState, args: Arguments) -> None:
    wanted = args.raw("SetObjectStates")
    if not isinstance(wanted, Mapping):
        raise ActionError("action.SetObjectStates is null or not initialized!")
    kind, change = wanted.get("objectType"), wanted.get("stateChange")
    if not kind and not change:
        raise ActionError(
            "action.SetObjectStates has objectType and stateChange strings null. Please pass in valid strings."
        )
    if not change:
        raise ActionError(
            "action.SetObjectStates is missing stateChange string. Please pass in valid strings."
        )
    if not isinstance(change, str) or change not in _STATES:
        raise one_of("SetObjectStates", "stateChange", _STATES, change)
    try:
        value = reading.flag(wanted.get(_STATES[change], False))
        named = known_type(reading.text(kind)) if kind else None
    except reading.WRONG:
        raise wrong_value("SetObjectStates", "SetObjectStates", dict(wanted)) from None
    _change_all(state, change, value, named)


def _set_all(state: PlayerState, args: Arguments) -> None:
    change = args.text("StateChange")
    if change not in _OLD_STATES:
        raise one_of("SetStateOfAllObjects", "StateChange", _OLD_STATES, change)
    # The 2.x action tells the wanted value by forceAction, as ALFRED sends it.
    _change_all(state, _OLD_STATES[change], args.flag("forceAction"), None)


def _change_all(state: PlayerState, change: str, value: bool, kind: str | None) -> None:
    for obj in state.world.active():
        if obj.can(change) and (not kind or obj.object_type == kind):
            _change(state, obj, change, value)


def _change(state: PlayerState, obj: SimObject, change: str, value: bool) -> None:
    status = obj.status
    if change == "toggleable":
        switch(state.world, obj, value)
    elif change == "openable":
        swing(state.world, obj, 1.0 if value else 0.0)
    elif change == "breakable" and value and not status.is_broken:
        break_object(state, obj)
    elif change == "sliceable" and value and not obj.status.is_picked_up:
        slice_object(state.world, obj)
    elif change == "canFillWithLiquid":
        status.fill_liquid = (status.fill_liquid or "water") if value else None
    elif change == "dirtyable":
        status.is_dirty = value
    elif change == "cookable" and value:
        status.is_cooked = True
    elif change == "canBeUsedUp" and value:
        status.is_used_up = True
    obj.touch()


def _toggle_state(state: PlayerState, args: Arguments) -> None:
    """Turn one state of one thing over, wherever it is; what cannot be undone fails the second time."""
    change = _BY_ACTION.get(args.text("StateChange")) or _OLD_STATES.get(args.text("StateChange"))
    if change is None:
        known = (*_OLD_STATES, *_BY_ACTION)
        raise one_of("SpecificToggleSpecificState", "StateChange", known, args.text("StateChange"))
    obj = by_id(state, args.text("objectId"))
    if not obj.can(change):
        raise ActionError(f"{obj.object_id} is not {change}")
    is_so = bool(describe(obj)[_STATES[change]])
    if is_so and change in _FOR_GOOD:
        raise ActionError(f"{obj.object_id} cannot be undone: {_STATES[change]} stays")
    _change(state, obj, change, not is_so)


def _spawn(state: PlayerState, args: Arguments) -> None:
    attempts = args.whole("numPlacementAttempts", 5)
    if attempts <= 0:
        raise ActionError("numPlacementAttempts must be a positive integer.")
    duplicates = dict(args.several("numDuplicatesOfType", _duplicates) or [])
    lift_all(state)
    respawn(
        state.world,
        Spawn(
            seed=args.whole("randomSeed", 0),
            visible_only=args.flag("forceVisible"),
            allow_floor=args.flag("allowFloor"),
            attempts=attempts,
            duplicates=duplicates,
            excluded_receptacles=frozenset(args.several("excludedReceptacles", reading.text) or []),
            excluded_ids=frozenset(args.several("excludedObjectIds", reading.text) or []),
        ),
    )


def _duplicates(entry: Any) -> tuple[str, int]:
    wanted = reading.mapping(entry)
    return known_type(reading.text(wanted.get("objectType"))), int(reading.number(wanted.get("count")))


def _set_mass(state: PlayerState, args: Arguments) -> None:
    object_id = args.text("objectId")
    obj = state.world.objects.get(object_id)
    if obj is None:
        raise ActionError(f"object with ObjectID: {object_id}, could not be found in this scene")
    if not obj.is_loose:
        raise ActionError(
            f"object with ObjectID: {object_id}, is not Moveable or Pickupable, "
            "and the Mass Properties cannot be changed"
        )
    if "mass" not in args and "drag" not in args:
        raise missing_arguments("SetMassProperties", ["mass", "drag"])
    mass, drag = args.number("mass", obj.mass), args.number("drag", state.drags.get(object_id, 0.0))
    # Nothing ever spins, so whatever angularDrag is given holds.
    if mass <= 0.0 or drag < 0.0 or args.number("angularDrag", 0.0) < 0.0:
        raise ActionError("mass must be > 0, drag and angularDrag must be >= 0")
    obj.mass, state.drags[object_id] = mass, drag
    obj.touch()


def _filter(state: PlayerState, args: Arguments) -> None:
    state.object_filter = frozenset(args.several("objectIds", reading.text) or [])


def _no_filter(state: PlayerState, _args: Arguments) -> None:
    state.object_filter = None


_SPAWN = (
    "randomSeed forceVisible placeStationary numDuplicatesOfType excludedReceptacles excludedObjectIds "
    "numPlacementAttempts allowFloor numRepeats receptacleObjectPairs minFreePerReceptacleType excludedReceptaclePairs"
)

ACTIONS = (
    action("SetObjectPoses", _set_poses, "objectPoses placeStationary"),
    action("SetObjectToggles", _set_toggles, required="objectToggles"),
    action("SetObjectStates", _set_states, "SetObjectStates"),
    action("SetStateOfAllObjects", _set_all, "StateChange"),
    action("SpecificToggleSpecificState", _toggle_state, required="StateChange objectId"),
    action("InitialRandomSpawn", _spawn, _SPAWN),
    action("SetMassProperties", _set_mass, "mass drag angularDrag", required="objectId"),
    action("SetObjectFilter", _filter, required="objectIds"),
    action("ResetObjectFilter", _no_filter),
)
