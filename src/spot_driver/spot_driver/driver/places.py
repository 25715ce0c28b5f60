"""Where in a picture to grasp and where to set down, from masks and depth alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from pred_core.geometry import unproject
from pred_core.pictures import Picture, picture_points

Array = NDArray[np.float64]

CELL = 0.03
"""Edge of the cells in which heights are compared, m."""
SLOPE = 4
"""A surface's slope is measured between pixels so far apart."""
UPRIGHT = 0.4
"""Cosine between the vertical and the normal of a surface below which the surface counts as upright."""
LEAST_POINTS = 10
INSIDE = 0.4
"""A thing is carried by what is at least this share as deep inside its mask as can be."""


@dataclass(frozen=True)
class Spot:
    """A pixel (column, row) and the point on it in the fixed frame, m."""

    pixel: tuple[int, int]
    point: Array


def grasp_spot(seen: Picture, mask: NDArray[np.bool_]) -> Spot | None:
    """Return the pixel of a mask that is deepest inside it and has depth; None where no pixel has."""
    points, indices = picture_points(seen.depth, seen.camera, seen.optical, 1, seen.span)
    inside = mask.reshape(-1)[indices]
    if not inside.any():
        return None
    depth = ndimage.distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1].reshape(-1)
    own, at = points[inside], indices[inside]
    best = int(np.argmax(depth[at] + 1e-6 * np.arange(len(at), 0, -1)))
    row, column = divmod(int(at[best]), mask.shape[1])
    return Spot((column, row), own[best])


def hold_spot(seen: Picture, mask: NDArray[np.bool_]) -> Spot | None:
    """Return the pixel of a mask by which to carry it: inside it, and nearest to the camera.

    What is carried by its middle fills the picture of the camera in the hand, so that nothing else is seen with it.
    """
    points, indices = picture_points(seen.depth, seen.camera, seen.optical, 1, seen.span)
    own = mask.reshape(-1)[indices]
    if not own.any():
        return None
    points, at = points[own], indices[own]
    depth = ndimage.distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1].reshape(-1)[at]
    away = np.linalg.norm((points - seen.optical[:3, 3])[:, :2], axis=1)
    best = int(np.argmin(np.where(depth >= INSIDE * depth.max(), away, np.inf)))
    row, column = divmod(int(at[best]), mask.shape[1])
    return Spot((column, row), points[best])


def surface_normals(seen: Picture) -> tuple[Array, Array]:
    """Return the unit normals of what pixels show, and their points in the fixed frame.

    Both are HxWx3; normals are NaN where there is none.
    """
    points = unproject(seen.depth, seen.camera, seen.optical).astype(np.float64)
    step = (points[SLOPE:] - points[:-SLOPE])[:, SLOPE:], (points[:, SLOPE:] - points[:, :-SLOPE])[SLOPE:]
    across = np.cross(*step)
    normals = np.full(points.shape, np.nan)
    half = SLOPE // 2
    with np.errstate(invalid="ignore", divide="ignore"):
        unit = across / np.linalg.norm(across, axis=2)[..., None]
    normals[half : half + unit.shape[0], half : half + unit.shape[1]] = unit
    return normals, points


def upright_pixels(normals: Array) -> NDArray[np.bool_]:
    """Return which pixels lie on a surface that stands upright, HxW, of their normals (HxWx3)."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(normals[..., 2]) < UPRIGHT)
