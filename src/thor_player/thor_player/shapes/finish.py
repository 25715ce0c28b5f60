"""Other materials for a mesh whose shape stays: what RandomizeMaterials gives things.

An object's ``variant`` seeds its shape and its own colours; above its lowest 32 bits is the finish, 0 for its own.
"""

from __future__ import annotations

import random
from dataclasses import replace

from .mesh import Color, Material, Mesh, Texture

_BIT = 32
_WOOD: tuple[Color, ...] = ((0.72, 0.53, 0.34), (0.42, 0.27, 0.16), (0.85, 0.74, 0.58), (0.55, 0.32, 0.20))
_STONE: tuple[Color, ...] = ((0.78, 0.76, 0.72), (0.32, 0.33, 0.35), (0.60, 0.55, 0.50), (0.88, 0.87, 0.85))
_PAINT: tuple[Color, ...] = (
    (0.92, 0.91, 0.88), (0.70, 0.20, 0.18), (0.20, 0.36, 0.58), (0.32, 0.52, 0.34), (0.86, 0.68, 0.24),
    (0.24, 0.24, 0.26), (0.62, 0.44, 0.60), (0.36, 0.60, 0.64),
)  # fmt: skip
_METAL: tuple[Color, ...] = ((0.72, 0.73, 0.75), (0.62, 0.50, 0.30), (0.30, 0.30, 0.32))


def own_variant(variant: int) -> int:
    """Return what seeds shape and own colours."""
    return variant & ((1 << _BIT) - 1)


def finished(variant: int, finish: int) -> int:
    """Return a variant with another finish; 0 is its own."""
    return own_variant(variant) | finish << _BIT


def refinished(mesh: Mesh, variant: int) -> Mesh:
    """Return a mesh in the finish of a variant."""
    finish = variant >> _BIT
    if not finish:
        return mesh
    dice = random.Random(finish)
    return replace(mesh, materials=tuple(_other(material, dice) for material in mesh.materials))


def _other(material: Material, dice: random.Random) -> Material:
    if not material.can_be_repainted:
        return material
    colors, texture, scale, shine, metal = dice.choice(
        (
            (_WOOD, Texture.WOOD, 0.12, 0.1, 0.0),
            (_STONE, Texture.STONE, 0.2, 0.25, 0.0),
            (_PAINT, Texture.PLAIN, 0.1, 0.15, 0.0),
            (_PAINT, Texture.FABRIC, 0.02, 0.0, 0.0),
            (_METAL, Texture.BRUSHED, 0.05, 0.4, 0.5),
        )
    )
    red, green, blue = (channel * dice.uniform(0.85, 1.1) for channel in dice.choice(colors))
    accent = (0.8 * red, 0.8 * green, 0.8 * blue)
    return material.but(
        color=(red, green, blue), accent=accent, texture=texture, scale=scale, shine=shine, metal=metal,
        seed=dice.randrange(999),
    )  # fmt: skip
