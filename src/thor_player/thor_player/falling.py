"""Letting things fall: what is under a point, and where something thrown comes down."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .containment import attach, carry_onto, contents
from .model import Array, SimObject, World
from .placement import find_spot, is_usable
from .state import PlayerState
from .surfaces import OPEN_AHEAD
from .visibility import cast_ray

_GRAVITY = 9.81
_MARGIN = 0.02
_FLUSH = 0.07
"""The rim of what is let into a counter or desk is this far below its top at most, metres."""


@dataclass(frozen=True)
class Landing:
    """Where something comes to rest: ``base`` (3,) the middle of its underside, on or in ``receptacle``."""

    base: Array
    rotation: Array
    receptacle: SimObject | None


def landing_under(world: World, obj: SimObject, start: Array) -> Landing:
    """Return where an object comes to rest when let go with its middle at ``start`` (3,)."""
    own = {obj.object_id, *(c.object_id for c in contents(world, obj))}
    for receptacle in _below(world, start, own):
        spot = find_spot(world, obj, receptacle, start, from_above=True)
        if spot is not None and np.linalg.norm((spot.base - start)[[0, 2]]) < 0.5:
            return Landing(spot.base, spot.rotation, receptacle)
    base = np.array([start[0], world.floor, start[2]])
    return Landing(base, obj.rotation, _floor(world))


def land(world: World, obj: SimObject, landing: Landing) -> None:
    """Put an object where it comes to rest."""
    carry_onto(world, obj, landing.base, landing.rotation)
    if landing.receptacle is not None:
        attach(world, obj, landing.receptacle)


def thrown_to(state: PlayerState, obj: SimObject, velocity: Array) -> tuple[Array, float]:
    """Return where an object thrown with a velocity (3,) in m/s first hits something, (3,), and its speed there."""
    point = obj.box.center.copy()
    step = 0.02
    slowed = max(0.0, 1.0 - state.drags.get(obj.object_id, 0.0) * step)
    for _ in range(200):
        following = point + velocity * step
        way = following - point
        length = float(np.linalg.norm(way))
        if length > 1e-9:
            _, hit = cast_ray(state.world, point, way / length)
            if float(np.linalg.norm(hit - point)) <= length:
                return point, float(np.linalg.norm(velocity))
        point, velocity = following, velocity * slowed - np.array([0.0, _GRAVITY * step, 0.0])
    return point, float(np.linalg.norm(velocity))


def _below(world: World, start: Array, own: set[str]) -> list[SimObject]:
    """Return the receptacles with a surface under a point, highest first; the floor is the last.

    A furniture's top is known as a rectangle: where a basin or an open drawer is let into it, there is none of it.
    """
    found: list[tuple[float, SimObject]] = []
    hollows: list[tuple[float, float]] = []
    for receptacle in world.active():
        if receptacle.object_id in own or receptacle.object_type == "Floor":
            continue
        for surface in receptacle.surfaces:
            middle = receptacle.box.center + surface.center @ receptacle.box.axes()
            local = np.abs(((start - middle) @ receptacle.box.axes().T)[[0, 2]])
            if (
                middle[1] <= start[1]
                and is_usable(receptacle, surface)
                and np.all(local <= surface.half + _MARGIN)
            ):
                found.append((float(middle[1]), receptacle))
                if (
                    surface.inside
                    and not receptacle.can("pickupable")
                    and receptacle.object_type not in OPEN_AHEAD
                ):
                    hollows.append((float(middle[1]), receptacle.box.top + _FLUSH))
    found = [
        (height, receptacle)
        for height, receptacle in found
        if receptacle.can("pickupable") or not any(low < height <= rim for low, rim in hollows)
    ]
    found.sort(key=lambda entry: -entry[0])
    ordered = [receptacle for _, receptacle in found]
    floor = _floor(world)
    return [*ordered, floor] if floor is not None else ordered


def _floor(world: World) -> SimObject | None:
    return next((o for o in world.objects.values() if o.object_type == "Floor"), None)
