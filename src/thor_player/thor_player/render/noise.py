"""Deterministic noise for procedural textures: hashed lattices, no tables."""

from __future__ import annotations

import math

from thor_player.render.jit import fast

_X, _Y, _Z, _SEED = 374761393, 668265263, 1103515245, 1274126177


@fast
def _mix(h: int) -> float:
    h = ((h ^ (h >> 15)) * 2246822519) & 0xFFFFFFFF
    return float((h ^ (h >> 13)) & 0xFFFFFF) * (1.0 / 16777216.0)


@fast
def lattice(x: int, y: int, z: int, seed: int) -> float:
    """Return a number in [0, 1) that belongs to a lattice point."""
    return _mix((x * _X + y * _Y + z * _Z + seed * _SEED) & 0xFFFFFFFF)


@fast
def smooth(x: float, y: float, z: float, seed: int) -> float:
    """Return value noise in [0, 1) of period 1."""
    fx, fy, fz = math.floor(x), math.floor(y), math.floor(z)
    tx, ty, tz = x - fx, y - fy, z - fz
    tx, ty, tz = tx * tx * (3.0 - 2.0 * tx), ty * ty * (3.0 - 2.0 * ty), tz * tz * (3.0 - 2.0 * tz)
    h = int(fx) * _X + int(fy) * _Y + int(fz) * _Z + seed * _SEED
    a, b = _mix(h & 0xFFFFFFFF), _mix((h + _X) & 0xFFFFFFFF)
    c, d = _mix((h + _Y) & 0xFFFFFFFF), _mix((h + _X + _Y) & 0xFFFFFFFF)
    h += _Z
    e, f = _mix(h & 0xFFFFFFFF), _mix((h + _X) & 0xFFFFFFFF)
    i, j = _mix((h + _Y) & 0xFFFFFFFF), _mix((h + _X + _Y) & 0xFFFFFFFF)
    a, c, e, i = a + (b - a) * tx, c + (d - c) * tx, e + (f - e) * tx, i + (j - i) * tx
    a, e = a + (c - a) * ty, e + (i - e) * ty
    return a + (e - a) * tz
