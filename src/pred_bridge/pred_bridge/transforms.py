"""4x4 transforms <-> messages."""

from __future__ import annotations

import numpy as np
from geometry_msgs.msg import Point, Pose, PoseStamped, Quaternion, Transform, TransformStamped
from numpy.typing import NDArray
from ros2_numpy import msgify
from scipy.spatial.transform import Rotation
from std_msgs.msg import Header

from pred_core.geometry import Pose2D
from pred_core.ros.conversions import stamp_of
from pred_core.ros.frames import BASE, MAP, ODOM

Array = NDArray[np.float64]


class PoseError(ValueError):
    """A pose that cannot be gone to, with a sentence that says why."""


def pose_to_msg(transform: Array) -> Pose:
    """Return a 4x4 transform as a pose; not by ros2_numpy, whose quaternions of poses are in the wrong order."""
    x, y, z = (float(v) for v in transform[:3, 3])
    qx, qy, qz, qw = (float(v) for v in Rotation.from_matrix(transform[:3, :3]).as_quat())
    return Pose(position=Point(x=x, y=y, z=z), orientation=Quaternion(x=qx, y=qy, z=qz, w=qw))


def pose_from_msg(msg: PoseStamped) -> Array:
    """Return a pose as a 4x4 transform.

    :raises PoseError: when its frame is not the robot's base, or the quaternion is none
    """
    if msg.header.frame_id not in (MAP, ODOM, BASE):
        raise PoseError(f"The pose must be in {MAP} or {BASE}, not {msg.header.frame_id!r}.")
    return matrix_from_msg(msg.pose)


def matrix_from_msg(msg: Pose) -> Array:
    """Return a pose as a 4x4 transform, in whatever frame it is.

    :raises PoseError: when it holds no finite position and unit quaternion
    """
    p, q = msg.position, msg.orientation
    values = np.array([q.x, q.y, q.z, q.w])
    if not np.all(np.isfinite([*values, p.x, p.y, p.z])) or abs(np.linalg.norm(values) - 1.0) > 0.05:
        raise PoseError("The pose holds no finite position and unit quaternion.")
    transform = np.eye(4)
    transform[:3, :3] = Rotation.from_quat(values).as_matrix()
    transform[:3, 3] = (p.x, p.y, p.z)
    return transform


def transform_to_msg(stamp: float, parent: str, child: str, transform: Array) -> TransformStamped:
    """Return a 4x4 transform of child in parent as a message."""
    return TransformStamped(
        header=Header(stamp=stamp_of(stamp), frame_id=parent),
        child_frame_id=child,
        transform=msgify(Transform, transform),
    )


OPTICAL_IN_CAMERA: Array = np.array(
    [[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
)
"""camera_color_optical_frame (x right, y down, z ahead) in camera_link (x ahead, z up)."""


def flat(pose: Pose2D) -> Array:
    """Return a planar pose as a 4x4 transform."""
    transform = np.eye(4)
    c, s = np.cos(pose.yaw), np.sin(pose.yaw)
    transform[:2, :2] = [[c, -s], [s, c]]
    transform[:2, 3] = (pose.x, pose.y)
    return transform


def inverse(transform: Array) -> Array:
    """Return the inverse of a rigid 4x4 transform."""
    back = np.eye(4)
    back[:3, :3] = transform[:3, :3].T
    back[:3, 3] = -transform[:3, :3].T @ transform[:3, 3]
    return back


def pitch_of(optical: Array) -> float:
    """Return how far a camera looks down, rad.

    :param optical: its optical frame in a frame whose z points up, 4x4
    """
    return float(-np.arcsin(np.clip(optical[2, 2], -1.0, 1.0)))
