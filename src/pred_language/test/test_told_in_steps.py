"""What step-by-step texts add to a goal sentence, and which of several things of a name they are about."""

from __future__ import annotations

import pytest
from kitchen import KITCHEN

from pred_core.objects import ObjectMemory, ObjectState
from pred_language.meaning import encoder
from pred_language.meaning.context import TaskContext, TaskType
from pred_language.meaning.grounding import Grounder
from pred_language.meaning.parts import in_order
from pred_language.reader import Texts, read, understand

SMALL = (0.1, 0.1, 0.1)


def meant(goal: str, *steps: str, chooser: Grounder | None = None) -> TaskContext:
    context = understand(Texts(goal, steps), chooser or Grounder(KITCHEN, encoder.nearest))
    assert isinstance(context, TaskContext), context
    return context


def test_steps_that_begin_with_the_knife_tell_what_is_done_to_what_it_cuts() -> None:
    context = meant(
        "Slice a tomato, place a tomato slice on the table.",
        "Pick up the knife on the counter.",
        "Use the knife to slice the tomato.",
        "Place the knife in the sink.",
        "Pick up a tomato slice.",
        "Put the tomato slice in the sink, rinse it off, retrieve the tomato slice.",
        "Place the tomato slice on the table.",
    )
    assert context.target.best == "Tomato"
    assert context.states == {"sliced", "clean"}


def test_steps_tell_where_a_thing_goes_that_is_only_put_away() -> None:
    context = meant(
        "Put the cup away.",
        "Pick up the cup from the table.",
        "Look down at the counter.",
        "Take a half step right.",
        "Open the fridge and put it inside.",
    )
    assert (context.target.best, context.destination.best, context.states) == ("Cup", "Fridge", set())


@pytest.mark.parametrize("faced", ["Look at the counter.", "Face the counter.", "Go to the counter."])
def test_it_is_what_can_be_carried_not_what_was_faced(faced: str) -> None:
    context = read(f"Take the potato. {faced} Put it in the fridge.", Grounder(KITCHEN, encoder.nearest))
    assert isinstance(context, TaskContext)
    last = list(in_order(context))[-1]
    assert (last.target.best, last.destination.best) == ("Potato", "Fridge")


def test_where_the_knife_is_left_is_no_part_of_cutting() -> None:
    context = meant(
        "Cut a potato that is in a sink into two pieces.",
        "Pick up the knife from the counter.",
        "Take the knife to the sink on your left.",
        "Cut the potato in the right side of the sink in half.",
    )
    assert (context.task_type, context.target.best, context.states) == (TaskType.DO, "Potato", {"sliced"})


def test_what_is_put_on_a_plate_first_is_carried_on_it() -> None:
    context = meant(
        "Move the fork and the plate to the counter.",
        "Pick up the fork from the table.",
        "Place the fork on the plate on the table.",
        "Pick up the plate with the fork on it.",
        "Place the plate with the fork on the counter.",
    )
    assert (context.target.best, context.movable.best, context.destination.best) == ("Fork", "Plate", "CounterTop")
    assert not context.also


@pytest.mark.parametrize(
    ("second", "washed"), [("Bring the cup to the sink.", False), ("Put the cup in the sink.", True)]
)
def test_what_is_only_carried_to_a_sink_is_not_washed(second: str, washed: bool) -> None:
    context = meant(
        "Put a cup in the cabinet.", "Pick up the cup.", second, "Put the cup in the cabinet under the sink."
    )
    assert ("clean" in context.states) == washed


@pytest.mark.parametrize("said", ["a pan, with a spoon in it, on the table", "a pan (with a spoon in it) on the table"])
def test_what_is_told_between_commas_belongs_to_what_is_before_them(said: str) -> None:
    context = read(f"Put {said}.", Grounder(KITCHEN, encoder.nearest))
    assert isinstance(context, TaskContext)
    assert (context.target.best, context.movable.best) == ("Spoon", "Pan")
    assert not context.left_out


def test_there_and_back_is_two_ways() -> None:
    context = meant("Take a mug to the fridge and back to the coffee machine.")
    assert (context.target.best, context.destination.best, context.states) == ("Mug", "CoffeeMachine", {"cold"})


def a_kitchen() -> ObjectMemory:
    """Two knives and two breads: a butter knife lies beside the bread on the table, a knife alone on the counter."""
    return ObjectMemory(
        objects=(
            ObjectState("CounterTop_1", "CounterTop", (0.0, 0.0, 0.9), (1.0, 0.6, 0.04)),
            ObjectState("DiningTable_1", "DiningTable", (3.0, 0.0, 0.7), (1.0, 1.0, 0.04)),
            ObjectState("Knife_1", "Knife", (0.0, 0.0, 0.97), SMALL, parent_id="CounterTop_1"),
            ObjectState("ButterKnife_1", "ButterKnife", (3.0, 0.0, 0.77), SMALL, parent_id="DiningTable_1"),
            ObjectState("Bread_1", "Bread", (3.1, 0.1, 0.77), SMALL, parent_id="DiningTable_1"),
        )
    )


@pytest.mark.parametrize(
    ("where", "knife"), [("to the left of the bread", "ButterKnife"), ("on the counter", "Knife")]
)
def test_a_word_for_two_classes_means_the_one_that_is_where_it_is_said_to_be(where: str, knife: str) -> None:
    memory = a_kitchen()
    chooser = Grounder({o.class_name for o in memory.objects} | {"SinkBasin", "Drawer"}, encoder.nearest, memory=memory)
    context = meant("Put a clean knife in the drawer.", f"Pick up the knife {where}.", "Wash it.", chooser=chooser)
    assert context.target.best == knife


def test_where_a_thing_is_said_to_be_tells_nothing_to_who_saw_nothing() -> None:
    context = read("put the knife next to the bread in the drawer", Grounder(KITCHEN))
    assert isinstance(context, TaskContext) and context.said["target"]
    assert Grounder(KITCHEN).placed("Knife", context.said["target"]) is None
    assert Grounder(KITCHEN, memory=a_kitchen()).placed("ButterKnife", context.said["target"]) > 0.5
