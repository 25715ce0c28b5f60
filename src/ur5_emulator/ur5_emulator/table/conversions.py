"""Pictures of the wrist camera as ROS messages."""

from __future__ import annotations

import math

import numpy as np
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Header

from pred_core.geometry import Intrinsics
from pred_core.ros.conversions import image_to_msg, intrinsics_to_msg, stamp_of, sure_detection_to_msg
from pred_core.ros.frames import OPTICAL
from pred_msgs.msg import Detections
from ur5_emulator.table.simulation import WristView
from ur5_emulator.table.world import CameraModel


def header(stamp: float) -> Header:
    """Return the header of everything that belongs to one picture."""
    return Header(stamp=stamp_of(stamp), frame_id=OPTICAL)


def camera_info(camera: CameraModel, head: Header) -> CameraInfo:
    """Return the intrinsics: square pixels, no distortion, principal point in the middle."""
    lens = Intrinsics.from_fov(camera.width, camera.height, math.radians(camera.vertical_fov))
    return intrinsics_to_msg(lens, head)


def colour(view: WristView, head: Header) -> Image:
    """Return the colour picture."""
    return image_to_msg(view.rgb, "rgb8", head)


def depth(view: WristView, head: Header) -> Image:
    """Return planar depth in metres; inf where nothing is."""
    return image_to_msg(view.depth, "32FC1", head)


def detections(view: WristView, head: Header) -> Detections:
    """Return what the visible surfaces say."""
    labels = np.zeros(view.rgb.shape[:2], np.uint16) if view.labels is None else view.labels
    return Detections(
        header=head,
        detector="oracle",
        labels=image_to_msg(labels, "16UC1", head),
        detections=[
            sure_detection_to_msg(item.id, item.class_name, item.label, item.box) for item in view.seen
        ],
    )
