"""Meshes and materials: what a shape is made of and what the renderer draws.

A mesh lies in its object's local frame: origin at the box centre, axes along the box, metres. Triangles are wound so
that ``cross(b - a, c - a)`` points out of the body.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Color = tuple[float, float, float]

MATERIAL_COLUMNS = 18


class Texture(IntEnum):
    """Procedural textures, evaluated in the object's own coordinates."""

    PLAIN = 0
    WOOD = 1
    PLANKS = 2
    TILES = 3
    STONE = 4
    FABRIC = 5
    STRIPES = 6
    ORGANIC = 7
    BRUSHED = 8
    CARPET = 9
    PRINT = 10
    PICTURE = 11
    KEYS = 12


_SHOWN = frozenset({Texture.PICTURE, Texture.PRINT, Texture.KEYS})


@dataclass(frozen=True)
class Material:
    """How a surface looks. Colours are sRGB in 0..1; ``scale`` is the texture's period in metres.

    ``shine`` is the strength of the highlight, ``metal`` that of the mirrored surroundings, ``emission`` how much the
    colour glows by itself (0..1), ``dirt`` how much of the surface stains cover (0..1) with blotches of ``dirt_scale``
    metres, ``alpha`` below 1 lets what is behind shine through (colour picture only), ``axis`` the grain's direction.
    """

    color: Color
    accent: Color | None = None
    texture: Texture = Texture.PLAIN
    scale: float = 0.1
    shine: float = 0.0
    metal: float = 0.0
    emission: float = 0.0
    dirt: float = 0.0
    dirt_scale: float = 0.05
    alpha: float = 1.0
    axis: int = 0
    seed: int = 0

    def but(self, **changes: object) -> Material:
        """Return a copy with changed fields."""
        return replace(self, **changes)  # type: ignore[arg-type]

    @property
    def can_be_repainted(self) -> bool:
        """Whether it is what a thing is made of: not what is shown on it, glows, or lets light through."""
        return self.texture not in _SHOWN and self.alpha >= 1.0 and self.emission <= 0.0

    def row(self) -> list[float]:
        """Return the numbers the shader reads; colours become linear light."""
        accent = self.color if self.accent is None else self.accent
        linear = [max(0.0, min(1.0, c)) ** 2 for c in (*self.color, *accent)]
        look = [float(self.texture), 1.0 / self.scale, self.shine, self.metal, self.emission]
        return [
            *linear,
            *look,
            self.dirt,
            1.0 / self.dirt_scale,
            self.alpha,
            float(self.axis),
            float(self.seed),
            0.0,
            0.0,
        ]


@dataclass(frozen=True)
class Mesh:
    """Triangles with a material each; the first ``opaque`` triangles are opaque, the rest see-through.

    ``vertices`` (V, 3), ``normals`` (V, 3) for shading, ``faces`` (T, 3) vertex indices, ``face_material`` (T,) index
    into ``materials``.
    """

    vertices: Floats
    normals: Floats
    faces: Ints
    face_material: Ints
    materials: tuple[Material, ...]
    opaque: int

    def extent(self) -> Floats:
        """Return (2, 3): least and greatest corner."""
        if not len(self.vertices):
            return np.zeros((2, 3))
        return np.stack([self.vertices.min(axis=0), self.vertices.max(axis=0)])

    def turned(self, yaw: float) -> Mesh:
        """Return the mesh turned about y by ``yaw`` degrees, clockwise seen from above."""
        if yaw == 0.0:
            return self
        angle = np.radians(yaw)
        c, s = np.cos(angle), np.sin(angle)
        rows = np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])
        return replace(self, vertices=self.vertices @ rows, normals=self.normals @ rows)
