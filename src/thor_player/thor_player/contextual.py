"""What happens by itself after every action: water, heat, cold, coffee, toast, and time.

Rules as AI2-THOR documents them. Everything in a pan on a burner counts as over the burner, and everything on a plate
in a microwave as inside it.
"""

from __future__ import annotations

import numpy as np

from .containment import contents
from .model import SimObject
from .rectangles import overlaps
from .state import PlayerState
from .streams import basin_under, sources, stream_at

HOT, COLD, ROOM = "Hot", "Cold", "RoomTemp"
_STREAM = np.array([0.05, 0.05])  # half extents of a stream of water that splashes a little
_COOKED_BY = {
    "StoveBurner": frozenset({"BreadSliced", "EggCracked", "Potato", "PotatoSliced"}),
    "Microwave": frozenset({"EggCracked", "Potato", "PotatoSliced"}),
    "Toaster": frozenset({"BreadSliced"}),
}
_ON_TO_COOL = frozenset({"Fridge"})


def apply(state: PlayerState) -> None:
    """Bring every object's state in line with what is around it."""
    for obj in state.world.active():
        if obj.object_type in _COOKED_BY and obj.status.is_toggled:
            for item in contents(state.world, obj):
                _heat(state, item, _COOKED_BY[obj.object_type])
        elif obj.object_type == "CoffeeMachine" and obj.status.is_toggled:
            _brew(state, obj)
        elif obj.object_type in _ON_TO_COOL or (obj.can("isColdSource") and obj.object_type != "Floor"):
            for item in contents(state.world, obj):
                warm(state, item, COLD)
    _run_water(state)
    _decay(state)
    _pour_out(state)


def warm(state: PlayerState, obj: SimObject, temperature: str) -> None:
    """Make an object Hot or Cold now; its time to return to room temperature starts again."""
    state.leaves_zone_at[obj.object_id] = state.world.time
    if obj.status.temperature != temperature:
        obj.status.temperature = temperature
        obj.touch()


def _heat(state: PlayerState, item: SimObject, cooks: frozenset[str]) -> None:
    warm(state, item, HOT)
    if item.object_type in cooks and not item.status.is_cooked:
        item.status.is_cooked = True
        item.touch()
    if item.object_type == "Candle" and not item.status.is_toggled:
        item.status.is_toggled = True
        item.touch()


def _brew(state: PlayerState, machine: SimObject) -> None:
    for item in contents(state.world, machine):
        if item.object_type == "Mug" and item.status.fill_liquid is None:
            item.status.fill_liquid = "coffee"
            item.touch()
            warm(state, item, HOT)


def _run_water(state: PlayerState) -> None:
    for source in sources(state.world):
        basin = basin_under(state.world, source) if source.status.is_toggled else None
        if basin is None:
            continue
        point = stream_at(source, basin)[None, :]
        for item in contents(state.world, basin):
            if overlaps(point, _STREAM, 0.0, item.box)[0]:
                _rinse(item)


def _rinse(item: SimObject) -> None:
    status = item.status
    fills = item.can("canFillWithLiquid") and status.fill_liquid is None and not status.is_broken
    quenches = item.object_type == "Candle" and status.is_toggled
    if not (fills or quenches or (status.is_dirty and item.can("dirtyable"))):
        return
    status.is_dirty = False
    if fills:
        status.fill_liquid = "water"
    if quenches:
        status.is_toggled = False
    item.touch()


def _decay(state: PlayerState) -> None:
    if not state.decays:
        return
    for obj in state.world.active():
        if obj.status.temperature == ROOM or not obj.can("pickupable"):
            continue
        since = state.leaves_zone_at.setdefault(obj.object_id, state.world.time)
        if state.world.time - since >= state.decay_by_type.get(obj.object_type, state.decay_seconds):
            obj.status.temperature = ROOM
            obj.touch()


def _pour_out(state: PlayerState) -> None:
    for obj in state.world.active():
        if obj.status.fill_liquid is not None and _upside_down(obj):
            obj.status.fill_liquid = None
            obj.touch()


def _upside_down(obj: SimObject) -> bool:
    """Tell whether an object's own up axis points below the horizon."""
    pitch, roll = np.radians(obj.rotation[[0, 2]])
    return bool(np.cos(pitch) * np.cos(roll) < -1e-6)
