"""Letting things fall: what is under a point, and where something thrown comes down."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .containment import attach, carry_onto, contents
from .model import Array, SimObject, Surface, World
from .placement import find_spot, is_usable
from .state import PlayerState
from .surfaces import OPEN_AHEAD
from .visibility import cast_ray

_GRAVITY = 9.81
_MARGIN = 0.02
_NEAR, _ROLLS = 0.15, 0.5
"""What falls comes to rest this near to where it was let go if it can, touching or leaning on what is there, or else no
farther than so far, metres."""
_FLUSH = 0.07
"""The rim of what is let into a counter or desk is this far below its top at most, metres."""


@dataclass(frozen=True)
class Landing:
    """Where something comes to rest: ``base`` (3,) the middle of its underside, on or in ``receptacle``."""

    base: Array
    rotation: Array
    receptacle: SimObject | None


def landing_under(world: World, obj: SimObject, start: Array) -> Landing:
    """Return where an object comes to rest when let go with its middle at ``start`` (3,).

    On the top of what is open ahead, as a cabinet is, it lies in nothing.
    """
    own = {obj.object_id, *(c.object_id for c in contents(world, obj))}
    for height, receptacle in _below(world, start, own):
        if receptacle is None:
            return Landing(np.array([start[0], height, start[2]]), obj.rotation, None)
        for within in (_NEAR, _ROLLS):
            spot = find_spot(world, obj, receptacle, start, from_above=True, within=within)
            if spot is not None:
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


def _below(world: World, start: Array, own: set[str]) -> list[tuple[float, SimObject | None]]:
    """Return the receptacles with a surface under a point and how high that is, highest first; the floor is the last.

    None is the top of something that is no place to put things, but that nothing falls through.
    A furniture's top is known as a rectangle: where a basin or an open drawer is let into it, there is none of it.
    What falls onto a sofa's arm, or before a shelf in an open fridge, comes to rest on the sofa or in the fridge.
    """
    found: list[tuple[float, SimObject]] = []
    hollows: list[tuple[float, float]] = []
    for receptacle in world.active():
        if receptacle.object_id in own or receptacle.object_type == "Floor":
            continue
        before = len(found)
        for surface in receptacle.surfaces:
            middle = receptacle.box.center + surface.center @ receptacle.box.axes()
            local = np.abs(((start - middle) @ receptacle.box.axes().T)[[0, 2]])
            if (
                middle[1] <= start[1]
                and is_usable(receptacle, surface)
                and _gets_to(receptacle, surface, start)
                and np.all(local <= surface.half + _MARGIN)
            ):
                found.append((float(middle[1]), receptacle))
                if (
                    surface.inside
                    and not receptacle.can("pickupable")
                    and receptacle.object_type not in OPEN_AHEAD
                ):
                    hollows.append((float(middle[1]), receptacle.box.top + _FLUSH))
        body = _body_under(receptacle, start)
        if len(found) == before and body is not None:
            found.append((body, receptacle))
    under: list[tuple[float, SimObject | None]] = [*found, *((top, None) for top in _tops_under(world, start, own))]
    under = [
        (height, receptacle)
        for height, receptacle in under
        if (receptacle is not None and receptacle.can("pickupable"))
        or not any(low < height <= rim for low, rim in hollows)
    ]
    ordered = sorted(under, key=lambda entry: -entry[0])
    floor = _floor(world)
    return [*ordered, (world.floor, floor)] if floor is not None else ordered


def _tops_under(world: World, start: Array, own: set[str]) -> list[float]:
    """Return how high the tops of what is open ahead are under a point (3,)."""
    boxes = (o.box for o in world.active() if o.object_type in OPEN_AHEAD and o.object_id not in own)
    return [
        float(box.top)
        for box in boxes
        if box.top - _MARGIN <= start[1] and box.spans(start)
    ]


def _gets_to(receptacle: SimObject, surface: Surface, start: Array) -> bool:
    """Tell whether something falls from a point (3,) onto a surface below: not through the top of a cabinet."""
    ahead = surface.inside and receptacle.object_type in OPEN_AHEAD
    return not ahead or bool(start[1] <= receptacle.box.top + _MARGIN)


def _body_under(receptacle: SimObject, start: Array) -> float | None:
    """Return how high the body is that something falls onto from a point (3,) beside all surfaces, or None for none.

    Of what is open ahead that is its bottom, when the point is inside it.
    """
    if receptacle.can("pickupable") or not any(is_usable(receptacle, s) for s in receptacle.surfaces):
        return None
    if receptacle.object_type in OPEN_AHEAD:
        box = receptacle.box
        local = np.abs(box.axes() @ (start - box.center))
        return float(box.bottom) if np.all(local <= box.half) and receptacle.status.is_open else None
    tops = [
        float(solid.top)
        for solid in receptacle.solids
        if solid.top <= start[1] and solid.spans(start)
    ]
    return max(tops, default=None)


def _floor(world: World) -> SimObject | None:
    return next((o for o in world.objects.values() if o.object_type == "Floor"), None)
