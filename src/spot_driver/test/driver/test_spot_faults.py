"""Every fault of the emulated robot, at rest and walking: it stands, says why, and moves again only when told."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.outcome import Code, Outcome
from spot_driver.bridge.doing import ready
from spot_driver.driver.guard import stop
from spot_driver.driver.lease import Hold
from spot_driver.driver.limits import Limits
from spot_driver.driver.manipulator import HandSettings, Manipulator
from spot_driver.driver.walking import walk

WATCHDOG = 0.5
STANDS_WITHIN = 4.0
"""On an idle machine it is 0.5 s; here others may work as well."""
FOUND_WITHIN = 20.0
"""bosdyn-client by itself compares clocks once a minute."""
MOVES = 0.08
PITCH = float(np.deg2rad(25.0))

FAULTS = {
    "lease_taken": ("lease_returned", Code.UNAVAILABLE, "lease"),
    "estop_pressed": ("estop_released", Code.UNAVAILABLE, "e-stop"),
    "power_cut": ("power_restored", Code.UNAVAILABLE, "motors"),
    "battery_low": ("battery_ok", Code.UNAVAILABLE, ""),
    "fall": ("", Code.UNAVAILABLE, ""),
    "network_cut": ("network_back", Code.ROBOT_LOST, "answer"),
    "reboot": ("", Code.ROBOT_LOST, ""),
}
"""The fault, what ends it, and what whoever gives a goal is told."""


class Walk:
    """Turns on the spot, to and fro, in a thread until it ends."""

    def __init__(self, link):
        self.outcome: Outcome | None = None
        self.event = threading.Event()
        self._link = link
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        outcome = Outcome.success()
        while outcome and not self.event.is_set():
            here = self._link.latest.pose
            path = [Pose2D(here.x, here.y, wrap_angle(here.yaw + k * 0.7)) for k in (1, 2, 3)]
            outcome = walk(self._link, path, self.event, WATCHDOG)
        self.outcome = outcome

    def end(self) -> Outcome:
        self._thread.join(60.0)
        assert self.outcome is not None, "the walk did not end"
        return self.outcome


def moving(state) -> bool:
    return math.hypot(*state["velocity"]) > MOVES


def still(state) -> bool:
    return math.hypot(*state["velocity"]) < 0.01


def recovered(link) -> Outcome:
    """Do what the service `recover` does, until it works or the time is up."""
    hands = Manipulator(link, HandSettings(watchdog=WATCHDOG))
    deadline, outcome = time.monotonic() + 60.0, Outcome(Code.TIME_LIMIT, "")
    while not outcome and time.monotonic() < deadline:
        outcome = ready(link, hands, PITCH, threading.Event())
    return outcome


@pytest.mark.slow
@pytest.mark.parametrize("fault", list(FAULTS))
def test_a_fault_while_it_walks_stops_it_and_it_goes_on_only_when_told(
    emulator, ready_robot, fault, record_property
):
    link, _ = ready_robot
    ends, code, words = FAULTS[fault]
    way = Walk(link)
    emulator.until(moving)
    with emulator.failing(fault, ends):
        stood = emulator.until(still)
        record_property("stood_after_s", round(stood, 3))
        assert stood < STANDS_WITHIN
        outcome = way.end()
        assert outcome.code is code, outcome
        assert words in outcome.message
    assert emulator.stays(still, 1.0), "it moved on its own afterwards"
    assert recovered(link)
    assert walk(link, [link.latest.pose], threading.Event(), WATCHDOG)


@pytest.mark.slow
@pytest.mark.parametrize("fault", [f for f in FAULTS if f != "fall"])
def test_a_fault_at_rest_is_said_and_nothing_moves(emulator, ready_robot, fault):
    link, _ = ready_robot
    ends, code, _ = FAULTS[fault]
    with emulator.failing(fault, ends):
        deadline = time.monotonic() + 60.0
        while link.available():
            assert time.monotonic() < deadline, "the fault was not noticed"
            time.sleep(0.05)
        here = link.latest.pose
        outcome = walk(link, [here.ahead(0.3)], threading.Event(), WATCHDOG)
        # a robot that is up again, or goes on, says first that its motors are off
        assert outcome.code in (code, Code.ROBOT_LOST, Code.UNAVAILABLE) and still(emulator.state)
    assert recovered(link)


@pytest.mark.slow
def test_connections_that_are_reset_are_made_again_and_the_lease_stays(emulator, ready_robot):
    link, _ = ready_robot
    emulator.fault("connections_reset")
    deadline = time.monotonic() + 60.0
    while not (link.lease.ours and link.available()):
        assert time.monotonic() < deadline, link.available()
        time.sleep(0.05)
    assert walk(link, [link.latest.pose], threading.Event(), WATCHDOG)


@pytest.mark.slow
def test_lost_time_is_found_again_without_anybody(emulator, ready_robot):
    link, _ = ready_robot
    emulator.fault("time_sync_lost")
    here = link.latest.pose
    turned = [Pose2D(here.x, here.y, here.yaw + 0.5)]
    deadline, outcome = time.monotonic() + FOUND_WITHIN, Outcome(Code.TIME_LIMIT, "")
    while not outcome:
        assert time.monotonic() < deadline, outcome
        time.sleep(0.05)
        outcome = walk(link, turned, threading.Event(), WATCHDOG)


@pytest.mark.slow
def test_a_lease_taken_by_a_tablet_is_never_taken_back(emulator, ready_robot):
    link, _ = ready_robot
    with emulator.failing("lease_taken", "lease_returned"):
        deadline = time.monotonic() + 60.0
        while link.lease.ours:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert "tablet" in link.claim().message
        assert emulator.state["lease"]["client"] == "tablet"
    time.sleep(1.5)
    assert not link.lease.ours and emulator.state["lease"] is None
    assert link.claim() and link.available()


@pytest.mark.slow
def test_what_the_guard_stopped_goes_on_once_told_with_a_lease_that_nobody_else_had(emulator, ready_robot):
    link, _ = ready_robot
    assert stop(link.session.command, link.lease.guard_lease())
    outcome = walk(link, [link.latest.pose.ahead(0.3)], threading.Event(), WATCHDOG)
    assert outcome.code is Code.UNAVAILABLE and "guard" in outcome.message and link.lease.hold is Hold.SPENT
    assert recovered(link)
    assert walk(link, [link.latest.pose], threading.Event(), WATCHDOG)


@pytest.mark.slow
def test_a_cancel_stops_the_walk(emulator, ready_robot, record_property):
    link, _ = ready_robot
    way = Walk(link)
    emulator.until(moving)
    way.event.set()
    stood = emulator.until(still)
    record_property("stood_after_s", round(stood, 3))
    outcome = way.end()
    assert stood < STANDS_WITHIN and outcome.code is Code.CANCELED and "cancel" in outcome.message
    assert emulator.stays(still, 1.0), "it moved on its own afterwards"
    assert walk(link, [link.latest.pose], threading.Event(), WATCHDOG), "it needs no recovery"


@pytest.mark.slow
def test_an_arm_that_is_stuck_is_said(emulator, ready_robot):
    _, hands = ready_robot
    with emulator.failing("arm_stuck", "arm_free"):
        outcome = hands.look(0.0, threading.Event())
    assert outcome.code is Code.BLOCKED
    assert hands.look(PITCH, threading.Event())


@pytest.mark.slow
def test_the_robot_does_not_walk_into_a_keep_out_area(emulator, ready_robot):
    link, _ = ready_robot
    here = link.latest.pose
    there = here.ahead(1.2)
    limits = Limits(keep_out=((there.x - 0.1, there.y - 0.1, there.x + 0.1, there.y + 0.1),))
    link.settings, link.gate.limits = replace(link.settings, limits=limits), limits
    outcome = walk(link, [there], threading.Event(), WATCHDOG)
    assert outcome.code is Code.UNREACHABLE and "keep-out" in outcome.message
    assert link.latest.pose.distance_to(here) < 0.05
