"""How a sentence's last words, its numbers and its places of origin come out in the goal."""

from __future__ import annotations

import pytest

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_core.people import PERSON
from pred_core.plan_language import OFFERED, High
from pred_language.discourse.utterances import heard
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner


def memory(*names, on=None, low=()):
    on = on or {}
    return ObjectMemory(
        step=1,
        objects=tuple(
            ObjectState(
                name,
                name.rpartition("_")[0],
                center=(float(number), 0.0, 0.05 if name in low else 1.0),
                size=(0.1, 0.1, 0.1),
                parent_id=on.get(name, ""),
            )
            for number, name in enumerate(names, 1)
        ),
    )


ROOM = memory(
    *("Plate_1", "Plate_2", "Bowl_1", "Cup_1", "Egg_1", "Fork_1", "Potato_1", "Tomato_1", "Knife_1", "Box_1"),
    *("Towel_1", "CellPhone_1", "Laptop_1", "Watch_1", "RemoteControl_1"),
    *("Microwave_1", "Fridge_1", "SinkBasin_1", "Faucet_1", "CounterTop_1", "GarbageCan_1", "TowelHolder_1"),
    *("Toilet_1", "Bed_1", "Television_1"),
)


def answer(text, room=ROOM):
    return RulesReasoner().make_plan(Texts(text), room)


def steps(text, room=ROOM):
    plan = answer(text, room).plan
    assert plan is not None, answer(text, room).outcome.message
    assert "left_out" not in plan.context, plan.context["left_out"]
    return [" ".join(filter(None, (str(t.action), t.object, t.receptacle))) for t in plan.triplets]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("put the watch in the box and close the box", "Close Box"),
        ("put the egg in the microwave and do not close it", "Open Microwave"),
        ("put the egg in the fridge, but don't shut the fridge", "Open Fridge"),
        ("wash the fork, then turn the water off", "ToggleOff Faucet"),
    ],
)
def test_how_a_door_or_switch_is_left_is_a_goal(text, last):
    assert steps(text)[-1].startswith(last)


def test_the_tap_that_is_turned_off_is_the_one_that_washed():
    plan = answer("wash the fork, then turn the water off").plan
    assert {s.object_ref for s in plan.subgoals if s.object == "Faucet"} == {"faucet"}


def test_a_door_that_is_closed_on_the_way_is_no_goal():
    said = "take the egg, put the egg in the microwave, close the microwave, turn it on and put the egg in the bowl"
    assert not any(one.startswith("Close") for one in steps(said))


def test_no_other_type_makes_up_a_number_and_the_lack_is_told_before():
    told = answer("put four plates in the sink")
    assert {t.object for t in told.plan.triplets} == {"Plate"}
    assert not any(t.object_alternatives for t in told.plan.triplets)
    assert "only 2 of 4 plates" in told.understood
    assert "only" not in answer("put two plates in the sink").understood


def test_a_number_that_no_goal_can_say_is_asked_about():
    plan = answer("put at least two plates in the sink").plan
    assert plan is None or OFFERED in plan.context or plan.context["left_out"]


def test_half_of_two_plates_is_one():
    told = answer("put half of the plates in the sink")
    assert [t.object for t in told.plan.triplets] == ["Plate"]
    assert not told.plan.context.get("left_out")


def test_both_are_the_last_two_things_that_something_was_done_to():
    made = steps("heat the potato, slice the tomato and put both on the plate")
    assert any(one.startswith("Heat Potato") for one in made) and "Move Potato Plate" in made
    assert any(one.startswith("Move TomatoSliced Plate") for one in made)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("throw away the potato on the floor", "GarbageCan"),
        ("put the towel on the floor back on the bed", "Bed"),
        ("hang up the towel that is lying on the floor", "TowelHolder"),
    ],
)
def test_the_floor_is_where_things_come_from(text, place):
    plan = answer(text).plan
    assert [t.receptacle for t in plan.triplets] == [place]


@pytest.mark.parametrize(
    "text",
    [
        *("put the laptop in the sink", "drop the cell phone into the toilet", "put the phone in the microwave"),
        *("throw the knife on the bed", "put the remote control in the sink"),
    ],
)
def test_what_would_come_to_harm_is_refused_with_a_sentence(text):
    told = answer(text)
    assert told.plan is None and told.outcome.code is Code.PLAN_REJECTED
    assert "come to harm" in told.outcome.message


def test_nothing_is_thrown_at_anything():
    assert answer("throw the remote control at the television").outcome.code is Code.NOT_UNDERSTOOD
    assert steps("throw the egg away") == ["Move Egg GarbageCan"]


@pytest.mark.parametrize("text", ["My boots are by the sofa.", "The cup is dirty.", "There is a mug in the sink."])
def test_how_things_are_is_no_order(text):
    assert heard(text).refusal


@pytest.mark.parametrize(
    "text",
    [
        *("The mug that is on the table goes in the sink.", "The mug is to be put in the sink."),
        *("The mug is in the cabinet. Put it in the sink.", "The vase should not be here; put it on the shelf."),
    ],
)
def test_how_things_should_be_is_one(text):
    assert not heard(text).refusal


@pytest.mark.parametrize("text", ["Go to the bed.", "navigate to the bed"])
def test_going_somewhere_is_a_task(text):
    told = answer(text)
    assert [(t.action, t.object) for t in told.plan.triplets] == [(High.GOTO, "Bed")]
    assert told.understood == "I'll go to the bed."


@pytest.mark.parametrize(
    "text", ["bring me the cup", "give me the egg from the fridge", "take the fork and bring it to me"]
)
def test_what_is_to_come_to_a_person_goes_nowhere_else(text):
    plan = answer(text).plan
    assert plan is not None and [t.receptacle for t in plan.triplets] == [PERSON]


@pytest.mark.parametrize(
    ("text", "done"),
    [
        (
            "take the cup. Then bring me the egg",
            ["PickupObject(Cup)", "PutObject(CounterTop)", "PickupObject(Egg)", "HandOverObject(Person)"],
        ),
        ("take the cup. Then bring it to me", ["PickupObject(Cup)", "HandOverObject(Person)"]),
        ("take the cup. Then turn on the television", ["PickupObject(Cup)", "ToggleObjectOn(Television)"]),
    ],
)
def test_what_an_order_left_in_the_hand_is_put_down_before_the_next_needs_it(text, done):
    assert [f"{step.action}({step.object})" for step in answer(text).plan.subgoals] == done
