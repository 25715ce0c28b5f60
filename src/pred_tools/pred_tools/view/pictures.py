"""Pictures for people, made of a robot's topics: what it recognises, its plan, and a card for each change of it."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from PIL import Image
from rclpy.node import Node
from sensor_msgs.msg import CompressedImage
from sensor_msgs.msg import Image as ImageMsg
from std_msgs.msg import Header, String

from pred_core.plan_language import Plan
from pred_core.ros.conversions import image_from_msg
from pred_core.ros.plan_conversions import PlanMessageError, plan_from_msg, revision_from_msg
from pred_core.ros.qos import EVENTS, LATCHED, OBSERVATION
from pred_core.tree_record import TreeError
from pred_msgs.msg import Detections, TaskEvent
from pred_msgs.msg import Plan as PlanMsg
from pred_msgs.msg import PlanRevision as PlanRevisionMsg
from pred_tools.cards import draw_card
from pred_tools.revisions_seen import RevisionsSeen
from pred_tools.tree_picture import draw_tree
from pred_tools.tree_text import tree_at
from pred_tools.view.layout import CARD, COLOUR, OVERLAY, PLAN, TREE
from pred_tools.view.overlay import Seen, draw_overlay
from pred_tools.view.plan_picture import draw_plan

QUALITY = 85
KEPT = 4
"""Pictures that wait for their detections, and detections for their picture."""


class ViewPictures:
    """Draws what comes; the pictures are topics, so that bags keep them and rviz shows them, too."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._pictures: dict[tuple[int, int], ImageMsg] = {}
        self._detections: dict[tuple[int, int], Detections] = {}
        self._plan: Plan | None = None
        self._doing = ""
        self._header = Header(frame_id="map")
        self._step = 0
        self._revisions = RevisionsSeen(node)
        make = node.create_publisher
        self._overlay = make(CompressedImage, OVERLAY, LATCHED)
        self._plan_picture = make(CompressedImage, PLAN, LATCHED)
        self._card = make(CompressedImage, CARD, LATCHED)
        self._tree = make(CompressedImage, TREE, LATCHED)
        node.create_subscription(ImageMsg, COLOUR, self._on_picture, OBSERVATION)
        node.create_subscription(Detections, "detections", self._on_detections, OBSERVATION)
        node.create_subscription(PlanMsg, "plan", self._on_plan, LATCHED)
        node.create_subscription(String, "behaviour_tree", self._on_tree, LATCHED)
        node.create_subscription(TaskEvent, "task_events", self._on_event, EVENTS)
        node.create_subscription(PlanRevisionMsg, "plan_revisions", self._on_revision, EVENTS)

    def _on_picture(self, msg: ImageMsg) -> None:
        _keep(self._pictures, msg)
        self._draw_overlay(_stamp(msg))

    def _on_detections(self, msg: Detections) -> None:
        _keep(self._detections, msg)
        self._draw_overlay(_stamp(msg))

    def _draw_overlay(self, stamp: tuple[int, int]) -> None:
        """Draw what was seen once both are here: of what was said before this node came either may be first."""
        if stamp not in self._pictures or stamp not in self._detections:
            return
        picture, msg = self._pictures.pop(stamp), self._detections.pop(stamp)
        seen = [
            Seen(d.label, d.class_name, (d.roi.x_offset, d.roi.y_offset, d.roi.width, d.roi.height))
            for d in msg.detections
        ]
        rgb = np.asarray(image_from_msg(picture), np.uint8)
        labels = np.asarray(image_from_msg(msg.labels), np.uint16)
        if labels.shape == rgb.shape[:2]:
            self._publish(self._overlay, draw_overlay(rgb, labels, seen), picture.header)

    def _on_plan(self, msg: PlanMsg) -> None:
        try:
            self._plan = plan_from_msg(msg)
        except PlanMessageError as error:
            self._node.get_logger().warning(f"plan: {error}")
            return
        self._draw_plan(msg.header)

    def _on_tree(self, msg: String) -> None:
        try:
            picture = draw_tree(tree_at(msg.data))
        except TreeError as error:
            self._node.get_logger().warning(f"behaviour_tree: {error}")
            return
        self._publish(self._tree, picture, self._header)

    def _on_event(self, msg: TaskEvent) -> None:
        self._step, self._doing, self._header = msg.step, msg.text, msg.header
        self._draw_plan(msg.header)

    def _draw_plan(self, header: Header) -> None:
        if self._plan is not None:
            self._publish(self._plan_picture, draw_plan(self._plan, self._doing), header)

    def _on_revision(self, msg: PlanRevisionMsg) -> None:
        try:
            revision = revision_from_msg(msg)
        except PlanMessageError as error:
            self._node.get_logger().warning(f"plan_revisions: {error}")
            return
        evidence = self._revisions.evidence(self._revisions.seen_of(msg))
        self._publish(self._card, draw_card(self._step, revision, evidence), msg.header)

    @staticmethod
    def _publish(publisher: Any, picture: Image.Image, header: Header) -> None:
        file = io.BytesIO()
        picture.convert("RGB").save(file, "JPEG", quality=QUALITY)
        publisher.publish(CompressedImage(header=header, format="jpeg", data=file.getvalue()))


def _stamp(msg: ImageMsg | Detections) -> tuple[int, int]:
    return msg.header.stamp.sec, msg.header.stamp.nanosec


def _keep[T: (ImageMsg, Detections)](waiting: dict[tuple[int, int], T], msg: T) -> None:
    waiting[_stamp(msg)] = msg
    while len(waiting) > KEPT:
        del waiting[next(iter(waiting))]
