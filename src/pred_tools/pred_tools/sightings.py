"""How each object looked when it was last seen: what a card shows of something the camera has turned away from."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from rclpy.node import Node
from sensor_msgs.msg import Image as ImageMsg

from pred_core.ros.conversions import image_from_msg, seconds
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import Detections, ObjectMemory
from pred_tools.cards import Evidence

KEPT = 10
"""Observations that wait for their last part; their topics come in any order."""


@dataclass
class Parts:
    """One observation as far as it has arrived."""

    picture: ImageMsg | None = None
    detections: Detections | None = None
    memory: ObjectMemory | None = None


@dataclass(frozen=True)
class Sight:
    """One object in one picture; decoded only when it is shown."""

    step: int
    picture: ImageMsg
    labels: ImageMsg
    label: int

    def evidence(self, caption: str) -> Evidence:
        """Return the picture with the object's mask."""
        mask = np.asarray(image_from_msg(self.labels)) == self.label
        return Evidence(np.asarray(image_from_msg(self.picture), np.uint8), mask, caption)


@dataclass
class Sightings:
    """The last sight of each remembered object."""

    node: Node
    _waiting: dict[float, Parts] = field(default_factory=dict)
    _last: dict[str, Sight] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start to listen."""
        self.node.create_subscription(ImageMsg, "camera/color/image_raw", self._on_picture, OBSERVATION)
        self.node.create_subscription(Detections, "detections", self._on_detections, OBSERVATION)
        self.node.create_subscription(ObjectMemory, "object_memory", self._on_memory, OBSERVATION)

    def last(self, object_id: str) -> Sight | None:
        """Return the last sight of an object."""
        return self._last.get(object_id)

    def _on_picture(self, msg: ImageMsg) -> None:
        self._parts(msg).picture = msg
        self._put_together(msg)

    def _on_detections(self, msg: Detections) -> None:
        self._parts(msg).detections = msg
        self._put_together(msg)

    def _on_memory(self, msg: ObjectMemory) -> None:
        self._parts(msg).memory = msg
        self._put_together(msg)

    def _parts(self, msg: ImageMsg | Detections | ObjectMemory) -> Parts:
        parts = self._waiting.setdefault(seconds(msg.header.stamp), Parts())
        for old in sorted(self._waiting)[:-KEPT]:
            del self._waiting[old]
        return parts

    def _put_together(self, msg: ImageMsg | Detections | ObjectMemory) -> None:
        stamp = seconds(msg.header.stamp)
        parts = self._waiting.get(stamp, Parts())
        if parts.picture is None or parts.detections is None or parts.memory is None:
            return
        del self._waiting[stamp]
        labels = {d.id: int(d.label) for d in parts.detections.detections}
        for state in parts.memory.objects:
            if state.visible and state.detection_id in labels:
                self._last[state.id] = Sight(
                    parts.memory.step, parts.picture, parts.detections.labels, labels[state.detection_id]
                )
        known = {state.id for state in parts.memory.objects}
        for name in self._last.keys() - known:  # forgotten, or of a world that was left
            del self._last[name]
