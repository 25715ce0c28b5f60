"""Navigation's own types <-> messages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import OccupancyGrid, Path
from std_msgs.msg import Header

from pred_core.geometry import Pose2D
from pred_core.ros.conversions import pose_from_msg, pose_to_msg
from pred_msgs.action import MoveBase
from pred_msgs.msg import BaseMotion
from pred_nav.grid import GridMap
from pred_nav.ground import Patch
from pred_nav.motions import Move, Walk


class GridError(ValueError):
    """Two layers of a map that do not belong together."""


def grid_from_msgs(occupancy: OccupancyGrid, height: OccupancyGrid) -> GridMap:
    """Return the map of two layers of one stamp.

    :raises GridError: when they differ in size or place
    """
    info = occupancy.info
    shape = (info.height, info.width)
    if shape != (height.info.height, height.info.width) or info.origin != height.info.origin:
        raise GridError("map and map/height differ in size or place")
    layers = [np.frombuffer(m.data, dtype=np.int8).reshape(shape) for m in (occupancy, height)]
    origin = (info.origin.position.x, info.origin.position.y)
    return GridMap(origin, round(float(info.resolution), 6), layers[0], layers[1])


def patch_from_msg(around: OccupancyGrid) -> Patch:
    """Return what is known of the floor around the robot."""
    info, stamp = around.info, around.header.stamp
    cells = np.frombuffer(around.data, dtype=np.int8).reshape(info.height, info.width)
    return Patch((stamp.sec, stamp.nanosec), pose_from_msg(info.origin), float(info.resolution), cells)


def motions_to_msg(motions: Sequence[Move]) -> MoveBase.Goal:
    """Return the goal of motions, each by the robot's own step or along its path."""
    return MoveBase.Goal(motions=[_motion_to_msg(m) for m in motions])


def _motion_to_msg(motion: Move) -> BaseMotion:
    if isinstance(motion, Walk):
        return BaseMotion(motion=BaseMotion.WALK, path=[pose_to_msg(p) for p in motion.path])
    return BaseMotion(motion=str(motion), amount=0.0)


def path_to_msg(path: Sequence[Pose2D], header: Header) -> Path:
    """Return a path of planar poses."""
    return Path(header=header, poses=[PoseStamped(header=header, pose=pose_to_msg(p)) for p in path])
