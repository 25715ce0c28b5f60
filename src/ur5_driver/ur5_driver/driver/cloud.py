"""What the camera has seen of the surroundings, in base: points on a grid, kept until seen through."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics
from ur5_description.kinematics import Array, invert
from ur5_driver.driver.shapes import TIP_CLOSED

VOXEL = 0.008
NEAR, FAR = 0.06, 1.6
SEEN_THROUGH = 0.025


def at_hand(points: Array, tool: Array, held_radius: float, held_reach: float) -> NDArray[np.bool_]:
    """Mark points that are the gripper or what it holds.

    :param points: Nx3 in base
    :param tool: 4x4, tool0 in base
    :param held_radius: of the held thing around tool0's z, m; 0 when nothing is held
    :param held_reach: how far the held thing reaches from the flange, m
    """
    local = (points - tool[:3, 3]) @ tool[:3, :3]
    x, y, z = local.T
    gripper = (np.abs(x) < 0.09) & (np.abs(y) < 0.05) & (z > -0.05) & (z < TIP_CLOSED + 0.006)
    around = np.hypot(x, y) < held_radius + 0.015
    return np.asarray(
        gripper | (around & (z > 0.0) & (z < held_reach + 0.015)) if held_radius > 0.0 else gripper
    )


class Surroundings:
    """Points of all observations of an episode."""

    def __init__(self) -> None:
        self.points: Array = np.empty((0, 3))

    def forget(self) -> None:
        """Drop everything: another world was loaded."""
        self.points = np.empty((0, 3))

    def forget_near(self, points: Array, radius: float) -> None:
        """Drop what lies within a distance of points that were moved away."""
        if len(points) and len(self.points):
            from scipy.spatial import cKDTree

            distance, _ = cKDTree(points).query(self.points, distance_upper_bound=radius)
            self.points = self.points[~np.isfinite(distance)]

    def add(self, seen: Array, depth: NDArray[np.float32], camera: Intrinsics, optical: Array) -> None:
        """Add the points of an observation and drop older ones that the camera now sees through.

        :param seen: Nx3 in base, without the robot's own
        """
        kept = self.points[~self._seen_through(depth, camera, optical)]
        together = np.concatenate([kept, seen])
        self.points = together[_firsts(together)]

    def _seen_through(
        self, depth: NDArray[np.float32], camera: Intrinsics, optical: Array
    ) -> NDArray[np.bool_]:
        local = (self.points - optical[:3, 3]) @ optical[:3, :3]
        z = np.maximum(local[:, 2], 1e-6)
        u = np.floor(local[:, 0] / z * camera.fx + camera.cx).astype(np.int64)
        v = np.floor(local[:, 1] / z * camera.fy + camera.cy).astype(np.int64)
        inside = (local[:, 2] > NEAR) & (u >= 0) & (u < camera.width) & (v >= 0) & (v < camera.height)
        measured = np.zeros(len(self.points))
        measured[inside] = depth[v[inside], u[inside]]
        measured[~np.isfinite(measured)] = FAR
        # a point just seen replaces its neighbours, so what lies within the tolerance goes, too
        return np.asarray(inside & (local[:, 2] < measured + 0.004) & (measured > 0.0)) & (
            (local[:, 2] < measured - SEEN_THROUGH) | (np.abs(local[:, 2] - measured) < 0.004)
        )


def _firsts(points: Array) -> NDArray[np.intp]:
    """Return the index of the first point in each filled cell of the grid.

    Cells are numbered, not compared by rows: sorting rows would keep every other thread waiting for tenths of a second.
    """
    if not len(points):
        return np.empty(0, dtype=np.intp)
    cells = np.floor(points / VOXEL).astype(np.int64)
    cells -= cells.min(axis=0)
    _, first = np.unique(
        np.ravel_multi_index(tuple(cells.T), tuple(cells.max(axis=0) + 1)), return_index=True
    )
    return np.asarray(first)


def optical_in_base(tool: Array, mount: Array) -> Array:
    """Return camera_color_optical_frame in base from tool0 in base and the mount (optical in tool0)."""
    return np.asarray(tool @ mount)


def tool_for_camera(optical: Array, mount: Array) -> Array:
    """Return tool0 in base that puts the camera's optical frame at a pose."""
    return np.asarray(optical @ invert(mount))
