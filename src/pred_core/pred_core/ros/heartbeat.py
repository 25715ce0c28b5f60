"""A client's sign of life: while it says that it has a robot doing something, robots that listen know it is there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rclpy.node import Node
from rclpy.publisher import Publisher
from std_msgs.msg import Empty

PERIOD = 0.05
"""Seconds between two beats: ten of them fit into the half second after which an arm stops."""


class Heartbeat:
    """Publishes std_msgs/Empty on ``heartbeat`` from a thread of its own, so that nothing a node computes delays it."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._publisher: Publisher = node.create_publisher(Empty, "heartbeat", 1)

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Beat as long as the block runs; the thread has ended when the block has."""
        ended = threading.Event()
        thread = threading.Thread(target=self._beat, args=(ended,), name="heartbeat", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _beat(self, ended: threading.Event) -> None:
        while self._node.context.ok():
            try:
                self._publisher.publish(Empty())
            except Exception:
                if self._node.context.ok():
                    raise
                return  # the context ended between the question and the beat
            if ended.wait(PERIOD):
                return
