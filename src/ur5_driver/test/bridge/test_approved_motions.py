"""On an arm that asks, nothing moves without a yes: skills, looks, turns, trajectories, services, recovery."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from builtin_interfaces.msg import Duration  # noqa: E402
from control_msgs.action import FollowJointTrajectory  # noqa: E402
from geometry_msgs.msg import PoseStamped  # noqa: E402
from served_nodes import leave  # noqa: E402
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint  # noqa: E402

from pred_bridge import approval as asking  # noqa: E402
from pred_core.outcome import Code, Outcome  # noqa: E402
from pred_core.targets import Target, TargetKind  # noqa: E402
from pred_msgs.action import LookFrom  # noqa: E402
from pred_msgs.msg import BaseMotion  # noqa: E402
from ur5_description.kinematics import HOME, JOINT_NAMES  # noqa: E402
from ur5_driver.bridge.doing import Doing  # noqa: E402
from ur5_driver.driver.gripper import Contact, Fingers  # noqa: E402
from ur5_driver.driver.limits import Limits  # noqa: E402
from ur5_driver.node import DriverNode  # noqa: E402

LIMITS = Limits()
DOMAIN = "40"
NO = Outcome(Code.UNAVAILABLE, "Not approved: no.")
FREE = threading.Event()


class FakeArm:
    """Writes down what it is told to do."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.picture = None
        self.available = Outcome.success()
        self.seen = SimpleNamespace(q=np.array(HOME))
        self.settings = SimpleNamespace(mount=np.eye(4))
        self.link = SimpleNamespace(
            limits=LIMITS,
            snapshot=self.seen,
            fingers=Fingers(0.085, Contact.ARRIVED, 0.0),
            hand=lambda: LIMITS.hand,
            available=lambda: self.available,
            follow=lambda *_: self.did("follow"),
        )

    def did(self, what: str) -> Outcome:
        self.done.append(what)
        return Outcome.success()

    def tool(self) -> np.ndarray:
        return np.eye(4)

    def go(self, *_: Any) -> Outcome:
        return self.did("go")

    def look(self, *_: Any) -> Outcome:
        return self.did("look")

    def ready(self) -> Outcome:
        return Outcome.success()

    def clear(self, _: Any) -> Outcome:
        return Outcome.success()

    def touched(self, _: Any) -> None:
        return None


class FakeApproval:
    """Writes down what is asked, and says the same each time."""

    def __init__(self, says: Outcome) -> None:
        self.says = says
        self.asked: list[tuple[str, str]] = []
        self.meanwhile: Callable[[], object] = lambda: None

    def ask(self, step: str, reason: str, *_: Any) -> Outcome:
        self.asked.append((step, reason))
        self.meanwhile()
        return self.says

    def ask_to_look(self, step: str, reason: str, *_: Any) -> Outcome:
        return self.ask(f"look: {step}", reason)


def doing(says: Outcome | None) -> tuple[Doing, FakeArm, FakeApproval | None]:
    arm, approval = FakeArm(), None if says is None else FakeApproval(says)
    return Doing(arm, {"home": np.array(HOME)}, approval, 0.3), arm, approval  # type: ignore[arg-type]


def trajectory() -> FollowJointTrajectory.Goal:
    goal = np.add(HOME, [0.1, 0.0, 0.0, 0.0, 0.0, 0.0])
    points = [
        JointTrajectoryPoint(positions=list(HOME)),
        JointTrajectoryPoint(positions=goal.tolist(), time_from_start=Duration(sec=2)),
    ]
    return FollowJointTrajectory.Goal(
        trajectory=JointTrajectory(joint_names=list(JOINT_NAMES), points=points)
    )


def camera() -> LookFrom.Goal:
    goal = LookFrom.Goal(camera=PoseStamped())
    goal.camera.header.frame_id = "map"
    goal.camera.pose.position.z = 0.4
    return goal


def turn(work: Doing) -> Outcome:
    motions = [BaseMotion(motion=BaseMotion.TURN_LEFT), BaseMotion(motion=BaseMotion.LOOK_DOWN)]
    outcome = work.motions_allowed(motions, FREE)
    return outcome and work.move(motions[0], FREE)


WAYS: list[tuple[Callable[[Doing], Outcome], str, str, str]] = [
    (lambda d: d.look(LookFrom.Goal(view="home"), FREE), "look: look_from home", "view home", "go"),
    (lambda d: d.look(camera(), FREE), "look: look_from", "(0.00, 0.00, 0.40) m", "look"),
    (turn, "look: move_base turn_left look_down", "turns its camera", "look"),
    (
        lambda d: d.trajectory(trajectory(), FREE, lambda _: None),
        "follow_joint_trajectory",
        "2.0 s; a joint turns 6 degrees",
        "follow",
    ),
]


@pytest.mark.parametrize(("way", "step", "words", "_done"), WAYS)
def test_without_a_yes_nothing_moves(
    way: Callable[[Doing], Outcome], step: str, words: str, _done: str
) -> None:
    work, arm, approval = doing(NO)
    assert way(work) == NO
    assert arm.done == []
    assert approval is not None
    assert [asked.lower() for asked, _ in approval.asked] == [step]
    assert words in approval.asked[0][1]
    assert approval.asked[0][1].endswith("The gripper is empty.")


@pytest.mark.parametrize("says", [Outcome.success(), None])
@pytest.mark.parametrize(("way", "_step", "_words", "done"), WAYS)
def test_with_a_yes_or_where_nobody_is_asked_it_moves(
    way: Callable[[Doing], Outcome], _step: str, _words: str, done: str, says: Outcome | None
) -> None:
    work, arm, _ = doing(says)
    assert way(work)
    assert arm.done == [done]


@pytest.mark.parametrize(("way", "_step", "_words", "_done"), WAYS)
def test_nobody_is_asked_for_what_cannot_be_done(
    way: Callable[[Doing], Outcome], _step: str, _words: str, _done: str
) -> None:
    work, arm, approval = doing(Outcome.success())
    arm.available = Outcome(Code.UNAVAILABLE, "It stands.")
    assert way(work) == arm.available
    assert approval is not None
    assert approval.asked == arm.done == []


def test_bad_goals_and_pauses_are_not_asked() -> None:
    work, _, approval = doing(NO)
    assert work.look(LookFrom.Goal(view="the_moon"), FREE).code is Code.BAD_INPUT
    assert work.look(LookFrom.Goal(camera=PoseStamped()), FREE).code is Code.BAD_INPUT
    assert work.motions_allowed([BaseMotion(motion=BaseMotion.WAIT)], FREE)
    assert approval is not None
    assert approval.asked == []


def test_a_trajectory_of_an_arm_that_was_moved_meanwhile_is_refused() -> None:
    work, arm, approval = doing(Outcome.success())
    assert approval is not None
    moved = SimpleNamespace(q=np.array(HOME) + 0.2)
    approval.meanwhile = lambda: setattr(arm.link, "snapshot", moved)
    assert WAYS[-1][0](work).code is Code.BAD_INPUT
    assert arm.done == []


def test_what_was_picked_up_is_named_when_it_is_put_down() -> None:
    work, arm, approval = doing(Outcome.success())
    can = Target(TargetKind.NONE, class_name="FantaCan")
    assert work.approved("PickupObject", can, FREE, lambda _: None)
    arm.link.fingers = Fingers(0.054, Contact.CLOSING_STOPPED, 0.0)
    place = Target(TargetKind.NONE, class_name="YellowCupboard", relation="in")
    assert work.approved("PutObject", place, FREE, lambda _: None)
    assert approval is not None
    assert approval.asked[-1][0] == "PutObject FantaCan in YellowCupboard"


@pytest.fixture
def node(monkeypatch: pytest.MonkeyPatch) -> Iterator[DriverNode]:
    """Give a driver that asks and has nobody to ask; its arm is under control, or in what a test sets."""
    monkeypatch.setitem(os.environ, "ROS_DOMAIN_ID", DOMAIN)
    monkeypatch.setattr(asking, "SERVER_WITHIN", 0.1)
    rclpy.init(args=["--ros-args", "-p", "approval:='true'"])
    made = DriverNode()
    yield made
    made.close()
    leave(made)
    rclpy.shutdown()


def test_services_and_recovery_do_nothing_when_nobody_is_there_to_say_yes(
    node: DriverNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr("ur5_driver.driver.recovery.recover", lambda _: done.append("recover") or NO)
    refused = node._recovering.recover()
    assert "nobody is there to approve" in refused.message
    monkeypatch.setattr(node.link, "available", Outcome.success)
    monkeypatch.setattr(node.observer, "observe", lambda *_: 0)
    for name in ("go_home", "open_gripper"):
        outcome = node._service(name, lambda _: done.append("moved") or Outcome.success())
        assert "nobody is there to approve" in outcome.message
    assert done == []
