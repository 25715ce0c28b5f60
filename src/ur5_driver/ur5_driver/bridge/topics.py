"""What the driver publishes: joints and tf all the time, observations after motions, diagnostics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import TransformStamped
from rclpy.event_handler import PublisherEventCallbacks
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import Header, String
from tf2_msgs.msg import TFMessage

from pred_bridge.observation_topics import Images, ObservationTopics
from pred_core.ros.conversions import stamp_of
from pred_core.ros.diagnostics import health_to_msg
from pred_core.ros.frames import OPTICAL
from pred_core.ros.qos import LATCHED
from pred_msgs.msg import RobotState
from ur5_description.kinematics import ArmModel
from ur5_description.mount import CameraMount
from ur5_driver.bridge import conversions
from ur5_driver.bridge.camera import CameraFrame
from ur5_driver.driver.receive import Snapshot
from ur5_driver.robot_model import read_model

TF_EVERY = 6


class Topics:
    """The publishers of the driver."""

    def __init__(self, node: Node, arm: ArmModel, mount: CameraMount, prefix: str = "") -> None:
        """Make them and publish what stays; ``prefix``: of the arm's frames and joints."""
        self._node = node
        self._arm = arm
        self._prefix = prefix
        self._model = read_model(arm.name, prefix)
        self._width: float | None = None
        self._joints = node.create_publisher(JointState, "joint_states", 10)
        fixed = conversions.fixed_transforms(self._now(), self._model, mount, prefix)
        self._observations = ObservationTopics(node, fixed)
        self._diagnostics = node.create_publisher(DiagnosticArray, "diagnostics", 10)
        # no warning of who listens to kept transforms only
        quiet = PublisherEventCallbacks(use_default_callbacks=False)
        self._tf = node.create_publisher(TFMessage, "/tf", 100, event_callbacks=quiet)
        self._description = node.create_publisher(String, "robot_description", LATCHED)
        self._description.publish(String(data=self._model.urdf))
        self._count = 0

    def _now(self) -> float:
        return float(self._node.get_clock().now().nanoseconds) * 1e-9

    def measured(self, seen: Snapshot, width: float | None, now: float) -> None:
        """Publish joints each time (125 Hz), tf every sixth time, with a time (s)."""
        self._count += 1
        self._width = width
        self._joints.publish(conversions.joint_state(now, seen.q, seen.qd, width, self._prefix))
        if self._count % TF_EVERY == 0:
            self._tf.publish(TFMessage(transforms=self._moving(now, seen)))

    def _moving(self, stamp: float, seen: Snapshot) -> Sequence[TransformStamped]:
        return conversions.moving_transforms(stamp, self._model, seen.q, self._width, self._prefix)

    def observation(self, frame: CameraFrame | None, state: RobotState, joints: Snapshot | None) -> None:
        """Publish one observation."""
        if frame is not None and joints is not None:
            self._observations.place(self._moving(frame.stamp, joints))
        if frame is None:
            self._observations.publish(state, None)
            return
        header = Header(stamp=stamp_of(frame.stamp), frame_id=self._prefix + OPTICAL)
        images = Images(frame.parts["colour"], frame.parts["depth"], frame.parts["info"])
        for part in images:
            part.header = header
        self._observations.publish(state, images, frame.parts.get("truth"))

    def health(self, state: str, level: bytes, message: str, figures: Mapping[str, object]) -> None:
        """Publish how the arm and the link to it are."""
        said = f"{state}: {message}" if message else state
        self._diagnostics.publish(
            health_to_msg(self._now(), "ur5_driver: arm", self._arm.name, level, said, figures)
        )
