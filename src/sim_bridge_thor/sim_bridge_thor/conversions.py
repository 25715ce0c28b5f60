"""Observations and goals of this package <-> messages."""

from __future__ import annotations

from collections.abc import Sequence

from geometry_msgs.msg import Quaternion, Transform, TransformStamped, Vector3
from sensor_msgs.msg import CameraInfo, Image, RegionOfInterest
from std_msgs.msg import Header

from pred_core.geometry import Quaternion as Rotation
from pred_core.geometry import quaternion_from_rpy
from pred_core.objects import Attribute, Truth
from pred_core.ros.conversions import (
    ImageError,
    attribute_to_msg,
    image_from_msg,
    image_to_msg,
    outcome_to_msg,
    pose_to_msg,
    stamp_of,
)
from pred_msgs.msg import Detection, Detections, RobotState, SkillTarget
from sim_bridge_thor.frames import LINK_TO_OPTICAL, Vector, camera_link_rotation, in_base
from sim_bridge_thor.observation import Instance, Observation
from sim_bridge_thor.targets import Target, TargetKind

MAP, ODOM, BASE, CAMERA = "map", "odom", "base_link", "camera_link"
OPTICAL = "camera_color_optical_frame"
ROBOT = "thor"
NO_ROTATION: Rotation = (0.0, 0.0, 0.0, 1.0)


class TargetError(ValueError):
    """A SkillTarget that cannot be read, with a sentence that says why."""


def image_header(seen: Observation) -> Header:
    """Return the header of an observation's pictures."""
    return Header(stamp=stamp_of(seen.stamp), frame_id=OPTICAL)


def images_to_msgs(seen: Observation) -> tuple[Image, Image, CameraInfo]:
    """Return colour, depth and camera info of an observation."""
    header = image_header(seen)
    rgb = image_to_msg(seen.rgb, "rgb8", header)
    depth = image_to_msg(seen.depth, "32FC1", header)
    return rgb, depth, camera_info(seen)


def camera_info(seen: Observation) -> CameraInfo:
    """Return the pinhole model of an observation's camera, without distortion."""
    c = seen.intrinsics
    return CameraInfo(
        header=image_header(seen),
        width=c.width,
        height=c.height,
        distortion_model="plumb_bob",
        d=[0.0] * 5,
        k=[c.fx, 0.0, c.cx, 0.0, c.fy, c.cy, 0.0, 0.0, 1.0],
        r=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p=[c.fx, 0.0, c.cx, 0.0, 0.0, c.fy, c.cy, 0.0, 0.0, 0.0, 1.0, 0.0],
    )


def robot_state(seen: Observation, ready: bool = True) -> RobotState:
    """Return the robot's own measurements of an observation."""
    return RobotState(
        header=Header(stamp=stamp_of(seen.stamp), frame_id=MAP),
        step=seen.step,
        episode=seen.episode,
        robot=ROBOT,
        base_pose=pose_to_msg(seen.base),
        camera_pitch=seen.camera_pitch,
        holding=bool(seen.held_id),
        held_detection_id=seen.held_id,
        last_action=seen.last_action,
        last_outcome=outcome_to_msg(seen.last_outcome),
        ready=ready,
        actions=seen.actions,
        failures=seen.failures,
    )


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
    x, y, width, height = instance.box
    return Detection(
        id=instance.id,
        class_name=instance.class_name,
        score=1.0,
        label=instance.label,
        roi=RegionOfInterest(x_offset=x, y_offset=y, width=width, height=height),
        attributes=[
            attribute_to_msg(Attribute(name, Truth.of(value))) for name, value in instance.attributes.items()
        ],
    )


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


def target_from_msg(msg: SkillTarget) -> Target:
    """Return the target of a message.

    :raises TargetError: for an unknown kind or a mask that is not a mono8 image
    """
    try:
        kind = TargetKind(msg.kind or TargetKind.NONE)
    except ValueError:
        raise TargetError(f"There is no target kind {msg.kind!r}. Known: {', '.join(TargetKind)}.") from None
    mask = None
    if kind is TargetKind.MASK:
        if msg.mask.encoding != "mono8":
            raise TargetError(f"The mask must be mono8, got {msg.mask.encoding or 'nothing'}.")
        try:
            mask = image_from_msg(msg.mask).astype("uint8", copy=False)
        except ImageError as error:
            raise TargetError(f"The mask cannot be read: {error}.") from error
    return Target(
        kind=kind,
        step=msg.step,
        mask=mask,
        u=msg.u,
        v=msg.v,
        detection_id=msg.detection_id,
        class_name=msg.class_name,
    )
