"""A program that was held for a moment never moves the arm again, however late the driver notices it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from ur5_description.kinematics import HOME
from ur5_description.rtde_numbers import Runtime
from ur5_driver.driver.guard import BEHIND, COUNTED, guarded
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.permission import Permission
from ur5_driver.driver.receive import RTDE_PORT
from ur5_driver.driver.states import State
from ur5_emulator.controller.arm import CYCLE
from ur5_emulator.controller.robot import ArmController
from ur5_emulator.trials.faults import UnderWay, ended_program, joints, recovered, speed, turn
from ur5_emulator.trials.rehearsal import Controller, eventually, linked

AWAY = "[{}, -1.5708, 1.5708, -1.5708, -1.5708, 0]"
LONG = f"    movej({AWAY.format(HOME[0] + 1.5)}, a=1.0, v=0.5)"
EVERY = 4
"""Cycles from one of the driver's words to the next; it asks for 125 measurements a second."""
SEEN = 0.003
"""What is less is no motion, rad."""


class Told:
    """A robot without sockets or clock that runs a guarded program, and a driver that tells it how far it is behind."""

    def __init__(self, *, upper: bool = False) -> None:
        self.robot = ArmController(HOME)
        self._counted, self._behind = (COUNTED + 24, BEHIND + 24) if upper else (COUNTED, BEHIND)
        self.awake = True
        assert self.robot.load(guarded(LONG, upper=upper)) == ""

    def go(self, seconds: float) -> None:
        for cycle in range(round(seconds / CYCLE)):
            self.robot.step()
            counted = self.robot.registers.out_double[self._counted]
            if self.awake and counted and cycle % EVERY == 0:
                self.robot.registers.in_double[self._behind] = self.robot.time - counted + 1.0

    def say(self, behind: float) -> None:
        self.robot.registers.in_double[self._behind] = behind

    @property
    def pan(self) -> float:
        return self.robot.arm.actual_q[0]

    @property
    def ended(self) -> bool:
        return self.robot.program is None


@pytest.mark.parametrize("upper", [False, True])
def test_what_nothing_holds_runs_to_its_end_though_the_driver_dozes(upper: bool) -> None:
    told = Told(upper=upper)
    for _ in range(10):
        told.go(0.2)
        told.awake = not told.awake
    told.awake = True
    told.go(3.0)
    assert told.pan == pytest.approx(HOME[0] + 1.5, abs=0.01)


def test_a_closed_safeguard_moves_nothing_though_the_driver_never_looked_at_it() -> None:
    told = Told()
    told.go(1.0)
    told.robot.safeguard(True)
    told.go(0.3)
    stood = told.pan
    assert HOME[0] + 0.1 < stood < HOME[0] + 1.4
    told.robot.safeguard(False)
    told.go(2.0)
    assert told.ended
    assert abs(told.pan - stood) < SEEN


def test_without_the_guard_it_would() -> None:
    robot = ArmController(HOME)
    assert robot.load(f"def bare():\n{LONG}\nend\n") == ""
    for second in range(4):
        robot.safeguard(second == 1)
        for _ in range(round(1.0 / CYCLE)):
            robot.step()
    assert robot.arm.actual_q[0] > HOME[0] + 1.0


def test_a_driver_that_slept_through_it_ends_it_with_its_next_word() -> None:
    told = Told()
    told.go(1.0)
    told.awake = False
    told.robot.safeguard(True)
    told.go(0.5)
    stood = told.pan
    told.robot.safeguard(False)
    told.go(0.05)
    told.awake = True
    told.go(2.0)
    assert told.ended
    assert abs(told.pan - stood) < 0.05


def test_a_driver_that_died_meanwhile_has_said_enough() -> None:
    told = Told()
    told.go(1.0)
    told.robot.safeguard(True)
    told.go(0.2)
    told.awake = False
    told.go(60.0)
    stood = told.pan
    told.robot.safeguard(False)
    told.go(2.0)
    assert told.ended
    assert abs(told.pan - stood) < SEEN


@pytest.mark.parametrize("word", [-1.0, 0.0])
def test_leave_that_is_taken_back_ends_a_held_program_before_it_moves(word: float) -> None:
    told = Told()
    told.go(1.0)
    told.robot.protective_stop("test")
    told.awake = False
    told.go(0.2)
    told.say(word)
    stood = told.pan
    told.go(6.0)
    told.robot.unlock()
    assert told.robot.play()
    told.go(1.0)
    assert told.ended and told.robot.runtime is Runtime.STOPPED
    assert abs(told.pan - stood) < SEEN


HOST, PORT = "127.0.0.62", 30162


@pytest.fixture(scope="module")
def rig() -> Iterator[tuple[Controller, ArmLink]]:
    with linked(HOST, PORT, "--unlock-after", "0.3") as made:
        yield made


def test_the_uploaded_program_has_its_guard(rig: tuple[Controller, ArmLink]) -> None:
    """The real script of ur_rtde, and a supervisor that is blind for the stop."""
    controller, link = rig
    link._tick = lambda: None  # type: ignore[method-assign]
    try:
        under_way = UnderWay(link, turn)
        assert eventually(lambda: speed(controller) > 0.3), under_way.outcome
        controller.fault("safeguard_stop")
        assert eventually(lambda: speed(controller) < 1e-6)
        time.sleep(0.1)
        stood = joints(controller)
        controller.fault("safeguard_clear")
        assert ended_program(controller)
        time.sleep(0.3)
        assert abs(joints(controller) - stood).max() < SEEN
    finally:
        del link._tick
    assert not under_way.join()
    assert recovered(link), link.problem
    assert link.state is State.READY


def test_a_register_that_another_client_owns_is_named(rig: tuple[Controller, ArmLink]) -> None:
    refused = Permission(HOST, upper=False).begin()
    assert not refused and "input_double_register_23" in refused.message and "upper_registers" in refused.message
    other = Permission(HOST, upper=True)
    assert other.begin() and other.given
    other.take_back()
    assert not other.given


def test_what_is_no_controller_is_told() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.63", RTDE_PORT))
        refused = Permission("127.0.0.63", upper=False).begin()
    assert not refused and "cannot be written" in refused.message
