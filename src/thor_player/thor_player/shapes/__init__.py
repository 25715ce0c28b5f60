"""Parametric shapes: an object's type, size and state become a mesh.

Each family of types has its module; :func:`build` finds the function of a type and keeps finished meshes.
"""

from __future__ import annotations

import random
from collections import OrderedDict

import numpy as np

from thor_player.leaves import HUNG, leaves
from thor_player.model import Box, SimObject, Surface
from thor_player.shapes import (  # noqa: F401 - importing registers the shapes
    bathroom,
    cookware,
    crockery,
    decor,
    electronics,
    food,
    furniture,
    kitchen,
    seating,
    storage,
    things,
)
from thor_player.shapes.finish import own_variant, refinished
from thor_player.shapes.mesh import Floats, Mesh
from thor_player.shapes.paint import painted
from thor_player.shapes.spec import SHAPES, Spec

_Key = tuple[object, ...]


_MOST_KEPT = 384
"""Meshes that are kept: those of two or three rooms, so that a room that is reset is not modelled again."""

_kept: OrderedDict[_Key, Mesh] = OrderedDict()


def build(obj: SimObject, style: int = 0) -> Mesh:
    """Return the mesh of an object in its box's local frame (origin at the box centre, yaw 0).

    ``style`` is shared by everything in a room: it chooses the look of cabinet fronts and the like.

    :raises KeyError: when the type has no shape
    """
    key = _key(obj, style)
    mesh = _kept.pop(key, None)
    if mesh is None:
        mesh = _model(obj, style)
    _kept[key] = mesh
    if len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return mesh


def _key(obj: SimObject, style: int) -> _Key:
    """Return what is the same for all objects that look the same."""
    status = obj.status
    look = (
        round(status.openness, 3), status.is_toggled, status.is_dirty, status.fill_liquid, status.is_sliced,
        status.is_cooked, status.is_broken, status.is_used_up, obj.variant, obj.paint, style,
    )  # fmt: skip
    parts = tuple((*np.round(p.center, 4), *np.round(p.half, 4), p.yaw) for p in obj.parts)
    surfaces = tuple((*np.round(s.center, 4), *np.round(s.half, 4), s.inside) for s in obj.surfaces)
    size = tuple(np.round(obj.box.half, 4))
    doors = tuple(leaves(obj)) if obj.object_type in HUNG else ()
    return (obj.object_type, size, look, obj.front, obj.materials, parts, surfaces, doors)


def _model(obj: SimObject, style: int) -> Mesh:
    front = obj.front or 0.0
    spec = make_spec(obj, front, style)
    SHAPES[obj.object_type](spec)
    return refinished(painted(spec.b.mesh().turned(front), obj.paint), obj.variant)


def make_spec(obj: SimObject, front: float, style: int = 0) -> Spec:
    """Return what a shape function needs, in the frame whose +z is the object's front."""
    angle = np.radians(front)
    c, s = np.cos(angle), np.sin(angle)
    rows = np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])
    half = np.abs(rows) @ obj.box.half
    return Spec(
        kind=obj.object_type,
        w=2.0 * float(half[0]),
        h=2.0 * float(half[1]),
        d=2.0 * float(half[2]),
        status=obj.status,
        materials=obj.materials,
        surfaces=[_turned_surface(surface, rows) for surface in obj.surfaces],
        parts=[Box(rows @ p.center, p.half, p.yaw - front) for p in obj.parts],
        dice=random.Random(f"{obj.object_type}/{own_variant(obj.variant)}"),
        seed=obj.variant & 0xFFFF,
        style=style,
        leaves=leaves(obj) if obj.object_type in HUNG else (),
    )


def _turned_surface(surface: Surface, rows: Floats) -> Surface:
    flat = np.abs(rows[::2, ::2]) @ surface.half
    return Surface(rows @ surface.center, flat, surface.headroom, surface.inside)
