"""The wrist camera's frames: parts with one stamp put together, and the wait for one that is new enough."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from rclpy.qos import QoSProfile
from sensor_msgs.msg import CameraInfo, Image

from pred_core.ros.conversions import seconds
from pred_msgs.msg import Detections

KEPT = 8
LIVE = QoSProfile(depth=2)
"""Reliable and volatile: pictures from before the question are of no use."""
SAME = 0.02


@dataclass
class CameraFrame:
    """The messages of one moment; ``truth`` only from an emulated table."""

    stamp: float
    parts: dict[str, Any] = field(default_factory=dict)


class WristCamera:
    """Listens to the camera while a picture is wanted: nobody renders or copies pictures that nobody looks at."""

    def __init__(self, node: Node, *, ground_truth: bool, group: Any) -> None:
        """Prepare; ``ground_truth``: frames must hold the emulated table's instances as well."""
        self._node = node
        self._group = group
        self._topics: dict[str, tuple[Any, str]] = {
            "colour": (Image, "wrist_camera/color/image_raw"),
            "depth": (Image, "wrist_camera/depth/image_raw"),
            "info": (CameraInfo, "wrist_camera/color/camera_info"),
        }
        if ground_truth:
            self._topics["truth"] = (Detections, "wrist_camera/ground_truth")
        self._frames: list[CameraFrame] = []
        self._changed = threading.Condition()
        self._waiting = threading.Lock()

    def wait(self, after: float, timeout: float) -> CameraFrame | None:
        """Wait for the first whole frame with a stamp later than a time (s); None when none comes in time."""
        with self._waiting:
            return self._wait(after, timeout)

    def glance(self, after: float, timeout: float) -> bool:
        """Return whether such a frame comes in time; at once that it does not where somebody waits for one already.

        Whoever asks again and again would else have every thread wait here, and none would be left to take a picture.
        """
        if not self._waiting.acquire(blocking=False):
            return False
        try:
            return self._wait(after, timeout) is not None
        finally:
            self._waiting.release()

    def _wait(self, after: float, timeout: float) -> CameraFrame | None:
        self._frames = []
        subscriptions = [
            self._node.create_subscription(
                kind,
                topic,
                partial(self._take, part),
                LIVE,
                callback_group=self._group,
                # rclpy's executor breaks down when an event handler is destroyed while it builds its wait set
                event_callbacks=SubscriptionEventCallbacks(use_default_callbacks=False),
            )
            for part, (kind, topic) in self._topics.items()
        ]
        try:
            with self._changed:
                self._changed.wait_for(lambda: self._whole(after) is not None, timeout)
                return self._whole(after)
        finally:
            for subscription in subscriptions:
                self._node.destroy_subscription(subscription)

    def why(self) -> str:
        """Return why the last wait brought nothing, and what a user can do about it."""
        come = {part for frame in self._frames for part in frame.parts}
        silent = [topic for part, (_, topic) in self._topics.items() if part not in come]
        if silent:
            return f"Nothing came on {', '.join(silent)}: does the camera's driver run, and publish there?"
        if any(self._topics.keys() <= frame.parts.keys() for frame in self._frames):
            return "What came is stamped before it was asked for: do the clocks of both computers agree?"
        return "Colour, depth and camera_info come with different stamps: let the camera's driver synchronise them."

    def _take(self, part: str, message: Any) -> None:
        stamp = seconds(message.header.stamp)
        with self._changed:
            frame = next((f for f in self._frames if abs(f.stamp - stamp) < SAME), None)
            if frame is None:
                frame = CameraFrame(stamp)
                self._frames = sorted([*self._frames, frame], key=lambda f: f.stamp)[-KEPT:]
            frame.parts[part] = message
            self._changed.notify_all()

    def _whole(self, after: float) -> CameraFrame | None:
        return next(
            (f for f in self._frames if f.stamp > after and self._topics.keys() <= f.parts.keys()), None
        )
