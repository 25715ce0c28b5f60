"""Sentences as people type them: polite, passive, misspelt, negated, or choosing among things of a kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kitchen import KITCHEN

from pred_core.objects import ObjectMemory
from pred_core.plan_language import High
from pred_language.lexicon.selectors import refrains, without_refrains
from pred_language.meaning.context import Refusal, TaskContext, TaskType
from pred_language.meaning.grounding import Grounder
from pred_language.reader import Texts, read, understand
from pred_planner.model.reading_in_words import sentence
from pred_planner.rules.reasoner import RulesReasoner

IN_KITCHEN = Grounder(KITCHEN | {"Kettle"})
LIVING = Grounder(
    ["Book", "CoffeeTable", "FloorLamp", "Newspaper", "RemoteControl", "Sofa", "Statue", "Desk"]
)


def what(text: str, grounder: Grounder = IN_KITCHEN) -> str:
    """Return the reading of a text as one line: type, states, object, number, holder, place."""
    context = read(text, grounder)
    if isinstance(context, Refusal):
        return "refused"
    kind = TaskType(context.task_type).name
    parts = [kind, *sorted(context.states), context.target.best]
    parts += [f"x{context.count}"] if context.count != 1 else []
    parts += [f"in {context.movable.best}"] if context.movable else []
    return " ".join([*parts, f"> {context.destination.best}"] if context.destination else parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hey robot, would you mind washing the mug and putting it in the coffee machine",
         "CLEAN_PLACE clean Mug > CoffeeMachine"),
        ("I'd like a cold tomato on the counter, please", "COOL_PLACE cold Tomato > CounterTop"),
        ("I want the apple to be heated and put in the fridge", "HEAT_PLACE hot Apple > Fridge"),
        ("Please make sure the egg is in the fridge", "PLACE Egg > Fridge"),
        ("the plates need to go in the cabinet", "PLACE_TWO Plate x2 > Cabinet"),
        ("the tomato goes in the fridge", "PLACE Tomato > Fridge"),
        ("the apple belongs in the fridge", "PLACE Apple > Fridge"),
        ("The mug should be washed and put in the coffee maker", "CLEAN_PLACE clean Mug > CoffeeMachine"),
        ("make the mug cold and put it in the cabinet", "COOL_PLACE cold Mug > Cabinet"),
        ("Get a wet plate in the sink", "CLEAN_PLACE clean Plate > SinkBasin"),
        ("wash a fork to be placed inside a drawer", "CLEAN_PLACE clean Fork > Drawer"),
        ("take the knive and cut the tomatoe, then put a slice in the fridge", "PLACE sliced Tomato > Fridge"),
        ("chill the lettuse and leave it on the conter", "COOL_PLACE cold Lettuce > CounterTop"),
        ("Put a clean fork of the dining table", "CLEAN_PLACE clean Fork > DiningTable"),
        ("put the apple on the top shelf of the fridge", "PLACE Apple > Fridge"),
        ("open the fridge and put the egg on the middle shelf", "PLACE Egg > Fridge"),
        ("Grab a fork and place it in a bowl, then place both in the sink", "MOVABLE_PLACE Fork in Bowl > SinkBasin"),
        ("set the table with a fork", "PLACE Fork > DiningTable"),
        ("put a full kettle on the stove", "PLACE filled Kettle > StoveBurner"),
        ("Before putting the apple on the table, cool it", "COOL_PLACE cold Apple > DiningTable"),
        ("do not forget to rinse the fork before you put it in the drawer", "CLEAN_PLACE clean Fork > Drawer"),
        ("Don't wash the pan, just put it in the sink", "PLACE Pan > SinkBasin"),
        ("put the red plate in the sink, not the blue one", "PLACE Plate > SinkBasin"),
    ],
)  # fmt: skip
def test_people_ask_in_many_ways(text, expected):
    assert what(text) == expected


def test_a_lit_place_means_looking_in_its_light():
    assert what("bring the newspaper to a lit desk", LIVING) == "LOOK_AT Newspaper"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("don't put the apple in the fridge", "what not to do"),
        ("never heat the egg", "what not to do"),
        ("put the one on the left in the sink", "which thing you mean"),
        ("put it there", "which thing you mean"),
        ("where is the mug?", "no action"),
        ("dance", "no action"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(text, reason):
    refusal = read(text, IN_KITCHEN)
    assert isinstance(refusal, Refusal) and reason in refusal.message


def test_only_what_the_commander_says_counts():
    said = (
        "Commander: can you wash the plate?",
        "Driver: put it where?",
        "Commander: then put it on the table",
    )
    context = understand(Texts("", dialogue=said), IN_KITCHEN)
    assert isinstance(context, TaskContext)
    assert (context.task_type, context.target.best, context.destination.best) == (
        TaskType.CLEAN_PLACE,
        "Plate",
        "DiningTable",
    )


def test_the_answer_says_which_words_were_not_used():
    context = read("put the striped mug in the sink", IN_KITCHEN)
    assert isinstance(context, TaskContext)
    assert context.not_used == ("striped",)
    assert "Not used: striped." in sentence(context)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fold the cloth and put it in the sink", ("fold",)),
        ("put the mug in the sink", ()),
        ("slice the bread, then put the mug in the sink", ()),
    ],
)
def test_actions_that_are_not_understood_are_left_out_and_said(text, words):
    context = read(text, IN_KITCHEN)
    assert isinstance(context, TaskContext)
    assert context.left_out == words


@pytest.mark.parametrize("manner", ["upside down", "upside-down", "in a row"])
def test_what_cannot_be_kept_to_is_refused(manner):
    assert isinstance(read(f"put the mug {manner} on the table", IN_KITCHEN), Refusal)


@given(st.text(alphabet="abdefnot ,.", max_size=60))
def test_leaving_out_refrains_adds_nothing_and_ends(text):
    assert set(without_refrains(text).split()) <= set(
        text.replace(",", " , ").replace(".", " . ").split()
    ) | set(text.split())
    assert isinstance(refrains(text), bool)


def test_slices_on_a_clean_plate_have_the_plate_washed_first() -> None:
    words = "Hi, we need 2 cooked slices of potato on a clean plate."
    plan = RulesReasoner().make_plan(Texts(words), ObjectMemory()).plan
    assert plan is not None
    assert plan.triplets[0].as_triplet()[:2] == (High.CLEAN, "Plate")
    plain = RulesReasoner().make_plan(Texts(words.replace("clean ", "")), ObjectMemory()).plan
    assert plain is not None
    assert plain.triplets[0].action == High.SLICE


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("close the window", "A window is nothing that I can close."),
        ("would you rather wash the cup or the mug?", "I do not understand that question"),
    ],
)
def test_what_is_no_door_and_who_asks_what_one_prefers_is_told_so(text, told):
    answer = RulesReasoner().make_plan(Texts(text), ObjectMemory())
    assert answer.plan is None and answer.outcome.message.startswith(told)


def test_what_was_said_beside_plain_orders_keeps_them_from_being_taken():
    said = "Put the pillow from the armchair on the sofa, then take it back."
    plan = RulesReasoner().make_plan(Texts(said), ObjectMemory()).plan
    assert plan is not None and plan.context["left_out"] == ["take it back"]
