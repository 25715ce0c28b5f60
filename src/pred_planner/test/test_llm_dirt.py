"""All the dirt of recorded answers, served: a plan comes out, by the model where one was in it, else by the rules."""

from __future__ import annotations

import json

import pytest
from llm_desk import reasoner

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Plan
from pred_core.vocabulary import object_types
from pred_language.reader import Texts
from pred_planner.llm.dirt import HOPELESS, REPAIRED
from pred_planner.rules.reasoner import RulesReasoner

SENTENCE = Texts("put a chilled slice of lettuce in the trash can")
CONTEXT = {
    "task_type": "pick_cool_then_place_in_recep",
    "target": "Lettuce",
    "quantity": 1,
    "states": ["cold", "sliced"],
    "destination": "TrashCan",
}
PLAN = [
    ["Slice", "Lettuce", "CounterTop"],
    ["Cool", "LettuceSliced", "None"],
    ["Move", "LettuceSliced", "GarbageCan"],
]


def made_of(*answers: str) -> tuple[Plan, list[str]]:
    """Return the plan and what was asked."""
    with reasoner(json.dumps(CONTEXT), *answers) as (llm, server):
        planned = llm.make_plan(SENTENCE, ObjectMemory())
        asked = [request["messages"][1]["content"] for request in server.requests]
    assert planned.outcome and planned.plan is not None
    assert {s.object for s in planned.plan.subgoals} <= object_types().keys()
    return planned.plan, asked


@pytest.mark.parametrize("kind", REPAIRED)
def test_what_can_be_washed_off_is(kind: str) -> None:
    plan, asked = made_of(REPAIRED[kind](PLAN), "nonsense")
    assert plan.source == "llm" and len(asked) == 2
    ruled = RulesReasoner().make_plan(SENTENCE, ObjectMemory()).plan
    assert ruled is not None
    assert [s.as_tuple() for s in plan.subgoals] == [s.as_tuple() for s in ruled.subgoals]


@pytest.mark.parametrize("kind", HOPELESS)
def test_what_leaves_no_plan_is_asked_again_with_the_reason(kind: str) -> None:
    dirty = HOPELESS[kind](PLAN)
    plan, asked = made_of(dirty, json.dumps(PLAN))
    assert plan.source == "llm"
    assert len(asked) == 3 and (not dirty or "was rejected" in asked[2])


@pytest.mark.parametrize("kind", HOPELESS)
def test_then_the_rules_decide(kind: str) -> None:
    dirty = HOPELESS[kind](PLAN)
    plan, _ = made_of(dirty, dirty)
    assert plan.source == "rules"


def test_two_hands_are_named_as_the_reason() -> None:
    _, asked = made_of(HOPELESS["two hands"](PLAN), json.dumps(PLAN))
    assert "the hand holds the AlarmClock already" in asked[2]
