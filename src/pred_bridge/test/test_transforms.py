"""Transforms and poses of ROS, told by matrices."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from pred_bridge.transforms import OPTICAL_IN_CAMERA, flat, inverse, pitch_of, pose_to_msg, transform_to_msg
from pred_core.geometry import Pose2D


def test_a_transform_and_a_pose_turn_as_their_matrix_does() -> None:
    matrix = np.eye(4)
    matrix[:3, :3] = Rotation.from_euler("xyz", [0.3, -0.5, 1.0]).as_matrix()
    matrix[:3, 3] = 1, 2, 3
    sent, pose = transform_to_msg(1.5, "map", "odom", matrix), pose_to_msg(matrix)
    for turn, at in (
        (sent.transform.rotation, sent.transform.translation),
        (pose.orientation, pose.position),
    ):
        read = Rotation.from_quat([turn.x, turn.y, turn.z, turn.w]).as_matrix()
        assert np.allclose(read, matrix[:3, :3]) and (at.x, at.y, at.z) == (1, 2, 3)
    assert (sent.header.frame_id, sent.child_frame_id, sent.header.stamp.nanosec) == (
        "map",
        "odom",
        500_000_000,
    )


def test_a_pose_and_its_inverse_are_nothing_together() -> None:
    there = flat(Pose2D(1.0, -2.0, 0.7))
    assert np.allclose(there @ inverse(there), np.eye(4))


def test_a_camera_that_looks_down_has_a_positive_pitch() -> None:
    down = np.eye(4)
    down[:3, :3] = Rotation.from_euler("y", 0.4).as_matrix()
    assert np.isclose(pitch_of(down @ OPTICAL_IN_CAMERA), 0.4)
