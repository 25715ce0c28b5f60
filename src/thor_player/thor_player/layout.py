"""A task's object layout on a room's objects: which of the room's objects stands for which recorded pose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import rooms
from .model import SimObject, World
from .solids_pose import move

# Recordings of older builds use names of their own.
RENAMED = {"Glassbottle": "Bottle"}

Triple = tuple[float, float, float]


class Placement(NamedTuple):
    """One entry of SetObjectPoses: the name of one of the room's objects, or a type that the room lacks, and a pose."""

    name: str
    position: Triple
    rotation: Triple


def assign(world: World, object_poses: Iterable[Mapping[str, Any]]) -> list[Placement]:
    """Match a recorded layout to the room's objects by type; names differ between builds.

    A name that comes again means one more copy of that object. Recorded names that the room knows keep their
    object; the others take the type's objects in order. A type the room lacks is named by its type.

    :param object_poses: entries with ``name``, ``position`` {x, y, z}, ``rotation`` {x, y, z} and, if the name does
        not begin with it, ``type``
    """
    names: dict[str, list[str]] = defaultdict(list)
    for obj in world.objects.values():
        names[obj.object_type].append(obj.name)
    return assign_names(names, object_poses)


def assign_names(
    names_by_type: Mapping[str, Sequence[str]], object_poses: Iterable[Mapping[str, Any]]
) -> list[Placement]:
    """Do what :func:`assign` does for a room known only by its objects' names per type."""
    poses = list(object_poses)
    kinds = {name: kind for kind, names in names_by_type.items() for name in names}
    stand_in: dict[tuple[str, str], str] = {}
    free = {
        kind: [n for n in names if n not in {p["name"] for p in poses}]
        for kind, names in names_by_type.items()
    }
    for pose in poses:
        kind, name = _kind(pose, kinds), str(pose["name"])
        if (kind, name) in stand_in:
            continue
        known = names_by_type.get(kind, ())
        if name in known or not known:
            stand_in[kind, name] = name if known else kind
        else:
            stand_in[kind, name] = free[kind].pop(0) if free[kind] else known[len(stand_in) % len(known)]
    return [
        Placement(stand_in[_kind(p, kinds), str(p["name"])], _triple(p["position"]), _triple(p["rotation"]))
        for p in poses
    ]


def apply(world: World, placements: Iterable[Placement]) -> list[SimObject]:
    """Put a layout into a world as SetObjectPoses does and return the objects it placed.

    The first placement of a name moves that object, each further one copies it. Pickupable objects that no placement
    names stop to exist. What was cut or cracked stays in its pieces.

    :raises KeyError: when a name is neither an object of the room nor an object type
    """
    by_name = {obj.name: obj for obj in world.objects.values()}
    placed: list[SimObject] = []
    counts: dict[str, int] = defaultdict(int)
    for name, at, turned in placements:
        position, rotation = np.array(at), np.array(turned)
        counts[name] += 1
        if name not in by_name:
            by_name[name] = rooms.make_object(world, name, position, rotation, name)
            obj = by_name[name]
        elif counts[name] == 1:
            obj = by_name[name]
            if obj.in_pieces():
                continue
            obj.status.active = True
            move(obj, position, rotation)
        else:
            obj = rooms.copy_object(
                world, by_name[name], position, rotation, f"{name}(Clone){counts[name] - 1}"
            )
        placed.append(obj)
    _retire(world, {obj.object_id for obj in placed})
    return placed


def type_of(pose: Mapping[str, Any]) -> str:
    """Return the object type of a layout entry, in this build's vocabulary."""
    kind = str(pose.get("type") or str(pose["name"]).split("_")[0])
    return RENAMED.get(kind, kind)


def _kind(pose: Mapping[str, Any], kinds: Mapping[str, str]) -> str:
    """Return the type that the room's object of that name has, else the type that the entry tells."""
    return kinds.get(str(pose["name"])) or type_of(pose)


def _retire(world: World, kept: set[str]) -> None:
    for obj in world.objects.values():
        if obj.can("pickupable") and obj.object_id not in kept:
            obj.status.active = False
            obj.touch()


def _triple(values: Mapping[str, float]) -> Triple:
    return (float(values["x"]), float(values["y"]), float(values["z"]))
