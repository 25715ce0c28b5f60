"""A latched topic whose messages are made for those who listen: what nobody hears costs nothing to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rclpy.event_handler import PublisherEventCallbacks
from rclpy.node import Node

from pred_core.ros.qos import LATCHED


class WantedTopic:
    """Publishes what is made then and there; who comes later gets the latest, made when they come."""

    def __init__(self, node: Node, kind: type, topic: str) -> None:
        """Offer a topic of a kind of messages. The executor of the node is to have one thread."""
        came = PublisherEventCallbacks(matched=self._hear)
        self._publisher = node.create_publisher(kind, topic, LATCHED, event_callbacks=came)
        self._owed: Callable[[], Any] | None = None

    def publish(self, make: Callable[[], Any]) -> None:
        """Publish what ``make`` returns: now, or as soon as somebody listens, unless there is something newer then."""
        self._owed = make
        if self._publisher.get_subscription_count():
            self._pay()

    def _hear(self, _matched: object) -> None:
        if self._publisher.get_subscription_count():  # one has come, none has left
            self._pay()

    def _pay(self) -> None:
        make, self._owed = self._owed, None
        if make is not None:
            self._publisher.publish(make())
