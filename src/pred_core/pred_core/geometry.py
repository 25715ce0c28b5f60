"""Small geometry shared by the packages: planar poses, angles, quaternions, the pinhole camera.

Frames follow REP-103: map x forward, y left, z up; camera optical x right, y down, z forward.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Quaternion = tuple[float, float, float, float]


@dataclass(frozen=True)
class Pose2D:
    """A planar pose in the map frame: metres and radians (yaw counter-clockwise from +x)."""

    x: float
    y: float
    yaw: float

    def distance_to(self, other: Pose2D) -> float:
        """Return the planar distance in metres."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def ahead(self, distance: float) -> Pose2D:
        """Return the pose so many metres straight ahead; behind where it is negative."""
        x, y = self.x + distance * math.cos(self.yaw), self.y + distance * math.sin(self.yaw)
        return Pose2D(x, y, self.yaw)


@dataclass(frozen=True)
class Intrinsics:
    """A pinhole camera: focal lengths and principal point in pixels, image size in pixels."""

    fx: float
    fy: float
    cx: float
    cy: float
    width: int
    height: int

    @classmethod
    def from_fov(cls, width: int, height: int, vertical_fov: float) -> Intrinsics:
        """Return the intrinsics of square pixels with that vertical field of view (rad)."""
        focal = height / 2.0 / math.tan(vertical_fov / 2.0)
        return cls(focal, focal, width / 2.0, height / 2.0, width, height)


def wrap_angle(angle: float) -> float:
    """Return the same angle in (-pi, pi]."""
    wrapped = math.fmod(angle, 2.0 * math.pi)
    if wrapped > math.pi:
        return wrapped - 2.0 * math.pi
    if wrapped <= -math.pi:
        return wrapped + 2.0 * math.pi
    return wrapped


def quaternion_from_rpy(roll: float, pitch: float, yaw: float) -> Quaternion:
    """Return (x, y, z, w) of fixed-axis roll, pitch, yaw in radians."""
    cr, sr = math.cos(roll / 2.0), math.sin(roll / 2.0)
    cp, sp = math.cos(pitch / 2.0), math.sin(pitch / 2.0)
    cy, sy = math.cos(yaw / 2.0), math.sin(yaw / 2.0)
    return (
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )


def yaw_of(quaternion: Quaternion) -> float:
    """Return the yaw in radians of (x, y, z, w)."""
    x, y, z, w = quaternion
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def camera_to_map(position: tuple[float, float, float], yaw: float, pitch: float) -> NDArray[np.float64]:
    """Return the 4x4 transform from the camera's optical frame to the map.

    :param position: of the camera in map, metres
    :param yaw: of the base in map, radians
    :param pitch: of the camera, radians, positive looks down
    """
    cy, sy, cp, sp = math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)
    forward = np.array([cp * cy, cp * sy, -sp])
    right = np.array([sy, -cy, 0.0])
    transform = np.eye(4)
    transform[:3, 0] = right
    transform[:3, 1] = np.cross(forward, right)
    transform[:3, 2] = forward
    transform[:3, 3] = position
    return transform


@lru_cache(maxsize=4)
def pixel_rays(camera: Intrinsics) -> NDArray[np.float32]:
    """Return the rays through the pixel centres, HxWx3 in the optical frame, of depth 1 (kept: do not change)."""
    rows, columns = np.indices((camera.height, camera.width), dtype=np.float32)
    x = (columns + 0.5 - camera.cx) / camera.fx
    y = (rows + 0.5 - camera.cy) / camera.fy
    rays = np.stack([x, y, np.ones_like(x)], axis=-1).astype(np.float32)
    rays.flags.writeable = False
    return rays


def unproject(
    depth: NDArray[np.float32], camera: Intrinsics, transform: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the map-frame points of a depth image.

    :param depth: HxW planar depth in metres
    :param transform: 4x4, optical frame to map
    :returns: HxWx3 points in metres
    """
    rotation = np.ascontiguousarray(transform[:3, :3], dtype=np.float32)
    points = np.empty((*depth.shape, 3), np.float32)
    # axis by axis, as numpy is slow at broadcasting over rows of three
    for axis, rays in enumerate(_turned_rays(camera, rotation.tobytes())):
        along = rays * depth
        along += np.float32(transform[axis, 3])
        points[..., axis] = along
    return points


@lru_cache(maxsize=32)
def _turned_rays(camera: Intrinsics, rotation: bytes) -> NDArray[np.float32]:
    """Return :func:`pixel_rays` turned by a 3x3 rotation of float32, 3xHxW: a base that turns by quarters has few."""
    turned = pixel_rays(camera) @ np.frombuffer(rotation, np.float32).reshape(3, 3).T
    return np.ascontiguousarray(np.moveaxis(turned, -1, 0))
