"""A topic's latest message: its stamp is known at once, its content when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")

from builtin_interfaces.msg import Time  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from rclpy.serialization import serialize_message  # noqa: E402
from std_msgs.msg import Header  # noqa: E402

from pred_core.ros.lazy_message import LazyMessage, stamp_of_raw  # noqa: E402
from pred_core.ros.qos import OBSERVATION  # noqa: E402
from pred_core.ros.spinning import make_executor  # noqa: E402
from pred_msgs.msg import ObjectMemory  # noqa: E402


@settings(deadline=None)  # the first message loads its type support
@given(st.integers(0, 2**31 - 1), st.integers(0, 999_999_999))
def test_stamp_is_read_without_taking_the_message_apart(sec: int, nanosec: int) -> None:
    message = ObjectMemory(header=Header(stamp=Time(sec=sec, nanosec=nanosec), frame_id="map"), step=3)
    assert stamp_of_raw(serialize_message(message)) == (sec, nanosec)


@pytest.fixture
def context() -> Iterator[Any]:
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=52)
    yield context
    rclpy.try_shutdown(context=context)


def test_latest_is_the_last_message_and_the_same_object_until_another_comes(context: Any) -> None:
    node = rclpy.create_node("latest_test", context=context)
    executor = make_executor(context)
    executor.add_node(node)
    heard: list[int] = []
    latest = LazyMessage(node, ObjectMemory, "object_memory", OBSERVATION, lambda: heard.append(1))
    assert latest.stamp is None
    assert latest.message == ObjectMemory()
    publisher = node.create_publisher(ObjectMemory, "object_memory", OBSERVATION)
    for step in (1, 2):
        stamp = Time(sec=step, nanosec=5)
        publisher.publish(ObjectMemory(header=Header(stamp=stamp), step=step, held_id=f"Mug_{step}"))
        for _ in range(200):
            if len(heard) == step:
                break
            executor.spin_once(timeout_sec=0.05)
        assert latest.stamp == (step, 5)
        assert (latest.message.step, latest.message.held_id) == (step, f"Mug_{step}")
        assert latest.message is latest.message
    executor.shutdown()
