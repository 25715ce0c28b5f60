"""Cutting things into pieces: the pieces lie where the whole lay."""

from __future__ import annotations

import zlib

import numpy as np

from thor_player.types import object_types, sliced_of

from .containment import attach, direct_parent, remove
from .model import Box, SimObject, World
from .rooms import FLAGS
from .solids_pose import move


def slice_object(world: World, obj: SimObject) -> list[SimObject]:
    """Slice an object: it stays listed as sliced but is gone; return its pieces, which inherit id and state."""
    kind = sliced_of(obj.object_type)
    count = object_types()[obj.object_type].slice_count
    obj.status.is_sliced = True
    pieces = spawn_pieces(world, obj, kind, count)
    remove(world, obj)
    return pieces


def spawn_pieces(world: World, whole: SimObject, kind: str, count: int) -> list[SimObject]:
    """Add ``count`` pieces of a type side by side along the longer level side of an object, with its parents."""
    along = 0 if whole.box.half[0] >= whole.box.half[2] else 2
    half = whole.box.half.copy()
    half[along] /= count
    parent = direct_parent(world, whole)
    pieces = []
    for index in range(count):
        offset = np.zeros(3)
        offset[along] = (2 * index + 1 - count) * half[along]
        center = whole.box.center + offset @ whole.box.axes()
        center[1] = whole.box.bottom + half[1]
        piece = _piece(whole, f"{whole.object_id}|{kind}_{index}", kind, index)
        piece.bounds = np.array([-half, half]) * 0.96
        world.objects[piece.object_id] = piece
        move(piece, center, np.array([0.0, whole.box.yaw, 0.0]))
        if parent is not None:
            attach(world, piece, parent)
        pieces.append(piece)
    return pieces


def _piece(whole: SimObject, object_id: str, kind: str, index: int) -> SimObject:
    known = object_types()[kind]
    piece = SimObject(
        object_id=object_id,
        name=f"{whole.name}_{kind}_{index}",
        object_type=kind,
        asset_id="",
        position=whole.position,
        rotation=whole.rotation,
        box=Box(whole.box.center, whole.box.half, whole.box.yaw),
        flags=(known.flags | {"pickupable"}) & frozenset(FLAGS),
        mass=known.mass or whole.mass / 4.0,
        materials=known.materials or ("Food",),
        variant=zlib.crc32(object_id.encode()),
    )
    piece.status.temperature = whole.status.temperature
    # Cooked wholes give cooked pieces.
    piece.status.is_cooked = whole.status.is_cooked
    return piece
