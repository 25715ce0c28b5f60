"""The robot's clock, and the steps it takes by it."""

from __future__ import annotations

import time

import pytest

from spot_emulator.command import given
from spot_emulator.machine import strides
from spot_emulator.robot.clock import RobotClock


@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_it_goes_as_fast_as_it_is_told(speed):
    clock = RobotClock(5.0, speed)
    begun, here = clock.seconds(), time.monotonic()
    assert begun == pytest.approx(time.time() + 5.0, abs=0.5)
    time.sleep(0.1)
    passed = time.monotonic() - here
    assert clock.seconds() - begun == pytest.approx(speed * passed, abs=0.1)


def test_a_faster_robot_takes_more_steps_and_no_longer_ones():
    assert strides(0.02, 1.0) == [0.02]
    assert strides(0.005, 4.0) == pytest.approx([0.005] * 4)
    assert sum(strides(0.005, 2.5)) == pytest.approx(0.0125)
    assert strides(9.0, 1.0) == [0.1] and strides(9.0, 4.0) == [0.1] * 4, "a stall is not made up for"


@pytest.mark.parametrize("speed", ["0.5", "9", "fast"])
def test_a_speed_that_is_none_is_refused(speed, capsys):
    with pytest.raises(SystemExit):
        given(["--speed", speed])
    assert speed in capsys.readouterr().err
