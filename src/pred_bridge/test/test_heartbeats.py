"""Heartbeats are taken by who looks for them, and by no executor."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")

from rclpy.context import Context  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.node import Node  # noqa: E402
from std_msgs.msg import Empty  # noqa: E402

from pred_bridge.heartbeats import TOPIC, Heartbeats  # noqa: E402

PATIENCE = 20.0
DOMAIN = 62


@pytest.fixture
def node() -> Iterator[Node]:
    context = Context()
    rclpy.init(context=context, domain_id=DOMAIN)
    made = Node("heart", context=context)
    yield made
    made.destroy_node()
    rclpy.shutdown(context=context)


def test_only_what_came_since_is_told_and_no_executor_wakes_for_it(node: Node) -> None:
    heartbeats = Heartbeats(node)
    assert heartbeats.ago() is None
    publisher = node.create_publisher(Empty, TOPIC, 1)
    executor = SingleThreadedExecutor(context=node.context)
    executor.add_node(node)
    begun, ago = time.time(), None
    while ago is None and time.time() < begun + PATIENCE:
        publisher.publish(Empty())
        executor.spin_once(timeout_sec=0.05)  # it would take the heartbeat
        ago = heartbeats.ago()
    assert ago is not None and ago <= time.time() - begun
    assert heartbeats.ago() is None
    executor.shutdown()
