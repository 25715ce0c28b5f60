"""The running node with a language model behind it, and with the record of one: services and the topic llm_calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2")

import rclpy
from rclpy.node import Node
from sensor_msgs.msg import CompressedImage
from served_nodes import ServedNodes

from pred_core.model_calls import read_calls
from pred_core.ros.call_conversions import call_from_msg
from pred_core.ros.parameters import ParameterError
from pred_core.ros.plan_conversions import plan_from_msg
from pred_core.ros.qos import EVENTS
from pred_msgs.msg import Attribute, Discrepancy, LlmCall
from pred_msgs.srv import JudgePicture, MakePlan, RevisePlan
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.node import PlannerNode

DOMAIN = 85
SENTENCE = "put a clean mug on the coffee machine"
CONTEXT = {
    "task_type": "pick_clean_then_place_in_recep",
    "target": "mug",
    "quantity": 1,
    "states": ["clean"],
    "destination": "coffee machine",
}
ANSWERS = (
    json.dumps(CONTEXT),
    '{"plan": [["Clean", "Mug", "SinkBasin"], ["Move", "Mug", "CoffeeMachine"]]}',
    "The mug is clean already.",
    '{"plan": [["Move", "Mug", "CoffeeMachine"]]}',
)


class Desk:
    """A client beside the planner that also hears its calls."""

    def __init__(self) -> None:
        self.client = Node("asking")
        self.calls: list[LlmCall] = []
        self.client.create_subscription(LlmCall, "llm_calls", self.calls.append, EVENTS)
        self.nodes = ServedNodes(PlannerNode(), self.client)

    def ask(self, kind: Any, name: str, **fields: Any) -> Any:
        client = self.client.create_client(kind, name)
        self.nodes.until(client.service_is_ready)
        return self.nodes.result(client.call_async(kind.Request(**fields)))

    def plan_and_revise(self) -> tuple[Any, Any]:
        """Have a plan made, and changed because the mug is clean already."""
        made = self.ask(MakePlan, "make_plan", instruction=SENTENCE)
        assert made.outcome.code == "SUCCESS"
        found = Discrepancy(
            kind="apm",
            subgoal_id=made.plan.subgoals[0].id,
            subject="Mug",
            expected="not clean",
            observed="clean",
        )
        revised = self.ask(RevisePlan, "revise_plan", plan=made.plan, discrepancies=[found])
        assert revised.outcome.code == "SUCCESS" and revised.revision.accepted
        return made.plan, revised.revision


@contextmanager
def planner(**parameters: object) -> Iterator[Desk]:
    given = (part for name, value in parameters.items() for part in ("-p", f"{name}:={value}"))
    rclpy.init(args=["--ros-args", *given], domain_id=DOMAIN)
    try:
        desk = Desk()
        yield desk
        desk.nodes.close()
    finally:
        rclpy.try_shutdown()


def rows(plan: Any) -> list[tuple[str, str]]:
    return [subgoal.as_tuple() for subgoal in plan_from_msg(plan).subgoals]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any, list[LlmCall], Path]:
    """Return a plan, its revision, the calls heard and the record of a node with a model."""
    record = tmp_path_factory.mktemp("llm") / "calls.jsonl"
    with (
        ScriptedServer([Reply(text) for text in ANSWERS]) as server,
        planner(
            reasoner="llm", llm_base_url=server.base_url, llm_model="scripted", llm_record=record
        ) as desk,
    ):
        plan, revision = desk.plan_and_revise()
        desk.nodes.until(lambda: len(desk.calls) >= len(ANSWERS))
        return plan, revision, desk.calls, record


def test_a_model_plans_and_revises(recorded: tuple[Any, Any, list[LlmCall], Path]) -> None:
    plan, revision, *_ = recorded
    assert plan.source == "llm" and revision.source == "llm"
    assert {s.object_ref for s in plan.subgoals if s.object == "Mug"} == {"x1"}
    assert [(a.name, a.value) for a in plan.subgoals[0].expectation.attributes] == [
        ("clean", Attribute.FALSE)
    ]
    assert revision.discrepancies[0].sentence == "The mug is clean already."
    assert rows(revision.after) == [("Mug", "PickupObject"), ("CoffeeMachine", "PutObject")]


def test_every_call_is_on_the_topic_and_in_the_record(recorded: tuple[Any, Any, list[LlmCall], Path]) -> None:
    *_, heard, record = recorded
    assert [call.purpose for call in heard] == ["task", "plan", "describe", "revise"]
    assert [call_from_msg(msg) for msg in heard] == list(read_calls(record))


def test_its_record_makes_the_same_plan_and_revision(recorded: tuple[Any, Any, list[LlmCall], Path]) -> None:
    plan, revision, _, record = recorded
    with planner(reasoner="replay", replay=record) as desk:
        again, revised = desk.plan_and_revise()
        desk.nodes.until(lambda: len(desk.calls) >= len(ANSWERS))
    assert again.source == "replay" and revised.source == "replay"
    assert (again.triplets, again.subgoals) == (plan.triplets, plan.subgoals)
    assert revised.after.subgoals == revision.after.subgoals and revised.reason == revision.reason


def test_without_its_server_the_rules_answer(recorded: tuple[Any, Any, list[LlmCall], Path]) -> None:
    plan, *_ = recorded
    with (
        ScriptedServer([Reply("broken", status=500)]) as server,
        planner(reasoner="llm", llm_base_url=server.base_url, llm_errors=1) as desk,
    ):
        ruled, revised = desk.plan_and_revise()
        desk.nodes.until(lambda: desk.calls)
    assert ruled.source == "rules" and revised.source == "rules"
    assert rows(ruled) == rows(plan)
    assert [call.outcome.code for call in desk.calls] == ["UNAVAILABLE"]
    assert desk.calls[0].outcome.message.endswith("The rest of the task goes by rules.")


def test_a_record_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = planner(reasoner="replay", replay=tmp_path / "nothing.jsonl")
    with pytest.raises(ParameterError, match=r"nothing\.jsonl"), missing:
        pass


def test_an_address_that_is_none_is_named() -> None:
    nowhere = planner(reasoner="llm", llm_base_url="nowhere")
    with pytest.raises(ParameterError, match="llm_base_url"), nowhere:
        pass


def test_a_plan_is_asked_for_in_the_dialect_of_the_parameter() -> None:
    answer = "CleanObject, Mug, 0, PickupObject, Mug, 0, PutObject, Mug, CoffeeMachine"
    with (
        ScriptedServer([Reply(ANSWERS[0]), Reply(answer)]) as server,
        planner(reasoner="llm", llm_base_url=server.base_url, dialect="flare") as desk,
    ):
        made = desk.ask(MakePlan, "make_plan", instruction=SENTENCE)
        asked = [request["messages"][1]["content"] for request in server.requests]
    assert made.plan.source == "llm" and "FLARE" in asked[1]
    assert plan_from_msg(made.plan).triplets[1].as_triplet() == ("Move", "Mug", "CoffeeMachine")


def test_a_picture_is_judged_recorded_and_told_with_its_call(tmp_path: Path) -> None:
    picture = CompressedImage(format="jpeg", data=b"\xff\xd8 a mug \xff\xd9")
    asked = {"picture": picture, "subject": "Mug", "sentences": ["It is a mug.", "It is a cup."], "likely": [0.5, 0.5]}
    record = tmp_path / "calls.jsonl"
    with (
        ScriptedServer([Reply('{"number": 2}')]) as server,
        planner(reasoner="llm", llm_base_url=server.base_url, llm_model="eyes", llm_record=record) as desk,
    ):
        seen = desk.ask(JudgePicture, "judge_picture", **asked)
        desk.nodes.until(lambda: bool(desk.calls))
    assert seen.outcome.code == "SUCCESS" and seen.chosen == 1
    assert list(seen.likely) == pytest.approx([0.2, 0.8])
    assert bytes(desk.calls[0].pictures[0].data) == bytes(picture.data)
    assert call_from_msg(desk.calls[0]).pictures[0].name in (p.name for p in (tmp_path / "pictures").iterdir())
    with planner(reasoner="replay", replay=record) as desk:
        assert desk.ask(JudgePicture, "judge_picture", **asked).chosen == 1
    with planner() as desk:
        seen = desk.ask(JudgePicture, "judge_picture", **asked)
    assert seen.outcome.code == "UNAVAILABLE" and "reasoner:=llm" in seen.outcome.message
    assert seen.chosen == -1 and list(seen.likely) == [0.5, 0.5]
