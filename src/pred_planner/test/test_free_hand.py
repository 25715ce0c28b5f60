"""A robot whose hand both carries and opens doors: every plan for it can be done with its hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from test_expansion import contexts, triplet

from pred_core.outcome import Code
from pred_core.plan_language import High, Level, Plan, Primitive, Subgoal
from pred_core.vocabulary import within_domain
from pred_language.meaning.context import TaskContext
from pred_planner.plan.check import check_tuples
from pred_planner.plan.expansion import Hand, expand
from pred_planner.plan.intentions import integrate
from pred_planner.rules.revision import from_here


@pytest.fixture(autouse=True)
def spot() -> Iterator[None]:
    with within_domain("household", "spot"):
        yield


def steps(*triplets: Subgoal, hand: Hand | None = None) -> list[str]:
    return [f"{t.object} {str(t.action).removesuffix('Object')}" for t in expand(triplets, hand)]


def test_a_fridge_is_opened_before_what_goes_into_it_is_picked_up():
    assert steps(triplet(High.MOVE, "Apple", "Fridge")) == [
        "Fridge Open", "Apple Pickup", "Fridge Put", "Fridge Close",
    ]  # fmt: skip


def test_what_comes_out_is_put_down_before_the_door_is_closed():
    assert steps(triplet(High.MOVE, "Egg", "CounterTop", inside=("Fridge",))) == [
        "Fridge Open", "Egg Pickup", "CounterTop Put", "Fridge Close",
    ]  # fmt: skip


def test_from_one_closed_place_to_another_both_are_open_first():
    assert steps(triplet(High.MOVE, "Egg", "Cabinet", inside=("Fridge",))) == [
        "Fridge Open", "Cabinet Open", "Egg Pickup", "Cabinet Put", "Fridge Close", "Cabinet Close",
    ]  # fmt: skip


def test_what_stays_in_the_hand_leaves_the_door_open_but_not_against_the_words():
    pick = triplet(High.PICKUP, "Egg", inside=("Fridge",))
    assert steps(pick) == ["Fridge Open", "Egg Pickup"]
    close = Subgoal("t2", Level.TRIPLET, High.CLOSE, "Fridge", object_ref="fridge")
    outcome = check_tuples(expand((pick, close)))
    assert outcome.code is Code.PLAN_REJECTED and "the hand holds the Egg already" in outcome.message


def _both_into_the_fridge() -> tuple[Subgoal, Subgoal]:
    first = triplet(High.MOVE, "Apple", "Fridge")
    second = replace(triplet(High.MOVE, "Bread", "Fridge"), id="t2", object_ref="x2")
    return first, second


def test_a_door_stays_open_between_two_things_that_go_through_it():
    assert steps(*_both_into_the_fridge()) == [
        "Fridge Open", "Apple Pickup", "Fridge Put", "Bread Pickup", "Fridge Put", "Fridge Close",
    ]  # fmt: skip


def test_doors_of_two_cabinets_are_each_shut_before_the_other_is_opened():
    first, second = _both_into_the_fridge()
    other = replace(second, receptacle_ref="another")
    assert [step for step in steps(first, other) if "Fridge" in step] == [
        "Fridge Open", "Fridge Put", "Fridge Close", "Fridge Open", "Fridge Put", "Fridge Close",
    ]  # fmt: skip


def test_a_door_that_stayed_open_for_what_is_left_out_is_shut():
    first, second = _both_into_the_fridge()
    tuples = expand((first, second))
    plan = Plan("p", "", "", "rules", (first, second), tuples, cursor=3)
    after = from_here(plan, ())
    assert [(t.object, t.action) for t in after.subgoals[3:]] == [("Fridge", Primitive.CLOSE)]
    assert after.current is not None and after.current.parent == first.id
    # With the bread in the hand it is put down before.
    elsewhere = replace(second, receptacle="CounterTop", receptacle_ref="")
    later = from_here(replace(plan, cursor=4), (elsewhere,))
    assert [t.action for t in later.subgoals[4:]] == [Primitive.PUT, Primitive.CLOSE]


def test_a_door_that_was_to_be_opened_stays_open():
    asked = Subgoal("t1", Level.TRIPLET, High.OPEN, "Fridge", object_ref="fridge")
    plan = Plan("p", "", "", "rules", (asked,), expand((asked,)), cursor=1)
    assert from_here(plan, ()).current is None


def test_what_is_held_already_is_put_down_for_the_door():
    found = expand((triplet(High.MOVE, "Apple", "Fridge"),), Hand(held="x1"))
    assert [(t.object, t.action) for t in found[1:]] == [
        ("Fridge", Primitive.OPEN), ("Apple", Primitive.PICKUP), ("Fridge", Primitive.PUT), ("Fridge", Primitive.CLOSE),
    ]  # fmt: skip
    assert found[0].action == Primitive.PUT and found[2].object_ref == "x1"
    assert len({t.id for t in found}) == len(found)
    assert check_tuples(found, "Apple")


def test_with_nothing_to_open_what_is_held_is_just_put_down():
    assert steps(triplet(High.MOVE, "Mug", "Shelf"), hand=Hand(held="x1")) == ["Shelf Put"]


def test_a_plan_that_opens_with_a_full_hand_is_refused_in_words():
    with within_domain("household"):
        as_thor = expand((triplet(High.MOVE, "Apple", "Fridge"),))
        assert check_tuples(as_thor)
    outcome = check_tuples(as_thor)
    assert "cannot open the Fridge: the hand holds the Apple already" in outcome.message


def test_what_the_robot_has_no_skill_for_is_refused_with_its_name():
    outcome = check_tuples(expand((triplet(High.SLICE, "Apple", "CounterTop"),)))
    assert outcome.code is Code.PLAN_REJECTED and "'spot'" in outcome.message and "Slice" in outcome.message


@settings(max_examples=150, deadline=None)
@given(contexts())
def test_what_can_be_done_at_all_can_be_done_with_the_hand(context: TaskContext):
    assume("sliced" not in context.states and not context.parts)  # Spot does not slice: refused before
    with within_domain("household"):
        assume(check_tuples(expand(integrate(context))))
    with within_domain("household", "spot"):
        tuples = expand(integrate(context))
        outcome = check_tuples(tuples)
    assert outcome or "The robot 'spot' has no skill" in outcome.message, (context, outcome)
    assert len({t.id for t in tuples}) == len(tuples)
