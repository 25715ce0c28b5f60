"""pred_core's own types <-> messages. The only place where these messages are taken apart."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Point, Pose, Quaternion, Vector3
from numpy.typing import NDArray
from ros2_numpy import msgify, numpify
from sensor_msgs.msg import CameraInfo, Image, RegionOfInterest
from std_msgs.msg import Header

from pred_core.geometry import Intrinsics, Pose2D, quaternion_from_rpy, yaw_of
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from pred_core.ros.message_table import NUMBER, WHOLE, MessageTable, Pair
from pred_core.spots import BETWEEN, IN_WORDS, Beside, Landmark
from pred_core.targets import Target, TargetKind
from pred_msgs.msg import Attribute as AttributeMsg
from pred_msgs.msg import Detection, SkillTarget
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import ObjectState as ObjectStateMsg
from pred_msgs.msg import Outcome as OutcomeMsg

NANOSECONDS = 1_000_000_000

IMAGE_TYPES: dict[str, tuple[type[np.generic], int]] = {
    "rgb8": (np.uint8, 3),
    "bgr8": (np.uint8, 3),
    "mono8": (np.uint8, 1),
    "16UC1": (np.uint16, 1),
    "32FC1": (np.float32, 1),
}


class ImageError(ValueError):
    """An image message that does not hold what its header says."""


class TargetError(ValueError):
    """A SkillTarget that cannot be read, with a sentence that says why."""


def seconds(stamp: Time) -> float:
    """Return a stamp in seconds."""
    return float(stamp.sec) + float(stamp.nanosec) / NANOSECONDS


def stamp_of(value: float) -> Time:
    """Return seconds as a stamp, rounded to the nanosecond."""
    total = round(value * NANOSECONDS)
    return Time(sec=total // NANOSECONDS, nanosec=total % NANOSECONDS)


def outcome_to_msg(outcome: Outcome) -> OutcomeMsg:
    """Return the message of an outcome."""
    return OutcomeMsg(code=str(outcome.code), message=outcome.message)


def outcome_from_msg(msg: OutcomeMsg) -> Outcome:
    """Return the outcome of a message; an unknown code becomes EXECUTION_FAILURE and is named."""
    try:
        return Outcome(Code(msg.code), msg.message)
    except ValueError:
        return Outcome(Code.EXECUTION_FAILURE, f"unknown code {msg.code!r}: {msg.message}")


ATTRIBUTE = MessageTable(Attribute, AttributeMsg, value=Pair(int, Truth), confidence=NUMBER)


def attribute_to_msg(attribute: Attribute) -> AttributeMsg:
    """Return the message of an attribute."""
    return ATTRIBUTE.to_msg(attribute)


def attribute_from_msg(msg: AttributeMsg) -> Attribute:
    """Return the attribute of a message."""
    return ATTRIBUTE.from_msg(msg)


def attributes_by_name(messages: Iterable[AttributeMsg]) -> dict[str, Attribute]:
    """Return attributes by name."""
    return {msg.name: attribute_from_msg(msg) for msg in messages}


def _point(at: tuple[float, float, float]) -> Point:
    return Point(x=float(at[0]), y=float(at[1]), z=float(at[2]))


def _vector(along: tuple[float, float, float]) -> Vector3:
    return Vector3(x=float(along[0]), y=float(along[1]), z=float(along[2]))


def _xyz(msg: Point | Vector3) -> tuple[float, float, float]:
    return msg.x, msg.y, msg.z


OBJECT = MessageTable(
    ObjectState,
    ObjectStateMsg,
    center=Pair(_point, _xyz),
    size=Pair(_vector, _xyz),
    score=NUMBER,
    attributes=Pair(lambda known: [attribute_to_msg(a) for a in known.values()], attributes_by_name),
    pixels=WHOLE,
    distance=NUMBER,
    last_seen=Pair(stamp_of, seconds),
    last_seen_step=WHOLE,
    observations=WHOLE,
)


def object_to_msg(state: ObjectState) -> ObjectStateMsg:
    """Return the message of a remembered object."""
    return OBJECT.to_msg(state)


def object_from_msg(msg: ObjectStateMsg) -> ObjectState:
    """Return the remembered object of a message."""
    return OBJECT.from_msg(msg)


def memory_to_msg(memory: ObjectMemory, frame_id: str = "map") -> ObjectMemoryMsg:
    """Return the message of an object memory."""
    return ObjectMemoryMsg(
        header=Header(stamp=stamp_of(memory.stamp), frame_id=frame_id),
        step=int(memory.step),
        episode=int(memory.episode),
        objects=[object_to_msg(o) for o in memory.objects],
        held_id=memory.held_id,
        doubtful=[object_to_msg(o) for o in memory.doubtful],
    )


def memory_from_msg(msg: ObjectMemoryMsg) -> ObjectMemory:
    """Return the object memory of a message."""
    return ObjectMemory(
        step=msg.step,
        episode=msg.episode,
        stamp=seconds(msg.header.stamp),
        objects=tuple(object_from_msg(o) for o in msg.objects),
        held_id=msg.held_id,
        doubtful=tuple(object_from_msg(o) for o in msg.doubtful),
    )


def pose_to_msg(pose: Pose2D, z: float = 0.0) -> Pose:
    """Return a planar pose as a message."""
    x, y, qz, w = quaternion_from_rpy(0.0, 0.0, pose.yaw)
    return Pose(
        position=Point(x=float(pose.x), y=float(pose.y), z=float(z)),
        orientation=Quaternion(x=x, y=y, z=qz, w=w),
    )


def pose_from_msg(msg: Pose) -> Pose2D:
    """Return the planar part of a pose message."""
    q = msg.orientation
    return Pose2D(msg.position.x, msg.position.y, yaw_of((q.x, q.y, q.z, q.w)))


def intrinsics_from_msg(msg: CameraInfo) -> Intrinsics:
    """Return the intrinsics of a camera info."""
    return Intrinsics(msg.k[0], msg.k[4], msg.k[2], msg.k[5], msg.width, msg.height)


def intrinsics_to_msg(camera: Intrinsics, header: Header) -> CameraInfo:
    """Return the camera info of a pinhole camera without distortion."""
    return CameraInfo(
        header=header,
        width=camera.width,
        height=camera.height,
        distortion_model="plumb_bob",
        d=[0.0] * 5,
        k=[camera.fx, 0.0, camera.cx, 0.0, camera.fy, camera.cy, 0.0, 0.0, 1.0],
        r=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p=[camera.fx, 0.0, camera.cx, 0.0, 0.0, camera.fy, camera.cy, 0.0, 0.0, 0.0, 1.0, 0.0],
    )


def box_to_msg(box: tuple[int, int, int, int]) -> RegionOfInterest:
    """Return the region of a box: column and row of its first pixel, width and height."""
    column, row, width, height = box
    return RegionOfInterest(x_offset=column, y_offset=row, width=width, height=height)


def sure_detection_to_msg(
    identity: str, class_name: str, label: int, box: tuple[int, int, int, int]
) -> Detection:
    """Return an instance that a simulator knows of, as a detection that is certain."""
    return Detection(id=identity, class_name=class_name, score=1.0, label=label, roi=box_to_msg(box))


def target_from_msg(msg: SkillTarget) -> Target:
    """Return the target of a message; no kind is the kind "none".

    :raises TargetError: for an unknown kind, a mask that is not a mono8 image, a spot without its landmarks
    """
    try:
        kind = TargetKind(msg.kind or TargetKind.NONE)
    except ValueError:
        raise TargetError(f"There is no target kind {msg.kind!r}. Known: {', '.join(TargetKind)}.") from None
    mask = _mask_from_msg(msg.mask) if kind is TargetKind.MASK else None
    earlier = tuple((step, _mask_from_msg(m)) for step, m in zip(msg.earlier_steps, msg.earlier_masks, strict=False))
    return Target(
        kind,
        msg.step,
        mask,
        msg.u,
        msg.v,
        msg.detection_id,
        msg.class_name,
        msg.relation,
        earlier,
        _spot_from_msg(msg),
    )


def _spot_from_msg(msg: SkillTarget) -> Beside | None:
    if not msg.spot:
        return None
    wanted = 2 if msg.spot == BETWEEN else 1
    if msg.spot not in IN_WORDS or not len(msg.landmarks) == len(msg.landmark_sizes) == wanted:
        raise TargetError(f"A spot is {', '.join(IN_WORDS)}, with a landmark and its size, or two for {BETWEEN}.")
    pairs = zip(msg.landmarks, msg.landmark_sizes, strict=True)
    return Beside(msg.spot, tuple(Landmark((at.x, at.y), (size.x, size.y)) for at, size in pairs))


def note_spot(spot: Beside, msg: SkillTarget) -> None:
    """Write into a target's message where on it something is to be put."""
    msg.spot = spot.relation
    msg.landmarks = [Point(x=mark.center[0], y=mark.center[1]) for mark in spot.landmarks]
    msg.landmark_sizes = [Vector3(x=mark.size[0], y=mark.size[1]) for mark in spot.landmarks]


def _mask_from_msg(msg: Image) -> NDArray[np.uint8]:
    if msg.encoding != "mono8":
        raise TargetError(f"The mask must be mono8, got {msg.encoding or 'nothing'}.")
    try:
        return image_from_msg(msg).astype(np.uint8, copy=False)
    except ImageError as error:
        raise TargetError(ended_well(f"The mask cannot be read: {error}")) from error


def image_to_msg(pixels: NDArray[np.generic], encoding: str, header: Header) -> Image:
    """Return an image message.

    :param pixels: HxW or HxWxC array of the encoding's type
    :raises ImageError: when the array does not fit the encoding
    """
    dtype, channels = IMAGE_TYPES[encoding]
    expected = 2 if channels == 1 else 3
    if pixels.dtype != dtype or pixels.ndim != expected or pixels.shape[2:] not in ((), (channels,)):
        raise ImageError(f"{encoding} wants {dtype.__name__} x {channels}, got {pixels.shape}")
    msg: Image = msgify(Image, pixels, encoding=encoding)
    msg.header = header
    return msg


def image_from_msg(msg: Image) -> NDArray[np.generic]:
    """Return the pixels of an image message, HxW or HxWxC, without a copy.

    :raises ImageError: when encoding, size, length of a row and data do not agree
    """
    if msg.encoding not in IMAGE_TYPES:
        raise ImageError(f"encoding {msg.encoding!r} is not one of {', '.join(IMAGE_TYPES)}")
    dtype, channels = IMAGE_TYPES[msg.encoding]
    row = msg.width * channels * np.dtype(dtype).itemsize
    if msg.step != row or len(msg.data) != row * msg.height:
        raise ImageError(
            f"{msg.encoding} {msg.width}x{msg.height} wants {msg.height} rows of {row} bytes, "
            f"the message holds {len(msg.data)} bytes in rows of {msg.step}"
        )
    pixels: NDArray[np.generic] = numpify(msg)
    return pixels
