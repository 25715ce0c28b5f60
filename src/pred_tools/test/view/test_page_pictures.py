"""What the view draws of a robot that it comes to late."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any, cast

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from rclpy.node import Node
from sensor_msgs.msg import CompressedImage, Image
from std_msgs.msg import Header

from pred_core.ros.conversions import image_to_msg, stamp_of
from pred_msgs.msg import Detection, Detections
from pred_tools.view.layout import COLOUR, OVERLAY
from pred_tools.view.pictures import ViewPictures

FIRST = Header(stamp=stamp_of(1.0), frame_id="camera")


class Topics:
    """A node of which only the topics are there."""

    def __init__(self) -> None:
        self.hear: dict[str, Callable[[Any], None]] = {}
        self.said: dict[str, list[CompressedImage]] = {}

    def create_subscription(self, _: type, topic: str, hear: Callable[[Any], None], __: object) -> None:
        self.hear[topic] = hear

    def create_publisher(self, _: type, topic: str, __: object) -> Any:
        said = self.said.setdefault(topic, [])
        return type("Publisher", (), {"publish": staticmethod(said.append)})


def picture(header: Header) -> Image:
    return image_to_msg(np.full((60, 80, 3), 90, np.uint8), "rgb8", header)


def detections(header: Header) -> Detections:
    labels = image_to_msg(np.zeros((60, 80), np.uint16), "16UC1", header)
    return Detections(header=header, labels=labels, detections=[Detection(class_name="Mug", label=3)])


@pytest.mark.parametrize("order", permutations([(COLOUR, picture), ("detections", detections)]))
def test_what_was_seen_before_the_view_came_is_drawn_whichever_is_delivered_first(order: Any) -> None:
    topics = Topics()
    ViewPictures(cast(Node, topics))
    for topic, made in order:
        assert topics.said[OVERLAY] == []
        topics.hear[topic](made(FIRST))
    assert [drawn.header for drawn in topics.said[OVERLAY]] == [FIRST]


def test_pictures_and_detections_of_different_moments_are_not_drawn_together() -> None:
    topics = Topics()
    ViewPictures(cast(Node, topics))
    topics.hear[COLOUR](picture(FIRST))
    topics.hear["detections"](detections(Header(stamp=stamp_of(2.0))))
    assert topics.said[OVERLAY] == []
