"""What the network is given besides the picture: its half-size colours and the shape of what they belong to."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

SIDE = 300
HALF = SIDE // 2
CHANNELS = 9
NEAREST, FARTHEST = 0.15, 12.0
"""Metres: depth outside counts as not measured."""

Floats = NDArray[np.float32]


def halves(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return ...xH/2xW/2x3: the mean of every 2x2 pixels of ...xHxWx3."""
    wide = rgb.astype(np.uint16)
    total = (
        wide[..., ::2, ::2, :] + wide[..., 1::2, ::2, :] + wide[..., ::2, 1::2, :] + wide[..., 1::2, 1::2, :]
    )
    return ((total + 2) // 4).astype(np.uint8)


def upward(horizon: float) -> NDArray[np.float64]:
    """Return (3,): where up is in the optical frame of a level camera that looks down by ``horizon`` degrees."""
    angle = np.radians(horizon)
    return np.array([0.0, -np.cos(angle), -np.sin(angle)])


@njit(cache=True)
def stack(
    rgb: NDArray[np.uint8],
    depth: Floats,
    focal: float,
    middle: tuple[float, float],
    up: NDArray[np.float64],
    height: float,
    out: Floats,
) -> None:
    """Fill 9xHxW: colour (3), depth, height above the floor, normal (up, right, ahead), whether depth is known.

    :param rgb: HxWx3
    :param depth: HxW metres, each the one of its upper left full-size pixel; 0 or NaN is unknown
    :param focal: focal length in half-size pixels
    :param middle: (column, row) of the optical axis in half-size pixels
    :param up: (3,) unit vector in the optical frame
    :param height: of the camera above the floor, metres
    """
    rows, columns = depth.shape
    ahead = np.array([-up[0] * up[2], -up[1] * up[2], 1.0 - up[2] * up[2]])  # the optical axis, made level
    ahead /= np.sqrt((ahead * ahead).sum()) + 1e-9
    points = np.empty((rows, columns, 3), np.float32)
    for i in range(rows):
        for j in range(columns):
            z = depth[i, j]
            known = NEAREST < z < FARTHEST
            out[8, i, j] = 1.0 if known else 0.0
            if not known:
                z = np.float32(3.0)
            x, y = (j - middle[0]) / focal * z, (i - middle[1]) / focal * z
            points[i, j, 0], points[i, j, 1], points[i, j, 2] = x, y, z
            for c in range(3):
                out[c, i, j] = rgb[i, j, c] / 128.0 - 1.0
            out[3, i, j] = np.log(z)
            out[4, i, j] = (height + x * up[0] + y * up[1] + z * up[2]) / 1.5 - 0.5 if known else 0.0
    for i in range(rows):
        for j in range(columns):
            top, bottom, left, right = (
                max(i - 1, 0),
                min(i + 1, rows - 1),
                max(j - 1, 0),
                min(j + 1, columns - 1),
            )
            ux = points[i, right, 0] - points[i, left, 0]
            uy = points[i, right, 1] - points[i, left, 1]
            uz = points[i, right, 2] - points[i, left, 2]
            vx = points[bottom, j, 0] - points[top, j, 0]
            vy = points[bottom, j, 1] - points[top, j, 1]
            vz = points[bottom, j, 2] - points[top, j, 2]
            nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
            length = np.sqrt(nx * nx + ny * ny + nz * nz) + 1e-12
            if nz > 0.0:  # towards the camera
                length = -length
            nx, ny, nz = nx / length, ny / length, nz / length
            seen = out[8, i, j]
            out[5, i, j] = seen * (nx * up[0] + ny * up[1] + nz * up[2])
            out[6, i, j] = seen * nx
            out[7, i, j] = seen * (nx * ahead[0] + ny * ahead[1] + nz * ahead[2])
