"""The surface a depth picture shows: holes filled, a camera's noise smoothed away, points and normals along gravity.

On a plane the inverse of the depth changes evenly from pixel to pixel, and a stereo camera's errors are alike in it
near and far: noise, steps and normals are measured in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics

NEAREST, FARTHEST = 0.15, 12.0
"""Metres: depth outside counts as not measured."""
CLEAN = 0.0009
"""Errors of the inverse depth (1/m) up to which nothing is smoothed."""
CURVED = 0.36
"""Median second difference of the inverse depth of a stereo camera, of the standard deviation of its errors."""
REACH = 3
"""Pixels over which the slope of a noisy picture is measured."""

Floats = NDArray[np.float32]


class Surface(NamedTuple):
    """What a depth picture of HxW shows.

    ``inverse`` HxW 1/m; ``slopes`` HxWx2 its change a pixel to the right and down; ``points`` HxWx3 metres to the
    right, ahead and above the floor; ``normals`` HxWx3 in the same axes, towards the camera; ``known`` HxW where depth
    was measured; ``noise`` the errors' standard deviation, 1/m; ``focal`` the camera's focal length, pixels.
    """

    inverse: Floats
    slopes: Floats
    points: Floats
    normals: Floats
    known: NDArray[np.bool_]
    noise: float
    focal: float


def surface(
    rgb: NDArray[np.uint8], depth: Floats, camera: Intrinsics, up: NDArray[np.float64], height: float
) -> Surface:
    """Return the surface.

    :param rgb: HxWx3
    :param depth: HxW metres; 0 or NaN is unknown
    :param up: (3,) unit vector in the optical frame
    :param height: of the camera above the floor, metres
    """
    inverse, known = _inverse(np.ascontiguousarray(depth, np.float32))
    _fill(inverse, known.copy(), rgb)
    noise = _noise(inverse, known)
    reach = 1
    if noise > CLEAN:
        inverse = _smooth(_smooth(inverse, rgb, noise, 2), rgb, 0.6 * noise, 1)
        reach = REACH
    slopes = _slopes(inverse, reach)
    lens = np.array([camera.fx, camera.fy, camera.cx - 0.5, camera.cy - 0.5])
    points, normals = _lift(inverse, slopes, lens, _axes(up), height)
    return Surface(inverse, slopes, points, normals, known, noise, camera.fx)


def upward(horizon: float) -> NDArray[np.float64]:
    """Return (3,): where up is in the optical frame of a level camera that looks down by ``horizon`` degrees."""
    angle = np.radians(horizon)
    return np.array([0.0, -np.cos(angle), -np.sin(angle)])


def _axes(up: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 3x3: right, ahead and up, each in the optical frame."""
    ahead = np.array([0.0, 0.0, 1.0]) - up * up[2]
    if np.linalg.norm(ahead) < 1e-3:  # straight down or up: the picture's top is ahead
        ahead = np.array([0.0, -1.0, 0.0]) + up * up[1]
    ahead /= np.linalg.norm(ahead)
    return np.stack([np.cross(ahead, up), ahead, up])


def _noise(inverse: Floats, known: NDArray[np.bool_]) -> float:
    use = known[:, :-2] & known[:, 1:-1] & known[:, 2:]
    bent = np.abs(inverse[:, :-2] - 2.0 * inverse[:, 1:-1] + inverse[:, 2:])[use]
    return float(np.median(bent)) / CURVED if bent.size else 0.0


@njit(cache=True)
def _inverse(depth: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    out, known = np.zeros(depth.shape, np.float32), np.zeros(depth.shape, np.bool_)
    for i in range(depth.shape[0]):
        for j in range(depth.shape[1]):
            if NEAREST < depth[i, j] < FARTHEST:
                known[i, j] = True
                out[i, j] = 1.0 / depth[i, j]
    return out, known


@njit(cache=True)
def _most_alike(
    inverse: Floats, known: NDArray[np.bool_], rgb: NDArray[np.uint8], y: int, x: int
) -> float:
    """Return the value of the known one of the eight neighbours whose colour is nearest."""
    rows, columns = inverse.shape
    best, value = np.inf, 0.0
    for a in range(max(0, y - 1), min(rows, y + 2)):
        for b in range(max(0, x - 1), min(columns, x + 2)):
            if known[a, b]:
                off = 0.0
                for c in range(3):
                    off += abs(float(rgb[a, b, c]) - float(rgb[y, x, c]))
                if off < best:
                    best, value = off, float(inverse[a, b])
    return value


@njit(cache=True)
def _fill(inverse: Floats, known: NDArray[np.bool_], rgb: NDArray[np.uint8]) -> None:
    """Give unknown pixels the value of the known neighbour most alike in colour, from the edge of holes inwards."""
    rows, columns = inverse.shape
    queue = np.empty(rows * columns, np.int32)
    first, last = 0, 0
    for i in range(rows):
        for j in range(columns):
            if known[i, j]:
                queue[last] = i * columns + j
                last += 1
    if last == 0:
        inverse[:] = 1.0 / FARTHEST
        return
    while first < last:
        i, j = queue[first] // columns, queue[first] % columns
        first += 1
        for y, x in ((i, j + 1), (i, j - 1), (i + 1, j), (i - 1, j)):
            if y < 0 or x < 0 or y >= rows or x >= columns or known[y, x]:
                continue
            inverse[y, x] = _most_alike(inverse, known, rgb, y, x)
            known[y, x] = True
            queue[last] = y * columns + x
            last += 1


@njit(cache=True, fastmath=True)
def _smooth(inverse: Floats, rgb: NDArray[np.uint8], noise: float, stride: int) -> Floats:
    """Return the mean over 5x5 pixels, ``stride`` apart, that look and lie alike."""
    rows, columns = inverse.shape
    out = np.empty_like(inverse)
    near = np.float32(1.0 / (2.5 * noise) ** 2)
    alike = np.float32(1.0 / 30.0**2)
    for i in range(rows):
        for j in range(columns):
            total, weight = np.float32(0.0), np.float32(0.0)
            r, g, b = np.float32(rgb[i, j, 0]), np.float32(rgb[i, j, 1]), np.float32(rgb[i, j, 2])
            own = inverse[i, j]
            for di in range(-2, 3):
                y = i + di * stride
                if y < 0 or y >= rows:
                    continue
                for dj in range(-2, 3):
                    x = j + dj * stride
                    if x < 0 or x >= columns:
                        continue
                    off = inverse[y, x] - own
                    dr, dg, db = rgb[y, x, 0] - r, rgb[y, x, 1] - g, rgb[y, x, 2] - b
                    share = 1.0 / (1.0 + near * off * off)
                    share *= share / (1.0 + alike * (dr * dr + dg * dg + db * db))
                    total += share * inverse[y, x]
                    weight += share
            out[i, j] = total / weight
    return out


@njit(cache=True)
def _slope(line: Floats, k: int, reach: int) -> float:
    """Return the change a pixel at place ``k`` of a line, on the side where the line is straightest."""
    size = line.size
    best, slope = np.inf, 0.0
    if k - reach >= 0 and k + reach < size:
        best = abs(line[k - reach] - 2.0 * line[k] + line[k + reach])
        slope = (line[k + reach] - line[k - reach]) / (2.0 * reach)
    if k - 2 * reach >= 0:
        bent = abs(line[k] - 2.0 * line[k - reach] + line[k - 2 * reach])
        if bent < best:
            best, slope = bent, (line[k] - line[k - 2 * reach]) / (2.0 * reach)
    if k + 2 * reach < size:
        bent = abs(line[k] - 2.0 * line[k + reach] + line[k + 2 * reach])
        if bent < best:
            best, slope = bent, (line[k + 2 * reach] - line[k]) / (2.0 * reach)
    return slope


@njit(cache=True)
def _slopes(inverse: Floats, reach: int) -> Floats:
    rows, columns = inverse.shape
    out = np.empty((rows, columns, 2), np.float32)
    turned = np.ascontiguousarray(inverse.T)
    for i in range(rows):
        for j in range(columns):
            out[i, j, 0] = _slope(inverse[i], j, reach)
            out[i, j, 1] = _slope(turned[j], i, reach)
    return out


@njit(cache=True)
def _lift(
    inverse: Floats, slopes: Floats, lens: NDArray[np.float64], axes: NDArray[np.float64], height: float
) -> tuple[Floats, Floats]:
    rows, columns = inverse.shape
    points, normals = np.empty((rows, columns, 3), np.float32), np.empty((rows, columns, 3), np.float32)
    for i in range(rows):
        for j in range(columns):
            u, v, q = j - lens[2], i - lens[3], inverse[i, j]
            x, y, z = u / lens[0] / q, v / lens[1] / q, 1.0 / q
            a, b = slopes[i, j, 0], slopes[i, j, 1]
            nx, ny, nz = -a * lens[0], -b * lens[1], -(q - a * u - b * v)
            length = np.sqrt(nx * nx + ny * ny + nz * nz) + 1e-12
            for k in range(3):
                points[i, j, k] = axes[k, 0] * x + axes[k, 1] * y + axes[k, 2] * z
                normals[i, j, k] = (axes[k, 0] * nx + axes[k, 1] * ny + axes[k, 2] * nz) / length
            points[i, j, 2] += height
    return points, normals
