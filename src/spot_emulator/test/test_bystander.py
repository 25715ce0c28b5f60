"""A person in the emulated room: who takes what is held out, and notes what touched them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from spot_emulator.robot.base import Twist
from spot_emulator.robot.bystander import ARM, PULL, TUG, Bystander
from spot_emulator.robot.kinematics import READY
from spot_emulator.robot.robot import Options, Robot
from spot_emulator.world.handling import Hold
from spot_emulator.world.house import House

TICK = 0.02


@pytest.fixture(scope="module")
def house() -> House:
    return House("FloorPlan4")


def robot_with_a_mug(house: House) -> tuple[Robot, str]:
    robot = Robot(house, Pose2D(0.0, 0.0, 0.0), Options())
    robot.arm.q = READY.copy()
    mug = next(o.object_id for o in house.world.active() if o.object_type == "Mug")
    robot.grip.close_on(Hold(mug, loose=True, width=0.03, slip=0.0), house, robot.gripper, robot.hand_in_map())
    robot.gripper.angle = robot.gripper.stop_at or 0.0
    return robot, mug


def test_they_pull_at_what_is_held_out_and_have_it_once_the_claw_opens(house: House) -> None:
    robot, mug = robot_with_a_mug(house)
    hand = robot.hand_in_map()
    person = Bystander(hand.x + 0.7, hand.y, takes=0.2)
    for _ in range(5):
        person.step(robot, TICK)
    assert not robot.grip.force.any() and not person.given
    for _ in range(8):
        person.step(robot, TICK)
    assert robot.grip.force == pytest.approx([PULL, 0.0, 0.0], abs=1e-6)
    assert robot.grip.held == mug and not person.given
    robot.gripper.angle = -1.5
    person.step(robot, TICK)
    assert person.given == [mug] and robot.grip.held is None
    assert mug not in {o.object_id for o in house.world.active()}


def test_they_ease_between_two_pulls_so_that_a_pull_that_came_early_is_felt() -> None:
    robot, _ = robot_with_a_mug(House("FloorPlan4"))
    hand = robot.hand_in_map()
    person, pulls = Bystander(hand.x + 0.7, hand.y, takes=0.2), []
    for _ in range(round(4.0 * TUG / TICK)):
        robot.grip.force = np.zeros(3)  # as each step of the robot begins
        person.step(robot, TICK)
        pulls.append(bool(robot.grip.force.any()))
    changes = sum(one != other for one, other in itertools.pairwise(pulls))
    assert 3 <= changes <= 5 and 0.4 < np.mean(pulls) < 0.6


@pytest.mark.parametrize(("away", "takes"), [(ARM + 0.1, 0.1), (0.7, 0.0)])
def test_out_of_reach_or_unwilling_they_take_nothing(away: float, takes: float) -> None:
    robot, mug = robot_with_a_mug(House("FloorPlan4"))
    hand = robot.hand_in_map()
    person = Bystander(hand.x + away, hand.y, takes)
    for _ in range(50):
        person.step(robot, TICK)
    assert robot.grip.held == mug and not robot.grip.force.any()


def test_who_stands_where_the_robot_stood_is_there_once_it_left_and_notes_how_fast_they_are_touched() -> None:
    robot = Robot(House("FloorPlan4"), Pose2D(0.0, 0.0, 0.0), Options())
    person = Bystander(0.0, 0.0)
    robot.base.velocity = Twist(0.5, 0.0, 0.0)
    person.step(robot, TICK)
    assert person.touched == 0.0 and person.report()["closest"] is None
    robot.base.pose = Pose2D(1.2, 0.0, np.pi)
    person.step(robot, TICK)
    assert person.touched == 0.0 and person.closest > 0.1
    person.fastest = 0.0  # it was carried there
    for x in np.arange(1.2, 0.75, -0.5 * TICK):
        robot.base.pose = Pose2D(float(x), 0.0, np.pi)
        person.step(robot, TICK)
    assert person.touched == pytest.approx(0.5) and person.closest < 0.05
    assert person.fastest == pytest.approx(0.5) and person.report()["fastest"] == person.fastest
