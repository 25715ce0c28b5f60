"""What the robot knows of the ground around it: what its body's depth cameras have seen of it, as from above.

Cells are known as the cameras saw them last: a floor, or something that stands on it and stops the body. What hides
behind that, or beneath the cameras' pictures, is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from bosdyn.client.math_helpers import SE3Pose
from numpy.typing import NDArray
from scipy.ndimage import binary_closing, distance_transform_edt

from spot_emulator.world.footprint import BODY_TOP
from spot_emulator.world.view import View

Array = NDArray[np.float64]

CELLS = 128
"""Cells along each side of a grid, as a real robot's has."""
CELL = 0.03
"""Side of a cell, metres."""
UNSEEN, FLOOR, BLOCKED = 0, 1, 2
_FOOT = 0.06  # metres that a foot keeps from what it must not tread on
_LOW = 0.05  # metres: what is lower than this is floor
_SPAN = 700  # cells along each side of what is remembered of a room
_GAPS = np.ones((5, 5), np.bool_)  # between the cameras' pixels, as far away as a grid reaches


def corner_of(around: Sequence[float]) -> tuple[float, float]:
    """Return the corner (x, y) of the grid round a place, metres, on whole cells of the frame it is given in."""
    x, y = (round(float(value) / CELL) * CELL for value in around)
    half = CELLS * CELL / 2.0
    return x - half, y - half


class Ground:
    """The ground of one room as far as it was seen, in the map: (row, column) = (y, x) around where it began."""

    def __init__(self, middle: Sequence[float]) -> None:
        """:param middle: x, y in the map, metres."""
        self._low = np.array([float(v) for v in middle[:2]]) - _SPAN * CELL / 2.0
        self._cells: NDArray[np.uint8] = np.zeros((_SPAN, _SPAN), np.uint8)

    def see(self, pictures: Iterable[tuple[View, Array]]) -> None:
        """Take in depth pictures of one moment: HxW metres along the optical axis, 0 where nothing was measured."""
        points = np.concatenate([_points(view, depth) for view, depth in pictures])
        spots = np.floor((points[:, :2] - self._low) / CELL).astype(np.int64)
        fit = ((spots >= 0) & (spots < _SPAN)).all(axis=1) & (points[:, 2] <= BODY_TOP)
        spots, high = spots[fit, 1] * _SPAN + spots[fit, 0], points[fit, 2] > _LOW
        floor, blocked = (self._shown(spots[which]) for which in (~high, high))
        between = binary_closing(floor | blocked, _GAPS)
        self._cells[between & (self._cells == UNSEEN)] = FLOOR
        self._cells[floor] = FLOOR
        self._cells[blocked] = BLOCKED

    def stand(self, body: SE3Pose, half_length: float, half_width: float) -> None:
        """Take in that the robot stands here: where its body is, nothing blocks."""
        ahead, aside = (np.arange(-half, half + CELL / 4.0, CELL / 2.0) for half in (half_length, half_width))
        along, across = (values.ravel() for values in np.meshgrid(ahead, aside))
        yaw = body.rot.to_yaw()
        x = body.x + along * np.cos(yaw) - across * np.sin(yaw)
        y = body.y + along * np.sin(yaw) + across * np.cos(yaw)
        spots = self._spots(x, y)
        self._cells[spots] = FLOOR

    def around(self, map_tform_grid: SE3Pose) -> NDArray[np.uint8]:
        """Return what is known at the middle of each cell of a grid (CELLS, CELLS; rows along y)."""
        steps = (np.arange(CELLS) + 0.5) * CELL
        ys, xs = np.meshgrid(steps, steps, indexing="ij")
        rotation = np.asarray(map_tform_grid.rot.to_matrix())
        px = map_tform_grid.x + rotation[0, 0] * xs + rotation[0, 1] * ys
        py = map_tform_grid.y + rotation[1, 0] * xs + rotation[1, 1] * ys
        return np.asarray(self._cells[self._spots(px, py)])

    def _shown(self, spots: NDArray[np.int64]) -> NDArray[np.bool_]:
        shown = np.zeros(_SPAN * _SPAN, np.bool_)
        shown[spots] = True
        return shown.reshape(_SPAN, _SPAN)

    def _spots(self, x: Array, y: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return rows and columns of points; those too far away become the nearest that there are."""
        found = (np.floor((v - low) / CELL).astype(np.int64) for v, low in ((y, self._low[1]), (x, self._low[0])))
        rows, columns = (np.clip(each, 0, _SPAN - 1) for each in found)
        return rows, columns


def _points(view: View, depth: Array) -> Array:
    """Return (N, 3) points in the map that a depth picture shows."""
    rows, columns = np.nonzero(depth > 0.0)
    away = depth[rows, columns]
    across = (columns + 0.5 - view.width / 2.0) / view.focal * away
    down = (rows + 0.5 - view.height / 2.0) / view.focal * away
    rotation = np.asarray(view.pose.rot.to_matrix())
    points = np.stack([across, down, away], axis=1) @ rotation.T
    return np.asarray(points + np.array([view.pose.x, view.pose.y, view.pose.z]))


def distances(cells: NDArray[np.uint8]) -> Array:
    """Return how far the middle of each cell is from the nearest that is known to block, metres.

    Inside of what blocks it is less than zero: how far it is to the way out.
    """
    blocked = cells == BLOCKED
    if not blocked.any():
        return np.full(cells.shape, CELLS * CELL)
    apart = np.where(blocked, 0.5 - distance_transform_edt(blocked), distance_transform_edt(~blocked) - 0.5)
    return np.asarray(apart * CELL)


def steppable(apart: Array) -> NDArray[np.bool_]:
    """Tell of each cell whether a foot may tread there, by how far it is from what blocks."""
    return apart > _FOOT
