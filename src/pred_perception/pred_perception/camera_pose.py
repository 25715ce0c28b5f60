"""Where the camera was at a stamp, from /tf."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from rclpy.time import Time
from tf2_msgs.msg import TFMessage
from tf2_ros import Buffer, TransformException

from pred_core.ros.conversions import seconds
from pred_perception.conversions import matrix_of

SET_BACK = 1.0
"""Seconds by which stamps must go back before the past is taken as another run's."""


class CameraPoses:
    """A transform buffer that may be told things twice and notices when time starts anew."""

    def __init__(self, map_frame: str) -> None:
        self._map_frame = map_frame
        self._buffer = Buffer()
        self._latest: dict[str, float] = {}

    def take(self, message: TFMessage) -> None:
        """Take in moving transforms."""
        for transform in message.transforms:
            stamp = seconds(transform.header.stamp)
            before = self._latest.get(transform.child_frame_id)
            if before == stamp:
                continue  # it came over the volatile and over the latched subscription
            if before is not None and stamp < before - SET_BACK:
                self._buffer.clear()  # the robot's clock starts anew; fixed transforms stay
                self._latest.clear()
            self._latest[transform.child_frame_id] = stamp
            self._buffer.set_transform(transform, "robot")

    def take_fixed(self, message: TFMessage) -> None:
        """Take in fixed transforms."""
        for transform in message.transforms:
            self._buffer.set_transform_static(transform, "robot")

    def at(self, frame: str, stamp: Time) -> NDArray[np.float64] | None:
        """Return 4x4 from a frame to the map at a stamp, or None while it is not known."""
        try:
            return matrix_of(self._buffer.lookup_transform(self._map_frame, frame, stamp))
        except TransformException:
            return None
