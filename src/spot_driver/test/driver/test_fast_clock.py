"""A robot and a driver whose clocks go four times as fast as this machine's: what has an end ends by that clock."""

from __future__ import annotations

import math
import threading
import time

import pytest
from bosdyn.client.robot_command import ExpiredError, RobotCommandBuilder

from spot_driver.driver import clock
from spot_driver.driver.commands import Drive
from spot_driver.driver.walking import walk

SPEED = 4
WATCHDOG = 2.0
GOOD_FOR = 1.0
STOPS_WITHIN = 1.0
"""A robot brakes, and is asked, after its command's end, s of its clock."""


def test_the_drivers_time_goes_as_fast_as_it_is_told_and_bosdyns_with_it(speed):
    from bosdyn.util import now_sec

    begun, here, steady = clock.now(), time.monotonic(), clock.steady()
    assert not clock.wait(threading.Event(), 0.4)
    passed = time.monotonic() - here
    assert passed >= 0.4 / SPEED
    assert clock.now() - begun == pytest.approx(SPEED * passed, abs=0.1)
    assert clock.steady() - steady == pytest.approx(SPEED * passed, abs=0.1)
    assert now_sec() == pytest.approx(clock.now(), abs=0.1)
    assert clock.machine_time(clock.now()) == pytest.approx(time.time(), abs=0.1)


@pytest.mark.slow
def test_the_clocks_agree_for_long_and_what_is_late_is_expired(emulator, make_link):
    link = make_link()
    begun, here = emulator.state["time"], time.monotonic()
    time.sleep(2.0)
    passed = time.monotonic() - here
    assert emulator.state["time"] - begun == pytest.approx(SPEED * passed, abs=0.5)
    skew = link.session.time.clock_skew
    assert skew.seconds + 1e-9 * skew.nanos == pytest.approx(emulator.state["time"] - clock.now(), abs=0.5)
    assert link.claim()
    client, still = link.session.command, RobotCommandBuilder.synchro_velocity_command(0.0, 0.0, 0.0)
    assert link.power(threading.Event(), on=True)
    with pytest.raises(ExpiredError):
        client.robot_command(still, end_time_secs=clock.now() - 0.5, timesync_endpoint=link.session.time)


@pytest.mark.slow
def test_a_command_ends_by_the_robots_clock_and_a_walk_keeps_to_its_speed(emulator, ready_robot):
    link, _ = ready_robot
    begun = emulator.state
    assert link.send(Drive(0.0, 0.0, 0.6, GOOD_FOR))
    emulator.until(lambda s: abs(s["velocity"][2]) > 0.1)
    emulator.until(lambda s: math.hypot(*s["velocity"]) < 0.01)
    ended = emulator.state
    assert ended["time"] - begun["time"] < GOOD_FOR + STOPS_WITHIN + SPEED * 1.0
    assert abs(ended["pose"][2] - begun["pose"][2]) < 0.6 * (GOOD_FOR + STOPS_WITHIN)
    begun = emulator.state
    outcome = walk(link, [link.latest.pose.ahead(0.6)], threading.Event(), WATCHDOG)
    ended = emulator.state
    assert outcome, outcome
    way = math.dist(begun["pose"][:2], ended["pose"][:2])
    assert way > 0.4
    assert way / (ended["time"] - begun["time"]) < link.settings.limits.walk_speed
