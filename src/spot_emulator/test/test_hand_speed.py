"""The hand is no faster than its command lets it, also where the arm's joints turn over on its straight way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from bosdyn.client.math_helpers import Quat, SE3Pose
from bosdyn.client.robot_command import RobotCommandBuilder

from pred_core.geometry import Pose2D
from spot_emulator.robot.arm_moves import hand_move
from spot_emulator.robot.base import Posture
from spot_emulator.robot.hand_path import distance
from spot_emulator.robot.kinematics import READY, body_to_hand, solve_hand
from spot_emulator.robot.robot import Options, Robot
from spot_emulator.world.house import House

TICK = 0.02
LOOKS_FROM = SE3Pose(0.45, 0.0, 0.72, Quat.from_pitch(0.44))
TURNS_OVER_TO = SE3Pose(0.5, 0.4, 0.45, Quat())


@pytest.fixture(scope="module")
def robot() -> Robot:
    robot = Robot(House("FloorPlan4"), Pose2D(0.0, 0.0, 0.0), Options())
    robot.base.posture = Posture.STAND
    while not robot.base.standing:
        robot.base.step(TICK, powered=True)
    return robot


@pytest.mark.parametrize(("fast", "turning"), [(0.15, 0.33), (0.18, 0.5), (0.6, 2.0)])
def test_a_hand_whose_arm_turns_over_is_as_slow_as_it_was_told(
    robot: Robot, fast: float, turning: float
) -> None:
    start = solve_hand(LOOKS_FROM, READY)
    assert start is not None
    robot.arm.q, robot.arm.speed = start.copy(), np.zeros(6)
    robot.arm.hold()
    command = RobotCommandBuilder.arm_pose_command_from_pose(TURNS_OVER_TO.to_proto(), "body", seconds=3.0)
    wanted = command.synchronized_command.arm_command.arm_cartesian_command
    wanted.max_linear_velocity.value, wanted.max_angular_velocity.value = fast, turning
    move = hand_move(robot, wanted)
    assert move is not None
    hand, jumped, steps = body_to_hand(robot.arm.q), 0.0, list[tuple[float, float]]()
    for _ in range(round(15.0 / TICK)):
        move.step(robot, TICK)
        jumped = max(jumped, float(np.max(np.abs(robot.arm.goal - robot.arm.q))))
        robot.arm.step(TICK, powered=True)
        before, hand = hand, body_to_hand(robot.arm.q)
        steps.append(distance(before, hand))
    assert jumped > 2.0, "the arm does not turn over on this way"
    assert math.isclose(max(metres for metres, _ in steps) / TICK, fast, rel_tol=0.05)
    assert max(radians for _, radians in steps) / TICK <= 1.05 * turning
    assert distance(hand, TURNS_OVER_TO)[0] < 0.01


def test_a_hand_that_is_told_its_way_piece_by_piece_comes_no_farther_behind(robot: Robot) -> None:
    begin = SE3Pose(0.6, -0.2, 0.5, Quat())
    start = solve_hand(begin, READY)
    assert start is not None
    robot.arm.q, robot.arm.speed, robot.hand_led = start.copy(), np.zeros(6), None
    robot.arm.hold()
    behind, speed, ahead = list[float](), 0.2, 0.1
    for tick in range(40):
        along = begin.y + speed * TICK * tick
        if tick % 2 == 0:
            goal = SE3Pose(begin.x, along + speed * ahead, begin.z, begin.rot)
            command = RobotCommandBuilder.arm_pose_command_from_pose(goal.to_proto(), "body", seconds=ahead)
            move = hand_move(robot, command.synchronized_command.arm_command.arm_cartesian_command)
            assert move is not None
        move.step(robot, TICK)
        robot.hand_led = (move.frame, move.wrist_led)
        robot.arm.step(TICK, powered=True)
        behind.append((along - body_to_hand(robot.arm.q).y) / speed)
    assert max(behind[20:]) < 0.06, "s"
    assert max(behind[20:]) - min(behind[20:]) < 0.01
