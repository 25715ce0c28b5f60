"""A trajectory's answer waits for no camera; its observation is made when nobody else has the arm."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from control_msgs.action import FollowJointTrajectory
from trajectory_msgs.msg import JointTrajectory

from pred_core.outcome import Code, Outcome
from pred_core.ros.turns import Turns
from ur5_description.kinematics import HOME, JOINT_NAMES
from ur5_driver.bridge.following import NAME, Following

MEASURED = SimpleNamespace(q=np.array(HOME), qd=np.zeros(6))


class Handle:
    """A goal as the action server hands it over."""

    def __init__(self, number: int) -> None:
        self.goal_id = SimpleNamespace(uuid=bytes([number] * 16))
        self.request = FollowJointTrajectory.Goal(trajectory=JointTrajectory(joint_names=list(JOINT_NAMES)))
        self.is_cancel_requested = False
        self.is_active = True
        self.ends: list[str] = []

    def publish_feedback(self, _: Any) -> None:
        pass

    def succeed(self) -> None:
        self.ends.append("succeeded")

    def abort(self) -> None:
        self.ends.append("aborted")


def served(
    outcome: Outcome, *, moves: bool
) -> tuple[Following, FollowJointTrajectory.Result, list[Any], Turns]:
    def trajectory(_goal: Any, _event: Any, tell: Any) -> Outcome:
        if moves:
            tell(MEASURED)
        return outcome

    observed: list[Any] = []
    observer: Any = SimpleNamespace(observe=lambda *what: observed.append(what))
    turns = Turns(1.0)
    following = Following(turns, SimpleNamespace(trajectory=trajectory), observer)  # type: ignore[arg-type]
    return following, following.serve(Handle(1)), observed, turns


def test_the_answer_comes_before_the_observation() -> None:
    following, result, observed, _ = served(Outcome.success(), moves=True)
    assert result.error_code == FollowJointTrajectory.Result.SUCCESSFUL
    assert observed == []
    following.observe_owed()
    following.observe_owed()
    assert observed == [(NAME, Outcome.success())]


def test_nothing_is_observed_of_what_was_refused() -> None:
    following, result, observed, _ = served(Outcome(Code.BAD_INPUT, "No."), moves=False)
    assert result.error_code == FollowJointTrajectory.Result.INVALID_GOAL
    following.observe_owed()
    assert observed == []


def test_the_observation_waits_for_whoever_has_the_arm() -> None:
    following, _, observed, turns = served(Outcome.success(), moves=True)
    turns.between(following.observe_owed)  # somebody has the arm at that moment
    assert observed == []
    following.observe_owed()
    assert len(observed) == 1
