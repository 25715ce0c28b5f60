"""A trajectory passes what the skills' ways pass: table, the arm itself, and everything the camera has seen."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import HOME, JOINT_NAMES, forward
from ur5_description.mount import read_mount
from ur5_driver.bridge.doing import Doing
from ur5_driver.driver.body import Hand
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.manipulator import Manipulator
from ur5_driver.driver.moves import ArmSettings

LIMITS = Limits(hand=Hand(camera=read_mount().optical_in_tool))
TURNED = np.array(HOME) + np.array([0.6, 0.0, 0.0, 0.0, 0.0, 0.0])


def arm_at(joints: Any, points: np.ndarray) -> tuple[Manipulator, list[np.ndarray]]:
    """Return an arm that has seen points, and what it is told to follow."""
    followed: list[np.ndarray] = []
    seen = SimpleNamespace(q=np.array(joints), still=True, force=np.zeros(6))
    link: Any = SimpleNamespace(
        limits=LIMITS,
        hand=lambda: LIMITS.hand,
        grasped=None,
        snapshot=seen,
        fingers=None,
        payload=None,
        carried=lambda: None,
        available=Outcome.success,
        tell=lambda _: Outcome.success(),
        receiver=SimpleNamespace(wait_newer=lambda *_: seen),
        follow=lambda samples, *_: followed.append(samples) or Outcome.success(),
    )
    arm = Manipulator(link, ArmSettings(read_mount().optical_in_tool))
    arm.surroundings.points = points
    return arm, followed


def follow(arm: Manipulator, *goals: Any) -> Outcome:
    points = [
        JointTrajectoryPoint(positions=list(map(float, goal)), time_from_start=Duration(sec=6 * (k + 1)))
        for k, goal in enumerate(goals)
    ]
    goal = FollowJointTrajectory.Goal(
        trajectory=JointTrajectory(joint_names=list(JOINT_NAMES), points=points)
    )
    doing = Doing(arm, {"home": np.array(HOME)}, None, 0.3)
    return doing.trajectory(goal, threading.Event(), lambda _: None)


def post(joints: Any) -> np.ndarray:
    """Return points of a post that stands where the fingers are at some joints."""
    x, y, _ = (forward(LIMITS.arm, joints) @ [0.0, 0.0, LIMITS.tool_length, 1.0])[:3]
    return np.array([[x, y, z] for z in np.arange(0.02, 0.5, 0.01)])


def test_a_free_trajectory_is_followed() -> None:
    arm, followed = arm_at(HOME, np.empty((0, 3)))
    assert follow(arm, TURNED)
    assert len(followed) == 1


def test_what_was_seen_in_the_way_stops_a_trajectory_before_it_begins() -> None:
    arm, followed = arm_at(HOME, post(np.array(HOME) + 0.5 * (TURNED - np.array(HOME))))
    outcome = follow(arm, TURNED)
    assert outcome.code is Code.BAD_INPUT and "something that was seen" in outcome.message
    assert not followed


def test_what_the_arm_stands_too_near_to_may_be_left_but_not_approached() -> None:
    arm, followed = arm_at(HOME, post(HOME))
    assert follow(arm, TURNED)
    arm, followed = arm_at(TURNED, post(HOME))
    assert follow(arm, HOME).code is Code.BAD_INPUT
    assert not followed


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ((np.pi, 0.5, -2.07, 0.0, -np.pi / 2.0, 0.0), "elbow would be 10.2 cm too low"),
        ((3.448, -1.116, 2.677, -1.561, -3.496, -3.142), "the camera would be"),
    ],
)
def test_the_elbow_in_the_table_and_the_camera_in_the_wrist_are_refused(goal: Any, why: str) -> None:
    start = np.array(goal) - np.array([0.0, 0.5, -0.5, 0.0, 0.0, 0.0])
    if why == "the camera would be":
        start = np.array([goal[0], -1.3, 2.2, -1.561, -2.6, -1.57])
    arm, followed = arm_at(start, np.empty((0, 3)))
    outcome = follow(arm, goal)
    assert outcome.code is Code.BAD_INPUT and why in outcome.message, outcome
    assert not followed
