"""What a person reads of what was understood: the action, counts, states and descriptions, and no names of programs."""

from __future__ import annotations

import re

import pytest

from pred_core.objects import ObjectMemory
from pred_core.vocabulary import within_domain
from pred_language.lexicon.inflection import plural
from pred_language.meaning.context import Ranked, TaskContext, TaskType
from pred_language.meaning.promise import promise
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner


def told(words: str) -> str:
    return RulesReasoner().make_plan(Texts(words), ObjectMemory()).understood


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("put a clean mug on the coffee machine", "I'll put one clean mug on the coffee machine."),
        ("put two mugs in the sink", "I'll put two mugs in the sink."),
        ("put all the books on the bed", "I'll put every book on the bed."),
        ("put a plate in each cupboard", "I'll put one plate in each cabinet."),
        (
            "put the spoon in the mug and put it in the sink",
            "I'll put one spoon in one mug and put both in the sink.",
        ),
        ("put a hot potato in the bowl", "I'll put one hot potato in the bowl."),
        ("put 2 slices of tomato in a bowl", "I'll put two slices of tomato in the bowl."),
        ("look at the book under the desk lamp", "I'll look at one book in the light of the desk lamp."),
        ("water the plant", "I'll water the house plant."),
        ("boil a potato", "I'll boil one potato."),
        ("make a cup of coffee", "I'll make coffee in one mug."),
        ("clean all the mugs", "I'll clean every mug."),
        ("open the fridge", "I'll open the fridge."),
        ("put the pillow on the other bed", "I'll put one pillow on the other bed."),
        ("put two large red apples in the fridge", "I'll put two large red apples in the fridge."),
        (
            "put the green mug left of the stove in the sink",
            "I'll put the green mug that is to the left of the stove in the sink.",
        ),
        (
            "put the fork in the drawer and the mug in the sink",
            "I'll put one fork in the drawer, then put one mug in the sink.",
        ),
        ("put a fork and two spoons in each drawer", "I'll put one fork and two spoons in each drawer."),
        ("put a plate and a fork on every table", "I'll put one plate and one fork on each side table."),
        ("put the fork and the spoon in the drawer", "I'll put one fork and one spoon in the drawer."),
        ("put a mug and a fork in both drawers", "I'll put one mug and one fork in each of two drawers."),
        ("put everything from the sink in the fridge",
         "I'll put everything that is in the sink in the fridge."),
        ("put all the things on the counter in the sink",
         "I'll put everything that is on the counter in the sink."),
        (
            "put a fork in each drawer and the mug in the sink",
            "I'll put one mug in the sink, then put one fork in each drawer.",
        ),
    ],
)  # fmt: skip
def test_it_says_what_it_will_do_as_a_person_would(words: str, said: str) -> None:
    assert told(words) == said


def test_the_word_of_a_kind_that_was_said_as_many_is_not_made_many_twice() -> None:
    with within_domain("table"):
        tools = Ranked("tools", ("Hammer", "Wrench"), (0.5, 0.5))
        box = Ranked("box", ("Box",), (1.0,))
        context = TaskContext("", TaskType.PLACE_TWO, tools, count=2, destination=box)
        assert promise(context) == "I'll put two tools in the box."


def test_words_without_a_say_are_told() -> None:
    assert told("put a striped mug in the sink") == "I'll put one mug in the sink. Not used: striped."


def test_every_goal_of_several_is_told() -> None:
    text = told("put the mug in the sink and open the fridge")
    assert "one mug in the sink" in text and "open the fridge" in text


@pytest.mark.parametrize("kind", TaskType)
def test_no_type_of_task_is_told_by_its_name_or_by_names_of_classes(kind: TaskType) -> None:
    thing, place = Ranked("mug", ("Mug",), (1.0,)), Ranked("table", ("SideTable",), (1.0,))
    text = promise(
        TaskContext("", kind, thing, destination=place, toggle=Ranked("lamp", ("DeskLamp",), (1.0,)))
    )
    assert text.startswith("I'll ") and text.endswith(".")
    assert not re.search(r"[a-z][A-Z]|_|:", text), text


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("butter knife", "butter knives"),
        ("dish", "dishes"),
        ("tomato", "tomatoes"),
        ("key", "keys"),
        ("candy", "candies"),
    ],
)
def test_plurals_of_phrases(one: str, many: str) -> None:
    assert plural(one) == many
