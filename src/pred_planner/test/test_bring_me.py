"""What is to be brought to the one who speaks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_core.people import PERSON
from pred_core.plan_language import High, Primitive
from pred_core.vocabulary import within_domain
from pred_language.reader import Texts
from pred_planner.rules.reasoner import Planned, RulesReasoner

ON = {
    "Apple_1": "CounterTop_1", "Apple_2": "Fridge_1", "Mug_1": "CounterTop_1", "Mug_2": "DiningTable_1",
    "Fork_1": "CounterTop_1", "Spoon_1": "SinkBasin_1", "Plate_1": "CounterTop_1", "Potato_1": "DiningTable_1",
}  # fmt: skip
PLACES = (
    "CounterTop_1", "DiningTable_1", "Fridge_1", "SinkBasin_1", "Sink_1", "Faucet_1", "Microwave_1",
    "CoffeeMachine_1",
)  # fmt: skip


def kitchen() -> ObjectMemory:
    here, size = (1.0, 0.0, 0.9), (0.3, 0.3, 0.3)
    names = (*ON, *PLACES)
    states = (ObjectState(n, n.rpartition("_")[0], here, size, parent_id=ON.get(n, "")) for n in names)
    return ObjectMemory(step=1, objects=tuple(states))


def read(words: str, *dialogue: str) -> Planned:
    return RulesReasoner().make_plan(Texts(words, dialogue=dialogue), kitchen())


def steps(planned: Planned) -> list[tuple[str, str, str]]:
    assert planned.plan is not None, planned
    return [t.as_triplet() for t in planned.plan.triplets]


GIVEN = [(High.HAND_OVER, "Apple", PERSON)]


@pytest.mark.parametrize(
    "words",
    [
        "Bring me an apple.",
        "Could you please bring me the apple from the fridge?",
        "give me the apple on the counter",
        "Give the apple to me",
        "Hand me the apple that is in the fridge.",
        "fetch me an apple",
        "fetch the apple for me",
        "Deliver the apple to me, please.",
        "Take the apple from the fridge and bring it to me.",
        "Take an apple from the counter and give it to me.",
        "Locate an apple and hand it over to me",
        "I need the apple from the fridge.",
        "I would like an apple",
        "Can I have an apple?",
        "bring an apple here",
    ],
)
def test_it_is_handed_over_and_where_it_comes_from_is_no_place_to_go_to(words: str) -> None:
    planned = read(words)
    assert steps(planned) == GIVEN
    assert planned.understood.startswith("I'll bring ") and planned.understood.endswith(" to you.")
    assert planned.plan is not None and not planned.plan.context.get("left_out")


def test_where_it_is_tells_which_one() -> None:
    plan = read("Take the apple from the fridge and bring it to me.").plan
    assert plan is not None and plan.context["source"]["classes"] == ["Fridge"]
    acts = [s.action for s in plan.subgoals]
    assert acts == [Primitive.OPEN, Primitive.PICKUP, Primitive.CLOSE, Primitive.HAND_OVER]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("bring me two apples", GIVEN * 2),
        ("bring me a fork and a spoon", [(High.HAND_OVER, "Fork", PERSON), (High.HAND_OVER, "Spoon", PERSON)]),
        ("wash the mug and bring it to me", [(High.CLEAN, "Mug", "None"), (High.HAND_OVER, "Mug", PERSON)]),
        ("put a potato on a plate and bring it to me", [
            (High.MOVE, "Potato", "Plate"), (High.HAND_OVER, "Plate", PERSON),
        ]),
        ("bring me the apple and put the fork in the sink", [
            (High.HAND_OVER, "Apple", PERSON), (High.MOVE, "Fork", "SinkBasin"),
        ]),
        ("bring me the apple from the fridge and the mug from the table", [
            (High.HAND_OVER, "Apple", PERSON), (High.HAND_OVER, "Mug", PERSON),
        ]),
        ("take the apple from the fridge and the fork, and bring them to me", [
            (High.HAND_OVER, "Apple", PERSON), (High.HAND_OVER, "Fork", PERSON),
        ]),
        ("bring me the apple from the fridge and the mug", [
            (High.HAND_OVER, "Apple", PERSON), (High.HAND_OVER, "Mug", PERSON),
        ]),
        ("take the apple from the fridge and the mug from the table and bring them to me", [
            (High.HAND_OVER, "Apple", PERSON), (High.HAND_OVER, "Mug", PERSON),
        ]),
        ("bring me a mug and a spoon", [(High.HAND_OVER, "Mug", PERSON), (High.HAND_OVER, "Spoon", PERSON)]),
        ("bring me the apple to the table", [(High.MOVE, "Apple", "DiningTable")]),
        ("put the apple on the table for me", [(High.MOVE, "Apple", "DiningTable")]),
        ("come here", [(High.GOTO, PERSON, "None")]),
    ],
)  # fmt: skip
def test_several_things_other_actions_and_other_places_keep_what_they_mean(
    words: str, wanted: list[tuple[str, str, str]]
) -> None:
    assert steps(read(words)) == wanted


def test_all_that_one_person_gets_goes_to_one_person() -> None:
    plan = read("bring me the apple, put the fork in the sink and hand me the spoon").plan
    assert plan is not None
    assert {s.object_ref for s in plan.subgoals if s.object == PERSON} == {"person"}


def test_coffee_is_made_and_brought() -> None:
    assert steps(read("bring me a cup of coffee"))[-1] == (High.HAND_OVER, "Mug", PERSON)
    assert steps(read("", "Commander: bring me a cup of coffee"))[-1][0] == High.FILL


def test_somebody_else_is_nobody_who_is_known() -> None:
    assert read("bring her the apple").outcome.code is Code.NOT_UNDERSTOOD
    assert read("Give the apple to Anna").plan is None or read("Give the apple to Anna").plan.context.get("left_out")


def test_the_other_one_than_where_a_person_is_says_nothing() -> None:
    plan = read("bring me the other mug").plan
    assert plan is not None and plan.context["left_out"] == ["other"]


def test_a_robot_that_hands_nothing_over_says_what_to_say_instead(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"skills": ["goto", "pickup", "put"], "hand_opens": True}))
    with within_domain("household", str(own)):
        planned = read("bring me an apple")
    assert planned.outcome.code is Code.PLAN_REJECTED
    assert "does not hand things over: name a place" in planned.outcome.message


@pytest.mark.parametrize("words", ["Find the apple.", "Could you please locate an apple?", "look for the apple"])
def test_what_is_only_looked_for_is_gone_to(words: str) -> None:
    planned = read(words)
    assert steps(planned) == [(High.GOTO, "Apple", "None")]
    assert planned.understood.startswith("I'll find ")


@pytest.mark.parametrize("words", ["find the apple and put it on the table", "take the apple"])
def test_what_is_looked_for_to_be_used_is_taken(words: str) -> None:
    plan = read(words).plan
    assert plan is not None and plan.subgoals[0].action == Primitive.PICKUP


@pytest.mark.parametrize("words", ["go to the fridge", "navigate to the fridge", "Walk over to the fridge."])
def test_going_somewhere_alone_is_a_task(words: str) -> None:
    assert steps(read(words)) == [(High.GOTO, "Fridge", "None")]


def test_spot_opens_before_it_picks_up_and_gives_with_the_hand_that_carries() -> None:
    with within_domain("household", "spot"):
        plan = read("bring me an apple from the fridge").plan
    assert plan is not None
    done = [(step.object, step.action) for step in plan.subgoals]
    assert done.index(("Fridge", Primitive.OPEN)) < done.index(("Apple", Primitive.PICKUP))
    assert (PERSON, Primitive.HAND_OVER) in done


def test_the_arm_hands_over_what_is_on_its_table() -> None:
    with within_domain("table", "ur5"):
        planned = read("hand me the Fanta")
    assert steps(planned) == [(High.HAND_OVER, "FantaCan", PERSON)]
    assert planned.plan is not None
    assert [s.action for s in planned.plan.subgoals] == [Primitive.PICKUP, Primitive.HAND_OVER]
