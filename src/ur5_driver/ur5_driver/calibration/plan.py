"""Where to look at the board from: tilted to all sides and turned, and only where the arm reaches."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ur5_driver.calibration.hand_eye import Board
from ur5_driver.gaze.reach import CameraReach
from ur5_driver.gaze.views import Direction, camera_pose

Array = NDArray[np.float64]

ELEVATIONS = (75.0, 55.0, 65.0, 45.0)
GOLDEN = 137.508
"""Degrees between one view's side and the next: after any number of views the sides are evenly spread."""
ROLLS = (0.0, 25.0, -25.0, 90.0, -90.0, 180.0)
FILLS = 0.8
HALF_VIEW = math.radians(25.0)


def planned_views(board: Board, place: Array, reach: CameraReach, count: int) -> list[Array]:
    """Return up to ``count`` poses of the optical frame in base (4x4) that look at the board and can be reached.

    :param place: the board's frame in base, 4x4
    """
    middle = (place @ [*board.points.mean(axis=0), 1.0])[:3]
    radius = float(np.linalg.norm(board.points - board.points.mean(axis=0), axis=1).max())
    nearest = max(0.28, radius / (FILLS * math.tan(HALF_VIEW)))
    views: list[Array] = []
    for k in range(6 * count):
        direction = Direction(
            math.radians(ELEVATIONS[k % len(ELEVATIONS)]), math.radians(math.fmod(k * GOLDEN, 360.0))
        )
        distance = nearest + 0.03 * (k % 3)
        for shift in range(len(ROLLS)):
            roll = math.radians(ROLLS[(k + shift) % len(ROLLS)])
            camera = camera_pose(middle, distance, direction, roll)
            if reach.effort(camera) is not None:
                views.append(camera)
                break
        if len(views) == count:
            break
    return views
