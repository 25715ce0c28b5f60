"""From the robot's optical frames to the player's cameras."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from bosdyn.client.math_helpers import SE3Pose
from numpy.typing import NDArray

from thor_player.model import Camera

_TO_UNITY = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])


@dataclass(frozen=True)
class View:
    """What to take a picture of: an optical frame in the map, size and focal length in pixels."""

    pose: SE3Pose
    width: int
    height: int
    focal: float

    def resized(self, ratio: float) -> View:
        """Return the same view with fewer pixels."""
        width, height = max(1, round(self.width * ratio)), max(1, round(self.height * ratio))
        return View(self.pose, width, height, self.focal * height / self.height)


def camera(view: View, floor: float) -> Camera:
    """Return the player's camera for a view. ``floor``: height of the floor in Unity's world, metres."""
    axes: NDArray[np.float64] = _TO_UNITY @ np.asarray(view.pose.rot.to_matrix())
    right, up, ahead = axes[:, 0], -axes[:, 1], axes[:, 2]
    yaw = math.degrees(math.atan2(ahead[0], ahead[2]))
    horizon = math.degrees(math.asin(max(-1.0, min(1.0, -ahead[1]))))
    level = np.array([math.cos(math.radians(yaw)), 0.0, -math.sin(math.radians(yaw))])
    upright = np.cross(ahead, level)
    roll = math.degrees(math.atan2(float(right @ upright), float(right @ level)))
    if float(up @ upright) * math.cos(math.radians(roll)) < -1e-6:
        raise ValueError("the optical frame is mirrored")
    position = _TO_UNITY @ np.array([view.pose.x, view.pose.y, view.pose.z]) + np.array([0.0, floor, 0.0])
    fov = math.degrees(2.0 * math.atan(view.height / 2.0 / view.focal))
    return Camera(position, yaw, horizon, fov, view.width, view.height, roll)
