"""Pictures turned upright for who looks at them, and points of a turned picture brought back into the original."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from typing import Any

from bosdyn.api import image_pb2
from bosdyn.client.math_helpers import Quat
from PIL import Image as Pictures

_MODES = {image_pb2.Image.PIXEL_FORMAT_GREYSCALE_U8: "L", image_pb2.Image.PIXEL_FORMAT_RGB_U8: "RGB"}
_QUALITY = 90
_LEVEL = 0.05
"""How much of the way up the picture must show, of 1, to be turned by it."""


class NotTurnedError(Exception):
    """A picture that cannot be turned."""


def upright_angle(frame_rot_camera: Quat) -> float:
    """Return by how much a picture is turned so that a frame's z points up in it, counter-clockwise, rad.

    :param frame_rot_camera: rotation of the optical frame (x right, y down) in that frame
    :raises NotTurnedError: for a camera that looks straight up or down
    """
    right, down, _ = frame_rot_camera.inverse().transform_point(0.0, 0.0, 1.0)
    if math.hypot(right, down) < _LEVEL:
        raise NotTurnedError("the camera looks straight up or down")
    return math.remainder(math.pi / 2.0 - math.atan2(-down, right), 2.0 * math.pi)


@dataclass(frozen=True)
class Turn:
    """How a picture was turned: counter-clockwise, rad, about its middle; sizes (width, height) in pixels."""

    angle: float
    before: tuple[int, int]
    after: tuple[int, int]

    def undo(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the turned picture is in the original."""
        across, down = x - self.after[0] / 2.0, y - self.after[1] / 2.0
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        return (
            self.before[0] / 2.0 + across * cos - down * sin,
            self.before[1] / 2.0 + across * sin + down * cos,
        )


def turned(image: Any, angle: float) -> tuple[Any, Turn]:
    """Return an Image turned counter-clockwise, so large that all of the original is in it, and how it was turned.

    :raises NotTurnedError: for a format that is no picture for the eye
    """
    kind = image_pb2.Image
    if image.format == kind.FORMAT_JPEG:
        picture: Pictures.Image = Pictures.open(io.BytesIO(image.data))
    elif image.format == kind.FORMAT_RAW and image.pixel_format in _MODES:
        picture = Pictures.frombytes(_MODES[image.pixel_format], (image.cols, image.rows), image.data)
    else:
        raise NotTurnedError("only JPEG and raw pictures of 8 bits are turned")
    after = picture.rotate(math.degrees(angle), resample=Pictures.Resampling.BILINEAR, expand=True)
    made = kind(cols=after.width, rows=after.height, format=image.format, pixel_format=image.pixel_format)
    if image.format == kind.FORMAT_RAW:
        made.data = after.tobytes()
    else:
        buffer = io.BytesIO()
        after.save(buffer, "JPEG", quality=_QUALITY)
        made.data = buffer.getvalue()
    return made, Turn(angle, picture.size, after.size)
