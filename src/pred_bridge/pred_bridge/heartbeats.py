"""Heartbeats of clients, taken when somebody looks for them.

An executor with many threads builds its wait set anew, out of everything that a node has, for each message: with twenty
heartbeats a second that was a third of what an arm's bridge did.
"""

from __future__ import annotations

import time
from typing import Any

from rclpy.callback_groups import CallbackGroup
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from std_msgs.msg import Empty

TOPIC = "heartbeat"
KEPT = 10
"""Depth of the queue of heartbeats."""


class Heartbeats:
    """The subscription, which no executor waits for."""

    def __init__(self, node: Node) -> None:
        self._subscription = node.create_subscription(
            Empty,
            TOPIC,
            lambda _: None,
            KEPT,
            callback_group=_NeverDue(),
            event_callbacks=SubscriptionEventCallbacks(use_default_callbacks=False),
        )

    def ago(self) -> float | None:
        """Return how long ago the latest came of those that nobody has taken yet, s; None where none has come."""
        latest, handle = None, self._subscription.handle
        with handle:
            while (taken := handle.take_message(Empty, True)) is not None:  # as bytes, of which it has none
                latest = taken
        return None if latest is None else max(0.0, time.time() - latest[1]["received_timestamp"] * 1e-9)


class _NeverDue(CallbackGroup):
    """Keeps what is in it from every executor."""

    def can_execute(self, _entity: Any) -> bool:
        return False

    def beginning_execution(self, _entity: Any) -> bool:
        return False

    def ending_execution(self, _entity: Any) -> None:
        pass
