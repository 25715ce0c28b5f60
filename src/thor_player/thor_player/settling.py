"""Giving objects that were put at a pose what holds them up.

Poses come from recordings of the real rooms, and the rebuilt furniture differs from them by centimetres. So an object
is moved by as little as makes it rest on a surface: straight up or down where it is over one, else to the nearest free
place of the nearest receptacle that may hold it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thor_player.types import object_types

from .containment import attach, carry_onto, contents, detach, direct_contents
from .falling import land, landing_under
from .hand import release
from .model import Array, Box, SimObject, World
from .placement import find_spot
from .rectangles import overlaps
from .state import PlayerState
from .surfaces import CLOSED

_DROP, _RAISE = 0.12, 0.15  # metres an object may be above or below the surface it is said to stand on
_FALL = 0.35  # metres an object falls where furniture is lower than in the recording it comes from
_AROUND = 0.06  # metres it may be off the edge
_STRAY, _REACH = (
    0.2,
    1.0,
)  # metres it is moved to a free place otherwise; at most, when it would be inside something
_TOUCH = 0.01  # metres that things may reach into each other
_HUNG = frozenset({"Towel", "HandTowel", "ToiletPaper"})
_HOLDERS = frozenset({"TowelHolder", "HandTowelHolder", "ToiletPaperHanger"})


@dataclass(frozen=True)
class _Support:
    receptacle: SimObject
    height: float
    cost: float


def lift_all(state: PlayerState) -> None:
    """Take every pickupable object off what holds it, what is held out of the hands."""
    for body in state.bodies:
        if body.agent.held:
            release(state, state.world.objects[body.agent.held])
    for obj in state.world.objects.values():
        if obj.can("pickupable"):
            detach(state.world, obj)


def settle_all(world: World, placed: list[SimObject]) -> None:
    """Find what holds each object up and let it rest there; containers first, so that they can hold the others."""
    containers = [o for o in placed if o.can("receptacle")]
    others = [o for o in placed if not o.can("receptacle")]
    for obj in [*sorted(containers, key=_size, reverse=True), *sorted(others, key=lambda o: o.box.bottom)]:
        settle(world, obj)


def attach_where_it_is(world: World, obj: SimObject) -> None:
    """Make what an object stands on its parent without moving it; none when it stands on nothing we rebuilt."""
    support = _support_under(world, obj)
    if support is None:
        detach(world, obj)
    else:
        attach(world, obj, support.receptacle)


def settle(world: World, obj: SimObject) -> None:
    """Let an object that lies somewhere rest on the surface it is over or in, or else on the nearest."""
    if _hang(world, obj):
        return
    support = _support_under(world, obj)
    if support is not None:
        base = np.array([obj.box.center[0], support.height, obj.box.center[2]])
        if support.receptacle.object_type == "Floor" or not _is_buried(world, obj, support.receptacle):
            carry_onto(world, obj, base, obj.rotation)
            attach(world, obj, support.receptacle)
            return
    if _move_near(world, obj, support, _STRAY):
        return
    lower = _support_under(world, obj, _FALL)
    if (
        lower is not None
        and lower.receptacle.object_type != "Floor"
        and not _is_buried(world, obj, lower.receptacle)
    ):
        carry_onto(world, obj, np.array([obj.box.center[0], lower.height, obj.box.center[2]]), obj.rotation)
        attach(world, obj, lower.receptacle)
        return
    # Nothing close by that we rebuilt: what it stood on is not in the recording of the room. Stay where it was seen,
    # unless that is inside something.
    if _is_buried(world, obj, None) and not _move_near(world, obj, support, _REACH):
        land(world, obj, landing_under(world, obj, obj.box.center))


def _move_near(world: World, obj: SimObject, support: _Support | None, reach: float) -> bool:
    """Put an object to a free place of a receptacle that is at most ``reach`` metres away, if there is one."""
    for receptacle in _nearest(world, obj, support):
        spot = find_spot(world, obj, receptacle, _foot(obj), through_doors=True)
        if spot is not None and float(np.linalg.norm(spot.base - _foot(obj))) < reach:
            carry_onto(world, obj, spot.base, spot.rotation)
            attach(world, obj, receptacle)
            return True
    return False


def _can_carry(receptacle: SimObject, obj: SimObject) -> bool:
    """Tell whether something that can itself be picked up may hold an object: it rests already, and is the larger."""
    return not receptacle.can("pickupable") or (bool(receptacle.parents) and _size(receptacle) >= _size(obj))


def _size(obj: SimObject) -> float:
    return float(obj.box.half[0] * obj.box.half[2])


def _foot(obj: SimObject) -> Array:
    return np.array([obj.box.center[0], obj.box.bottom, obj.box.center[2]])


def _hang(world: World, obj: SimObject) -> bool:
    if obj.object_type not in _HUNG:
        return False
    for holder in world.active():
        near = np.linalg.norm(holder.box.center - obj.box.center) < 0.35
        if holder.object_type in _HOLDERS and near and not direct_contents(world, holder):
            attach(world, obj, holder)
            return True
    return False


def _support_under(world: World, obj: SimObject, drop: float = _DROP) -> _Support | None:
    foot = _foot(obj)
    found = []
    for receptacle in world.active():
        if receptacle is obj or obj.object_id in receptacle.parents or not receptacle.can("receptacle"):
            continue
        if receptacle.object_type in _HOLDERS or not _can_carry(receptacle, obj):
            continue
        axes = receptacle.box.axes()
        for surface in receptacle.surfaces:
            middle = receptacle.box.center + surface.center @ axes
            rise = float(foot[1] - middle[1])
            local = np.abs((axes @ (foot - middle))[[0, 2]]) - surface.half
            off = float(np.maximum(local, 0.0).max())
            if not -_RAISE < rise < drop or off > _AROUND:
                continue
            strange = 0.0 if object_types()[obj.object_type].fits_in(receptacle.object_type) else 0.3
            wide = 0.02 * float(np.prod(surface.half))
            found.append(_Support(receptacle, float(middle[1]) + 0.002, abs(rise) + off + strange + wide))
        if receptacle.object_type in CLOSED and _holds(receptacle, foot):
            # A closed space has more shelves and door racks than we rebuilt.
            found.append(_Support(receptacle, float(foot[1]), 0.2))
    if abs(foot[1] - world.floor) < _DROP:
        floor = next((o for o in world.objects.values() if o.object_type == "Floor"), None)
        if floor is not None:
            found.append(_Support(floor, world.floor, abs(float(foot[1]) - world.floor) + 0.1))
    return min(found, key=lambda s: s.cost) if found else None


def _holds(receptacle: SimObject, foot: Array) -> bool:
    return bool(np.all(np.abs(receptacle.box.axes() @ (foot - receptacle.box.center)) < receptacle.box.half))


def _is_buried(world: World, obj: SimObject, receptacle: SimObject | None) -> bool:
    """Tell whether an object's middle is inside the solid of something that neither holds it nor houses its holder."""
    if receptacle is None and any(_is_in(solid, obj.box.center) for solid in world.structure.fixtures):
        return True
    for other in world.active():
        if other.can("pickupable") or other is receptacle:
            continue
        if receptacle is not None and (other.object_id in receptacle.parents or _houses(other, receptacle)):
            continue
        if any(_is_in(solid, obj.box.center) for solid in other.solids):
            return True
    return False


def is_clear(world: World, obj: SimObject) -> bool:
    """Tell whether an object's middle is in nothing and no other thing stands where it stands."""
    own = {obj.object_id, *(c.object_id for c in contents(world, obj))}
    if _is_buried(world, obj, None):
        return False
    for other in world.active():
        if other.object_id in own or other.object_id == world.agent.held or not other.can("pickupable"):
            continue
        meets = other.box.top > obj.box.bottom + _TOUCH and other.box.bottom < obj.box.top - _TOUCH
        half = obj.box.half[[0, 2]]
        if meets and overlaps(obj.box.center[None, [0, 2]], half, obj.box.yaw, other.box)[0]:
            return False
    return True


def _is_in(solid: Box, point: Array) -> bool:
    return bool(np.all(np.abs(solid.axes() @ (point - solid.center)) < solid.half - 0.01))


def _houses(other: SimObject, receptacle: SimObject) -> bool:
    center = receptacle.box.center
    return any(bool(np.all(np.abs(s.axes() @ (center - s.center)) < s.half)) for s in other.solids)


def _nearest(world: World, obj: SimObject, support: _Support | None) -> list[SimObject]:
    """Return the receptacles that may hold an object, nearest first, within reach."""
    foot = _foot(obj)
    known = object_types()[obj.object_type]
    found: list[tuple[float, SimObject]] = []
    for receptacle in world.active():
        if receptacle is obj or receptacle.object_type == "Floor" or not receptacle.can("receptacle"):
            continue
        if obj.object_id in receptacle.parents or not receptacle.surfaces:
            continue
        if not _can_carry(receptacle, obj):
            continue
        if receptacle.object_type in _HOLDERS or not known.fits_in(receptacle.object_type):
            continue
        distance = min(_away(receptacle, foot, index) for index in range(len(receptacle.surfaces)))
        if distance < _REACH:
            found.append((distance, receptacle))
    found.sort(key=lambda entry: entry[0])
    ordered = [receptacle for _, receptacle in found]
    return ordered if support is None else [support.receptacle, *ordered]


def _away(receptacle: SimObject, foot: Array, index: int) -> float:
    surface = receptacle.surfaces[index]
    axes = receptacle.box.axes()
    local = axes @ (foot - receptacle.box.center) - surface.center
    gap = np.maximum(np.abs(local[[0, 2]]) - surface.half, 0.0)
    return float(np.hypot(np.hypot(gap[0], gap[1]), local[1]))
