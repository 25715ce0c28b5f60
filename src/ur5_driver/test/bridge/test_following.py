"""A trajectory's answer waits for no camera; its observation is made when nobody else has the arm."""

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

from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome
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
    def trajectory(_goal: Any, _event: Any, tell: Any, *, replaces: bool) -> Outcome:
        assert not replaces
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


class Arm:
    """Follows a first trajectory until it is ended, and each later one at once."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.replaced: list[bool] = []

    def trajectory(self, _goal: Any, event: threading.Event, tell: Any, *, replaces: bool) -> Outcome:
        self.replaced.append(replaces)
        tell(MEASURED)
        if not self.begun.is_set():
            self.begun.set()
            assert event.wait(5.0)
            return Outcome(Code.CANCELED, "The motion was cancelled; the arm stands.")
        return Outcome.success()


def goal(number: int) -> Handle:
    handle = Handle(number)
    point = JointTrajectoryPoint(positions=list(HOME), time_from_start=Duration(sec=1))
    handle.request.trajectory.points.append(point)
    return handle


def test_a_newer_goal_takes_the_place_of_the_one_that_is_followed() -> None:
    arm, turns, results = Arm(), Turns(1.0), list[FollowJointTrajectory.Result]()
    observer: Any = SimpleNamespace(observe=lambda *_: None)
    following = Following(turns, arm, observer)  # type: ignore[arg-type]
    old, new = goal(1), goal(2)
    thread = threading.Thread(target=lambda: results.append(following.serve(old)))
    thread.start()
    assert arm.begun.wait(5.0)
    bad = Handle(3)  # without points
    following.serve(bad)
    assert bad.ends == ["aborted"] and old.ends == []  # what cannot be followed ends nothing
    result = following.serve(new)
    thread.join(5.0)
    assert result.error_code == FollowJointTrajectory.Result.SUCCESSFUL and new.ends == ["succeeded"]
    assert results[0].error_code == FollowJointTrajectory.Result.INVALID_GOAL and old.ends == ["aborted"]
    assert "newer goal" in results[0].error_string
    assert arm.replaced == [False, True]


def test_a_trajectory_does_not_take_the_place_of_a_skill() -> None:
    arm, turns = Arm(), Turns(1.0)
    observer: Any = SimpleNamespace(observe=lambda *_: None)
    following = Following(turns, arm, observer)  # type: ignore[arg-type]
    handle = goal(1)
    turns.service(lambda _: Outcome.success(following.serve(handle).error_string))
    assert handle.ends == ["aborted"] and arm.replaced == []
