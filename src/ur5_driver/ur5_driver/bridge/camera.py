"""The wrist camera's frames: parts with one stamp put together, and the wait for one that is new enough."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from rclpy.node import Node
from sensor_msgs.msg import CameraInfo, Image

from pred_core.ros.conversions import seconds
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import Detections

KEPT = 8
SAME = 0.02


@dataclass
class Frame:
    """The messages of one moment; ``truth`` only from an emulated table."""

    stamp: float
    parts: dict[str, Any] = field(default_factory=dict)


class WristCamera:
    """Keeps the latest frames. Pictures and depth of real cameras need not agree to the nanosecond."""

    def __init__(self, node: Node, *, ground_truth: bool, group: Any) -> None:
        """Subscribe to wrist_camera/*."""
        topics: dict[str, tuple[Any, str]] = {
            "colour": (Image, "wrist_camera/color/image_raw"),
            "depth": (Image, "wrist_camera/depth/image_raw"),
            "info": (CameraInfo, "wrist_camera/color/camera_info"),
        }
        if ground_truth:
            topics["truth"] = (Detections, "wrist_camera/ground_truth")
        self._frames: list[Frame] = []
        self._changed = threading.Condition()
        self._truth_seen = False
        for part, (kind, topic) in topics.items():
            node.create_subscription(kind, topic, self._taker(part), OBSERVATION, callback_group=group)

    def _taker(self, part: str) -> Any:
        return lambda message: self._take(part, message)

    def _take(self, part: str, message: Any) -> None:
        stamp = seconds(message.header.stamp)
        with self._changed:
            frame = next((f for f in self._frames if abs(f.stamp - stamp) < SAME), None)
            if frame is None:
                frame = Frame(stamp)
                self._frames = sorted([*self._frames, frame], key=lambda f: f.stamp)[-KEPT:]
            frame.parts[part] = message
            self._truth_seen = self._truth_seen or part == "truth"
            self._changed.notify_all()

    def newest(self, after: float) -> Frame | None:
        """Return the newest whole frame with a stamp later than a time (s); None when there is none."""
        needed = {"colour", "depth", "info"} | ({"truth"} if self._truth_seen else set())
        whole = [f for f in self._frames if f.stamp > after and needed <= f.parts.keys()]
        return whole[-1] if whole else None

    def wait(self, after: float, timeout: float) -> Frame | None:
        """Wait for a whole frame with a stamp later than a time; None when none comes in time."""
        with self._changed:
            self._changed.wait_for(lambda: self.newest(after) is not None, timeout)
            return self.newest(after)
