"""EDH: what a history has done is left out of the plan."""

from __future__ import annotations

import pytest

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Plan
from pred_language.reader import Texts
from pred_planner.plan.done_before import history_of
from pred_planner.rules.reasoner import RulesReasoner

WASHED = ("PickupObject Plate", "PutObject SinkBasin", "ToggleObjectOn Faucet", "ToggleObjectOff Faucet")
CUT = ("PickupObject Knife", "SliceObject Bread", "PutObject CounterTop")
TOASTED = (
    "PickupObject BreadSliced",
    "PutObject Toaster",
    "ToggleObjectOn Toaster",
    "ToggleObjectOff Toaster",
)


def planned(words: str, *done: str) -> Plan:
    dialogue = ("Driver: ok", *(f"Driver did: {action}" for action in done))
    plan = RulesReasoner().make_plan(Texts(words, (), dialogue), ObjectMemory()).plan
    assert plan is not None
    return plan


def rows(plan: Plan) -> list[str]:
    return [" ".join(t.as_triplet()) for t in plan.triplets]


def test_without_a_history_nothing_is_left_out() -> None:
    assert len(planned("Make a plate of toast").triplets) == 5


def test_what_was_cut_and_toasted_is_only_served() -> None:
    plan = planned(
        "Make a plate of toast", *WASHED, "PickupObject Plate", "PutObject CounterTop", *CUT, *TOASTED
    )
    assert rows(plan) == ["Move BreadSliced Plate"]
    required = {s.object: [a.name for a in s.required] for s in plan.subgoals if s.required}
    assert required == {"BreadSliced": ["cooked"], "Plate": ["clean"]}


def test_one_slice_of_two_is_toasted() -> None:
    plan = planned("Make a sandwich", *CUT, *TOASTED)
    assert rows(plan).count("Toast BreadSliced None") == 1
    assert rows(plan).count("Move BreadSliced Plate") == 2
    assert "Slice Bread CounterTop" not in rows(plan)


def test_water_in_a_mug_is_no_coffee_and_has_to_go() -> None:
    plan = planned("Make coffee", *(action.replace("Plate", "Mug") for action in WASHED))
    assert rows(plan) == ["Pour Mug SinkBasin", "Fill Mug CoffeeMachine"]


def test_where_all_is_done_the_plan_passes() -> None:
    assert rows(planned("Put a pillow on the sofa", "PickupObject Pillow", "PutObject Sofa")) == [
        "Pass None None"
    ]
    assert rows(planned("Put two pillows on the sofa", "PickupObject Pillow", "PutObject Sofa")) == [
        "Move Pillow Sofa"
    ]


@pytest.mark.parametrize(
    "line",
    ["Driver did: Explode Mug", "Driver did: PickupObject Cheese", "Driver: did", "did", "Driver did:"],
)
def test_lines_that_say_nothing_of_use_are_passed_over(line: str) -> None:
    assert history_of([line]) == ()


def test_a_second_thing_of_a_kind_has_a_number() -> None:
    first, second = history_of(["Driver did: PickupObject Mug", "Driver did: PickupObject Mug#2"])
    assert (first.object, second.object) == ("Mug", "Mug")
    assert first.object_ref != second.object_ref


def test_of_all_things_one_more_is_looked_for_than_may_have_been_done() -> None:
    assert rows(planned("Clean all the plates", *WASHED)).count("Clean Plate None") == 2
