"""Whose program it is: a customer's is left alone, at the driver's start and after; and an arm that is pressed in."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pred_core.outcome import Code
from ur5_driver.driver import recovery, states
from ur5_driver.driver.dashboard import Dashboard
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import Run, UnderWay, ended_program, line, servo, speed, turn
from ur5_emulator.trials.rehearsal import LIMITS, Controller, eventually

SCRIPT = b"""def customer():
  while (True):
    movej([3.0,-1.6,1.6,-1.6,-1.6,0.0], a=0.5, v=0.2)
    movej([3.3,-1.6,1.6,-1.6,-1.6,0.0], a=0.5, v=0.2)
  end
end
"""
WAITS = b"""def customer():
  while (True):
    sleep(0.1)
  end
end
"""


@pytest.fixture(scope="module")
def one_controller() -> Iterator[Controller]:
    made = Controller("127.0.0.48", 30148, "--no-gripper", "--unlock-after", "0.5")
    yield made
    made.close()


@pytest.fixture
def controller(one_controller: Controller) -> Controller:
    """Give a controller on which nothing runs any more."""
    Dashboard(one_controller.host).end_program()
    assert ended_program(one_controller)
    return one_controller


def send_program(controller: Controller, script: bytes = SCRIPT) -> None:
    with socket.create_connection((controller.host, 30003), 5.0) as port:
        port.sendall(script)
        assert eventually(lambda: controller.state()["program"] == "customer")


@contextmanager
def driver(controller: Controller, *, take_over: bool = False) -> Iterator[ArmLink]:
    link = ArmLink(
        LinkSettings(controller.host, LIMITS, gripper=False, silence=3.0, watchdog=1.0, take_over=take_over)
    )
    link.start()
    try:
        yield link
    finally:
        link.close()


def test_a_program_that_runs_when_the_driver_starts_is_taken_over_only_with_leave(
    controller: Controller,
) -> None:
    send_program(controller)
    with driver(controller) as link:
        assert eventually(lambda: link.program.foreign and link.state is State.IDLE)
        assert "left alone" in link.available().message
        assert recovery.recover(link) == states.FOREIGN
        assert controller.state()["program"] == "customer"
        link.armed = True
        link.program.permit(link.program.which)
        assert eventually(lambda: link.state is State.READY), link.problem
        assert not link.program.foreign


def test_always_takes_it_over(controller: Controller) -> None:
    send_program(controller)
    with driver(controller, take_over=True) as link:
        assert eventually(lambda: link.state is State.READY), link.problem


def test_a_program_that_is_sent_while_the_driver_is_ready_goes_on(controller: Controller) -> None:
    with driver(controller) as link:
        assert eventually(lambda: link.state is State.READY), link.problem
        send_program(controller)
        assert eventually(lambda: link.program.foreign), link.state
        link.program.wait_ended()
        assert controller.state()["program"] == "customer"
        assert link.available() == states.FOREIGN
        link.program.permit(link.program.which)
        assert recovery.recover(link), link.problem


@pytest.mark.parametrize(
    ("run", "script", "cancels"),
    [(turn, SCRIPT, False), (servo, WAITS, False), (line, SCRIPT, True)],
    ids=["turn", "servo", "line, cancelled"],
)
def test_a_program_that_is_sent_while_the_drivers_motion_runs_goes_on(
    controller: Controller, run: Run, script: bytes, cancels: bool
) -> None:
    with driver(controller) as link:
        assert eventually(lambda: link.state is State.READY), link.problem
        motion = UnderWay(link, run)
        assert eventually(lambda: speed(controller) > 0.1)
        send_program(controller, script)
        if cancels:
            motion.cancel.set()
        assert motion.join() == states.FOREIGN
        assert link.state is State.IDLE and link.available() == states.FOREIGN
        assert controller.state()["program"] == "customer"


def test_a_pressed_arm_is_told_once_and_recovers_when_it_is_free(controller: Controller) -> None:
    with driver(controller) as link:
        assert eventually(lambda: link.state is State.READY), link.problem
        controller.tell(world={"wrench": [0.0, 0.0, 620.0, 0.0, 0.0, 0.0]})
        assert eventually(lambda: link.state is State.PSTOP)
        outcome = recovery.recover(link)
        assert outcome == states.PRESSED and outcome.code is Code.UNAVAILABLE
        assert eventually(lambda: link.available() == outcome)
        controller.tell(world={"wrench": [0.0] * 6})
        assert recovery.recover(link), link.problem
