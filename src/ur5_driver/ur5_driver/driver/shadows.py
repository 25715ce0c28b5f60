"""How far solids are apart, bounded from below: by how far apart their shadows on a direction are.

The direction is bettered as Gilbert, Johnson and Keerthi do it (1988), with triangles of what was found. Each bound
holds. Compiled when imported, not when first used: whoever holds the arm must not wait then.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
type Vector = tuple[float, float, float]

STEPS = 24
GOOD = 1e-4
"""Where the bound is that near to what it can become, it is not bettered any more, m."""
TINY = 1e-12


@njit(cache=True)
def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit(cache=True)
def _less(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@njit(cache=True)
def _times(a: Vector, by: float) -> Vector:
    return (a[0] * by, a[1] * by, a[2] * by)


@njit(cache=True)
def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@njit(cache=True)
def _on_edge(a: Vector, b: Vector) -> Vector:
    along = _less(b, a)
    share = min(max(-_dot(a, along) / max(_dot(along, along), TINY**2), 0.0), 1.0)
    return (a[0] + share * along[0], a[1] + share * along[1], a[2] + share * along[2])


@njit(cache=True)
def _nearest(a: Vector, b: Vector, c: Vector) -> Vector:
    """Return the point of a triangle that is nearest to the origin: on an edge, or where the foot is inside."""
    best: Vector = _on_edge(a, b)
    for point in (_on_edge(b, c), _on_edge(a, c)):
        if _dot(point, point) < _dot(best, best):
            best = point
    along, across = _less(b, a), _less(c, a)
    normal = _cross(along, across)
    area = _dot(normal, normal)
    if area > TINY**2:
        foot: Vector = _times(normal, _dot(normal, a) / area)
        off = _less(foot, a)
        u, v = _dot(_cross(off, across), normal), _dot(_cross(along, off), normal)
        if u >= 0.0 and v >= 0.0 and u + v <= area:
            return foot
    return best


@njit(cache=True)
def _placed(frame: Array, point: Array) -> Vector:
    return (
        frame[0, 0] * point[0] + frame[0, 1] * point[1] + frame[0, 2] * point[2] + frame[0, 3],
        frame[1, 0] * point[0] + frame[1, 1] * point[1] + frame[1, 2] * point[2] + frame[1, 3],
        frame[2, 0] * point[0] + frame[2, 1] * point[1] + frame[2, 2] * point[2] + frame[2, 3],
    )


@njit(cache=True)
def _farthest(frame: Array, many: int, centre: Array, flat: Array, axis: Array, way: Vector) -> Vector:
    """Return the point of a solid that is farthest along a direction, m in base."""
    local = (
        frame[0, 0] * way[0] + frame[1, 0] * way[1] + frame[2, 0] * way[2],
        frame[0, 1] * way[0] + frame[1, 1] * way[1] + frame[2, 1] * way[2],
        frame[0, 2] * way[0] + frame[1, 2] * way[1] + frame[2, 2] * way[2],
    )
    upright = local[0] * axis[0] + local[1] * axis[1] + local[2] * axis[2]
    out = (local[0] - upright * axis[0], local[1] - upright * axis[1], local[2] - upright * axis[2])
    wide = math.sqrt(_dot(out, out))
    best, farthest = 0, -1e9
    for k in range(many):
        far = centre[k, 0] * local[0] + centre[k, 1] * local[1] + centre[k, 2] * local[2] + flat[k] * wide
        if far > farthest:
            best, farthest = k, far
    share = flat[best] / max(wide, TINY)
    point = np.empty(3)
    for i in range(3):
        point[i] = centre[best, i] + share * out[i]
    placed: Vector = _placed(frame, point)
    return placed


@njit(cache=True)
def _middle(frame: Array, many: int, centre: Array) -> Vector:
    total = np.zeros(3)
    for k in range(many):
        total += centre[k]
    placed: Vector = _placed(frame, total / many)
    return placed


@njit(
    "float64[::1](float64[:,:,:,::1], int64[:], int64[:], int64[:], int64[:], float64[:,:,::1], float64[:,::1], "
    "float64[:,::1], float64[::1], int64[:], float64)",
    cache=True,
    nogil=True,
)
def apart(
    chain: Array,
    sample: Indices,
    first: Indices,
    second: Indices,
    many: Indices,
    centre: Array,
    flat: Array,
    axis: Array,
    grown: Array,
    frame: Indices,
    enough: float,
) -> Array:
    """Return lower bounds of distances, M m; below 0: nothing shows them apart.

    :param chain: DH frames, Nx7x4x4
    :param sample: which of the N, M; solids ``first`` and ``second``, M
    :param many: discs of each of S solids; ``centre`` SxKx3 m, ``flat`` SxK m, ``axis`` Sx3, ``grown`` S m, ``frame`` S
    :param enough: what is farther apart is not measured any closer, m
    """
    found = np.full(len(sample), -np.inf)
    for m in range(len(sample)):
        i, j = first[m], second[m]
        one, other = chain[sample[m], frame[i]], chain[sample[m], frame[j]]
        both = grown[i] + grown[j]
        near = _less(_middle(other, many[j], centre[j]), _middle(one, many[i], centre[i]))
        last = near
        for _ in range(STEPS):
            size = max(math.sqrt(_dot(near, near)), TINY)
            way = _times(near, 1.0 / size)
            lowest = _farthest(other, many[j], centre[j], flat[j], axis[j], _times(way, -1.0))
            highest = _farthest(one, many[i], centre[i], flat[i], axis[i], way)
            shown = _less(lowest, highest)
            found[m] = max(found[m], _dot(way, shown) - both)
            near, last = _nearest(near, shown, last), shown
            if found[m] >= enough or size - both - found[m] <= GOOD:
                break
    return found
