"""Modes, inputs and outputs under the manufacturer's driver's names, with its types where they are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from ur5_description.rtde_numbers import RobotMode, SafetyMode
from ur5_driver.bridge.modes import Modes
from ur5_driver.driver.receive import Signals, Snapshot


class Told(SimpleNamespace):
    """A message of any type: what it was made with."""


TYPES = {
    "ur_dashboard_msgs.msg": SimpleNamespace(RobotMode=Told, SafetyMode=Told),
    "ur_msgs.msg": SimpleNamespace(IOStates=Told, Digital=Told, Analog=Told),
}


class FakeNode:
    def __init__(self) -> None:
        self.published: dict[str, list[Any]] = {}

    def create_publisher(self, _kind: Any, topic: str, _qos: Any) -> Any:
        return SimpleNamespace(publish=self.published.setdefault(topic, []).append)


def seen(robot: int = RobotMode.RUNNING, safety: int = SafetyMode.NORMAL, signals: Signals | None = None) -> Snapshot:
    zero = np.zeros(6)
    return Snapshot(0.0, 0.0, zero, zero, zero, zero, robot, 1, safety, 1, 1.0, signals=signals)


def test_modes_are_told_when_they_change() -> None:
    node = FakeNode()
    modes = Modes(node, TYPES.get)
    for snapshot in (seen(), seen(), seen(safety=SafetyMode.SAFEGUARD_STOP), seen(RobotMode.POWER_OFF)):
        modes.measured(snapshot)
    told = {name: [message.mode for message in said] for name, said in node.published.items()}
    assert told["io_and_status_controller/robot_mode"] == [RobotMode.RUNNING, RobotMode.POWER_OFF]
    assert told["io_and_status_controller/safety_mode"] == [
        SafetyMode.NORMAL, SafetyMode.SAFEGUARD_STOP, SafetyMode.NORMAL,
    ]  # fmt: skip


def test_inputs_and_outputs_are_told_ten_times_a_second() -> None:
    node = FakeNode()
    modes = Modes(node, TYPES.get)
    for _ in range(125):
        modes.measured(seen(signals=Signals(0b101, 1 << 17, (1.5, 0.0), (0.0, 10.0))))
    said = node.published["io_and_status_controller/io_states"]
    assert 10 <= len(said) <= 12
    assert [pin.pin for pin in said[0].digital_in_states if pin.state] == [0, 2]
    assert [pin.pin for pin in said[0].digital_out_states if pin.state] == [17]
    assert [(one.pin, one.state) for one in said[0].analog_in_states] == [(0, 1.5), (1, 0.0)]
    assert said[0].analog_out_states[1].state == 10.0


def test_without_the_types_there_is_nothing_to_tell() -> None:
    node = FakeNode()
    Modes(node, lambda _: None).measured(seen(signals=Signals(0, 0, (0.0, 0.0), (0.0, 0.0))))
    assert node.published == {}
