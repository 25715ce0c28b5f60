"""The driver's values <-> messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from builtin_interfaces.msg import Time
from geometry_msgs.msg import TransformStamped
from sensor_msgs.msg import JointState
from std_msgs.msg import Header

from pred_bridge.transforms import pitch_of, pose_to_msg, transform_to_msg
from pred_core.outcome import Outcome
from pred_core.pictures import Picture
from pred_core.robot_model import Joint, RobotModel
from pred_core.ros.conversions import (
    image_from_msg,
    intrinsics_from_msg,
    outcome_to_msg,
    stamp_of,
)
from pred_core.ros.frames import BASE, CAMERA, MAP, ODOM, OPTICAL
from pred_msgs.msg import RobotState
from ur5_description import kinematics
from ur5_description.kinematics import Array
from ur5_description.mount import OPTICAL_IN_LINK, CameraMount
from ur5_driver.bridge.camera import CameraFrame
from ur5_driver.driver.shapes import OPEN_WIDTH

TOOL = "tool0"
FIXED = "fixed"
FINGER_JOINT = "finger_joint"
FINGER_CLOSED = 0.8
ROBOT = "ur5"


def picture_from(frame: CameraFrame, step: int, tool: Array, optical: Array) -> Picture:
    """Return a camera frame as a picture.

    :raises ImageError: when a part is not what its header says
    """
    depth = image_from_msg(frame.parts["depth"])
    if depth.dtype == np.uint16:
        depth = depth.astype(np.float32) / 1000.0
    truth = frame.parts.get("truth")
    labels = None if truth is None else image_from_msg(truth.labels)
    return Picture(
        step=step,
        stamp=frame.stamp,
        rgb=np.asarray(image_from_msg(frame.parts["colour"]), dtype=np.uint8),
        depth=np.asarray(depth, dtype=np.float32),
        camera=intrinsics_from_msg(frame.parts["info"]),
        tool=tool,
        optical=optical,
        labels=None if labels is None else np.asarray(labels, dtype=np.uint16),
        instances=None if truth is None else {d.id: d.label for d in truth.detections},
    )


def fixed_transforms(
    stamp: float, model: RobotModel, mount: CameraMount, prefix: str = ""
) -> Sequence[TransformStamped]:
    """Return what never moves: map, odom and base_link are one frame; the camera sits on tool0 where its mount says.

    :param prefix: of the arm's frames, in the model as well
    """
    base, tool, camera, optical = (prefix + name for name in (BASE, TOOL, CAMERA, OPTICAL))
    fixed = [
        transform_to_msg(stamp, joint.parent, joint.child, joint.origin)
        for joint in model.joints
        if joint.kind == FIXED and joint.child not in (camera, optical)
    ]
    return [
        transform_to_msg(stamp, MAP, ODOM, np.eye(4)),
        transform_to_msg(stamp, ODOM, base, np.eye(4)),
        *fixed,
        transform_to_msg(stamp, tool, camera, mount.link_in_tool),
        transform_to_msg(stamp, camera, optical, np.asarray(OPTICAL_IN_LINK)),
    ]


def moving_transforms(
    stamp: float, model: RobotModel, joints: Array, width: float | None, prefix: str = ""
) -> Sequence[TransformStamped]:
    """Return the links of arm and fingers in their parents; each link's frame is at its joint, as in the URDF.

    :param joints: six angles, rad
    :param width: between the fingers, m; None without a gripper draws them open
    :param prefix: of the model's names
    """
    positions = {prefix + name: float(angle) for name, angle in zip(kinematics.JOINT_NAMES, joints, strict=True)}
    positions[prefix + FINGER_JOINT] = finger_angle(OPEN_WIDTH if width is None else width)
    at = stamp_of(stamp)
    return [_moved(at, joint, positions.get(joint.source, 0.0)) for joint in model.joints if joint.kind != FIXED]


def _moved(stamp: Time, joint: Joint, position: float) -> TransformStamped:
    """Return a joint's link in its parent; filled part by part, as parts that are handed over are made twice."""
    (x, y, z), (qx, qy, qz, qw) = joint.placed(position)
    message = TransformStamped()
    message.header.stamp, message.header.frame_id, message.child_frame_id = stamp, joint.parent, joint.child
    place, turn = message.transform.translation, message.transform.rotation
    place.x, place.y, place.z = x, y, z
    turn.x, turn.y, turn.z, turn.w = qx, qy, qz, qw
    return message


def finger_angle(width: float) -> float:
    """Return the finger joint (0 open, 0.8 rad closed) at a width in m."""
    return FINGER_CLOSED * (1.0 - width / OPEN_WIDTH)


def joint_state(
    stamp: float, positions: Array, speeds: Array, width: float | None, prefix: str = ""
) -> JointState:
    """Return the joints as measured; the finger joint (0 open, 0.8 rad closed) when there is a gripper."""
    names = list(kinematics.JOINT_NAMES)
    position, velocity = positions.tolist(), speeds.tolist()
    if width is not None:
        names.append(FINGER_JOINT)
        position.append(finger_angle(width))
        velocity.append(0.0)
    message = JointState()
    message.header.stamp, message.header.frame_id = stamp_of(stamp), prefix + BASE
    message.name, message.position, message.velocity = [prefix + n for n in names], position, velocity
    return message


def robot_state(
    picture: Picture | None,
    *,
    stamp: float,
    step: int,
    episode: int,
    tool: Array,
    optical: Array,
    tool_length: float,
    holding: bool,
    action: tuple[str, Outcome],
    ready: bool,
    counts: tuple[int, int],
) -> RobotState:
    """Return what the arm measures of itself at an observation."""
    tip = tool.copy()
    tip[:3, 3] += tool[:3, 2] * tool_length
    return RobotState(
        header=Header(stamp=stamp_of(stamp if picture is None else picture.stamp), frame_id=MAP),
        step=step,
        episode=episode,
        robot=ROBOT,
        base_pose=pose_to_msg(np.eye(4)),
        camera_pitch=pitch_of(optical),
        tool_pose=pose_to_msg(tip),
        holding=holding,
        last_action=action[0],
        last_outcome=outcome_to_msg(action[1]),
        ready=ready,
        actions=counts[0],
        failures=counts[1],
    )


def rows(values: Iterable[Sequence[float]], order: Sequence[int]) -> Array:
    """Return rows of numbers with their columns in another order, NxJ."""
    return np.array([[row[k] for k in order] for row in values], dtype=np.float64)
