"""Outputs and speed slider: which is meant by a number, what is refused, and a connection that breaks."""

from __future__ import annotations

from typing import Any

import pytest

from pred_core.outcome import Code
from ur5_driver.driver.outputs import Outputs


class FakeIo:
    """Keeps what it is told; one that is broken takes nothing, or raises."""

    def __init__(self, told: list[tuple[Any, ...]], broken: bool | Exception = False) -> None:
        self.told = told
        self.broken = broken
        self.closed = False

    def __getattr__(self, name: str) -> Any:
        def call(*values: Any) -> bool:
            if isinstance(self.broken, Exception):
                raise self.broken
            if not self.broken:
                self.told.append((name, *values))
            return not self.broken

        return call

    def disconnect(self) -> None:
        self.closed = True


def test_numbers_are_those_of_the_official_driver() -> None:
    told: list[tuple[Any, ...]] = []
    outputs = Outputs(lambda: FakeIo(told))
    assert outputs.digital(7, on=True) and outputs.digital(8, on=False) and outputs.digital(17, on=True)
    assert outputs.analogue(1, 0.25) and outputs.slider(0.4)
    assert told == [
        ("setStandardDigitalOut", 7, True),
        ("setConfigurableDigitalOut", 0, False),
        ("setToolDigitalOut", 1, True),
        ("setAnalogOutputVoltage", 1, 0.25),
        ("setSpeedSlider", 0.4),
    ]


def test_what_is_none_is_refused_before_anything_is_opened() -> None:
    def never() -> Any:
        raise AssertionError("opened")

    outputs = Outputs(never)
    for outcome in (
        outputs.digital(18, on=True),
        outputs.digital(-1, on=True),
        outputs.analogue(2, 0.5),
        outputs.analogue(0, 1.5),
        outputs.slider(0.0),
        outputs.slider(float("nan")),
    ):
        assert outcome.code is Code.BAD_INPUT


@pytest.mark.parametrize("broken", [True, RuntimeError("gone")])
def test_a_connection_that_broke_is_opened_once_more(broken: bool | Exception) -> None:
    told: list[tuple[Any, ...]] = []
    made = [FakeIo(told, broken), FakeIo(told)]
    left = list(made)
    outputs = Outputs(lambda: left.pop(0))
    assert outputs.digital(0, on=True) and made[0].closed and told == [("setStandardDigitalOut", 0, True)]
    outputs.close()
    assert made[1].closed


def test_a_controller_that_takes_nothing_is_told() -> None:
    outcome = Outputs(lambda: FakeIo([], RuntimeError("registers in use"))).slider(0.5)
    assert outcome.code is Code.UNAVAILABLE and "registers in use" in outcome.message
