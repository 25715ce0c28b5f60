"""Pictures of a live camera: small in the bag, and still what the camera saw."""

from __future__ import annotations

import io

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from builtin_interfaces.msg import Time
from PIL import Image
from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import CompressedImage
from std_msgs.msg import Header

from pred_core.ros.conversions import image_to_msg
from pred_tools.bag.live import Live, compressed

HEADER = Header(stamp=Time(sec=7), frame_id="camera")


def stored(pixels: np.ndarray, encoding: str) -> tuple[CompressedImage, np.ndarray, float]:
    """Return the message in the bag, its pixels, and how many times smaller it is."""
    whole = serialize_message(image_to_msg(pixels, encoding, HEADER))
    small = compressed(whole)
    message = deserialize_message(small, CompressedImage)
    return message, np.array(Image.open(io.BytesIO(bytes(message.data)))), len(whole) / len(small)


def test_colour_is_nearly_the_same_and_a_tenth_as_large() -> None:
    x, y = np.meshgrid(np.arange(640), np.arange(480))
    pixels = np.stack([x % 256, y % 256, (x + y) % 256], axis=2).astype(np.uint8)
    pixels[100:200, 100:200] = (200, 30, 20)
    message, seen, smaller = stored(pixels, "rgb8")
    assert message.header == HEADER and "jpeg" in message.format
    assert np.abs(seen[150, 150].astype(int) - (200, 30, 20)).max() < 12
    assert smaller > 10.0


def test_depth_keeps_its_millimetres() -> None:
    depth = np.linspace(0.3, 2.0, 640 * 480, dtype=np.float32).reshape(480, 640)
    depth[0, 0] = np.nan
    message, seen, smaller = stored(depth, "32FC1")
    assert message.format.startswith("16UC1; png")
    assert seen[0, 0] == 0
    assert np.abs(seen[1:].astype(float) / 1000.0 - depth[1:]).max() < 0.0011
    assert smaller > 3.0


def test_only_the_cameras_that_are_named_are_live() -> None:
    live = Live("/wrist_camera/", 2.0)
    assert live.takes("/pred/wrist_camera/color/image_raw")
    assert not live.takes("/pred/camera/color/image_raw")
    assert not Live("", 2.0).takes("/a") and not Live("/wrist_camera/", 0.0).takes("/wrist_camera/a")
