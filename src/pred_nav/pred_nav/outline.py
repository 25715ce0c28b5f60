"""The outline of a long body, and poses beside a planned one where it has more room."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D, wrap_angle

Floats = NDArray[np.float64]

ROOM = 0.12
"""A pose with so much room around the middle of the body's outline is left as it is (m)."""
ASIDE, TURN = 0.05, math.radians(10.0)
"""A pose is moved by this much at most, to all sides and in heading (m, rad): a planner's state is about so wide."""
TRIES = 9
"""So many offsets to each side and in heading are looked at, the middle one being none."""
DEAR = 0.1
"""What the farthest move must bring at least, m of room."""


def from_body(points: Floats, here: Pose2D, corners: tuple[float, float]) -> Floats:
    """Return how far (N, 2) points are from a body with corners so far ahead and aside, m; 0 within it."""
    return np.asarray(_away(points, np.array([[here.x, here.y, here.yaw]]), corners)[0])


def eased(pose: Pose2D, obstacles: Floats, corners: tuple[float, float]) -> Pose2D:
    """Return the pose nearby where the body has the most room, the same where it has enough.

    A planner's places and headings are centimetres and degrees apart: in an alley hardly wider than the body none lies
    in its middle.

    :param obstacles: (N, 2) middles of the cells that nothing of the body may touch
    """
    reach = math.hypot(*corners) + 2.0 * ASIDE + ROOM
    near = obstacles[np.hypot(*(obstacles - (pose.x, pose.y)).T) < reach]
    if not len(near) or float(from_body(near, pose, corners).min()) >= ROOM:
        return pose
    shares = np.linspace(-1.0, 1.0, TRIES)
    x, y, yaw = (g.ravel() for g in np.meshgrid(shares, shares, shares, indexing="ij"))
    tries = np.column_stack([pose.x + ASIDE * x, pose.y + ASIDE * y, pose.yaw + TURN * yaw])
    room = np.minimum(_away(near, tries, corners).min(axis=1), ROOM)
    best = tries[int(np.argmax(room - DEAR * (x**2 + y**2 + yaw**2) / 3.0))]
    return Pose2D(float(best[0]), float(best[1]), wrap_angle(float(best[2])))


def _away(points: Floats, poses: Floats, corners: tuple[float, float]) -> Floats:
    """Return how far (N, 2) points are from a body at each of (K, 3) poses, (K, N), m."""
    dx, dy = (points[None, :, k] - poses[:, k, None] for k in (0, 1))
    cos, sin = np.cos(poses[:, 2, None]), np.sin(poses[:, 2, None])
    ahead = np.maximum(np.abs(dx * cos + dy * sin) - corners[0], 0.0)
    aside = np.maximum(np.abs(dy * cos - dx * sin) - corners[1], 0.0)
    return np.asarray(np.hypot(ahead, aside))
