"""The latest observation, what was made of it, and its picture: what questions to perception are answered from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from rclpy.node import Node
from sensor_msgs.msg import Image
from std_msgs.msg import Header

from pred_core.ros.conversions import ImageError, image_from_msg, stamp_of
from pred_core.ros.qos import OBSERVATION
from pred_perception.observation import Observation
from pred_perception.pipeline import Percept


class Latest:
    """Keeps the latest observation with its picture."""

    def __init__(self, node: Node, *, listens: bool) -> None:
        """Prepare; one that ``listens`` hears a node's camera itself, another gets pictures with observations."""
        self._node = node
        self._picture: Image | None = None
        self.observation: Observation | None = None
        self.percept: Percept | None = None
        if listens:
            node.create_subscription(Image, "camera/color/image_raw", self._keep, OBSERVATION)

    def take(self, observation: Observation, percept: Percept, picture: Image | None) -> None:
        """Remember the latest observation, what was made of it, and its picture if that came with it."""
        self.observation, self.percept = observation, percept
        if picture is not None:
            self._picture = picture

    def _keep(self, picture: Image) -> None:
        self._picture = picture

    @property
    def header(self) -> Header:
        """The header of answers about the observation, in ``map``."""
        stamp = self.observation.stamp if self.observation is not None else 0.0
        return Header(stamp=stamp_of(stamp), frame_id="map")

    @property
    def picture_header(self) -> Header:
        """The header of its picture, in the camera's frame."""
        return self._picture.header if self._picture is not None else Header()

    def pixels(self) -> NDArray[np.uint8] | None:
        """Return the picture of the observation, (h, w, 3) RGB; None where it has not come, or cannot be read."""
        if self._picture is None or self._picture.header.stamp != self.header.stamp:
            return None
        try:
            return np.asarray(image_from_msg(self._picture), np.uint8)
        except ImageError as error:
            self._node.get_logger().warning(f"no evidence picture: {error}")
            return None

    def mask(self, object_id: str) -> NDArray[np.bool_] | None:
        """Return the pixels of a remembered object in the observation, (h, w); None where it is not in it."""
        if self.percept is None:
            return None
        label = labels_of(self.percept).get(object_id)
        return None if label is None else self.percept.detections.labels == label


def labels_of(percept: Percept) -> dict[str, int]:
    """Return the label in the latest frame of each remembered object that is in it."""
    by_id = {d.id: d.label for d in percept.detections.items}
    return {
        o.id: by_id[o.detection_id] for o in percept.memory.objects if o.visible and o.detection_id in by_id
    }
