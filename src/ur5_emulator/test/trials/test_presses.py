"""Force mode with the real ur_rtde against the emulated controller: it presses, and what it comes near ends it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from pred_core.outcome import Code, Outcome
from ur5_description.mount import read_mount
from ur5_driver.driver.commands import Press
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.moves import ArmSettings, Moves
from ur5_driver.driver.pressing import press
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import recovered, stays, turn
from ur5_emulator.trials.rehearsal import Controller, eventually, linked

HOST, PORT = "127.0.0.69", 30169
NEVER = threading.Event()
DOWN = Press(
    frame=(0.0,) * 6,
    compliant=(False, False, True, False, False, False),
    wrench=(0.0, 0.0, -10.0, 0.0, 0.0, 0.0),
    speeds=(0.05,) * 6,
    deviations=(0.02,) * 6,
)
Rig = tuple[Controller, ArmLink]


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    with linked(HOST, PORT, "--unlock-after", "0.3") as made:
        yield made


class Pressing:
    """A press in a thread of its own."""

    def __init__(self, link: ArmLink, command: Press) -> None:
        arm = Moves(link, ArmSettings(read_mount().optical_in_tool))
        self.ended, self.begun = threading.Event(), threading.Event()
        self._pool = ThreadPoolExecutor(1)
        self.outcome: Future[Outcome] = self._pool.submit(press, arm, command, self.ended, self.begun.set)
        self._pool.shutdown(wait=False)

    def end(self) -> Outcome:
        self.ended.set()
        return self.outcome.result(10.0)


def height(controller: Controller) -> float:
    return float(controller.state()["tcp_pose"][2])


def resist(controller: Controller, newtons: float) -> None:
    controller.tell(world={"wrench": [0.0, 0.0, newtons, 0.0, 0.0, 0.0]})


@pytest.fixture
def free(rig: Rig) -> Iterator[Rig]:
    controller, link = rig
    assert link.state is State.READY or recovered(link)
    yield rig
    resist(controller, 0.0)


def test_it_goes_until_it_presses_as_asked_and_then_stands(free: Rig) -> None:
    controller, link = free
    began = height(controller)
    pressing = Pressing(link, DOWN)
    assert pressing.begun.wait(5.0) and link.state is State.MOVING
    assert eventually(lambda: height(controller) < began - 0.03)
    resist(controller, 10.0)
    assert eventually(lambda: stays(controller, 0.2))
    resist(controller, 20.0)  # pressed harder than asked it gives way
    at = height(controller)
    assert eventually(lambda: height(controller) > at + 0.02)
    assert turn(link, NEVER).code is Code.BUSY
    resist(controller, 10.0)
    assert pressing.end() and stays(controller, 0.2) and link.state is State.READY
    resist(controller, 0.0)
    assert turn(link, NEVER)


def test_more_than_the_contact_force_ends_it(free: Rig) -> None:
    controller, link = free
    pressing = Pressing(link, DOWN)
    assert pressing.begun.wait(5.0)
    resist(controller, link.limits.contact_force + 15.0)
    outcome = pressing.outcome.result(10.0)
    assert outcome.code is Code.EXECUTION_FAILURE and "met 75 N" in outcome.message
    assert eventually(lambda: stays(controller, 0.2)) and link.state is State.READY


def test_it_ends_before_the_arm_leaves_its_box(free: Rig) -> None:
    controller, link = free
    limits = link.limits
    begun_at = height(controller)
    tip = begun_at - limits.tool_length
    link.limits = replace(limits, low=(limits.low[0], limits.low[1], tip - 0.06))
    try:
        outcome = Pressing(link, DOWN).outcome.result(20.0)
        assert outcome.code is Code.BLOCKED and "leave the workspace" in outcome.message
        assert eventually(lambda: stays(controller, 0.2))
        assert 0.02 < begun_at - height(controller) < 0.061
    finally:
        link.limits = limits


def test_stops_end_it(free: Rig) -> None:
    controller, link = free
    pressing = Pressing(link, DOWN)
    assert pressing.begun.wait(5.0)
    assert link.stop() and pressing.outcome.result(10.0).code is Code.CANCELED
    pressing = Pressing(link, DOWN)
    assert pressing.begun.wait(5.0)
    controller.fault("protective_stop")
    outcome = pressing.outcome.result(10.0)
    assert outcome.code is Code.UNAVAILABLE and "protective stop" in outcome.message
    assert recovered(link) and stays(controller, 0.3)  # nothing presses on when the stop is over


def test_what_breaks_a_limit_does_not_begin(free: Rig) -> None:
    controller, link = free
    before = np.array(controller.state()["actual_q"])
    outcome = Pressing(link, replace(DOWN, wrench=(0.0, 0.0, -70.0, 0.0, 0.0, 0.0))).outcome.result(10.0)
    assert outcome.code is Code.BAD_INPUT
    assert np.allclose(controller.state()["actual_q"], before) and link.state is State.READY
