"""Where model and rules read a sentence alike they are believed; where they differ the model is asked once more."""

from __future__ import annotations

import json

import pytest
from llm_desk import reasoner

from pred_core.objects import ObjectMemory
from pred_planner.agreement import AGREED, APART
from pred_planner.reasoner import RulesReasoner
from pred_planner.understanding.reader import Texts

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


def test_a_reading_that_words_speak_for_is_followed_though_the_rules_differ() -> None:
    other = json.dumps(CONTEXT | {"target": "Cup"})
    plan = json.dumps([["Clean", "Cup", "None"], ["Move", "Cup", "CoffeeMachine"]])
    with reasoner(other, other, plan, plan) as (llm, _):
        planned = llm.make_plan(Texts("put a clean cup on the desk"), EMPTY)
    assert planned.plan is not None and planned.plan.context["confidence"] <= APART


@pytest.mark.parametrize(
    "wrong", [{"target": "Knife", "destination": "GarbageCan"}, {"destination": "Bathtub"}]
)
def test_a_reading_that_no_word_speaks_for_is_refused(wrong: dict[str, str]) -> None:
    answer = json.dumps(CONTEXT | wrong)
    with reasoner(answer, answer) as (llm, _):
        planned = llm.make_plan(SENTENCE, EMPTY)
    ruled = RulesReasoner().make_plan(SENTENCE, EMPTY)
    assert planned.plan is not None and planned.plan.source == "rules"
    assert planned.plan == ruled.plan
