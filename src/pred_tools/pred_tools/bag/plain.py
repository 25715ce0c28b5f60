"""Messages as JSON knows them, with pictures in files of their own."""

from __future__ import annotations

import array
import base64
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from sensor_msgs.msg import Image as ImageMsg

from pred_core.ros.conversions import image_from_msg

MILLIMETRES = 1000.0
FARTHEST = 65535
"""What a PNG of 16 bits can hold."""


def picture_of(msg: ImageMsg) -> Image.Image:
    """Return a picture that PNG can hold; depth (32FC1, m) becomes 16 bits in millimetres, 0 where there is none.

    :raises ImageError: when encoding, size and data do not agree
    """
    pixels = np.asarray(image_from_msg(msg))
    if pixels.dtype == np.float32:
        scaled = np.nan_to_num(pixels * MILLIMETRES, nan=0.0, posinf=0.0, neginf=0.0)
        return _grey16(np.clip(scaled, 0, FARTHEST).astype(np.uint16))
    if pixels.dtype == np.uint16:
        return _grey16(pixels)
    if msg.encoding in ("bgr8", "bgra8"):
        pixels = pixels[..., [2, 1, 0, *range(3, pixels.shape[2])]]
    return Image.fromarray(np.ascontiguousarray(pixels, np.uint8))


def as_plain(value: Any, keep: Callable[[ImageMsg], str]) -> Any:
    """Return a message, or what is in one, as objects, lists, texts and numbers.

    What is no number becomes null, bytes become base64.

    :param keep: writes a picture and returns what to call it
    """
    if isinstance(value, ImageMsg):
        return {**_members(value, keep, without=("data",)), "png": keep(value) if value.data else ""}
    if hasattr(value, "get_fields_and_field_types"):
        return _members(value, keep)
    if isinstance(value, np.ndarray | array.array | list | tuple):
        return [as_plain(item, keep) for item in (value.tolist() if hasattr(value, "tolist") else value)]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value.item() if isinstance(value, np.generic) else value


def _members(message: Any, keep: Callable[[ImageMsg], str], without: tuple[str, ...] = ()) -> dict[str, Any]:
    names = (name for name in message.get_fields_and_field_types() if name not in without)
    return {name: as_plain(getattr(message, name), keep) for name in names}


def _grey16(pixels: NDArray[np.uint16]) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(pixels))
