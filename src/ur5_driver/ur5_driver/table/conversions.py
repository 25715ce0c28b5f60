"""Pictures of the wrist camera as ROS messages."""

from __future__ import annotations

import math

import numpy as np
from sensor_msgs.msg import CameraInfo, Image, RegionOfInterest
from std_msgs.msg import Header

from pred_core.geometry import Intrinsics
from pred_core.ros.conversions import image_to_msg, stamp_of
from pred_msgs.msg import Detection, Detections
from ur5_driver.table.appearance import Seen
from ur5_driver.table.simulation import View
from ur5_driver.table.world import CameraModel

OPTICAL_FRAME = "camera_color_optical_frame"


def header(stamp: float) -> Header:
    """Return the header of everything that belongs to one picture."""
    return Header(stamp=stamp_of(stamp), frame_id=OPTICAL_FRAME)


def camera_info(camera: CameraModel, head: Header) -> CameraInfo:
    """Return the intrinsics: square pixels, no distortion, principal point in the middle."""
    lens = Intrinsics.from_fov(camera.width, camera.height, math.radians(camera.vertical_fov))
    return CameraInfo(
        header=head,
        width=camera.width,
        height=camera.height,
        distortion_model="plumb_bob",
        d=[0.0] * 5,
        k=[lens.fx, 0.0, lens.cx, 0.0, lens.fy, lens.cy, 0.0, 0.0, 1.0],
        r=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p=[lens.fx, 0.0, lens.cx, 0.0, 0.0, lens.fy, lens.cy, 0.0, 0.0, 0.0, 1.0, 0.0],
    )


def colour(view: View, head: Header) -> Image:
    """Return the colour picture."""
    return image_to_msg(view.rgb, "rgb8", head)


def depth(view: View, head: Header) -> Image:
    """Return planar depth in metres; inf where nothing is."""
    return image_to_msg(view.depth, "32FC1", head)


def detections(view: View, head: Header) -> Detections:
    """Return what the visible surfaces say."""
    labels = np.zeros(view.rgb.shape[:2], np.uint16) if view.labels is None else view.labels
    return Detections(
        header=head,
        detector="oracle",
        labels=image_to_msg(labels, "16UC1", head),
        detections=[_detection(item) for item in view.seen],
    )


def _detection(item: Seen) -> Detection:
    column, row, width, height = item.box
    return Detection(
        id=item.id,
        class_name=item.class_name,
        score=1.0,
        label=item.label,
        roi=RegionOfInterest(x_offset=column, y_offset=row, width=width, height=height),
    )
