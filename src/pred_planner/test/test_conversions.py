"""Plans survive the way through messages, and what is no plan is refused with a reason."""

from __future__ import annotations

import pytest

pytest.importorskip("pred_msgs", reason="needs the built messages")

from std_msgs.msg import Header

from pred_core.model_calls import Call
from pred_core.objects import ObjectMemory
from pred_core.plan_language import Discrepancy, Kind
from pred_core.ros.call_conversions import call_from_msg, call_to_msg
from pred_core.ros.plan_conversions import (
    PlanMessageError,
    discrepancy_from_msg,
    discrepancy_to_msg,
    plan_from_msg,
    plan_to_msg,
    revision_from_msg,
    revision_to_msg,
)
from pred_language.reader import Texts
from pred_msgs.msg import LlmCall as LlmCallMsg
from pred_planner.rules.reasoner import RulesReasoner


def test_a_plan_and_its_context_survive():
    made = RulesReasoner().make_plan(Texts("put two chilled slices of apple on the table"), ObjectMemory())
    assert made.plan is not None
    there_and_back = plan_from_msg(plan_to_msg(made.plan.advanced()))
    assert there_and_back == made.plan.advanced()


def test_discrepancies_and_revisions_survive():
    plan = RulesReasoner().make_plan(Texts("put a clean mug on the shelf"), ObjectMemory()).plan
    assert plan is not None
    found = Discrepancy(
        Kind.APM, plan.subgoals[0].id, "Mug", "Mug_1", "not clean", "clean", 0.75, "It is clean."
    )
    assert discrepancy_from_msg(discrepancy_to_msg(found)) == found
    revision = RulesReasoner().revise_plan(plan, (found,), ObjectMemory())
    assert revision_from_msg(revision_to_msg(revision)) == revision


@pytest.mark.parametrize("cost", [None, 0.25])
def test_calls_survive(cost):
    call = Call(
        "k", "plan", "m", "http://here", "s", "u", "[]", "UNAVAILABLE", "why", 3, 4, 0.5, 2, cost=cost
    )
    assert call_from_msg(call_to_msg(call, Header())) == call


@pytest.mark.parametrize("request_text", ["{", "[]", '{"system": "s"}'])
def test_what_is_no_call_is_refused(request_text):
    with pytest.raises(PlanMessageError):
        call_from_msg(LlmCallMsg(request=request_text))
