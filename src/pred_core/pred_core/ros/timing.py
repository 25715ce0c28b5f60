"""How long things take, on the topic ``diagnostics``: for people who tune, and for the benchmark's profile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.node import Node

KEY = "ms"


class Timings:
    """Publishes the wall time of named pieces of work."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._publisher = node.create_publisher(DiagnosticArray, "diagnostics", 10)

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Measure the block and publish a status of that name with the value ``ms``, if anybody listens."""
        started = time.perf_counter()
        yield
        spent = 1000.0 * (time.perf_counter() - started)
        if not self._publisher.get_subscription_count():
            return
        status = DiagnosticStatus(name=name, level=DiagnosticStatus.OK, hardware_id=self._node.get_name())
        status.values = [KeyValue(key=KEY, value=f"{spent:.3f}")]
        message = DiagnosticArray(status=[status])
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._publisher.publish(message)
