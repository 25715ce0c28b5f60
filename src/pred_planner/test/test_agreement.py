"""Where model and rules read a sentence alike they are believed; where they differ the model is asked once more."""

from __future__ import annotations

import json

import pytest
from llm_desk import reasoner

from pred_core.objects import ObjectMemory
from pred_language.reader import Texts
from pred_planner.model.agreement import AGREED
from pred_planner.rules.reasoner import RulesReasoner

EMPTY = ObjectMemory()
SENTENCE = Texts("put a clean mug on the coffee machine")
CONTEXT = {
    "task_type": "pick_clean_then_place_in_recep",
    "target": "Mug",
    "quantity": 1,
    "states": ["clean"],
    "movable": "X",
    "destination": "CoffeeMachine",
    "toggle": "X",
    "location": "X",
}
PLAN = json.dumps([["Clean", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]])


def test_agreement_is_confidence() -> None:
    with reasoner(json.dumps(CONTEXT), PLAN) as (llm, server):
        planned = llm.make_plan(SENTENCE, EMPTY)
        assert len(server.requests) == 2
    assert planned.plan is not None and planned.plan.source == "llm"
    assert planned.plan.context["confidence"] >= AGREED


def test_both_readings_are_put_to_the_model_once() -> None:
    other = json.dumps(CONTEXT | {"target": "Cup"})
    with reasoner(other, json.dumps(CONTEXT), PLAN) as (llm, server):
        planned = llm.make_plan(SENTENCE, EMPTY)
        asked = server.requests[1]["messages"][1]["content"]
    assert "the target is Cup, or Mug (your reading first)" in asked
    assert planned.plan is not None and planned.plan.context["confidence"] >= AGREED


@pytest.mark.parametrize(
    "wrong",
    [
        {"target": "Knife", "destination": "GarbageCan"},
        {"destination": "Bathtub"},
        {"target": "Cup"},
        {"states": ["hot"], "task_type": "pick_heat_then_place_in_recep"},
        {"quantity": 2},
    ],
)
def test_the_rules_reading_runs_where_the_models_differs(wrong: dict[str, object]) -> None:
    answer = json.dumps(CONTEXT | wrong)
    with reasoner(answer, answer) as (llm, _):
        planned = llm.make_plan(SENTENCE, EMPTY)
    ruled = RulesReasoner().make_plan(SENTENCE, EMPTY)
    assert planned.plan is not None and ruled.plan is not None
    assert (planned.plan.source, planned.plan.subgoals) == ("rules", ruled.plan.subgoals)
    assert "the model read otherwise" in planned.plan.context["decision"]
