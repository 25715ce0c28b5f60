"""The tool's connector under the manufacturer's name: only where its type is installed, and somebody listens."""

from __future__ import annotations

import struct
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from ur5_driver.bridge.tool_data import ToolData
from ur5_driver.driver.polyscope import PrimaryError

BODY = struct.pack(">BBddfBffB", 1, 0, 2.5, 0.012, 48.0, 24, 0.25, 31.5, 253)


class Bench:
    """A node with one topic, and a controller that sends a state each time somebody wants more."""

    def __init__(self, *, installed: bool = True, listeners: int = 1, speaks: bool = True) -> None:
        self.published: list[Any] = []
        self.topics: list[str] = []
        self.listeners, self.speaks, self.states = listeners, speaks, 0
        messages = SimpleNamespace(ToolDataMsg=SimpleNamespace)
        node = SimpleNamespace(create_publisher=self.create)
        self.tool = ToolData(node, "arm", lambda _: messages if installed else None, self.listen)

    def create(self, _kind: Any, topic: str, _qos: Any) -> Any:
        self.topics.append(topic)
        return SimpleNamespace(publish=self.publish, get_subscription_count=lambda: self.listeners)

    def publish(self, message: Any) -> None:
        self.published.append(message)
        if len(self.published) == 3:
            self.listeners = 0

    def listen(self, host: str, take: Callable[[int, bytes], None], more: Callable[[], bool]) -> None:
        assert host == "arm"
        if not self.speaks:
            raise PrimaryError("port 30011: timed out")
        while more():
            self.states += 1
            take(1, b"joints")
            take(2, BODY)


def test_what_the_controller_tells_is_published_while_somebody_listens() -> None:
    bench = Bench()
    assert bench.topics == ["io_and_status_controller/tool_data"]
    assert bench.tool.publish() and bench.states == len(bench.published) == 3
    message = bench.published[0]
    assert (message.analog_input_range2, message.analog_input_range3) == (1, 0)
    assert (message.analog_input2, message.analog_input3) == (2.5, 0.012)
    assert (message.tool_output_voltage, message.tool_mode) == (24, 253)
    assert (message.tool_current, message.tool_temperature) == pytest.approx((0.25, 31.5))


def test_a_silent_controller_is_no_failure() -> None:
    bench = Bench(speaks=False)
    assert not bench.tool.publish() and bench.published == []


def test_nothing_is_listened_to_for_nobody_or_after_the_end() -> None:
    bench = Bench(listeners=0)
    assert bench.tool.publish() and bench.states == 0
    bench = Bench()
    bench.tool.close()
    assert bench.tool.publish() and bench.states == 0


def test_without_the_manufacturers_types_there_is_no_topic() -> None:
    bench = Bench(installed=False)
    bench.tool.start()
    bench.tool.close()
    assert bench.topics == [] and bench.states == 0
