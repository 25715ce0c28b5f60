"""Messages made and read by every bridge."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import Image
from std_msgs.msg import Header

from pred_core.geometry import Intrinsics
from pred_core.ros.conversions import (
    IMAGE_TYPES,
    ImageError,
    TargetError,
    image_from_msg,
    image_to_msg,
    intrinsics_from_msg,
    intrinsics_to_msg,
    note_spot,
    sure_detection_to_msg,
    target_from_msg,
)
from pred_core.spots import BETWEEN, IN_WORDS, Beside, Landmark
from pred_core.targets import TargetKind
from pred_msgs.msg import SkillTarget


def test_intrinsics_survive_the_message() -> None:
    camera = Intrinsics(300.0, 310.0, 160.5, 119.5, 320, 240)
    msg = intrinsics_to_msg(camera, Header(frame_id="eye"))
    assert intrinsics_from_msg(msg) == camera
    assert msg.header.frame_id == "eye" and (msg.p[5], msg.p[6]) == (310.0, 119.5)


def test_a_detection_has_its_box() -> None:
    roi = sure_detection_to_msg("Cup|1", "Cup", 3, (5, 6, 7, 8)).roi
    assert (roi.x_offset, roi.y_offset, roi.width, roi.height) == (5, 6, 7, 8)


def test_a_mask_is_read() -> None:
    mask = np.eye(3, 4, dtype=np.uint8)
    msg = SkillTarget(kind="mask", step=7, mask=image_to_msg(mask, "mono8", Header()), relation="in")
    target = target_from_msg(msg)
    assert (target.kind, target.step, target.relation) == (TargetKind.MASK, 7, "in")
    assert target.mask is not None and np.array_equal(target.mask, mask)


def test_masks_of_earlier_pictures_are_read_with_their_steps() -> None:
    masks = [np.eye(3, 4, k=k, dtype=np.uint8) for k in (0, 1)]
    images = [image_to_msg(m, "mono8", Header()) for m in masks]
    msg = SkillTarget(kind="mask", step=7, mask=images[0], earlier_steps=[3, 5], earlier_masks=images)
    earlier = target_from_msg(msg).earlier
    assert [step for step, _ in earlier] == [3, 5]
    assert all(np.array_equal(read, mask) for (_, read), mask in zip(earlier, masks, strict=True))


@pytest.mark.parametrize("relation", sorted(IN_WORDS))
def test_where_on_it_something_is_to_be_put_is_kept(relation: str) -> None:
    marks = (Landmark((0.5, 0.1), (0.05, 0.06)), Landmark((0.4, -0.1), (0.26, 0.18)))
    spot = Beside(relation, marks if relation == BETWEEN else marks[:1])
    msg = SkillTarget()
    note_spot(spot, msg)
    assert target_from_msg(msg).spot == spot and target_from_msg(SkillTarget()).spot is None
    msg.landmarks = []
    with pytest.raises(TargetError, match="landmark"):
        target_from_msg(msg)


def test_no_kind_is_the_kind_none() -> None:
    assert target_from_msg(SkillTarget()).kind is TargetKind.NONE


def test_what_cannot_be_read_is_refused_with_a_reason() -> None:
    depth = image_to_msg(np.ones((3, 4), np.float32), "32FC1", Header())
    short = image_to_msg(np.ones((3, 4), np.uint8), "mono8", Header())
    short.height = 4
    for msg, words in (
        (SkillTarget(kind="smell"), "'smell'. Known: mask, pixel, instance, none"),
        (SkillTarget(kind="mask"), "got nothing"),
        (SkillTarget(kind="mask", mask=depth), "got 32FC1"),
        (SkillTarget(kind="mask", mask=short), "cannot be read"),
    ):
        with pytest.raises(TargetError, match=words):
            target_from_msg(msg)


@pytest.mark.parametrize("encoding", IMAGE_TYPES)
def test_a_picture_survives_the_wire(encoding: str) -> None:
    dtype, channels = IMAGE_TYPES[encoding]
    pixels = np.arange(3 * 5 * channels).reshape((3, 5) if channels == 1 else (3, 5, channels)).astype(dtype)
    msg = image_to_msg(pixels[:, ::-1], encoding, Header(frame_id="eye"))
    read = image_from_msg(deserialize_message(serialize_message(msg), Image))
    assert read.dtype == dtype and np.array_equal(read, pixels[:, ::-1]), "also what lies otherwise in memory"
    assert (msg.header.frame_id, msg.width, msg.height, msg.is_bigendian) == ("eye", 5, 3, 0)


@pytest.mark.parametrize("change", [{"step": 0}, {"step": 16}, {"height": 4}, {"encoding": "yuv422"}])
def test_a_picture_that_is_not_as_it_says_is_refused(change: dict[str, object]) -> None:
    msg = image_to_msg(np.zeros((3, 5, 3), np.uint8), "rgb8", Header())
    for name, value in change.items():
        setattr(msg, name, value)
    with pytest.raises(ImageError):
        image_from_msg(msg)
    with pytest.raises(ImageError, match="rgb8 wants uint8 x 3"):
        image_to_msg(np.zeros((3, 5), np.uint8), "rgb8", Header())
