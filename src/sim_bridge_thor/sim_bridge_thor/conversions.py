"""Observations and goals of this package <-> messages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from geometry_msgs.msg import Point, Pose, Quaternion, Transform, TransformStamped, Vector3
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Header

from pred_core.geometry import Quaternion as Rotation
from pred_core.geometry import camera_to_map, quaternion_from_rpy
from pred_core.objects import Attribute, Truth
from pred_core.ros.conversions import (
    attribute_to_msg,
    image_to_msg,
    intrinsics_to_msg,
    outcome_to_msg,
    pose_to_msg,
    stamp_of,
    sure_detection_to_msg,
)
from pred_core.ros.frames import BASE, CAMERA, MAP, ODOM, OPTICAL
from pred_msgs.msg import Detection, Detections, RobotState
from sim_bridge_thor.frames import LINK_TO_OPTICAL, Vector, camera_link_rotation, in_base
from sim_bridge_thor.observation import Instance, Observation

ROBOT = "thor"
NO_ROTATION: Rotation = (0.0, 0.0, 0.0, 1.0)
HAND = (0.0, 0.16, 0.38)
"""Where AI2-THOR's agent holds things, in the camera's optical frame (right, down, ahead), metres."""


def image_header(seen: Observation) -> Header:
    """Return the header of an observation's pictures."""
    return Header(stamp=stamp_of(seen.stamp), frame_id=OPTICAL)


def images_to_msgs(seen: Observation) -> tuple[Image, Image, CameraInfo]:
    """Return colour, depth and camera info of an observation."""
    header = image_header(seen)
    rgb = image_to_msg(seen.rgb, "rgb8", header)
    depth = image_to_msg(seen.depth, "32FC1", header)
    return rgb, depth, intrinsics_to_msg(seen.intrinsics, header)


def robot_state(seen: Observation, ready: bool = True) -> RobotState:
    """Return the robot's own measurements of an observation."""
    return RobotState(
        header=Header(stamp=stamp_of(seen.stamp), frame_id=MAP),
        step=seen.step,
        episode=seen.episode,
        robot=ROBOT,
        base_pose=pose_to_msg(seen.base),
        camera_pitch=seen.camera_pitch,
        tool_pose=tool_pose(seen),
        holding=bool(seen.held_id),
        held_detection_id="" if seen.anonymous else seen.held_id,
        last_action=seen.last_action,
        last_outcome=outcome_to_msg(seen.last_outcome),
        ready=ready,
        actions=seen.actions,
        failures=seen.failures,
    )


def tool_pose(seen: Observation) -> Pose:
    """Return where the hand holds things, in map. AI2-THOR's hand has no direction of its own: it is the base's."""
    optical = camera_to_map(seen.camera, seen.base.yaw, seen.camera_pitch)
    x, y, z = (float(v) for v in (optical @ np.array([*HAND, 1.0]))[:3])
    qx, qy, qz, qw = quaternion_from_rpy(0.0, 0.0, seen.base.yaw)
    return Pose(position=Point(x=x, y=y, z=z), orientation=Quaternion(x=qx, y=qy, z=qz, w=qw))


def detections(seen: Observation) -> Detections:
    """Return the simulator's own instances as detections."""
    header = image_header(seen)
    return Detections(
        header=header,
        step=seen.step,
        detector="oracle",
        labels=image_to_msg(seen.labels, "16UC1", header),
        detections=[_detection(instance) for instance in seen.instances],
    )


def _detection(instance: Instance) -> Detection:
    msg = sure_detection_to_msg(instance.id, instance.class_name, instance.label, instance.box)
    msg.attributes = [
        attribute_to_msg(Attribute(name, Truth.of(value))) for name, value in instance.attributes.items()
    ]
    return msg


def moving_transforms(seen: Observation) -> Sequence[TransformStamped]:
    """Return odom -> base_link -> camera_link of an observation."""
    base = _transform(
        seen, ODOM, BASE, (seen.base.x, seen.base.y, 0.0), quaternion_from_rpy(0.0, 0.0, seen.base.yaw)
    )
    camera = _transform(
        seen, BASE, CAMERA, in_base(seen.camera, seen.base), camera_link_rotation(seen.camera_pitch)
    )
    return [base, camera]


def fixed_transforms(seen: Observation) -> Sequence[TransformStamped]:
    """Return map -> odom (a simulated base does not drift) and camera_link -> its optical frame."""
    origin = (0.0, 0.0, 0.0)
    return [
        _transform(seen, MAP, ODOM, origin, NO_ROTATION),
        _transform(seen, CAMERA, OPTICAL, origin, LINK_TO_OPTICAL),
    ]


def _transform(
    seen: Observation, parent: str, child: str, place: Vector, rotation: Rotation
) -> TransformStamped:
    x, y, z, w = rotation
    return TransformStamped(
        header=Header(stamp=stamp_of(seen.stamp), frame_id=parent),
        child_frame_id=child,
        transform=Transform(
            translation=Vector3(x=place[0], y=place[1], z=place[2]), rotation=Quaternion(x=x, y=y, z=z, w=w)
        ),
    )
