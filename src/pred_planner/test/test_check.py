"""The checker rejects what cannot be done and says which step and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.outcome import Code
from pred_core.plan_language import Level, Plan, Primitive, Subgoal
from pred_planner.plan.check import LONGEST_PLAN, check, check_tuples


def steps(*pairs: tuple[str, str]) -> tuple[Subgoal, ...]:
    return tuple(Subgoal(f"s{i}", Level.TUPLE, action, name) for i, (name, action) in enumerate(pairs))


@pytest.mark.parametrize(
    ("tuples", "reason"),
    [
        (
            [("Apple", "PickupObject"), ("Mug", "PickupObject")],
            "Step 2 (Mug, PickupObject): I cannot pick up the Mug: the hand holds the Apple already.",
        ),
        ([("CounterTop", "PutObject")], "Step 1 (CounterTop, PutObject): The hand is empty."),
        (
            [("KitchenIsland", "PickupObject")],
            "Step 1 (KitchenIsland, PickupObject): There is no object type 'KitchenIsland'.",
        ),
        ([("Fridge", "PickupObject")], "Fridge cannot be picked up"),
        ([("Apple", "OpenObject")], "the Apple has no door or lid"),
        ([("Apple", "SliceObject")], "The hand holds nothing to cut with."),
        ([("Pillow", "PickupObject"), ("Toaster", "PutObject")], "the Pillow does not go into the Toaster"),
        (
            [("Microwave", "OpenObject"), ("Microwave", "ToggleObjectOn")],
            "I cannot switch on the Microwave: the Microwave is open",
        ),
        (
            [("Microwave", "ToggleObjectOn"), ("Microwave", "OpenObject")],
            "I cannot open the Microwave: the Microwave is on.",
        ),
        ([("Apple", "Juggle")], "There is no primitive 'Juggle'."),
        ([("Apple", "PickupObject"), ("Mug", "PourObject")], "Apple holds no liquid"),
        ([("Mug", "PourObject")], "The hand is empty."),
    ],
)
def test_rejections_name_the_step(tuples, reason):
    outcome = check_tuples(steps(*tuples))
    assert outcome.code is Code.PLAN_REJECTED
    assert reason in outcome.message


def test_a_knife_in_the_hand_slices():
    assert check_tuples(steps(("ButterKnife", "PickupObject"), ("Apple", "SliceObject")))


def test_the_hand_may_be_full_at_the_start():
    assert check_tuples(steps(("CounterTop", "PutObject")), held="Apple")


def test_empty_and_endless_plans_are_rejected():
    empty = Plan("p", "", "do", "rules", (), ())
    assert check(empty).code is Code.PLAN_REJECTED
    endless = Plan("p", "", "do", "llm", (), steps(*[("Fridge", "OpenObject")] * (LONGEST_PLAN + 1)))
    assert check(endless).code is Code.PLAN_REJECTED


@given(
    st.lists(
        st.tuples(
            st.text(max_size=12) | st.sampled_from(["Apple", "Mug", "Fridge", "Knife"]),
            st.sampled_from(list(Primitive)) | st.text(max_size=8),
        )
    )
)
def test_any_tuples_get_a_verdict(pairs):
    assert check_tuples(steps(*pairs)).code in (Code.SUCCESS, Code.PLAN_REJECTED)
