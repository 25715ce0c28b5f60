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
FLAT = 0.025
"""Heights that differ by less than this are one level, m."""
SLOPE = 4
"""A surface's slope is measured between pixels so far apart."""
UPRIGHT = 0.4
"""Cosine between the vertical and the normal of a surface below which the surface counts as upright."""
LEVEL = 0.85
"""Cosine between the vertical and the normal of a surface from which on the surface counts as level."""
LEAST_POINTS = 10
AROUND = 0.06
"""So far around a place it should be flat, m."""


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


def upright_pixels(seen: Picture) -> NDArray[np.bool_]:
    """Return which pixels lie on a surface that stands upright, HxW."""
    normals, _ = surface_normals(seen)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(normals[..., 2]) < UPRIGHT)


def _looks_up(seen: Picture, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which masked pixels show a level surface from above, HxW: a fridge's shelf, not its ceiling or walls."""
    normals, points = surface_normals(seen)
    with np.errstate(invalid="ignore"):
        level = np.abs(normals[..., 2]) > LEVEL
        return np.asarray(mask & level & (points[..., 2] < seen.optical[2, 3]))


def release_spots(seen: Picture, mask: NDArray[np.bool_], *, low: bool) -> Array:
    """Return points in the fixed frame (Nx3, m) to set something down on, best first: level, and well inside the mask.

    :param low: lower levels are better, as the basin of a sink is lower than its rim
    """
    points = seen.points_of(_looks_up(seen, mask))
    if len(points) < LEAST_POINTS:
        points = seen.points_of(mask)
    if len(points) < LEAST_POINTS:
        return np.zeros((0, 3))
    corner = points[:, :2].min(axis=0)
    cells = np.floor((points[:, :2] - corner) / CELL).astype(int)
    shape = tuple(cells.max(axis=0) + 1)
    top = np.full(shape, -np.inf)
    np.maximum.at(top, (cells[:, 0], cells[:, 1]), points[:, 2])
    known = np.isfinite(top)
    filled = np.where(known, top, np.nan)
    size = 2 * round(AROUND / CELL) + 1
    highest = ndimage.maximum_filter(np.where(known, top, -1e3), size=size)
    lowest = ndimage.minimum_filter(np.where(known, top, 1e3), size=size)
    level = known & (highest - lowest < FLAT)
    inside = ndimage.distance_transform_edt(np.pad(known, 1))[1:-1, 1:-1] * CELL
    middle = np.array([np.nanmean(np.nonzero(known)[0]), np.nanmean(np.nonzero(known)[1])])
    i, j = np.nonzero(known)
    score = 1.0 * level[i, j] + 2.0 * np.minimum(inside[i, j], 0.15)
    score -= 0.5 * CELL * np.hypot(i - middle[0], j - middle[1])
    if low:
        score -= 4.0 * (filled[i, j] - np.nanmin(filled))
    order = np.argsort(-score, kind="stable")
    places = np.column_stack([i, j])[order] * CELL + corner + CELL / 2.0
    return np.column_stack([places, filled[i, j][order]])
