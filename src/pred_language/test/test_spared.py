"""What is to be left as it is: told in one way of speaking, and no goal may be about it, however it was read."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from pred_core.referring.description import Description, Test, TestKind
from pred_language.choice import spared
from pred_language.choice.spared import acted_on
from pred_language.discourse.spoken import as_plain_order
from pred_language.meaning.context import Ranked, TaskContext, TaskType


def _ranked(words: str, *classes: str) -> Ranked:
    return Ranked(words, classes, tuple(1.0 for _ in classes))


FOOD = TaskContext(
    "x", TaskType.PUT_ALL_ON, _ranked("food", "Apple", "Bread"), 0, destination=_ranked("fridge", "Fridge")
)
MUG = TaskContext("x", TaskType.PLACE, _ranked("mug", "Mug"), destination=_ranked("sink", "SinkBasin"))
NOT_BREAD = {
    "target": (Test(TestKind.NOT, "", (Description("bread", ("Bread",), (1.0,)),), words="not bread"),)
}
OTHER = {"target": (Test(TestKind.OTHER, words="other"),)}
RED = {"target": (Test(TestKind.COLOUR, "red", words="red"),)}


@pytest.mark.parametrize(
    ("said", "goal", "touched"),
    [
        ("put the food in the fridge but don't touch the bread", FOOD, True),
        ("put the food in the fridge but don't touch the bread", replace(FOOD, said=NOT_BREAD), False),
        ("put the food in the fridge but don't touch the plate", FOOD, False),
        ("put the food in the fridge and leave the apple alone", FOOD, True),
        ("leave the mug on the bed", MUG, False),
        ("put the food in the fridge, but leave the apple", FOOD, True),
        ("put the food in the fridge except the bread", FOOD, True),
        ("put the food in the fridge, not the one on the shelf", FOOD, True),
        ("put the mug in the sink. The mug stays where it is.", MUG, True),
        ("put the red mug in the sink, the green mug stays where it is", replace(MUG, said=RED), False),
        ("put the red mug in the sink, leave the other one", replace(MUG, said=RED), False),
        (
            "wash the red mug and leave the other one in the sink",
            replace(MUG, then=(replace(MUG, said=OTHER),)),
            True,
        ),
        ("leave the mug in the sink", MUG, False),
        ("don't put the mug on the table, put it in the sink", MUG, False),
    ],
)
def test_a_goal_about_what_is_to_be_left_alone_is_found(said: str, goal: TaskContext, touched: bool) -> None:
    assert bool(list(acted_on(said, goal))) is touched


def test_one_thing_by_two_names_is_not_switched_on_and_off() -> None:
    on = TaskContext("x", TaskType.DO, _ranked("lamp", "FloorLamp"), states=frozenset({"on"}))
    off = TaskContext("x", TaskType.DO, _ranked("light", "FloorLamp"), states=frozenset({"off"}))
    assert list(acted_on("leave the lamp on and turn off the light", replace(on, then=(off,)))) == ["light"]
    assert not list(acted_on("turn the lamp on and then the light off", replace(on, then=(off,))))


def test_it_shares_no_code_with_the_first_reading() -> None:
    tree = ast.parse(Path(spared.__file__).read_text("utf-8"))
    used = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    own = {name.rpartition(".")[2] for name in used if name.startswith("pred_language.")}
    assert own == {"context", "parts", "second_reading"}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Wash all the cups, but don't touch the mug.", "Wash all the cups except the mug."),
        (
            "Put the pillow on the bed without touching the bear.",
            "Put the pillow on the bed.",
        ),
        ("Wash the red cup and leave the other one on the shelf.", "Wash the red cup."),
        (
            "Put the pens in the box, not the one on the desk.",
            "Put all the pens that are not on the desk in the box.",
        ),
        ("The red mug stays there. Wash the green one.", "Wash the green mug."),
        (
            "Put all the pens in the box and the red pen stays.",
            "Put all the pens in the box except the red pen.",
        ),
        ("Don't bring me the cup, I only want the mug.", "bring me the mug."),
        ("Leave the tap on but close the box.", "Leave the tap on and close the box."),
    ],
)
def test_what_is_spared_is_told_in_one_way(said: str, told: str) -> None:
    assert as_plain_order(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Once the cup has been washed, put it on the shelf.", "wash the cup, then put it on the shelf."),
        (
            "Put the pen in the box before you close the drawer.",
            "Put the pen in the box, then close the drawer.",
        ),
        ("Wash it before you put the cup on the shelf.", "Wash the cup, then put the cup on the shelf."),
        ("Don't slice the bread until you've washed the cup.", "wash the cup, then slice the bread."),
        ("Put the egg in the fridge before the cat eats it.", "Put the egg in the fridge."),
        (
            "Put the cups in the sink, the dirty one first.",
            "Put the dirty cup in the sink, then Put the other cup in the sink.",
        ),
    ],
)
def test_orders_stand_in_the_order_of_time(said: str, told: str) -> None:
    assert as_plain_order(said) == told
