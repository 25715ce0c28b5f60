"""What a worker detected in a picture of the robot's, told with the camera and, where depth was measured, its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from bosdyn.api import image_pb2
from bosdyn.client.frame_helpers import VISION_FRAME_NAME, get_a_tform_b
from bosdyn.client.image import pixel_to_camera_space
from bosdyn.client.math_helpers import Quat, SE3Pose
from google.protobuf import wrappers_pb2

from spot_emulator.robot.cameras import SOURCES

FRAME = "detected_object"
"""The frame of a detected object in its own tree."""
_MIDDLE = 0.25
"""How much of a box, on each side, is not its middle: things seldom fill the corners of their boxes."""


def depth_source(name: str) -> str | None:
    """Return the source of depth whose pixels are those of another source; None where there is none."""
    seen = SOURCES.get(name)
    if seen is None or seen.depth:
        return None
    same = (seen.sensor, seen.width, seen.height)
    others = (o for o in SOURCES.values() if o.depth and (o.sensor, o.width, o.height) == same)
    return next((other.name for other in others), None)


@dataclass(frozen=True)
class TakenPicture:
    """A picture taken for a worker: its ImageResponse, and that of depth at the same pixels, if there is one."""

    service: str
    taken: Any
    depth: Any = None

    def capture(self) -> Any:
        """Return it as ImageCaptureAndSource."""
        return image_pb2.ImageCaptureAndSource(
            shot=self.taken.shot, source=self.taken.source, image_service=self.service
        )


def confident(found: Any, least: float) -> bool:
    """Tell whether a detection is told with at least that confidence; one without any is."""
    value = wrappers_pb2.FloatValue()
    return not found.additional_properties.Unpack(value) or value.value >= least


def locate(found: Any, seen: TakenPicture) -> None:
    """Fill in a WorldObject's camera, moment and, where depth was measured inside its outline, its frame.

    The frame is at the middle of the outline, as far away as the middle half of its box is (median), turned as vision
    is. Without depth there is no tree of frames, as clients take that for "no depth".
    """
    shot, properties = seen.taken.shot, found.image_properties
    found.acquisition_time.CopyFrom(shot.acquisition_time)
    properties.camera_source = seen.taken.source.name
    properties.image_source.CopyFrom(seen.taken.source)
    if found.HasField("transforms_snapshot"):
        return  # the worker knows better
    at = _point(properties, seen)
    camera = get_a_tform_b(shot.transforms_snapshot, VISION_FRAME_NAME, shot.frame_name_image_sensor)
    if at is None or camera is None:
        return
    properties.frame_name_image_coordinates = FRAME
    found.transforms_snapshot.CopyFrom(shot.transforms_snapshot)
    edge = found.transforms_snapshot.child_to_parent_edge_map[FRAME]
    edge.parent_frame_name = VISION_FRAME_NAME
    edge.parent_tform_child.CopyFrom(SE3Pose(*camera.transform_point(*at), Quat()).to_proto())


def _point(properties: Any, seen: TakenPicture) -> tuple[float, float, float] | None:
    """Return where the middle of an outline is in the camera's frame, m; None where no depth was measured in it."""
    corners = [(vertex.x, vertex.y) for vertex in properties.coordinates.vertexes]
    if not corners or seen.depth is None or seen.depth.status != image_pb2.ImageResponse.STATUS_OK:
        return None
    image = seen.depth.shot.image
    depths = np.frombuffer(image.data, np.dtype("<u2")).reshape(image.rows, image.cols)
    (left, top), (right, bottom) = np.min(corners, axis=0), np.max(corners, axis=0)
    for margin in (_MIDDLE, 0.0):
        across, down = margin * (right - left), margin * (bottom - top)
        rows = slice(max(0, int(top + down)), max(0, int(np.ceil(bottom - down))))
        columns = slice(max(0, int(left + across)), max(0, int(np.ceil(right - across))))
        measured = depths[rows, columns]
        measured = measured[measured > 0]
        if measured.size:
            away = float(np.median(measured)) / seen.depth.source.depth_scale
            middle = (float(left + right) / 2.0, float(top + bottom) / 2.0)
            x, y, z = pixel_to_camera_space(seen.depth.source, *middle, depth=away)
            return float(x), float(y), float(z)
    return None
