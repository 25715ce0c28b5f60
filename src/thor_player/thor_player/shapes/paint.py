"""Paint a mesh in a colour that people call by a name: what a thing has in AI2-THOR's own rooms.

``data/room_colors.json`` tells the colours of types by room, learned from what people who saw Unity's pictures call
them (``pred_learning.looks.room_colors``). Shape and texture stay; what glows, shines through or shows a picture, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources

import numpy as np

from thor_player.shapes.mesh import Color, Floats, Material, Mesh, Texture

_COLORS: Mapping[str, Color] = {
    "white": (0.93, 0.92, 0.90), "black": (0.10, 0.10, 0.11), "gray": (0.50, 0.50, 0.51),
    "brown": (0.43, 0.27, 0.15), "red": (0.74, 0.14, 0.13), "green": (0.26, 0.48, 0.29),
    "blue": (0.17, 0.34, 0.66), "yellow": (0.90, 0.78, 0.20), "orange": (0.91, 0.47, 0.13),
    "purple": (0.46, 0.24, 0.58), "pink": (0.90, 0.55, 0.65), "tan": (0.80, 0.67, 0.48),
    "gold": (0.78, 0.60, 0.22), "silver": (0.70, 0.71, 0.73), "wooden": (0.62, 0.43, 0.25),
}  # fmt: skip
_METALS = frozenset({"gold", "silver"})
_OF_METAL = _METALS | {"gray", "black", "white"}
_METALLIC = 0.3
NAMES = frozenset(_COLORS)
SAME_PAINT: Mapping[str, str] = {
    "grey": "gray", "golden": "gold", "metal": "silver", "metallic": "silver", "steel": "silver", "wood": "wooden",
    "beige": "tan", "violet": "purple",
}  # fmt: skip
"""Other words for these colours."""
_ALIKE = 0.22
"""How near in colour other materials are to the largest one's that are painted with it, in sRGB."""
_DARKER, _LIGHTER = 0.7, 1.25
"""How far painted parts may differ in lightness from the largest."""


@cache
def _room_colors() -> Mapping[str, Mapping[str, str]]:
    text = resources.files("thor_player").joinpath("data/room_colors.json").read_text("utf-8")
    known: Mapping[str, Mapping[str, str]] = json.loads(text)
    return known


def paint_of(room: str, object_type: str) -> str:
    """Return the name of the colour that a type has in a room, '' where it is not known."""
    return _room_colors().get(room, {}).get(object_type, "")


def painted(mesh: Mesh, name: str) -> Mesh:
    """Return a mesh with its largest surface, and what has nearly its colour, in a named colour; '' changes nothing.

    :raises KeyError: when there is no such colour
    """
    if not name:
        return mesh
    target = np.array(_COLORS[name])
    areas = _areas(mesh)
    paintable = [k for k, material in enumerate(mesh.materials) if material.can_be_repainted]
    if not paintable:
        return mesh
    bare = [k for k in paintable if mesh.materials[k].metal < _METALLIC]
    if name not in _OF_METAL and bare:  # a yellow knife has a yellow handle
        paintable = bare
    main = mesh.materials[max(paintable, key=lambda k: areas[k])]
    materials = list(mesh.materials)
    for k in paintable:
        if float(np.linalg.norm(np.subtract(materials[k].color, main.color))) <= _ALIKE:
            materials[k] = _in_color(materials[k], main, target, name)
    return replace(mesh, materials=tuple(materials))


def _in_color(material: Material, main: Material, target: Floats, name: str) -> Material:
    color = _scaled(target, _lightness(material.color, main.color))
    accent = _scaled(np.array(color), _lightness(material.accent, material.color)) if material.accent else None
    changed = material.but(color=color, accent=accent)
    if name == "wooden" and material.texture is not Texture.WOOD:
        return changed.but(texture=Texture.WOOD, accent=_scaled(np.array(color), _DARKER), scale=0.045, metal=0.0)
    if name in _METALS:
        return changed.but(metal=max(material.metal, 0.45), shine=max(material.shine, 0.5))
    return changed.but(metal=min(material.metal, 0.15))


def _lightness(one: Color, other: Color) -> float:
    """Return how much lighter one colour is than another, within what parts of one thing may differ."""
    return float(np.clip((sum(one) + 0.05) / (sum(other) + 0.05), _DARKER, _LIGHTER))


def _scaled(color: Floats, by: float) -> Color:
    red, green, blue = (float(c) for c in np.clip(color * by, 0.0, 1.0))
    return red, green, blue


def _areas(mesh: Mesh) -> Floats:
    """Return the surface of each material in square metres."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2.0
    return np.bincount(mesh.face_material, weights=area, minlength=len(mesh.materials)).astype(np.float64)
