"""Rules for things: what breaks, what a push moves, how soon heat and cold fade."""

from __future__ import annotations

from ..errors import ActionError, missing_arguments
from ..falling import land, landing_under
from ..model import SimObject
from ..state import PlayerState
from .registry import Arguments, Handler, action
from .targets import by_id, known_type


def _unbreakable(state: PlayerState, args: Arguments) -> None:
    kind = known_type(args.text("objectType"))
    state.unbreakable.add(kind)
    state.breakable_ids = {i for i in state.breakable_ids if state.world.objects[i].object_type != kind}


def _all_unbreakable(state: PlayerState, _args: Arguments) -> None:
    state.all_unbreakable = True
    state.breakable_ids.clear()


def _breakable(state: PlayerState, args: Arguments) -> None:
    obj = by_id(state, args.text("objectId"))
    if not obj.can("breakable"):
        raise ActionError(f"{obj.name} does not have the CanBreak property!!")
    state.unbreakable_ids.discard(obj.object_id)
    state.breakable_ids.add(obj.object_id)


def _loose(state: PlayerState) -> list[SimObject]:
    """Return what a push can move."""
    return [o for o in state.world.active() if o.is_loose]


def _moveable(state: PlayerState, _args: Arguments) -> None:
    """Let go of what was frozen; what hangs in the air falls."""
    frozen, state.kinematic = state.kinematic, set()
    for obj in _loose(state):
        in_air = obj.can("pickupable") and not obj.parents and not obj.status.is_picked_up
        if obj.object_id in frozen and in_air:
            land(state.world, obj, landing_under(state.world, obj, obj.box.center))


def _stationary(state: PlayerState, _args: Arguments) -> None:
    state.kinematic = {obj.object_id for obj in _loose(state)}


def _heavy_static(state: PlayerState, _args: Arguments) -> None:
    """Freeze what is heavier than Initialize's massThreshold; without one nothing is."""
    limit = state.settings.mass_threshold
    if limit is not None:
        state.kinematic |= {obj.object_id for obj in _loose(state) if obj.mass > limit}


def _seconds(args: Arguments, action_name: str, *names: str) -> float:
    given = [name for name in names if name in args]
    if not given:
        raise missing_arguments(action_name, [names[0]])
    seconds = args.number(given[0], 0.0)
    if seconds < 0.0:
        raise ActionError(f"{given[0]} must be >= 0")
    return seconds


def _decay(name: str, *parameters: str) -> Handler:
    def run(state: PlayerState, args: Arguments) -> None:
        state.decay_seconds = _seconds(args, name, *parameters)
        state.decay_by_type.clear()

    return run


_set_decay = _decay("SetTemperatureDecayTime", "decayTime", "TimeUntilRoomTemp")
_set_global_decay = _decay("SetGlobalRoomTempDecayTime", "TimeUntilRoomTemp")


def _decay_of_type(state: PlayerState, args: Arguments) -> None:
    seconds = _seconds(args, "SetRoomTempDecayTimeForType", "TimeUntilRoomTemp")
    state.decay_by_type[known_type(args.text("objectType"))] = seconds


def _decays(state: PlayerState, args: Arguments) -> None:
    state.decays = args.flag("allowDecayTemperature")


ACTIONS = (
    action("MakeObjectsOfTypeUnbreakable", _unbreakable, required="objectType"),
    action("MakeAllObjectsUnbreakable", _all_unbreakable),
    action("MakeObjectBreakable", _breakable, required="objectId"),
    action("MakeAllObjectsMoveable", _moveable),
    action("MakeAllObjectsStationary", _stationary),
    action("MakeObjectsStaticKinematicMassThreshold", _heavy_static),
    action("SetTemperatureDecayTime", _set_decay, "decayTime TimeUntilRoomTemp"),
    action("SetGlobalRoomTempDecayTime", _set_global_decay, "TimeUntilRoomTemp"),
    action("SetRoomTempDecayTimeForType", _decay_of_type, "TimeUntilRoomTemp", required="objectType"),
    action("SetDecayTemperatureBool", _decays, required="allowDecayTemperature"),
)
