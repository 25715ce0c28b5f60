"""Deterministic noise for procedural textures: hashed lattices, no tables."""

from __future__ import annotations

import math

from numba import njit


@njit(cache=True, _nrt=False)  # type: ignore[misc]
def lattice(x: int, y: int, z: int, seed: int) -> float:
    """Return a number in [0, 1) that belongs to a lattice point."""
    h = (x * 374761393 + y * 668265263 + z * 2147483647 + seed * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 15)) * 2246822519) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 3266489917) & 0xFFFFFFFF
    return float((h ^ (h >> 16)) & 0xFFFFFF) / 16777216.0


@njit(cache=True, _nrt=False)  # type: ignore[misc]
def smooth(x: float, y: float, z: float, seed: int) -> float:
    """Return value noise in [0, 1) of period 1."""
    fx, fy, fz = math.floor(x), math.floor(y), math.floor(z)
    ix, iy, iz = int(fx), int(fy), int(fz)
    tx, ty, tz = x - fx, y - fy, z - fz
    tx, ty, tz = tx * tx * (3.0 - 2.0 * tx), ty * ty * (3.0 - 2.0 * ty), tz * tz * (3.0 - 2.0 * tz)
    a = lattice(ix, iy, iz, seed) * (1.0 - tx) + lattice(ix + 1, iy, iz, seed) * tx
    b = lattice(ix, iy + 1, iz, seed) * (1.0 - tx) + lattice(ix + 1, iy + 1, iz, seed) * tx
    c = lattice(ix, iy, iz + 1, seed) * (1.0 - tx) + lattice(ix + 1, iy, iz + 1, seed) * tx
    d = lattice(ix, iy + 1, iz + 1, seed) * (1.0 - tx) + lattice(ix + 1, iy + 1, iz + 1, seed) * tx
    near = a * (1.0 - ty) + b * ty
    far = c * (1.0 - ty) + d * ty
    return near * (1.0 - tz) + far * tz
