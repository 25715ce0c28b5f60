"""No half of a sentence is lost: each is a goal, is left out by name, or the whole is refused with a sentence."""

from __future__ import annotations

import pytest
from kitchen import KITCHEN

from pred_core.objects import ObjectMemory, ObjectState
from pred_planner.reasoner import RulesReasoner
from pred_planner.understanding.reader import Texts
from pred_planner.understanding.tagger import tag
from pred_planner.understanding.utterances import Kind, heard, kind_of

NUMBERED = (
    "Mug_1",
    "Mug_2",
    "StoveBurner_1",
    "StoveBurner_2",
    "StoveBurner_3",
    "StoveBurner_4",
    "DiningTable_1",
)
MEMORY = ObjectMemory(
    step=1,
    objects=tuple(
        ObjectState(name, name.rpartition("_")[0], center=(1.0, 0.0, 1.0), size=(0.1, 0.1, 0.1))
        for name in (
            *NUMBERED,
            *(f"{kind}_1" for kind in sorted(KITCHEN - {"Mug", "StoveBurner", "DiningTable"})),
        )
    ),
)


def planned(text):
    return RulesReasoner().make_plan(Texts(text), MEMORY)


def goals(text):
    """Return the steps of the plan as "action object place", and what it leaves out."""
    plan = planned(text).plan
    assert plan is not None, planned(text).outcome.message
    steps = [" ".join(filter(None, (str(t.action), t.object, t.receptacle))) for t in plan.triplets]
    return steps, list(plan.context.get("left_out", ()))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("put the mug in the sink and open the fridge", ["Move Mug SinkBasin", "Open Fridge"]),
        ("open the fridge and put the mug in the sink", ["Open Fridge", "Move Mug SinkBasin"]),
        ("put the mug in the sink and turn on the faucet", ["Move Mug SinkBasin", "ToggleOn Faucet"]),
        ("put the mug in the coffee machine and switch it on", ["Move Mug CoffeeMachine", "ToggleOn CoffeeMachine"]),
        ("shut the cabinet and put the mug in the sink", ["Close Cabinet", "Move Mug SinkBasin"]),
        ("put the tomato in the fridge and leave it open", ["Move Tomato Fridge", "Open Fridge"]),
        ("put the egg in the fridge and keep the door open", ["Move Egg Fridge", "Open Fridge"]),
        ("open the fridge and the microwave", ["Open Fridge", "Open Microwave"]),
        ("turn on the coffee machine and the toaster", ["ToggleOn CoffeeMachine", "ToggleOn Toaster"]),
    ],
)  # fmt: skip
def test_doors_and_switches_wanted_for_their_own_sake_are_goals(text, steps):
    assert goals(text) == (steps, [])


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("open the fridge and put the egg in it", ["Move Egg Fridge"]),
        ("open the fridge, take the egg and put it on the table", ["Move Egg DiningTable"]),
        ("put the tomato in the fridge and close it", ["Move Tomato Fridge"]),
        ("turn on the faucet and wash the mug, then turn it off and put the mug on the table",
         ["Clean Mug", "Move Mug DiningTable"]),
    ],
)  # fmt: skip
def test_doors_and_switches_that_are_means_are_left_to_the_plan(text, steps):
    assert goals(text) == (steps, [])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("put the mug on top of the fridge", "on top of the fridge"),
        ("place the apple atop the microwave", "atop the microwave"),
        ("heat the apple for 30 seconds", "for 30 seconds"),
        ("put the mug in the sink. Is there an egg in the fridge?", "Is there an egg in the fridge"),
        ("put the mug in the sink and tell me what is on the table", "tell me what is on the table"),
    ],
)
def test_what_is_not_served_is_left_out_by_name(text, left):
    assert left in goals(text)[1]


@pytest.mark.parametrize(
    ("text", "count", "numbers"),
    [
        ("turn on burner 4", 1, {"StoveBurner": "4"}),
        ("put mug 2 on table 1", 1, {"Mug": "2", "DiningTable": "1"}),
        ("put mug #2 in the sink", 1, {"Mug": "2"}),
        ("put 2 mugs in the sink", 2, {}),
    ],
)
def test_a_number_after_a_noun_names_one(text, count, numbers):
    plan = planned(text).plan
    assert len(plan.triplets) == count
    told = {
        of["classes"][0]: test["value"]
        for of in plan.context.get("refers", {}).values()
        for test in of["tests"]
        if test["kind"] == "number"
    }
    assert told == numbers


@pytest.mark.parametrize(
    "text",
    [
        "Bring me an apple from the cabinet",
        "give me the knife from the drawer",
        "take a mug from the table and bring it to me",
        "fetch the spoon from the drawer and hand it to me",
    ],
)
def test_where_a_thing_comes_from_is_not_where_it_goes(text):
    answer = planned(text)
    assert answer.plan is None and "name the place" in answer.outcome.message


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("did you put the mug in the sink?", Kind.QUESTION),
        ("Is the spoon in the drawer", Kind.QUESTION),
        ("tell me what is the biggest fruit on the counter", Kind.QUESTION),
        ("please tell me how many mugs there are", Kind.QUESTION),
        ("what person is pointing at the counter", Kind.QUESTION),
        ("if there is an egg in the fridge put it on the counter", Kind.CONDITION),
        ("when you see the mug, put it in the sink", Kind.CONDITION),
        ("I put the mug in the sink", Kind.REPORT),
        ("the mug was put in the sink", Kind.REPORT),
        ("thanks for putting the mug in the sink", Kind.REMARK),
    ],
)
def test_what_is_no_order_moves_nothing(text, kind):
    assert kind_of(text) is kind
    answer = planned(text)
    assert answer.plan is None and "Tell me what to do" in answer.outcome.message


@pytest.mark.parametrize(
    "text",
    [
        "can you put the mug in the sink?",
        "would you mind putting the mug in the sink?",
        "if you can, put the mug in the sink",
        "put the mug in the sink and tell me when you are done",
        "You should put the mug in the sink, shouldn't you?",
        "put the 'mug' in the \"sink\"",
        "put the “mug” in the ‘sink’",
        "put the [mug] in the sínk",
        "put the mùg into the `sink`",
    ],
)
def test_politeness_quotes_and_accents_change_nothing(text):
    assert goals(text) == (["Move Mug SinkBasin"], [])


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("put the mug in the sink, right?", "put the mug in the sink"),
        ("put the mug in the sink, will you?", "put the mug in the sink"),
        ("put the mug in the cabinet on the right", "put the mug in the cabinet on the right"),
        ("put the mug in the cabinet on the far right.", "put the mug in the cabinet on the far right."),
    ],
)
def test_a_tag_is_taken_away_and_a_side_is_not(text, orders):
    assert heard(text).orders == orders


@pytest.mark.parametrize("word", ["tell", "what", "pointing", "closed", "handle", "there", "done"])
def test_words_of_the_language_are_not_corrected(word):
    assert [token.text for token in tag(f"the {word}")][-1] == word


@pytest.mark.parametrize(("wrong", "right"), [("fridg", "fridge"), ("drawr", "drawer"), ("clen", "clean")])
def test_typing_errors_are_corrected(wrong, right):
    assert tag(f"the {wrong}")[-1].text == right
