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
from ur5_driver.bridge.trajectories import well_formed
from ur5_driver.driver.walking import TOO_LATE

MEASURED = SimpleNamespace(q=np.array(HOME), qd=np.zeros(6))


class Handle:
    """A goal as the action server hands it over."""

    def __init__(self, number: int) -> None:
        self.goal_id = SimpleNamespace(uuid=bytes([number] * 16))
        self.request = FollowJointTrajectory.Goal(trajectory=JointTrajectory(joint_names=list(JOINT_NAMES)))
        self.is_cancel_requested = False
        self.is_active = True
        self.ends: list[str] = []
        self.told = 0

    def publish_feedback(self, _: Any) -> None:
        self.told += 1

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
    """Follows a first trajectory until it is ended, and each later one at once; ``goes_on``: what joining comes to."""

    def __init__(self, goes_on: Outcome = TOO_LATE) -> None:
        self.begun = threading.Event()
        self.replaced: list[bool] = []
        self.goes_on = goes_on
        self.told: Any = None
        self.asked: Any = None

    def go_on(self, _goal: Any, _seconds: float) -> Outcome:
        return self.goes_on

    def trajectory(self, goal: Any, event: threading.Event, tell: Any, *, replaces: bool) -> Outcome:
        self.replaced.append(replaces)
        self.told, self.asked = tell, goal
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


Joined = tuple[Turns, Handle, Handle, list[FollowJointTrajectory.Result], list[threading.Thread]]


def joined(arm: Arm) -> Joined:
    """Return a goal that is followed, and a newer one that was served after it."""
    turns, results = Turns(1.0), list[FollowJointTrajectory.Result]()
    observer: Any = SimpleNamespace(observe=lambda *_: None)
    following = Following(turns, arm, observer)  # type: ignore[arg-type]
    old, new = goal(1), goal(2)
    threads = [threading.Thread(target=lambda h=h: results.append(following.serve(h))) for h in (old, new)]
    threads[0].start()
    assert arm.begun.wait(5.0)
    threads[1].start()
    return turns, old, new, results, threads


def test_a_newer_goal_is_joined_in_motion_and_the_old_one_answered_at_once() -> None:
    arm = Arm(Outcome.success())
    turns, old, new, results, (first, second) = joined(arm)
    first.join(5.0)
    assert results[0].error_code == FollowJointTrajectory.Result.INVALID_GOAL and old.ends == ["aborted"]
    assert "newer goal" in results[0].error_string
    assert new.ends == [] and not turns.free, "the arm goes on"
    before = new.told
    arm.told(MEASURED)
    assert new.told == before + 1 and old.told == 1
    turns.cancel(new)
    second.join(5.0)
    assert results[1].error_string.startswith("CANCELED") and turns.free
    assert arm.replaced == [False] and turns.accepted == turns.ended == 2


def test_what_cannot_be_joined_is_refused_and_disturbs_nothing() -> None:
    arm = Arm(Outcome(Code.BAD_INPUT, "The trajectory was refused: too near."))
    turns, old, new, results, (first, second) = joined(arm)
    second.join(5.0)
    assert new.ends == ["aborted"] and old.ends == [] and not turns.free
    turns.cancel(old)
    first.join(5.0)
    assert [r.error_code for r in results] == [FollowJointTrajectory.Result.INVALID_GOAL, 0]


def test_with_a_prefix_joints_are_called_by_it_and_no_others_are_taken() -> None:
    arm = Arm()
    arm.begun.set()
    observer: Any = SimpleNamespace(observe=lambda *_: None)
    following = Following(Turns(1.0), arm, observer, "left_")  # type: ignore[arg-type]
    own, other = goal(1), goal(2)
    own.request.trajectory.joint_names = [f"left_{name}" for name in JOINT_NAMES]
    assert following.serve(own).error_code == FollowJointTrajectory.Result.SUCCESSFUL
    assert arm.asked is not None and arm.asked.trajectory.joint_names == list(JOINT_NAMES)
    following.serve(other)
    assert not well_formed(arm.asked.trajectory), "the real driver refuses what its joints are not named in"
