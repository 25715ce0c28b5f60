"""The second reading of the words: what it misses in goals that lack something, and that it lets whole goals be."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from kitchen import KITCHEN

from pred_core.referring.description import Description, Test, TestKind
from pred_language.choice import second_reading
from pred_language.choice.second_reading import unheard
from pred_language.meaning.context import NEAR, Part, Ranked, Refusal, TaskContext, TaskType
from pred_language.meaning.grounding import Grounder
from pred_language.reader import Texts, accounted, understand


def one(words: str, name: str) -> Ranked:
    return Ranked(words, (name,), (1.0,))


PUT = TaskContext("x", TaskType.PLACE, one("mug", "Mug"), destination=one("sink", "SinkBasin"))
RED = {"target": (Test(TestKind.COLOUR, "red", words="red"),)}
NOT_THERE = {"target": (Test(TestKind.NOT, "", (Description("mug", ("Mug",), (1.0,)),), words="not mug"),)}


@pytest.mark.parametrize(
    ("text", "goal", "missed"),
    [
        ("put the mug in the sink", PUT, ()),
        ("wash the mug and put it in the sink", PUT, ("wash",)),
        ("wash the mug and put it in the sink", replace(PUT, states=frozenset({"clean"})), ()),
        ("do not wash the mug, put it in the sink", PUT, ()),
        ("put the mug in the sink, then take it back", PUT, ("take it back",)),
        ("put the mug in the sink and bring it back again", PUT, ("bring it back",)),
        ("take the mug and put it back in the sink", PUT, ()),
        ("hang the mug up", PUT, ("hang the mug up",)),
        ("hang it up in the sink", PUT, ()),
        ("half fill the mug", replace(PUT, states=frozenset({"filled"})), ("half fill",)),
        ("turn up the mug", replace(PUT, states=frozenset({NEAR})), ("turn up the mug",)),
        ("go to the mug", replace(PUT, states=frozenset({NEAR})), ()),
        ("put the mug in the sink and switch the lamp on", PUT, ("switch the lamp on", "lamp")),
        ("put the mug in the sink and open the fridge", PUT, ("open", "fridge")),
        ("open the fridge, take the mug and put it in the sink", PUT, ()),
        ("put the mug in the sink and close it", PUT, ()),
        ("open the cabinet, take the mug, put it in the sink", replace(PUT, source=one("cabinet", "Cabinet")), ()),
        ("put both mugs in the sink", PUT, ("both",)),
        ("put both mugs in the sink", replace(PUT, count=2), ()),
        ("put all the mugs in the sink", PUT, ("all",)),
        ("put all the mugs in the sink", replace(PUT, count=0), ()),
        ("put the other mug in the sink", PUT, ("other",)),
        ("first put the mug in the sink", PUT, ()),
        ("put the red mug in the sink", PUT, ("red",)),
        ("put the red mug in the sink", replace(PUT, said=RED), ()),
        ("put the red mug in the sink", replace(PUT, not_used=("red",)), ()),
        ("put the mug on top of the sink", PUT, ()),
        ("put the mug that isn't on the table in the sink", PUT, ("not",)),
        ("put the mug that isn't mine in the sink", replace(PUT, said=NOT_THERE), ()),
        (
            "put the red mug in the sink and the blue mug in the bin",
            replace(PUT, said=RED),
            ("mug", "blue", "the blue mug"),
        ),
        ("put the mug in the sink and don't forget the plate", PUT, ("plate",)),
        ("put the mug and the plate in the sink", replace(PUT, also=(Part(one("plate", "Plate")),)), ()),
        ("put the mug next to the toaster", PUT, ("toaster", "next to")),
        ("when the bell rings put the mug in the sink", PUT, ("when the bell rings put the mug in the sink",)),
        ("you put the mug in the sink", PUT, ("you put the mug in the sink",)),
        ("put the mug anywhere", PUT, ("anywhere",)),
        ("put everything sticky in the sink", replace(PUT, count=0), ("sticky",)),
        ("put everything in the sink", replace(PUT, count=0), ()),
        ("put the mug in the sink rather than on it", PUT, ("than",)),
        ("put a mug of cold water in the sink", PUT, ("cold",)),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_found_in_the_goal_or_named(
    text: str, goal: TaskContext, missed: tuple[str, ...]
):
    assert set(unheard(text, goal)) == set(missed)


def test_it_shares_no_code_and_no_table_with_the_first_reading():
    tree = ast.parse(Path(second_reading.__file__).read_text("utf-8"))
    used = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    own = {name.rpartition(".")[2] for name in used if name.startswith("pred_language.")}
    assert own == {"context", "parts"}, "the language of goals, and nothing that reads"


def test_a_goal_that_a_model_made_is_held_against_the_words_too():
    found = accounted(PUT, Texts("wash the red mug and put it in the sink"))
    assert {"wash", "red"} <= set(found.left_out)


@pytest.mark.parametrize(
    "text",
    ["put a clean fork in the drawer", "heat the egg in the microwave and put it on the table",
     "put two mugs in the sink", "take the mug on the table and wash it", "throw all the apples away",
     "put the mug that isn't in the sink in the cabinet", "slice the tomato with the knife",
     "turn the faucet on", "put the plate next to the toaster"],
)  # fmt: skip
def test_goals_of_the_first_reading_are_whole(text: str):
    found = understand(Texts(text), Grounder(KITCHEN))
    assert not isinstance(found, Refusal) and found.left_out == ()
