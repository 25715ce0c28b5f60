"""The topics that every bridge publishes an observation on, all with one stamp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Header
from tf2_ros import StaticTransformBroadcaster, TransformBroadcaster

from pred_core.pictures import Picture
from pred_core.ros.conversions import image_to_msg, intrinsics_to_msg, stamp_of
from pred_core.ros.frames import OPTICAL
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import Detections, RobotState


class Images(NamedTuple):
    """A picture as messages: rgb8, 32FC1 planar metres, the camera's numbers."""

    rgb: Image
    depth: Image
    info: CameraInfo


def images_of(picture: Picture) -> Images:
    """Return a picture as messages, stamped."""
    header = Header(stamp=stamp_of(picture.stamp), frame_id=OPTICAL)
    return Images(
        image_to_msg(picture.rgb, "rgb8", header),
        image_to_msg(picture.depth, "32FC1", header),
        intrinsics_to_msg(picture.camera, header),
    )


class ObservationTopics:
    """The publishers of a bridge's observations."""

    def __init__(self, node: Node, fixed: Sequence[TransformStamped] = (), *, truth: bool = True) -> None:
        """Make the publishers and send what never moves.

        :param truth: whether a detector at the camera, as in simulation, is published
        """
        self._rgb = node.create_publisher(Image, "camera/color/image_raw", OBSERVATION)
        self._depth = node.create_publisher(Image, "camera/depth/image_raw", OBSERVATION)
        self._info = node.create_publisher(CameraInfo, "camera/color/camera_info", OBSERVATION)
        self._state = node.create_publisher(RobotState, "robot_state", OBSERVATION)
        self._truth = (
            node.create_publisher(Detections, "ground_truth/detections", OBSERVATION) if truth else None
        )
        # apart from what streams: among the others the last observation's would soon be forgotten, and who starts
        # late needs it
        self._tf = TransformBroadcaster(node, OBSERVATION)
        self._static_tf = StaticTransformBroadcaster(node)
        if fixed:
            self.fix(fixed)

    def fix(self, transforms: Sequence[TransformStamped]) -> None:
        """Send transforms that never change."""
        self._static_tf.sendTransform(list(transforms))

    def place(self, transforms: Sequence[TransformStamped]) -> None:
        """Send where the robot and its camera are at an observation."""
        self._tf.sendTransform(list(transforms))

    def publish(self, state: RobotState, images: Images | None, truth: Detections | None = None) -> None:
        """Publish one observation. The robot's state comes last: who has it can have all the rest.

        With images the state and the truth get the images' stamp.
        """
        if images is not None:
            header = images.rgb.header
            state.header.stamp = header.stamp
            self._rgb.publish(images.rgb)
            self._depth.publish(images.depth)
            self._info.publish(images.info)
            if truth is not None and self._truth is not None:
                truth.header = header
                truth.labels.header = header
                truth.step = state.step
                self._truth.publish(truth)
        self._state.publish(state)
