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
    """Moving transforms as they come, and apart from them those that the robot keeps for who starts late.

    Apart, because a kept transform may be older than anything that came since perception runs: among the live ones it
    would look like a clock that starts anew, or would be too old for the buffer.
    """

    def __init__(self, map_frame: str) -> None:
        self._map_frame = map_frame
        self._live = _Transforms()
        self._kept = _Transforms()

    def take(self, message: TFMessage) -> None:
        """Take in moving transforms as they come."""
        self._live.take(message)

    def take_kept(self, message: TFMessage) -> None:
        """Take in the moving transforms of observations, which are given to late listeners as well."""
        self._kept.take(message)

    def take_fixed(self, message: TFMessage) -> None:
        """Take in fixed transforms."""
        self._live.take_fixed(message)
        self._kept.take_fixed(message)

    def at(self, frame: str, stamp: Time) -> NDArray[np.float64] | None:
        """Return 4x4 from a frame to the map at a stamp, or None while it is not known."""
        for transforms in (self._live, self._kept):
            try:
                return matrix_of(transforms.buffer.lookup_transform(self._map_frame, frame, stamp))
            except TransformException:
                continue
        return None


class _Transforms:
    """A transform buffer that notices when time starts again."""

    def __init__(self) -> None:
        self.buffer = Buffer()
        self._latest: dict[str, float] = {}

    def take(self, message: TFMessage) -> None:
        for transform in message.transforms:
            stamp = seconds(transform.header.stamp)
            before = self._latest.get(transform.child_frame_id)
            if before == stamp:
                continue  # a second broadcaster's
            if before is not None and stamp < before - SET_BACK:
                self.buffer.clear()  # the robot's clock starts again; fixed transforms stay
                self._latest.clear()
            self._latest[transform.child_frame_id] = stamp
            self.buffer.set_transform(transform, "robot")

    def take_fixed(self, message: TFMessage) -> None:
        for transform in message.transforms:
            self.buffer.set_transform_static(transform, "robot")
