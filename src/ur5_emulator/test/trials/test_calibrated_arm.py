"""An arm whose links are not the published ones: the driver reads them off the controller, and ends lines by them."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from ur5_description.kinematics import HOME, UR5E, Array, forward, pose_from_matrix
from ur5_driver.bridge.health import FLANGE_OFF, flange_off, health
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.motion import joints_of
from ur5_emulator.controller.links import measured
from ur5_emulator.trials.rehearsal import Controller, eventually, linked

SEED = 5
WITHIN = 3e-4
"""What is asked of a calibrated arm's flange, m."""


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Controller, ArmLink]]:
    with linked("127.0.0.46", 30146, "--calibration", str(SEED), gripper=False) as (controller, link):
        assert eventually(lambda: link.itself.said is not None), link.itself.problem
        yield controller, link


def true_flange(controller: Controller) -> Array:
    """Return where the emulated arm's flange really is, m in base."""
    return np.array(measured(SEED).flange(controller.state()["actual_q"]).p)


def moved(link: ArmLink, *turns: float) -> None:
    goal = joints_of(np.array(HOME) + np.array(turns))
    seen = link.receiver.wait_newer(0.0, 5.0)
    assert seen is not None
    outcome = link.move(link.limits.joints(joints_of(seen.q), goal, 1.0, 1.0), threading.Event())
    assert outcome, outcome


def test_a_motion_that_was_planned_before_the_arm_told_its_links_is_done(both: tuple[Controller, ArmLink]) -> None:
    _, link = both
    seen, published = link.receiver.wait_newer(0.0, 5.0), link.settings.limits
    assert seen is not None
    goals = seen.q + np.random.default_rng(0).uniform(-0.4, 0.4, (60, 6))
    plans = [published.joints(joints_of(seen.q), joints_of(goal), 1.0, 1.0) for goal in goals]
    faster = [plan for plan in plans if "of the tool" in link.limits.check(plan).message and published.check(plan)]
    assert faster, "with its own links the tool goes farther"
    outcome = link.move(faster[0], threading.Event(), within=published)
    assert outcome, outcome


def test_the_flange_is_where_the_arms_own_links_put_it(both: tuple[Controller, ArmLink]) -> None:
    controller, link = both
    farthest = 0.0
    for turns in ((0.1,) * 6, (0.5, 0.2, -0.3, 0.2, 0.3, 0.9), (-0.6, -0.1, 0.3, -0.4, -0.5, -1.2)):
        moved(link, *turns)
        true, joints = true_flange(controller), controller.state()["actual_q"]
        assert math.dist(forward(link.limits.arm, joints)[:3, 3], true) < 1e-6
        farthest = max(farthest, math.dist(forward(UR5E, joints)[:3, 3], true))
        seen = link.receiver.wait_newer(0.0, 5.0)
        assert seen is not None and seen.pose is not None
        off = flange_off(link)
        assert off is not None and off < FLANGE_OFF
    assert farthest > 1e-3, "what is lost with the published lengths"
    level, figures = health(link)
    assert level == 0 and str(figures["calibration"]).startswith("the controller's, read from it, calib_")


@pytest.mark.parametrize("way", [(0.08, 0.05, -0.12), (-0.05, -0.15, -0.06), (0.0, 0.2, 0.0)])
def test_a_line_ends_where_it_was_said_to(both: tuple[Controller, ArmLink], way: tuple[float, float, float]) -> None:
    controller, link = both
    moved(link, 0.2, 0.0, 0.0, 0.0, 0.1, 0.3)
    seen = link.receiver.wait_newer(0.0, 5.0)
    assert seen is not None
    goal = forward(link.limits.arm, seen.q)
    goal[:3, 3] += way
    verdict, line = link.limits.line(joints_of(seen.q), joints_of(pose_from_matrix(goal)), 1.0, 1.0)
    assert line is not None, verdict
    outcome = link.move(line, threading.Event())
    assert outcome, outcome
    assert math.dist(true_flange(controller), goal[:3, 3]) < WITHIN
