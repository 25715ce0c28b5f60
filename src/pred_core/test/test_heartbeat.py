"""Heartbeats come while something is being done, and end with it or with ROS."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")

from std_msgs.msg import Empty  # noqa: E402

from pred_core.ros.heartbeat import PERIOD, Heartbeat  # noqa: E402
from pred_core.ros.spinning import make_executor  # noqa: E402

PATIENCE = 20.0


@pytest.fixture
def node() -> Iterator[Any]:
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=50)
    yield rclpy.create_node("heartbeat_test", context=context)
    rclpy.try_shutdown(context=context)


def threads() -> int:
    return sum(thread.name == "heartbeat" for thread in threading.enumerate())


def test_beats_come_while_the_block_runs_and_no_thread_is_left(node: Any) -> None:
    executor, heard = make_executor(node.context), list[float]()
    executor.add_node(node)
    node.create_subscription(Empty, "heartbeat", lambda _: heard.append(time.monotonic()), 1)
    heart = Heartbeat(node)
    executor.spin_once(timeout_sec=2 * PERIOD)
    assert heard == []
    with heart.beating():
        deadline = time.monotonic() + PATIENCE
        while len(heard) < 5 and time.monotonic() < deadline:
            executor.spin_once(timeout_sec=PERIOD)
        assert threads() == 1
    assert len(heard) >= 5
    assert threads() == 0
    executor.shutdown()


def test_a_block_that_fails_ends_the_beats(node: Any) -> None:
    with pytest.raises(ValueError, match="no"), Heartbeat(node).beating():
        raise ValueError("no")
    assert threads() == 0


def test_the_end_of_ros_ends_the_thread(node: Any) -> None:
    with Heartbeat(node).beating():
        rclpy.try_shutdown(context=node.context)
        deadline = time.monotonic() + PATIENCE
        while threads() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert threads() == 0
