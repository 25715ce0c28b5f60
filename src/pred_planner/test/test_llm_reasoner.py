"""The model's reasoner against a scripted server: plans, revisions, and the rules behind it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from llm_desk import plan_of, reasoner, said, triplet, tuples

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code
from pred_core.plan_language import High, Kind
from pred_language.reader import Texts
from pred_planner.llm.scripted_server import Reply
from pred_planner.rules.reasoner import RulesReasoner

EMPTY = ObjectMemory()


def test_a_rejected_answer_is_asked_again_once_with_the_reason() -> None:
    plan = plan_of(
        triplet(1, High.CLEAN, "Plate"), triplet(2, High.MOVE, "Plate", "DiningTable", object_ref="x1")
    )
    good = '[["Move", "Plate", "DiningTable"]]'
    with reasoner('[["Clean", "Plate", "None"]]', good) as (llm, server):
        revision = llm.revise_plan(plan, said(Kind.APM, "Plate", "clean"), EMPTY)
        assert len(server.requests) == 2
        assert "Leave out only the first action" in server.requests[1]["messages"][1]["content"]
    assert revision.source == "llm"


@pytest.mark.parametrize(
    "replies",
    [
        ["nonsense", "more nonsense"],
        ['[["Explode", "Plate", "None"]]', '[["Move", "Plate", "Moon of Saturn"]]'],
        [Reply("down", status=500)],
        [Reply("no", status=401)],
        ["[]", ""],
    ],
)
def test_when_the_model_fails_the_rules_decide(replies: Sequence[Reply | str]) -> None:
    plan = plan_of(
        triplet(1, High.CLEAN, "Plate"), triplet(2, High.MOVE, "Plate", "DiningTable", object_ref="x1")
    )
    with reasoner(*replies) as (llm, _):
        revision = llm.revise_plan(plan, said(Kind.APM, "Plate", "clean"), EMPTY)
    assert revision.accepted and revision.source == "rules"
    assert [t.action for t in revision.after.triplets] == [High.MOVE]


def test_a_model_that_sees_no_need_is_heard() -> None:
    plan = plan_of(triplet(1, High.MOVE, "Pillow", "Sofa"))
    with reasoner('[["Move","Pillow","Sofa"]]') as (llm, _):
        revision = llm.revise_plan(plan, said(Kind.ASR, "Pillow", "on Sofa"), EMPTY)
    assert not revision.accepted and revision.outcome.code is Code.ALREADY_SO
    assert revision.after == plan


PLATE = (triplet(1, High.CLEAN, "Plate"), triplet(2, High.MOVE, "Plate", "DiningTable", object_ref="x1"))


@pytest.mark.parametrize("structured", [True, False])
def test_plans_and_revisions_are_asked_for_in_a_form_where_the_server_has_it(structured: bool) -> None:
    rows = {"plan": [["Clean", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]]}
    moved = json.dumps({"plan": [["Move", "Plate", "DiningTable"]]})
    texts = [json.dumps(CONTEXT), json.dumps(rows), moved]
    refused = [] if structured else [Reply("", structured=False)]
    with reasoner(*refused, *texts) as (llm, server):
        planned = llm.make_plan(SENTENCE, EMPTY)
        revision = llm.revise_plan(plan_of(*PLATE), said(Kind.APM, "Plate", "clean"), EMPTY)
        forms = [r.get("response_format", {}).get("type") for r in server.requests[len(refused) :]]
    assert forms == ["json_schema" if structured else None] * 3
    assert planned.plan is not None and planned.plan.source == "llm"
    assert revision.accepted and revision.source == "llm"


def test_the_sentence_is_asked_for_once_per_condition() -> None:
    plan = plan_of(triplet(1, High.MOVE, "Pillow", "Sofa"), triplet(2, High.MOVE, "Pillow", "Sofa"))
    with reasoner(
        "A pillow lies on the sofa already.", '[["Pass","None","None"],["Move","Pillow","Sofa"]]'
    ) as (llm, server):
        revision = llm.revise_plan(plan, said(Kind.ASR, "Pillow", "on Sofa", sentence=""), EMPTY)
        assert revision.discrepancies[0].sentence == "A pillow lies on the sofa already."
        llm.revise_plan(plan, said(Kind.ASR, "Pillow", "on Sofa", sentence=""), EMPTY)
        assert len(server.requests) == 2


CONTEXT = {
    "task_type": "pick_clean_then_place_in_recep",
    "target": "mug",
    "quantity": 1,
    "states": ["clean"],
    "movable": "X",
    "destination": "coffee machine",
    "toggle": "X",
    "location": "X",
}
SENTENCE = Texts("put a clean mug on the coffee machine")


def test_a_plan_is_made_of_context_and_triplets() -> None:
    answer = '```json\n[["Clean","Mug","None"],["Move","Mug","CoffeeMachine"]]\n```'
    with reasoner(json.dumps(CONTEXT), answer) as (llm, server):
        planned = llm.make_plan(SENTENCE, EMPTY)
        assert "response_format" in server.requests[0]
    assert planned.outcome and planned.plan is not None
    assert planned.plan.source == "llm"
    assert [t.as_triplet() for t in planned.plan.triplets] == [
        ("Clean", "Mug", "None"),
        ("Move", "Mug", "CoffeeMachine"),
    ]
    assert {t.object_ref for t in planned.plan.triplets} == {"x1"}


def test_a_sink_that_is_named_does_not_make_two_mugs_of_one() -> None:
    answer = [["Clean", "Mug", "SinkBasin"], ["Move", "Mug", "CoffeeMachine"]]
    with reasoner(json.dumps(CONTEXT), json.dumps(answer)) as (llm, _):
        planned = llm.make_plan(SENTENCE, EMPTY)
    ruled = RulesReasoner().make_plan(SENTENCE, EMPTY)
    assert planned.plan is not None and ruled.plan is not None
    assert planned.plan.source == "llm"
    assert tuples(planned.plan) == tuples(ruled.plan)
    assert {s.object_ref for s in planned.plan.subgoals if s.object == "Mug"} == {"x1"}
    expectations = [s.expectation for s in planned.plan.subgoals]
    assert expectations == [s.expectation for s in ruled.plan.subgoals]


def test_several_things_in_one_sentence_are_all_kept() -> None:
    context = json.dumps(
        CONTEXT | {"task_type": "pick_and_place_simple", "states": [], "destination": "sink"}
    )
    answer = [["Move", "Fork", "Drawer"], ["Move", "Mug", "SinkBasin"]]
    with reasoner(context, json.dumps(answer[1:]), json.dumps(answer)) as (llm, server):
        planned = llm.make_plan(Texts("put the fork in the drawer and the mug in the sink"), EMPTY)
        assert "the Fork is in or on the Drawer" in server.requests[2]["messages"][1]["content"]
    assert planned.plan is not None and planned.plan.source == "llm"
    assert [t.as_triplet()[1:] for t in planned.plan.triplets] == [("Fork", "Drawer"), ("Mug", "SinkBasin")]


def test_a_plan_that_misses_its_goal_is_asked_again_then_the_template_stands_in() -> None:
    with reasoner(json.dumps(CONTEXT), '[["Move","Mug","CoffeeMachine"]]', '[["Clean","Mug","None"]]') as (
        llm,
        server,
    ):
        planned = llm.make_plan(SENTENCE, EMPTY)
        assert "not so that the Mug is clean" in server.requests[2]["messages"][1]["content"]
    assert planned.plan is not None and planned.plan.source == "rules"


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot help.",
        "{",
        '{"task_type": "dance"}',
        json.dumps(CONTEXT | {"destination": "X"}),
        Reply("x", status=500),
    ],
)
def test_without_a_context_the_rules_read_the_sentence(reply: Reply | str) -> None:
    with reasoner(reply) as (llm, _):
        planned = llm.make_plan(SENTENCE, EMPTY)
    assert planned.plan is not None and planned.plan.source == "rules"
    assert planned.plan.task_type == "pick_clean_then_place_in_recep"
