"""Subgoals survive the way through messages, and what is no plan is refused with a reason."""

from __future__ import annotations

import pytest

pytest.importorskip("pred_msgs", reason="needs the built messages")

from pred_core.objects import Attribute, Truth
from pred_core.plan_language import Expectation, Level, Subgoal
from pred_core.ros.plan_conversions import (
    PlanMessageError,
    discrepancy_from_msg,
    plan_from_msg,
    subgoal_from_msg,
    subgoal_to_msg,
)
from pred_msgs.msg import Discrepancy as DiscrepancyMsg
from pred_msgs.msg import Plan as PlanMsg
from pred_msgs.msg import Subgoal as SubgoalMsg

FULL = Subgoal(
    id="t1.2",
    level=Level.TUPLE,
    action="PickupObject",
    object="Mug",
    receptacle="Shelf",
    object_ref="x1",
    receptacle_ref="y1",
    object_id="Mug_3",
    object_alternatives=("Cup",),
    receptacle_alternatives=("SideTable", "Desk"),
    required=(Attribute("sliced", Truth.TRUE, 0.5),),
    inside=("Cabinet",),
    expectation=Expectation(
        "Mug", "Cabinet", "Cabinet_1", (Attribute("clean", Truth.FALSE, 1.0),), "not_on", "Shelf"
    ),
    parent="t1",
    note="as said",
)


def test_every_field_of_a_subgoal_survives():
    assert subgoal_from_msg(subgoal_to_msg(FULL)) == FULL


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (PlanMsg(context="{"), "no JSON"),
        (PlanMsg(context="[1]"), "no JSON object"),
        (PlanMsg(subgoals=[SubgoalMsg(id="s", level="verse")]), "no level 'verse'"),
    ],
)
def test_what_is_no_plan_is_refused(message, reason):
    with pytest.raises(PlanMessageError, match=reason):
        plan_from_msg(message)


def test_an_unknown_kind_of_discrepancy_is_refused():
    with pytest.raises(PlanMessageError, match="'smell'"):
        discrepancy_from_msg(DiscrepancyMsg(kind="smell"))
