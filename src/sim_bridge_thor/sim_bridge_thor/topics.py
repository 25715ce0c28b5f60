"""What the bridge publishes: one observation a step, all parts with one stamp, and how the player is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from tf2_ros import StaticTransformBroadcaster, TransformBroadcaster

from pred_core.ros.conversions import stamp_of
from pred_core.ros.diagnostics import health_to_msg
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import Detections, RobotState
from sim_bridge_thor import conversions
from sim_bridge_thor.observation import Observation


@dataclass(frozen=True)
class Health:
    """Whether the player runs, which one it is, simulated time (s), and figures by name."""

    alive: bool
    player: str
    stamp: float
    figures: Mapping[str, object]


class Topics:
    """The publishers of a bridge."""

    def __init__(self, node: Node, *, ground_truth: bool, clock: bool) -> None:
        """Make the publishers; ``ground_truth`` and ``clock`` say whether these two are published."""
        self._rgb = node.create_publisher(Image, "camera/color/image_raw", OBSERVATION)
        self._depth = node.create_publisher(Image, "camera/depth/image_raw", OBSERVATION)
        self._info = node.create_publisher(CameraInfo, "camera/color/camera_info", OBSERVATION)
        self._state = node.create_publisher(RobotState, "robot_state", OBSERVATION)
        self._diagnostics = node.create_publisher(DiagnosticArray, "diagnostics", 10)
        self._truth = (
            node.create_publisher(Detections, "ground_truth/detections", OBSERVATION)
            if ground_truth
            else None
        )
        self._clock = node.create_publisher(Clock, "/clock", QoSProfile(depth=1)) if clock else None
        self._tf = TransformBroadcaster(node, OBSERVATION)
        self._static_tf = StaticTransformBroadcaster(node)
        self._first = True
        self._moving: Sequence[TransformStamped] = ()

    def publish(self, seen: Observation) -> None:
        """Publish one observation. The robot's state comes last: who has it can have all the rest."""
        if self._clock is not None:
            self._clock.publish(Clock(clock=stamp_of(seen.stamp)))
        if self._first:
            self._static_tf.sendTransform(conversions.fixed_transforms(seen))
            self._first = False
        self._moving = conversions.moving_transforms(seen)
        self._tf.sendTransform(self._moving)
        rgb, depth, info = conversions.images_to_msgs(seen)
        self._rgb.publish(rgb)
        self._depth.publish(depth)
        self._info.publish(info)
        if self._truth is not None:
            self._truth.publish(conversions.detections(seen))
        self._state.publish(conversions.robot_state(seen))

    def publish_health(self, health: Health) -> None:
        """Publish how the player is, and the latest transforms again: /tf keeps nothing for nodes that start late."""
        if self._moving:
            self._tf.sendTransform(self._moving)
        level = DiagnosticStatus.OK if health.alive else DiagnosticStatus.ERROR
        said = "running" if health.alive else "not running"
        name = "sim_bridge_thor: player"
        self._diagnostics.publish(
            health_to_msg(health.stamp, name, health.player, level, said, health.figures)
        )
