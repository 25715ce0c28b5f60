"""The running node answers its three services, and garbage gets an answer too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2")

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.ros.conversions import memory_to_msg
from pred_msgs.msg import Discrepancy, Outcome, Plan
from pred_msgs.srv import MakePlan, RecoverPlan, RegroundPlan, RevisePlan
from pred_planner.node import PlannerNode

DOMAIN = 84
TIMEOUT = 20.0


@dataclass
class Desk:
    """A client beside the planner, in one executor."""

    executor: SingleThreadedExecutor
    client: Node

    def ask(self, kind: type, name: str, **fields: Any) -> Any:
        client = self.client.create_client(kind, name)
        assert client.wait_for_service(TIMEOUT)
        future = client.call_async(kind.Request(**fields))
        self.executor.spin_until_future_complete(future, TIMEOUT)
        assert future.done(), f"{name} did not answer"
        return future.result()


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    rclpy.init(domain_id=DOMAIN)
    executor = SingleThreadedExecutor()
    planner, client = PlannerNode(), Node("asking")
    executor.add_node(planner)
    executor.add_node(client)
    yield Desk(executor, client)
    executor.shutdown()
    planner.destroy_node()
    client.destroy_node()
    rclpy.try_shutdown()


def memory(*classes: str) -> Any:
    box = ((0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    return memory_to_msg(
        ObjectMemory(stamp=2.5, objects=tuple(ObjectState(f"{c}_1", c, *box) for c in classes))
    )


def test_a_sentence_becomes_a_plan(desk: Desk):
    answer = desk.ask(
        MakePlan, "make_plan", instruction="put a clean mug on the coffee machine", memory=memory("Mug")
    )
    assert answer.outcome.code == "SUCCESS"
    assert [(t.action, t.object, t.receptacle) for t in answer.plan.triplets] == [
        ("Clean", "Mug", ""),
        ("Move", "Mug", "CoffeeMachine"),
    ]
    assert answer.plan.header.stamp.sec == 2 and "clean mug" in answer.understood


def test_a_sentence_that_cannot_be_read_is_refused(desk: Desk):
    answer = desk.ask(MakePlan, "make_plan", instruction="sing about the fridge")
    assert answer.outcome.code == "NOT_UNDERSTOOD"
    assert "fridge" in answer.outcome.message
    assert answer.plan.subgoals == []


def test_a_plan_is_revised(desk: Desk):
    plan = desk.ask(MakePlan, "make_plan", instruction="put a clean mug on the shelf").plan
    found = Discrepancy(kind="apm", subgoal_id=plan.subgoals[0].id, subject="Mug", observed="clean")
    answer = desk.ask(RevisePlan, "revise_plan", plan=plan, discrepancies=[found])
    assert answer.outcome.code == "SUCCESS" and answer.revision.accepted
    assert [t.action for t in answer.revision.after.triplets] == ["Move"]


def test_a_plan_is_regrounded(desk: Desk):
    plan = desk.ask(
        MakePlan, "make_plan", instruction="put the book on the table", memory=memory("Book", "Bed")
    ).plan
    missing = plan.subgoals[-1]
    answer = desk.ask(
        RegroundPlan,
        "reground_plan",
        plan=plan,
        subgoal_id=missing.id,
        missing_class=missing.object,
        memory=memory("Book", "Dresser"),
    )
    assert answer.outcome.code == "SUCCESS"
    assert answer.revision.after.subgoals[-1].object == "Dresser"


def test_a_way_to_go_on_is_told_after_a_failure(desk: Desk):
    plan = desk.ask(MakePlan, "make_plan", instruction="put the book on the bed").plan
    plan.cursor = len(plan.subgoals) - 1
    asked = {"method": "staged", "plan": plan, "instruction": "put the book on the bed"}
    asked["failure"] = Outcome(code="HAND_EMPTY", message="The hand is empty.")
    answer = desk.ask(
        RecoverPlan, "recover_plan", stage="preconditions", memory=memory("Book", "Bed"), **asked
    )
    assert answer.outcome.code == "SUCCESS" and answer.proposed == 1
    assert [s.action for s in answer.revision.after.subgoals[plan.cursor :]] == ["PickupObject", "PutObject"]
    wrong = desk.ask(RecoverPlan, "recover_plan", stage="luck", **asked)
    assert wrong.outcome.code == "BAD_INPUT" and "luck" in wrong.outcome.message


@pytest.mark.parametrize("text", ["", "\x00\x07", "🦆" * 50, "put " * 3000, "{'a': [1", "@in @on @of . . ."])
def test_garbage_is_refused_and_the_node_lives(desk: Desk, text: str):
    assert desk.ask(MakePlan, "make_plan", instruction=text).outcome.code == "NOT_UNDERSTOOD"


def test_a_message_that_is_no_plan_is_bad_input(desk: Desk):
    broken = Plan(context="not JSON")
    assert desk.ask(RevisePlan, "revise_plan", plan=broken).outcome.code == "BAD_INPUT"
    assert desk.ask(RegroundPlan, "reground_plan", plan=broken).outcome.code == "BAD_INPUT"
    assert desk.ask(RegroundPlan, "reground_plan", missing_class="Unicorn").outcome.code == "NOT_FOUND"
