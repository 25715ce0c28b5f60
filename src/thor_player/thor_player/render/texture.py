"""Procedural textures: how far a point of a surface is from its material's colour to its accent, and how bright."""

from __future__ import annotations

import math

from thor_player.render.jit import fast
from thor_player.render.noise import lattice, smooth
from thor_player.shapes.mesh import Texture

_WOOD = int(Texture.WOOD)
_PLANKS = int(Texture.PLANKS)
_TILES = int(Texture.TILES)
_STONE = int(Texture.STONE)
_FABRIC = int(Texture.FABRIC)
_STRIPES = int(Texture.STRIPES)
_ORGANIC = int(Texture.ORGANIC)
_BRUSHED = int(Texture.BRUSHED)
_CARPET = int(Texture.CARPET)
_PRINT = int(Texture.PRINT)
_PICTURE = int(Texture.PICTURE)
_KEYS = int(Texture.KEYS)


@fast
def _wood(x: float, y: float, z: float, axis: int, seed: int) -> tuple[float, float]:
    if axis == 0:
        x *= 0.12
    elif axis == 1:
        y *= 0.12
    else:
        z *= 0.12
    rings = smooth(x, y, z, seed)
    fine = smooth(x * 7.0, y * 7.0, z * 7.0, seed + 1)
    return 0.65 * rings + 0.35 * fine, 0.93 + 0.14 * fine


@fast
def _planks(u: float, v: float, seed: int) -> tuple[float, float]:
    row = math.floor(v)
    shifted = u * 0.16 + 0.37 * row
    board = math.floor(shifted)
    edge = min(v - row, 1.0 - (v - row))
    end = min(shifted - board, 1.0 - (shifted - board)) * 6.0
    grain = smooth(u * 0.5, v * 6.0, float(board), seed)
    tone = lattice(int(row), int(board), 3, seed)
    gap = 0.62 if edge < 0.03 or end < 0.03 else 1.0
    return 0.55 * tone + 0.45 * grain, gap * (0.92 + 0.14 * grain)


@fast
def _tiles(u: float, v: float, seed: int) -> tuple[float, float]:
    a, b = u - math.floor(u), v - math.floor(v)
    if min(a, 1.0 - a) < 0.022 or min(b, 1.0 - b) < 0.022:
        return 1.0, 0.94
    return 0.0, 0.955 + 0.075 * lattice(math.floor(u), math.floor(v), 5, seed)


@fast
def _stone(x: float, y: float, z: float, seed: int) -> tuple[float, float]:
    coarse = smooth(x, y, z, seed)
    fine = smooth(x * 5.0, y * 5.0, z * 5.0, seed + 1)
    speck = 1.0 if fine > 0.74 else 0.0
    return 0.55 * coarse * coarse + 0.6 * speck, 0.94 + 0.12 * fine


@fast
def _print(u: float, v: float, seed: int) -> tuple[float, float]:
    """Lines of text with ragged words."""
    line = math.floor(v)
    if v - line > 0.5:
        return 0.0, 1.0
    word = lattice(math.floor(u * 1.7), int(line), 1, seed)
    return (0.0 if word < 0.22 else 0.8), 1.0


@fast
def _keys(u: float, v: float) -> tuple[float, float]:
    a, b = u - math.floor(u), v - math.floor(v)
    return (1.0 if 0.14 < a < 0.86 and 0.14 < b < 0.86 else 0.0), 1.0


@fast
def pattern(
    kind: int, x: float, y: float, z: float, u: float, v: float, axis: int, seed: int
) -> tuple[float, float]:
    """Return (share of the accent colour 0..1, brightness) at a point.

    ``x, y, z`` are local and ``u, v`` the two along the surface, all in periods of the texture.
    """
    if kind == _WOOD:
        return _wood(x, y, z, axis, seed)
    if kind == _PLANKS:
        return _planks(u, v, seed)
    if kind == _TILES:
        return _tiles(u, v, seed)
    if kind == _STONE:
        return _stone(x, y, z, seed)
    if kind == _FABRIC:
        weave = (4.0 * abs(u - math.floor(u) - 0.5) - 1.0) * (4.0 * abs(v - math.floor(v) - 0.5) - 1.0)
        return 0.35 * smooth(x * 0.2, y * 0.2, z * 0.2, seed), 0.96 + 0.06 * weave
    if kind == _STRIPES:
        along = x if axis == 0 else (y if axis == 1 else z)
        return (1.0 if along - math.floor(along) > 0.5 else 0.0), 1.0
    if kind == _ORGANIC:
        spots = smooth(x, y, z, seed)
        return max(0.0, min(1.0, spots * 1.6 - 0.4)), 0.9 + 0.16 * smooth(x * 3.0, y * 3.0, z * 3.0, seed)
    if kind == _BRUSHED:
        return 0.0, 0.93 + 0.14 * smooth(x * 0.05, y, z * 0.05, seed)
    if kind == _CARPET:
        return 0.5 * smooth(u * 0.12, v * 0.12, 0.5, seed), 0.86 + 0.22 * smooth(u, v, 0.5, seed)
    if kind == _PRINT:
        return _print(u, v, seed)
    if kind == _KEYS:
        return _keys(u, v)
    return 0.0, 1.0


@fast
def picture(u: float, v: float, seed: int) -> tuple[float, float, float]:
    """Return the colour of a made-up picture: sky, hills and patches of paint; u, v in 0..1 or beyond."""
    ridge = 0.35 + 0.35 * smooth(u * 2.3, 0.5, 0.5, seed)
    second = 0.15 + 0.3 * smooth(u * 3.7 + 9.0, 1.5, 0.5, seed)
    hue = lattice(1, 2, 3, seed)
    paint = 0.8 + 0.35 * smooth(u * 14.0, v * 14.0, 0.5, seed)
    if v > ridge:
        glow = max(0.0, 1.0 - (v - ridge) * 1.5)
        return (
            (0.25 + 0.45 * glow * hue) * paint,
            (0.35 + 0.3 * glow) * paint,
            (0.75 - 0.3 * glow * hue) * paint,
        )
    if v > second:
        return (0.12 + 0.3 * hue) * paint, (0.28 - 0.1 * hue) * paint, (0.22 + 0.1 * hue) * paint
    return (0.42 - 0.25 * hue) * paint, 0.33 * paint, (0.08 + 0.25 * hue) * paint
