"""Calls whose server is not there yet, never, or no longer wanted."""

from __future__ import annotations

import os

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from rcl_interfaces.srv import GetParameters  # noqa: E402
from rclpy.action import ActionClient, ActionServer  # noqa: E402
from served_nodes import ServedNodes  # noqa: E402

from pred_core.outcome import Code, Outcome  # noqa: E402
from pred_core.ros import action_calls  # noqa: E402
from pred_core.ros.action_calls import ActionCall, call_service  # noqa: E402
from pred_core.ros.conversions import outcome_to_msg  # noqa: E402
from pred_msgs.action import MoveBase  # noqa: E402
from pred_msgs.srv import MakePlan  # noqa: E402


class Stage:
    """A client's node, and one where servers may appear."""

    def __init__(self):
        self.node, self.other = rclpy.create_node("asks"), rclpy.create_node("serves")
        self.served = ServedNodes(self.node, self.other)
        moves = ActionClient(self.node, MoveBase, "move_base")
        self.call = ActionCall(self.node, moves, "move_base")
        self.client = self.node.create_client(MakePlan, "make_plan")
        # the servers of the test before may not have left yet
        self.served.until(lambda: not (moves.server_is_ready() or self.client.service_is_ready()))

    def begin(self, coroutine):
        """Start a call and let it find that its server is not there."""
        task = self.node.executor.create_task(coroutine)
        self.served.until(lambda: len(list(self.node.timers)) > 0)
        assert not task.done()
        return task

    def serve_actions(self):
        def move(handle):
            handle.succeed()
            return MoveBase.Result(outcome=outcome_to_msg(Outcome.success()), step=7)

        return ActionServer(self.other, MoveBase, "move_base", move)

    def serve_plans(self):
        def plan(_, response):
            response.outcome = outcome_to_msg(Outcome(Code.BAD_INPUT, "what?"))
            return response

        return self.other.create_service(MakePlan, "make_plan", plan)


@pytest.fixture
def stage(monkeypatch):
    monkeypatch.setitem(os.environ, "ROS_DOMAIN_ID", "53")
    rclpy.init()
    made = Stage()
    yield made
    made.served.close()
    rclpy.shutdown()


def test_a_server_that_appears_while_it_is_asked_for_is_used(stage, monkeypatch):
    monkeypatch.setattr(action_calls, "GRACE", 60.0)
    moves = stage.begin(stage.call.run(MoveBase.Goal()))
    stage.serve_actions()
    outcome, result = stage.served.result(moves)
    assert outcome and result.step == 7
    plans = stage.begin(call_service(stage.node, stage.client, MakePlan.Request(), "make_plan"))
    stage.serve_plans()
    outcome, answer = stage.served.result(plans)
    assert outcome.code is Code.BAD_INPUT and answer is not None


def test_a_server_that_does_not_appear_is_an_outcome(stage, monkeypatch):
    monkeypatch.setattr(action_calls, "GRACE", 0.3)
    moves = stage.begin(stage.call.run(MoveBase.Goal()))
    plans = stage.begin(call_service(stage.node, stage.client, MakePlan.Request(), "make_plan"))
    for task, name in ((moves, "move_base"), (plans, "make_plan")):
        outcome, answer = stage.served.result(task)
        assert outcome.code is Code.UNAVAILABLE and name in outcome.message
        assert answer is None


def test_a_call_that_is_no_longer_wanted_does_not_wait_for_its_server(stage, monkeypatch):
    monkeypatch.setattr(action_calls, "GRACE", 1e6)
    moves = stage.begin(stage.call.run(MoveBase.Goal()))
    stage.call.cancel()
    outcome, answer = stage.served.result(moves)
    assert outcome.code is Code.CANCELED and answer is None


def test_the_first_call_waits_until_the_server_answers_what_changes_nothing(monkeypatch):
    monkeypatch.setitem(os.environ, "ROS_DOMAIN_ID", "53")
    rclpy.init()
    heard = []
    node, other = rclpy.create_node("asks"), rclpy.create_node("serves", start_parameter_services=False)

    def serve(kind, name, said):
        def answer(_, response):
            heard.append(said)
            return response

        return other.create_service(kind, name, answer)

    serve(GetParameters, "~/get_parameters", "parameters")
    serve(MakePlan, "make_plan", "plan")
    served = ServedNodes(node, other)
    client = node.create_client(MakePlan, "make_plan")
    for _ in range(2):
        asked = call_service(node, client, MakePlan.Request(), "make_plan")
        _, answer = served.result(node.executor.create_task(asked))
        assert answer is not None
    served.close()
    rclpy.shutdown()
    assert heard == ["parameters", "plan", "plan"], "asked once, before the first call"
