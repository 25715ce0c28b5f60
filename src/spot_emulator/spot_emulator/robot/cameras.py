"""The robot's cameras: where they sit, what they are called, how they see.

Poses and focal lengths are near those that real robots report; real ones differ from robot to robot, and are fisheyes.
Sensor frames are optical: x right, y down, z ahead in the picture as it is delivered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from bosdyn.api import image_pb2
from bosdyn.client.math_helpers import Quat, SE3Pose

GREY = image_pb2.Image.PIXEL_FORMAT_GREYSCALE_U8
RGB = image_pb2.Image.PIXEL_FORMAT_RGB_U8
DEPTH = image_pb2.Image.PIXEL_FORMAT_DEPTH_U16
DEPTH_SCALE = 1000.0
"""Units of depth pictures in a metre."""
WRIST = "arm0.link_wr1"


@dataclass(frozen=True)
class Sensor:
    """A camera body. ``chain``: the frames from the part it sits on to the optical one, with the pose of the last."""

    part: str
    chain: tuple[str, ...]
    pose: SE3Pose

    @property
    def frame(self) -> str:
        """The optical frame."""
        return self.chain[-1]


@dataclass(frozen=True)
class Source:
    """An image source: a sensor's pictures at a size (pixels) and focal length (pixels), of colour or of depth."""

    name: str
    sensor: Sensor
    width: int
    height: int
    focal: float
    pixels: tuple[int, ...]
    range: float = 0.0  # metres up to which depth is measured

    @property
    def depth(self) -> bool:
        """Whether its pictures are of depth."""
        return self.pixels == (DEPTH,)

    def center(self) -> tuple[float, float]:
        """Return the principal point in pixels."""
        return self.width / 2.0, self.height / 2.0


def optical(x: float, y: float, z: float, yaw: float, down: float, upright: float) -> SE3Pose:
    """Return the pose of an optical frame; degrees; ``upright``: by how much its picture must turn to stand upright.

    (counter-clockwise, as image libraries count)
    """
    look = Quat.from_yaw(math.radians(yaw)) * Quat.from_pitch(math.radians(down))
    to_optical = Quat(w=0.5, x=-0.5, y=0.5, z=-0.5)
    return SE3Pose(x, y, z, look * to_optical * Quat.from_yaw(math.radians(-upright)))


_BODY = {
    "frontleft": optical(0.415, 0.037, 0.02, -16.0, 24.0, -78.0),
    "frontright": optical(0.415, -0.037, 0.02, 16.0, 24.0, -102.0),
    "left": optical(-0.10, 0.11, 0.03, 90.0, 24.0, 0.0),
    "right": optical(-0.10, -0.11, 0.03, -90.0, 24.0, 180.0),
    "back": optical(-0.425, 0.0, 0.01, 180.0, 30.0, 0.0),
}
_HEAD = frozenset({"frontleft", "frontright"})
_FISHEYE = (640, 480, 331.0)
_STEREO = (424, 240, 215.0)
_REACH = 6.0  # metres of the body's depth cameras
_HAND_REACH = 4.0


def _body_sources() -> list[Source]:
    found = []
    for name, pose in _BODY.items():
        path = ("head", name) if name in _HEAD else (name,)
        eye = Sensor("body", (*path, f"{name}_fisheye"), pose)
        stereo = Sensor("body", path, pose)
        found += [
            Source(f"{name}_fisheye_image", eye, *_FISHEYE, (GREY, RGB)),
            Source(f"{name}_depth", stereo, *_STEREO, (DEPTH,), _REACH),
            Source(f"{name}_depth_in_visual_frame", eye, *_FISHEYE, (DEPTH,), _REACH),
        ]
    return found


def _hand_sources() -> list[Source]:
    color = Sensor(WRIST, ("hand_color_image_sensor",), optical(0.137, 0.019, 0.026, 0.0, 0.0, 0.0))
    tof = Sensor(WRIST, ("hand_depth_sensor",), optical(0.137, 0.02, 0.0, 0.0, 0.0, 0.0))
    return [
        Source("hand_color_image", color, 640, 480, 552.0, (RGB, GREY)),
        Source("hand_depth_in_hand_color_frame", color, 640, 480, 552.0, (DEPTH,), _HAND_REACH),
        Source("hand_image", tof, 224, 171, 196.0, (GREY,)),
        Source("hand_depth", tof, 224, 171, 196.0, (DEPTH,), _HAND_REACH),
        Source("hand_color_in_hand_depth_frame", tof, 224, 171, 196.0, (RGB, GREY)),
    ]


SOURCES = {
    source.name: source for source in sorted([*_body_sources(), *_hand_sources()], key=lambda s: s.name)
}
BODY_DEPTH = tuple(SOURCES[f"{name}_depth"] for name in _BODY)
"""The five depth cameras around the body."""
SENSORS = {sensor.frame: sensor for sensor in (source.sensor for source in SOURCES.values())}
