"""The driver asks the controller for its own limits and kinematics, and keeps them."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from ur5_description.kinematics import UR5E
from ur5_driver.driver import recovery
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.polyscope import TOOL, ToolState, tool_state
from ur5_driver.driver.primary import listen
from ur5_emulator.trials.rehearsal import Controller, eventually, linked

AS_PUBLISHED = "calib_12788084448423163542"
WIDE = math.radians(363.0)


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Controller, ArmLink]]:
    with linked("127.0.0.49", 30149) as (controller, link):
        yield controller, link


def test_a_motion_that_polyscope_would_stop_is_refused_and_others_are_done(both: tuple[Controller, ArmLink]) -> None:
    controller, link = both
    assert eventually(lambda: link.limits.said is not None), link.itself.problem
    said = link.itself.said
    assert said is not None and said.kinematics.hash == AS_PUBLISHED and said.kinematics.is_a(UR5E)
    assert np.array_equal(link.limits.joint_range[0], np.full(6, -math.tau))
    narrow = [WIDE, WIDE, 1.75, WIDE, WIDE, WIDE]
    controller.tell(safety={"high": narrow})
    controller.tell(fault="power_off")
    controller.tell(fault="power_on")  # safety settings change only while the arm has no power
    assert eventually(lambda: link.limits.joint_range[1][2] < 1.7), link.itself.problem
    seen = link.receiver.wait_newer(0.0, 5.0)
    assert seen is not None
    start, goal = joints_of(seen.q), list(seen.q)
    goal[2] = 1.72
    verdict = link.limits.check(link.limits.joints(start, joints_of(np.array(goal)), 0.5, 0.5))
    assert "elbow_joint would leave" in verdict.message and "PolyScope" in verdict.message


def test_the_control_process_keeps_them_as_well(both: tuple[Controller, ArmLink]) -> None:
    controller, link = both
    assert recovery.recover(link), link.problem
    seen = link.snapshot
    assert seen is not None
    goal = np.array(seen.q)
    goal[2] = 1.72
    command = link.settings.limits.joints(joints_of(seen.q), joints_of(goal), 0.5, 0.5)
    assert link.settings.limits.check(command)
    outcome = link.move(command, threading.Event())
    assert "PolyScope" in outcome.message, outcome
    assert controller.state()["safety_mode"] == 1
    goal[2] = 1.65
    assert link.move(link.limits.joints(joints_of(seen.q), joints_of(goal), 0.5, 0.5), threading.Event())


def test_what_is_at_the_tool_is_told_by_states(both: tuple[Controller, ArmLink]) -> None:
    controller, _ = both
    controller.tell(world={"tool_analog_inputs": [1.5, 2.5]})
    found = list[ToolState]()

    def take(kind: int, body: bytes) -> None:
        if kind == TOOL:
            found.append(tool_state(body))

    listen(controller.host, take, lambda: len(found) < 3)
    assert found[-1].inputs == (1.5, 2.5) and found[-1].voltage == 24 and found[-1].ranges == (1, 1)
