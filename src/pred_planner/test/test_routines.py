"""Routines in words: told, asked for, changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_core.plan_language import High
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.commands.memory import main
from pred_planner.memory.changes import changed, changes_in
from pred_planner.memory.names import defined, meant
from pred_planner.memory.order import order_of
from pred_planner.memory.phrases import order_in
from pred_planner.memory.remembering import RememberingReasoner
from pred_planner.memory.store import Store
from pred_planner.rules.reasoner import Planned, RulesReasoner

BREAKFAST = "The Mary breakfast is a mug of coffee and two slices of toast on a clean plate."


@pytest.fixture
def robot(tmp_path: Path) -> RememberingReasoner:
    reasoner = RememberingReasoner(RulesReasoner(), Store(tmp_path / "m.sqlite", embed))
    plan = reasoner.make_plan(Texts(BREAKFAST), ObjectMemory()).plan
    assert plan is not None
    reasoner.measured(plan.plan_id)
    return reasoner


def asked(robot: RememberingReasoner, words: str, memory: ObjectMemory | None = None) -> Planned:
    return robot.make_plan(Texts(words), memory or ObjectMemory())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Make me a salad called the Dax salad", "dax salad"),
        ("The name of this breakfast is called the Mary breakfast. It has toast.", "mary breakfast"),
        ("My evening round is a book on the desk.", "evening round"),
        ("Put the book on the desk. Remember this as tidy desk.", "tidy desk"),
        ("The dirty plate is in the sink. Wash it.", None),
        ("the coffee mug has to be washed", None),
        ("put a clean mug on the coffee machine", None),
        ("put the pen that is called for on the desk", None),
    ],
)
def test_a_name_is_found_where_one_is_given(text: str, name: str | None) -> None:
    found = defined(text)
    assert (found.name if found else None) == name


def test_the_longest_known_name_is_meant_and_a_letter_may_be_wrong() -> None:
    names = ["mary breakfast", "big mary breakfast"]
    assert meant("do the big Mary brekfast, please", names).name == "big mary breakfast"  # type: ignore[union-attr]
    assert meant("do the Mary dinner", names) is None


def test_words_that_mean_nothing_are_said_rather_than_left_out(robot: RememberingReasoner) -> None:
    planned = asked(robot, "the Mary breakfast with blueberries")
    assert planned.outcome.code is Code.NOT_UNDERSTOOD
    assert "blueberries" in planned.outcome.message
    told = asked(robot, "The Bob salad is two slices of cheese and one slice of tomato on a plate.")
    assert told.outcome.code is Code.NOT_UNDERSTOOD
    assert "cheese" in told.outcome.message


def test_a_routine_of_which_nothing_is_left_is_refused(robot: RememberingReasoner) -> None:
    assert asked(robot, "the Mary breakfast without coffee and without toast").plan is None


def test_what_is_in_the_hand_goes_down_first(robot: RememberingReasoner) -> None:
    held = ObjectMemory(objects=(ObjectState("1", "Book", (0.0, 0.0, 1.0), (0.1, 0.1, 0.1)),), held_id="1")
    plan = asked(robot, "make the Mary breakfast", held).plan
    assert plan is not None
    assert plan.triplets[0].as_triplet()[:2] == (High.PUT, "Book")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("on the side table",
         {("Mug", 1, frozenset({"coffee"}), "SideTable"), ("Bread", 2, frozenset({"sliced", "cooked"}), "SideTable")}),
        ("with tea", None),
        ("with two mugs of coffee and no toast", {("Mug", 2, frozenset({"coffee"}), "")}),
    ],
)  # fmt: skip
def test_changes(robot: RememberingReasoner, words: str, wanted: set[object] | None) -> None:
    plan = asked(robot, f"make the Mary breakfast {words}").plan
    if wanted is None:
        assert plan is None
    else:
        assert plan is not None
        assert order_of(plan.triplets).wanted() == wanted


def test_each_thing_may_have_a_place_of_its_own() -> None:
    order = order_in("put two pencils on the desk and a book on the bed")
    assert {(i.name, order.place_of(i)[0]) for i in order.items} == {("Pencil", "Desk"), ("Book", "Bed")}
    after = changed(order, changes_in("", "and add a pillow on the sofa"))
    assert {i.name: after.place_of(i)[0] for i in after.items}["Pillow"] == "Sofa"


def test_the_command_lists_teaches_shows_exports_and_forgets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = ["--memory", str(tmp_path / "m.sqlite")]
    assert main([*base, "list"]) == 0
    assert "Nothing is remembered" in capsys.readouterr().out
    assert main([*base, "teach", BREAKFAST]) == 0
    assert main([*base, "teach", "put the mug in the sink"]) == 2
    assert main([*base, "show", "mary breakfast"]) == 0
    assert "(Toast, BreadSliced, None)" in capsys.readouterr().out
    assert main([*base, "export", str(tmp_path / "out.jsonl")]) == 0
    assert '"name": "mary breakfast"' in (tmp_path / "out.jsonl").read_text("utf-8")
    assert main([*base, "forget", "1"]) == 0
    assert main([*base, "forget", "1"]) == 2
    assert Store(tmp_path / "m.sqlite", embed).pairs() == ()
