"""The rest of the fault matrix: every fault while the flange goes a line, follows a trajectory, the fingers close.

With the real ur_rtde against the emulated controller; test_faults.py has the arm at rest and turning its joints.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pred_core.outcome import Code
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import (
    ALL_CLEAR,
    CASES,
    Case,
    Run,
    UnderWay,
    clear,
    ended_program,
    grip,
    joints,
    line,
    recovered,
    servo,
    speed,
    stands_after,
    stands_within,
    stays,
)
from ur5_emulator.trials.rehearsal import Controller, eventually, linked

HOST, PORT = "127.0.0.50", 30150
MOVING = 0.1
FAULTED = (Code.ROBOT_LOST, Code.UNAVAILABLE, Code.EXECUTION_FAILURE)
Rig = tuple[Controller, ArmLink]


BRAKES_LATER = ("cable_pull", "freeze")
"""Nothing reaches the fingers, which end their way as they were told; what was frozen goes on and brakes."""
ATTEMPTS = 3
"""A busy machine holds up the controller's own loop, which brakes as late; no arm would."""


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    with linked(HOST, PORT, "--unlock-after", "0.3") as made:
        yield made


def ready(rig: Rig) -> None:
    """See that the arm is under control: what the case before broke must not break this one."""
    controller, link = rig
    if link.state is not State.READY:
        clear(controller, *ALL_CLEAR)
        assert recovered(link), link.problem


@pytest.mark.parametrize("runs", [(grip, line), (servo,)], ids=["grip and line", "servo"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.fault)
def test_a_fault_ends_what_is_under_way(rig: Rig, case: Case, runs: tuple[Run, ...]) -> None:
    took: list[float] = []
    while not took or (took[-1] > stands_within() and len(took) < ATTEMPTS):
        took.append(goes_through(rig, case, runs))
    assert min(took) <= stands_within(), took


def goes_through(rig: Rig, case: Case, runs: tuple[Run, ...]) -> float:
    """Have a fault come, go and be recovered from; return how long the arm took to stand, s (0: it cannot be seen)."""
    controller, link = rig
    ready(rig)
    under_way = [begun(rig, run) for run in runs]
    controller.fault(case.fault)
    took = stands_after(controller) if case.seen else 0.0
    for one in under_way:
        outcome = one.join()
        assert outcome.code in FAULTED, outcome
        assert len(outcome.message) > 20 and "did not take" not in outcome.message, outcome
        assert case.fault != "safeguard_stop" or "door, light curtain" in outcome.message, outcome
    assert eventually(lambda: link.state in (case.state, State.IDLE), 4.0), link.state
    assert case.fault != "safeguard_stop" or ended_program(controller)
    clear(controller, *case.clear)
    if case.fault in BRAKES_LATER:
        assert eventually(lambda: stays(controller, 0.1))
    assert stays(controller, 0.2)
    assert link.state is not State.READY
    before = controller.state()
    outcome = recovered(link)
    assert outcome, outcome
    assert link.state is State.READY
    assert np.abs(joints(controller) - np.array(before["actual_q"])).max() < 0.01
    assert controller.state()["gripper"] == before["gripper"]
    return took


def begun(rig: Rig, run: Run) -> UnderWay:
    """Begin something, and return once it can be seen."""
    controller, link = rig
    fingers = controller.state()["gripper"]
    under_way = UnderWay(link, run)
    if run is grip:
        seen = eventually(lambda: abs(controller.state()["gripper"] - fingers) > 5.0)
    else:
        seen = eventually(lambda: speed(controller) > MOVING)
    assert seen, under_way.outcome
    return under_way
