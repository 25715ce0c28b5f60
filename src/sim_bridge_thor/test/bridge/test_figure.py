"""The figure of a person in the embedded player: seen, in the way, and no object."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from pred_core.outcome import Code
from sim_bridge_thor.motions import MotionStyle
from sim_bridge_thor.robot import ThorRobot
from sim_bridge_thor.skills import SkillStyle
from sim_bridge_thor.stand_in import StandIn
from sim_bridge_thor.thor_client import PlayerConfig, ThorClient

PERSON = Pose2D(0.25, 1.0, 0.0)
"""0.75 m from where the robot starts in FloorPlan1, in map."""


@pytest.fixture(scope="module")
def robot() -> Iterator[ThorRobot]:
    client = ThorClient(PlayerConfig(answer_timeout=10.0, person=True))
    made = ThorRobot(client, MotionStyle(), SkillStyle(), lambda _: None, StandIn(PERSON))
    made.start("FloorPlan1", seed=0)
    yield made
    made.close()
    client.stop()


def facing(robot: ThorRobot, heading: float) -> None:
    for _ in range(4):
        if robot.latest is not None and abs(robot.latest.base.yaw - heading) < 0.1:
            return
        robot.move("turn_left", 0.0)
    pytest.fail(f"the robot never looked along {heading}")


def test_it_stands_where_it_was_said_and_can_be_seen(robot: ThorRobot) -> None:
    outcome, notes = robot.load("FloorPlan1", 0, "", "")
    assert outcome and not notes
    assert robot.latest is not None
    assert (robot.latest.base.x, robot.latest.base.y) == pytest.approx((1.0, 1.0))
    facing(robot, np.pi)
    seen = robot.latest
    middle = seen.depth.shape[1] // 2
    assert seen.depth[middle, middle] == pytest.approx(0.75 - 0.2, abs=0.01)
    assert seen.labels[middle, middle] == 0  # no class of AI2-THOR is a person


def test_nobody_walks_through_it(robot: ThorRobot) -> None:
    assert robot.load("FloorPlan1", 0, "", "")[0]
    facing(robot, np.pi)
    assert robot.move("forward", 0.0)
    blocked = robot.move("forward", 0.0)
    assert blocked.code is Code.BLOCKED
    assert robot.latest is not None and robot.latest.base.x == pytest.approx(0.75)


def test_an_invalid_action_is_told_of_the_robot(robot: ThorRobot) -> None:
    """Two agents answer each action; what the robot is told is its own end."""
    assert robot.move("turn_left", 0.0)
    event = robot._player.step({"action": "NoSuchAction"})
    assert not event.metadata["lastActionSuccess"] and "NoSuchAction" in event.metadata["errorMessage"]
