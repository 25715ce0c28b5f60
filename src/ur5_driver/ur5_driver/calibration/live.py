"""The arm and its camera over ROS topics, for a calibration."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import rclpy
from geometry_msgs.msg import PoseStamped
from numpy.typing import NDArray
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import CameraInfo, Image, JointState
from std_msgs.msg import Header

from pred_bridge.transforms import pose_to_msg
from pred_core.geometry import Intrinsics
from pred_core.outcome import Outcome
from pred_core.ros.action_calls import ActionCall
from pred_core.ros.conversions import ImageError, image_from_msg, intrinsics_from_msg, seconds
from pred_core.ros.frames import MAP
from pred_msgs.action import LookFrom
from ur5_description.kinematics import JOINT_NAMES, ArmModel, forward
from ur5_driver.calibration.folder import CalibrationShot
from ur5_driver.calibration.hand_eye import CalibrationError

STILL = 1e-3
"""A joint that moves by less than this (rad) around a picture stood still."""
AROUND = 0.25
"""Seconds before and after a picture in which the arm must stand still."""
DISTORTED = 1e-3


class LiveRig:
    """The rig behind topics; everything is waited for with a time limit."""

    def __init__(self, namespace: str, camera: str, arm: ArmModel, patience: float) -> None:
        """Join the graph.

        :param camera: prefix of the camera's topics: ``<camera>/image_raw`` and ``<camera>/camera_info``
        :param patience: seconds to wait for a picture
        """
        self._node = Node("calibrate", namespace=namespace)
        self._arm = arm
        self._patience = patience
        self._camera = camera
        self._info: CameraInfo | None = None
        self._image: Image | None = None
        self._joints: deque[tuple[float, NDArray[np.float64]]] = deque(maxlen=2000)
        node = self._node
        for kind, topic, take in (
            (CameraInfo, f"{camera}/camera_info", self._take_info),
            (Image, f"{camera}/image_raw", self._take_image),
            (JointState, "joint_states", self._take_joints),
        ):
            node.create_subscription(kind, topic, take, qos_profile_sensor_data)
        self._look_from = ActionClient(node, LookFrom, "look_from")
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(node)

    def close(self) -> None:
        """Leave the graph."""
        self._executor.shutdown()
        self._node.destroy_node()

    def _take_info(self, message: CameraInfo) -> None:
        self._info = message

    def _take_image(self, message: Image) -> None:
        if (
            self._image is None
        ):  # the next ones come before it is known whether the arm rested around this one
            self._image = message

    def _take_joints(self, message: JointState) -> None:
        by_name = dict(zip(message.name, message.position, strict=False))
        if all(name in by_name for name in JOINT_NAMES):
            joints = np.array([by_name[name] for name in JOINT_NAMES])
            self._joints.append((seconds(message.header.stamp), joints))

    def _wait(self, done: Callable[[], bool], what: str, patience: float) -> None:
        end = time.monotonic() + patience
        while not done():
            if time.monotonic() > end:
                raise CalibrationError(what)
            self._executor.spin_once(timeout_sec=0.05)

    def lens(self) -> Intrinsics:
        """Return the camera's intrinsics.

        :raises CalibrationError: when none come, or the pictures are distorted
        """
        topic = f"{self._camera}/camera_info"
        self._wait(lambda: self._info is not None, f"nothing came on {topic}", self._patience)
        assert self._info is not None  # waited for
        if any(abs(value) > DISTORTED for value in self._info.d):
            raise CalibrationError(f"{topic} tells of a distorted lens: calibrate on the rectified pictures")
        return intrinsics_from_msg(self._info)

    def shot(self, name: str) -> CalibrationShot:
        """Return the next picture around which the arm stands still.

        :raises CalibrationError: when none comes in time
        """
        self._image = None
        self._wait(
            self._taken_at_rest,
            f"no picture on {self._camera}/image_raw with the arm at rest on joint_states came "
            f"within {self._patience:.0f} s",
            self._patience,
        )
        assert self._image is not None  # waited for
        try:
            picture = np.array(image_from_msg(self._image), dtype=np.uint8)
        except ImageError as error:
            raise CalibrationError(f"the picture cannot be used: {error}") from error
        joints = np.mean(self._near(seconds(self._image.header.stamp)), axis=0)
        return CalibrationShot(name, picture, forward(self._arm, joints))

    def _near(self, stamp: float) -> list[NDArray[np.float64]]:
        return [joints for at, joints in self._joints if abs(at - stamp) <= AROUND]

    def _taken_at_rest(self) -> bool:
        """Tell whether the picture can be used; one taken in motion is dropped for the next."""
        if self._image is None or not self._joints:
            return False
        stamp = seconds(self._image.header.stamp)
        if self._joints[-1][0] < stamp + AROUND:
            return False
        near = self._near(stamp)
        watched = self._joints[0][0] <= stamp - AROUND
        if watched and near and float(np.ptp(near, axis=0).max()) < STILL:
            return True
        self._image = None
        return False

    def look(self, camera: NDArray[np.float64]) -> Outcome:
        """Move the optical frame to a pose in base (4x4)."""
        header = Header(frame_id=MAP)
        goal = LookFrom.Goal(camera=PoseStamped(header=header, pose=pose_to_msg(camera)))
        self._look_from.wait_for_server(timeout_sec=self._patience)
        task: Any = self._executor.create_task(ActionCall(self._node, self._look_from, "look_from").run(goal))
        self._executor.spin_until_future_complete(task)
        outcome: Outcome = task.result()[0]
        return outcome


def open_rig(namespace: str, camera: str, arm: ArmModel, patience: float) -> LiveRig:
    """Return the rig, with ROS up."""
    rclpy.init()
    return LiveRig(namespace, camera, arm, patience)
