"""The latest message of a topic, taken apart only when somebody looks at it.

An object memory is some hundred Python objects, and comes with every step, but is looked at only before a decision.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile
from rclpy.serialization import deserialize_message

Stamp = tuple[int, int]
"""Seconds and nanoseconds of a header."""


def stamp_of_raw(data: bytes) -> Stamp:
    """Return the stamp of a serialized message whose first member is a std_msgs/Header (CDR, OMG DDSI-RTPS 10.2)."""
    order = "<" if data[1] & 1 else ">"  # last bit of the representation identifier
    sec, nanosec = struct.unpack_from(f"{order}iI", data, 4)
    return sec, nanosec


class LazyMessage[M]:
    """Subscribes to messages that begin with a header. ``stamp`` is None before the first has come."""

    def __init__(
        self, node: Node, kind: type[M], topic: str, qos: QoSProfile, heard: Callable[[], None]
    ) -> None:
        """Subscribe; ``heard`` is called with every message."""
        self._kind: Any = kind
        self._heard = heard
        self._raw: bytes = b""
        self._message: M | None = None
        self.stamp: Stamp | None = None
        node.create_subscription(kind, topic, self._take, qos, raw=True)

    @property
    def message(self) -> M:
        """The latest message, the same object while no other has come; an empty one before the first."""
        if self._message is None:
            message: M = deserialize_message(self._raw, self._kind) if self._raw else self._kind()
            self._message = message
        return self._message

    @property
    def raw(self) -> bytes:
        """The latest message as it came, CDR; empty before the first."""
        return self._raw

    def _take(self, raw: bytes) -> None:
        self._raw, self._message, self.stamp = raw, None, stamp_of_raw(raw)
        self._heard()
