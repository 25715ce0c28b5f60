"""What a robot's bridge serves: each goal is done, observed and brought to its end state."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from pred_bridge import goals as bridge_goals
from pred_bridge.goals import BridgeGoals
from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome
from pred_msgs.action import ExecuteSkill, LookFrom, MoveBase
from pred_msgs.msg import BaseMotion, SkillTarget

BLOCKED = Outcome(Code.BLOCKED, "A chair is in the way.")


class Body:
    """A robot that does what is asked, but for motions that are blocked."""

    def __init__(self, allowed=Outcome.success(), blocked=()):  # noqa: B008, an outcome never changes
        self.allowed, self.blocked, self.done = allowed, blocked, []

    def skill(self, skill, target, event, say):  # noqa: ARG002
        say("reaching")
        self.done.append((skill, target.class_name))
        return Outcome.success()

    def motions_allowed(self, motions, event):  # noqa: ARG002
        return self.allowed

    def move(self, motion, event):  # noqa: ARG002
        self.done.append(motion.motion)
        return BLOCKED if motion.motion in self.blocked else Outcome.success()

    def look(self, goal, event):  # noqa: ARG002
        self.done.append(goal.view)
        return Outcome.success()


class Observer:
    """Counts what is observed."""

    def __init__(self):
        self.step, self.seen = 4, []

    def observe(self, action, outcome):
        self.step += 1
        self.seen.append((action, outcome.code))
        return self.step


class Handle:
    """A goal, and what it is told."""

    is_cancel_requested = False

    def __init__(self, request):
        self.request, self.told, self.state = request, [], ""
        self.goal_id = SimpleNamespace(uuid=bytes(16))

    def publish_feedback(self, feedback):
        self.told.append(feedback)

    def succeed(self):
        self.state = "succeeded"

    def abort(self):
        self.state = "aborted"


@pytest.fixture
def serve(monkeypatch):
    """Return what does a goal by the name of its action with a body."""
    served = {}
    take = lambda _node, _kind, name, callback, **_: served.update({name: callback})  # noqa: E731
    monkeypatch.setattr(bridge_goals, "ActionServer", take)
    monkeypatch.setattr(bridge_goals, "Heartbeats", lambda _node: SimpleNamespace(ago=lambda: None))
    node = SimpleNamespace()

    def do(name, request, body):
        observer, handle = Observer(), Handle(request)
        BridgeGoals(node, Turns(1.0), body, observer, None)
        return served[name](handle), handle, observer

    return do


def test_a_skill_tells_its_phases_and_is_observed_when_it_has_ended(serve):
    body = Body()
    request = ExecuteSkill.Goal(skill="PickupObject", target=SkillTarget(class_name="Mug"))
    result, handle, observer = serve("execute_skill", request, body)
    assert body.done == [("PickupObject", "Mug")]
    assert (result.outcome.code, result.step, handle.state) == ("SUCCESS", 5, "succeeded")
    assert [f.phase for f in handle.told] == ["reaching"]
    assert observer.seen == [("PickupObject", Code.SUCCESS)]


def test_a_target_that_cannot_be_read_reaches_no_robot(serve):
    body = Body()
    request = ExecuteSkill.Goal(skill="PickupObject", target=SkillTarget(kind="smell"))
    result, handle, observer = serve("execute_skill", request, body)
    assert not body.done and handle.state == "aborted"
    assert result.outcome.code == "BAD_INPUT" and observer.seen == [("PickupObject", Code.BAD_INPUT)]


def test_motions_end_at_the_first_that_fails_and_each_is_observed(serve):
    body = Body(blocked=("back",))
    motions = [BaseMotion(motion=m) for m in ("forward", "back", "forward")]
    result, handle, observer = serve("move_base", MoveBase.Goal(motions=motions), body)
    assert body.done == ["forward", "back"]
    assert (result.completed, result.step, result.outcome.code) == (1, 6, "BLOCKED")
    assert [(f.completed, f.step) for f in handle.told] == [(1, 5)]
    assert [a for a, _ in observer.seen] == ["forward", "back"]


def test_motions_that_nobody_allows_are_not_made(serve):
    body = Body(allowed=Outcome(Code.PRECONDITION_FAILURE, "No."))
    goal = MoveBase.Goal(motions=[BaseMotion(motion="forward")])
    result, _, observer = serve("move_base", goal, body)
    assert not body.done and not observer.seen
    assert (result.outcome.code, result.step) == ("PRECONDITION_FAILURE", 4)


def test_a_goal_without_motions_names_the_latest_observation(serve):
    result, _, observer = serve("move_base", MoveBase.Goal(), Body())
    assert (result.step, observer.seen, result.outcome.code) == (4, [], "SUCCESS")


def test_a_look_is_observed_by_the_name_of_its_view(serve):
    result, _, observer = serve("look_from", LookFrom.Goal(view="home"), Body())
    assert observer.seen == [("look_from home", Code.SUCCESS)] and result.step == 5
