"""The fault matrix: every fault of the emulated controller, at rest and while the arm moves, through the real ur_rtde.

Each time: the arm stands within half a second, the motion ends with a typed outcome, nothing moves when the
fault is gone, and the arm is under control again only after somebody asked for it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from pred_core.outcome import Code
from ur5_driver.driver import recovery
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import WATCHDOG, LinkSettings
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import (
    ALL_CLEAR,
    CASES,
    Case,
    UnderWay,
    clear,
    ended_program,
    joints,
    recovered,
    speed,
    stands_after,
    stands_within,
    stays,
    turn,
)
from ur5_emulator.trials.rehearsal import LIMITS, Controller, eventually, linked

HOST, PORT = "127.0.0.42", 30142
ATTEMPTS = 3
"""How often a motion is tried that ends without fault, where control is lost because the machine has no time for it."""


@pytest.fixture(scope="module")
def arm() -> Iterator[tuple[Controller, ArmLink]]:
    options = ("--no-gripper", "--unlock-after", "1.0")
    with linked(HOST, PORT, *options, gripper=False, watchdog=WATCHDOG) as made:
        yield made


@pytest.fixture
def rig(arm: tuple[Controller, ArmLink]) -> tuple[Controller, ArmLink]:
    """Give the arm under control: what the test before broke must not break this one."""
    controller, link = arm
    if link.state is not State.READY:
        clear(controller, *ALL_CLEAR)
        assert recovery.recover(link), link.problem
    return arm


def back(rig: tuple[Controller, ArmLink], case: Case) -> None:
    """Clear a fault, see that nothing moves or starts, and recover."""
    controller, link = rig
    if case.fault == "safeguard_stop":  # what is only paused would go on when the safeguard clears
        assert ended_program(controller)
    clear(controller, *case.clear)
    if not case.seen:  # what was frozen goes on where it was, and brakes
        assert eventually(lambda: stays(controller, 0.1))
    assert stays(controller)
    assert link.state is not State.READY
    before = joints(controller)
    outcome = recovered(link)
    assert outcome, outcome
    assert link.state is State.READY
    assert np.abs(joints(controller) - before).max() < 0.01


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.fault)
def test_a_fault_while_the_arm_moves(rig: tuple[Controller, ArmLink], case: Case) -> None:
    controller, link = rig
    motion = UnderWay(link, turn)
    assert eventually(lambda: speed(controller) > 0.3)
    controller.fault(case.fault)
    if case.seen:
        assert stands_after(controller) < stands_within()
    outcome = motion.join()
    assert outcome.code in (Code.ROBOT_LOST, Code.UNAVAILABLE, Code.EXECUTION_FAILURE)
    assert len(outcome.message) > 20
    assert eventually(lambda: link.state is case.state or link.state is State.IDLE, 4.0), link.state
    back(rig, case)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.fault)
def test_a_fault_at_rest(rig: tuple[Controller, ArmLink], case: Case) -> None:
    controller, link = rig
    controller.fault(case.fault)
    if case.fault in ("local_mode", "drop_sockets"):
        assert eventually(lambda: link.state is not State.READY, 5.0), link.state
    else:
        assert eventually(lambda: link.state is case.state, 5.0), link.state
    refused = link.available()
    assert not refused
    assert len(refused.message) > 20
    back(rig, case)


@pytest.mark.parametrize("signum", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hangs"])
def test_a_worker_that_is_no_more_stops_the_arm(
    rig: tuple[Controller, ArmLink], signum: signal.Signals
) -> None:
    controller, link = rig
    motion = UnderWay(link, turn)
    assert eventually(lambda: speed(controller) > 0.3)
    assert link.worker_pid is not None
    os.kill(link.worker_pid, signum)
    assert stands_after(controller) < stands_within()
    assert motion.join().code is Code.ROBOT_LOST
    back(rig, Case(signum.name, State.IDLE))


def test_a_cancel_stops_the_arm_and_leaves_it_ready(rig: tuple[Controller, ArmLink]) -> None:
    controller, link = rig
    for _ in range(ATTEMPTS):
        motion = UnderWay(link, turn)
        assert eventually(lambda: speed(controller) > 0.3)
        motion.cancel.set()
        assert stands_after(controller) < stands_within()
        outcome = motion.join()
        if link.state is State.READY:
            break
        assert recovery.recover(link)
    assert outcome.code is Code.CANCELED
    assert link.state is State.READY
    assert link.stop_times is not None and link.stop_times.sent < 0.1


def test_a_motion_reaches_its_goal(rig: tuple[Controller, ArmLink]) -> None:
    controller, link = rig
    for _ in range(ATTEMPTS):
        before = joints(controller)
        outcome = UnderWay(link, turn).join()
        if outcome.code is not Code.ROBOT_LOST:
            break
        assert recovery.recover(link)
    assert outcome
    assert np.abs(joints(controller) - before) == pytest.approx([0.9, 0, 0, 0, 0, 0], abs=0.01)


@pytest.mark.parametrize("fault", ["register_conflict", "reduced_mode"])
def test_what_does_not_take_the_arm_away_does_not_disturb_a_motion(
    rig: tuple[Controller, ArmLink], fault: str
) -> None:
    """Whoever wants registers later does not get them: the driver has them until its connection ends."""
    controller, link = rig
    for _ in range(ATTEMPTS):
        motion = UnderWay(link, turn)
        assert eventually(lambda: speed(controller) > 0.3)
        controller.fault(fault)
        outcome = motion.join()
        if outcome.code is not Code.ROBOT_LOST:
            break
        clear(controller, "clear_conflict")
        assert recovery.recover(link)
    clear(controller, "normal_mode")
    assert outcome
    assert link.state is State.READY
    if (
        fault == "register_conflict"
    ):  # once control is lost they are somebody else's, and that is what is said
        controller.fault("protective_stop")
        assert eventually(lambda: link.state is State.PSTOP)
        refused = recovery.recover(link)
        assert "upper_registers" in refused.message, refused
        assert stays(controller)
        clear(controller, "clear_conflict")
        assert recovered(link)


def test_recovering_what_is_well_changes_nothing(rig: tuple[Controller, ArmLink]) -> None:
    _, link = rig
    assert recovery.recover(link).code is Code.ALREADY_SO
    assert link.state is State.READY


_DRIVER = """
import sys, threading, numpy as np
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.states import State
from ur5_emulator.trials.rehearsal import LIMITS, eventually
link = ArmLink(LinkSettings(sys.argv[1], LIMITS, gripper=False))
link.start()
assert eventually(lambda: link.state is State.READY), link.problem
q = link.snapshot.q
goal = q + np.array([0.9 if q[0] < 3.14 else -0.9, 0, 0, 0, 0, 0])
print("ready", flush=True)
link.move(LIMITS.joints(joints_of(q), joints_of(goal), 0.6, 1.0), threading.Event())
"""


@contextmanager
def driver_in_motion(host: str, port: int) -> Iterator[tuple[Controller, subprocess.Popen[str]]]:
    """Give a controller and a driver in a process of its own whose arm moves."""
    controller = Controller(host, port, "--no-gripper")
    driver = subprocess.Popen([sys.executable, "-c", _DRIVER, host], stdout=subprocess.PIPE, text=True)
    try:
        assert driver.stdout is not None
        assert driver.stdout.readline().strip() == "ready"
        assert eventually(lambda: speed(controller) > 0.3)
        yield controller, driver
    finally:
        driver.kill()
        controller.close()


def test_a_killed_driver_stops_the_arm_and_a_new_one_moves_nothing() -> None:
    with driver_in_motion("127.0.0.43", 30143) as (controller, driver):
        driver.kill()
        assert stands_after(controller) < stands_within()
        before = joints(controller)
        link = ArmLink(LinkSettings(controller.host, LIMITS, gripper=False))
        link.start()
        try:
            assert eventually(lambda: link.state is State.READY), link.problem
            assert stays(controller)
        finally:
            link.close()
        assert np.abs(joints(controller) - before).max() < 0.002


def test_a_driver_that_hangs_stops_the_arm() -> None:
    with driver_in_motion("127.0.0.47", 30147) as (controller, driver):
        driver.send_signal(signal.SIGSTOP)
        assert stands_after(controller) < stands_within()
        assert stays(controller)


def test_registers_in_use_are_named_and_a_free_controller_is_taken_late() -> None:
    controller = Controller("127.0.0.43", 30143, "--no-gripper")
    controller.fault("register_conflict")
    link = ArmLink(LinkSettings(controller.host, LIMITS, gripper=False))
    link.start()
    try:
        assert eventually(lambda: "register" in link.problem.message), link.problem
        assert "upper_registers" in link.problem.message
        assert link.state is State.IDLE
        controller.fault("clear_conflict")
        assert recovery.recover(link), link.problem
        assert link.state is State.READY
    finally:
        link.close()
        controller.close()


def test_a_controller_that_boots_late_is_taken_when_it_is_there() -> None:
    link = ArmLink(LinkSettings("127.0.0.43", LIMITS, gripper=False))
    link.start()
    try:
        assert link.state is State.DISCONNECTED
        controller = Controller("127.0.0.43", 30143, "--no-gripper")
        try:
            assert eventually(lambda: link.state is State.READY), link.problem
        finally:
            controller.close()
    finally:
        link.close()
