"""Breaking things: by action, or by falling too hard."""

from __future__ import annotations

import numpy as np

from .containment import attach, carry_onto, contents, detach, direct_parent, remove
from .falling import land, landing_under
from .hand import release
from .model import Array, SimObject
from .slicing import spawn_pieces
from .state import PlayerState

THRESHOLD = 3.6  # kg m/s; Break.cs
SOFT_FLOOR = 2.0  # added on a carpet, bed or sofa
EGG = 0.1  # an egg of 60 g breaks from a height of 15 cm
_GRAVITY = 9.81
_SOFT = frozenset({"ArmChair", "Bed", "Cloth", "DogBed", "HandTowel", "Pillow", "Sofa", "TeddyBear", "Towel"})


def break_object(state: PlayerState, obj: SimObject) -> None:
    """Break an object: what it holds falls out, liquids run off, an egg becomes a cracked egg."""
    world = state.world
    if obj.status.is_picked_up:
        release(state, obj)
        land(world, obj, landing_under(world, obj, obj.box.center))
    obj.status.is_broken = True
    obj.status.fill_liquid = None
    if obj.can("toggleable"):
        obj.status.is_toggled = False
    obj.touch()
    if obj.can("pickupable"):
        _spill(state, obj)
    if obj.object_type == "Egg":
        spawn_pieces(world, obj, "EggCracked", 1)
        remove(world, obj)


def break_by_impulse(state: PlayerState, obj: SimObject, impulse: float, onto: SimObject | None) -> None:
    """Break an object that hit something with that impulse (kg m/s), if it is hard enough."""
    if not obj.can("breakable") or obj.status.is_broken or is_unbreakable(state, obj):
        return
    soft = onto is not None and onto.object_type in _SOFT
    limit = EGG if obj.object_type == "Egg" else THRESHOLD
    if impulse > limit + (SOFT_FLOOR if soft else 0.0):
        break_object(state, obj)


def fall(state: PlayerState, obj: SimObject, start: Array, speed: float) -> None:
    """Let an object fall from where its middle is at ``start`` (3,), with a speed in m/s; it may break."""
    landing = landing_under(state.world, obj, start)
    land(state.world, obj, landing)
    drop = max(0.0, float(start[1]) - float(landing.base[1]))
    impact = float(np.hypot(speed, np.sqrt(2.0 * _GRAVITY * drop)))
    break_by_impulse(state, obj, obj.mass * impact, landing.receptacle)


def is_unbreakable(state: PlayerState, obj: SimObject) -> bool:
    """Tell whether an object was made unbreakable: itself, its type, or everything."""
    if obj.object_id in state.breakable_ids:
        return False
    return (
        state.all_unbreakable
        or obj.object_type in state.unbreakable
        or obj.object_id in state.unbreakable_ids
    )


def _spill(state: PlayerState, obj: SimObject) -> None:
    parent = direct_parent(state.world, obj)
    for item in contents(state.world, obj):
        base = item.box.center.copy()
        base[1] = obj.box.bottom
        detach(state.world, item)
        carry_onto(state.world, item, base, item.rotation)
        if parent is not None:
            attach(state.world, item, parent)
