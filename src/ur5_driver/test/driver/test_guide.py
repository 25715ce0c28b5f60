"""The gate while a person guides the arm: nothing else is sent, and a stop ends it."""

from __future__ import annotations

from typing import Any

from pred_core.outcome import Code
from ur5_driver.driver.commands import EndServo, Guide, Payload, Servo, Stop, ZeroForce
from ur5_driver.driver.gate import Gate
from ur5_driver.driver.limits import Limits

HOME = (3.141593, -1.570796, 1.570796, -1.570796, -1.570796, 0.0)


class FakeWire:
    def __init__(self) -> None:
        self.sent: list[str] = []

    def __getattr__(self, name: str) -> Any:
        def call(*_: Any) -> bool:
            self.sent.append(name)
            return True

        return call


def test_a_guided_arm_is_told_nothing_until_it_is_held_again() -> None:
    wire = FakeWire()
    gate = Gate(Limits(), wire)
    gate.measured(HOME)
    assert gate.send(Guide()) and wire.sent == ["freedriveMode"]
    for command in (Servo(HOME, HOME, 0.008), Payload(1.0, (0.0, 0.0, 0.05)), ZeroForce(), Guide()):
        refused = gate.send(command)
        assert refused.code is Code.BAD_INPUT and "guides the arm" in refused.message
    assert gate.send(Stop(4.0)) and wire.sent == ["freedriveMode", "endFreedriveMode"]
    assert gate.send(ZeroForce()) and gate.send(Stop(4.0))
    assert wire.sent[2:] == ["zeroFtSensor", "stopJ"]


def test_an_arm_that_follows_a_trajectory_is_not_let_go() -> None:
    wire = FakeWire()
    gate = Gate(Limits(), wire)
    gate.measured(HOME)
    assert gate.send(Servo(HOME, HOME, 0.008))
    assert gate.send(Guide()).code is Code.BAD_INPUT
    assert gate.send(EndServo(4.0)) and gate.send(Guide())
    assert wire.sent == ["servoJ", "servoStop", "freedriveMode"]
