"""Where things lie that the robot itself put down: what it did counts until the thing is seen somewhere else."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.referring.relations import surroundings
from pred_core.vocabulary import group, has_door, object_types, single_slot

SLACK = 0.1
"""How far in metres beside a place's box, or below it, something may be seen that lies there."""

CROWDED = 0.8
"""A receptacle whose things cover more than this share of it counts as full."""

ON_FLOOR = 0.1
"""What ends so low lies on the floor, m."""

OVER_RIM = 0.02
"""What begins so far over the top of a drawer or box, m, lies on something beside it, and not in it."""


def is_at(state: ObjectState, place: ObjectState) -> bool:
    """Tell whether an object is over or in a place's box, seen from above, and not under it."""
    below = place.center[2] - place.size[2] / 2.0 - SLACK
    return state.center[2] + state.size[2] / 2.0 >= below and all(
        abs(a - b) <= size / 2.0 + SLACK
        for a, b, size in zip(state.center[:2], place.center[:2], place.size[:2], strict=True)
    )


def stays_at(state: ObjectState, place: ObjectState) -> bool:
    """Tell whether an object is at a place and not on the floor, which an open door's box is over as well.

    What lies on the table over an open drawer is not in the drawer.
    """
    bottom = state.center[2] - state.size[2] / 2.0
    filled_from_above = place.class_name in group("fully_inside") and not has_door(place.class_name)
    over = filled_from_above and bottom > place.center[2] + place.size[2] / 2.0 + OVER_RIM
    return bottom > ON_FLOOR and is_at(state, place) and not over


def crowded(memory: ObjectMemory, place: ObjectState, thing: ObjectState) -> bool:
    """Tell whether a receptacle seems to have no room for a thing: it takes one only, or what is there covers it."""
    there = memory.inside(place.id)
    if single_slot(place.class_name):
        return bool(there)
    return _area(place) < _base(thing) or sum(map(_base, there)) + _base(thing) > CROWDED * _area(place)


def _area(state: ObjectState) -> float:
    return state.size[0] * state.size[1]


def _base(state: ObjectState) -> float:
    """Return the floor space of an object in square metres, from its type where that is known."""
    known = object_types().get(state.class_name)
    if known is None or known.size is None:
        return _area(state)
    return known.size[0] * known.size[2]


def away_from(place: ObjectState, at: tuple[float, float]) -> float:
    """Return how far a point of the floor is from the nearest side of a place's box, seen from above, in metres."""
    gaps = (
        max(abs(a - b) - size / 2.0, 0.0)
        for a, b, size in zip(at, place.center[:2], place.size[:2], strict=True)
    )
    return math.hypot(*gaps)


def is_out_of_sight(state: ObjectState) -> bool:
    """Tell whether nobody has seen where a thing lies since the hand let go of it, by what perception says of it."""
    return not (state.visible or state.held or state.parent_id)


def put_there(memory: ObjectMemory, placed: Mapping[str, str]) -> Mapping[str, str]:
    """Return what lies where the robot put it though perception does not say so.

    Of what was not seen since nothing else is known; of what was, perception may have seen a part alone, and taken
    another place for that.

    :param memory: as perception tells it
    :param placed: where the robot put down what
    """
    found = {}
    for name, at in placed.items():
        state, place = memory.get(name), memory.get(at)
        if state is None or place is None:
            continue
        if is_out_of_sight(state):
            found[name] = at
        if state.held or not state.parent_id:
            continue
        around = {*surroundings(memory, state)}
        if place.id not in around and is_at(state, place) and name not in surroundings(memory, place):
            found[name] = at
    return found


def may_be_what_was_put(
    memory: ObjectMemory, placed: Mapping[str, str], among: Mapping[str, frozenset[str]], state: ObjectState
) -> bool:
    """Tell whether a thing may be one that the robot put where it lies, out of its sight, and has not seen again.

    Of as many new things of the kind on the place as were put there each may be one of these; of more not.

    :param placed: where the robot put down what
    :param among: the instances that were known then
    """
    put = [name for name, at in placed.items() if _is_lost(memory, name, state) and at in surroundings(memory, state)]
    if not put:
        return False
    known = frozenset[str]().union(*(among.get(name, frozenset()) for name in put), placed)
    there = {placed[name] for name in put}
    alike = memory.of_class(state.class_name)
    fresh = {o.id for o in alike if o.id not in known and there.intersection(surroundings(memory, o))}
    return state.id in fresh and len(fresh) <= len(put)


def _is_lost(memory: ObjectMemory, name: str, alike: ObjectState) -> bool:
    """Tell whether nobody has seen where a thing is since the robot let go of it, and it is of a thing's class."""
    lost = memory.get(name)
    return lost is not None and is_out_of_sight(lost) and lost.class_name == alike.class_name


def lying(memory: ObjectMemory, put: Mapping[str, str]) -> ObjectMemory:
    """Return a memory in which some objects lie where the robot put them; what it has not seen since in the middle."""
    if not put:
        return memory
    return replace(memory, objects=tuple(_lying(memory, o, put.get(o.id, "")) for o in memory.objects))


def _lying(memory: ObjectMemory, state: ObjectState, at: str) -> ObjectState:
    place = memory.get(at)
    if place is None:
        return state
    unseen = is_out_of_sight(state)
    return replace(state, parent_id=at, center=place.center if unseen else state.center)
