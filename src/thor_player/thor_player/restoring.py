"""Setting a room up as listed: what is listed where it stands stays there, the rest comes to rest.

A client that saved a room's state lists every pickupable and moveable object at the very pose it got. Such an object
must not be set down anew: the recorded poses of wall-hung and built-in things have no surface of ours under them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from . import layout
from .containment import attach, detach
from .layout import Placement
from .model import Array, SimObject, Stand, World
from .settling import attach_where_it_is, lift_all, settle_all
from .solids_pose import move, rotation_matrix
from .state import PlayerState

_NEAR, _TURNED = 0.02, 2.0  # metres, degrees: a pose that differs by less is the same one


def arrange(state: PlayerState, placements: Sequence[Placement]) -> list[SimObject]:
    """Put a layout into the room as SetObjectPoses does and return the objects it placed.

    What is listed where it stands now, or where it stood when the room was loaded, stands just there. Other
    pickupable things come to rest on what they are over; other moveable things stay exactly where they are listed.
    """
    world = state.world
    staying = _staying(world, placements)
    lift_all(state)
    placed = layout.apply(world, placements)
    for object_id, stand in staying.items():
        _stand(world, world.objects[object_id], stand)
    others = [obj for obj in placed if obj.object_id not in staying]
    for obj in others:
        if not obj.can("pickupable"):
            attach_where_it_is(world, obj)
    settle_all(world, [obj for obj in others if obj.can("pickupable")])
    return placed


@dataclass(frozen=True)
class _Rest:
    """How an object stands, and how what holds it up stood then."""

    stand: Stand
    holder: Stand | None


def _staying(world: World, placements: Sequence[Placement]) -> dict[str, Stand]:
    """Return how those objects stand that the first entry of their name leaves where they are or were at first."""
    by_name = {obj.name: obj for obj in world.objects.values()}
    listed: dict[str, Placement] = {}
    for placement in placements:
        if placement.name in by_name:
            listed.setdefault(by_name[placement.name].object_id, placement)
    found: dict[str, _Rest] = {}
    for object_id, placement in listed.items():
        at, turned = np.array(placement.position), np.array(placement.rotation)
        for rest in _rests(world, world.objects[object_id]):
            if is_same(rest.stand, at, turned):
                found[object_id] = rest
                break
    while loose := [i for i, rest in found.items() if not _is_held(world, rest, listed.keys(), found)]:
        for object_id in loose:
            del found[object_id]
    return {object_id: rest.stand for object_id, rest in found.items()}


def _rests(world: World, obj: SimObject) -> Iterator[_Rest]:
    if obj.in_pieces():
        return
    if obj.status.active and not obj.status.is_picked_up:
        yield _Rest(obj.stand(), world.objects[obj.parents[0]].stand() if obj.parents else None)
    if obj.home is not None:
        yield _Rest(obj.home, world.objects[obj.home.parent].home if obj.home.parent else None)


def _is_held(world: World, rest: _Rest, listed: Set[str], found: Mapping[str, _Rest]) -> bool:
    """Tell whether what held an object up where it stands will be there."""
    if rest.holder is None or rest.stand.parent is None:
        return True
    name = rest.stand.parent
    parent = world.objects[name]
    if name in found:
        will = found[name].stand
    elif name in listed or parent.can("pickupable"):
        return False
    else:
        will = parent.stand()
    return is_same(will, rest.holder.position, rest.holder.rotation)


def is_same(stand: Stand, position: Array, rotation: Array) -> bool:
    """Tell whether a pose is so near that of a stand that it means the same."""
    if float(np.linalg.norm(stand.position - position)) > _NEAR:
        return False
    between = rotation_matrix(stand.rotation).T @ rotation_matrix(rotation)
    return float(np.degrees(np.arccos(np.clip((np.trace(between) - 1.0) / 2.0, -1.0, 1.0)))) <= _TURNED


def _stand(world: World, obj: SimObject, stand: Stand) -> None:
    move(obj, stand.position, stand.rotation)
    if stand.parent is None:
        detach(world, obj)
    else:
        attach(world, obj, world.objects[stand.parent])
