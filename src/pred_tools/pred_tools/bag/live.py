"""Pictures of a live camera in a bag: compressed, some a second.

The observations that decisions rest on stay as they are.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass

from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import CompressedImage
from sensor_msgs.msg import Image as ImageMsg

from pred_tools.bag.plain import picture_of

IMAGE, COMPRESSED = "sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage"
SUFFIX = "/compressed"
"""As image_transport names such topics."""
QUALITY = 85


@dataclass(frozen=True)
class Live:
    """Which topics are a live camera's (a regular expression, '' for none), and how many pictures a second are kept."""

    topics: str = ""
    rate: float = 2.0

    def takes(self, topic: str) -> bool:
        """Return whether a topic is a live camera's."""
        return bool(self.topics and self.rate > 0.0 and re.search(self.topics, topic))


def compressed(data: bytes) -> bytes:
    """Return a serialized Image as a serialized CompressedImage: colour as JPEG, depth as PNG in millimetres.

    :raises ImageError: when encoding, size and data do not agree
    """
    message: ImageMsg = deserialize_message(data, ImageMsg)
    picture, file = picture_of(message), io.BytesIO()
    if picture.mode == "I;16":
        kind = "16UC1; png compressed "
        picture.save(file, "PNG", compress_level=1)
    else:
        kind = "rgb8; jpeg compressed bgr8"
        picture.convert("RGB").save(file, "JPEG", quality=QUALITY)
    return bytes(serialize_message(CompressedImage(header=message.header, format=kind, data=file.getvalue())))
