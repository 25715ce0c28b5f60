"""What a question says beside the thing and its place is answered or said not to be known, never passed over."""

from __future__ import annotations

import pytest
from kitchen import KITCHEN

from pred_language.meaning import encoder
from pred_language.meaning.grounding import Grounder
from pred_language.questions.abilities import told_abilities
from pred_language.questions.asks import Ask, What, asked

GROUNDER = Grounder(KITCHEN, encoder.nearest)


def _asked(text: str) -> Ask:
    found = asked(text, GROUNDER)
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    "said",
    [
        "is the knife on the counter sharp",
        "is that bread on the table gluten free",
        "are the apples in the fridge ripe",
        "is there a ripe apple",
        "is there any organic bread on the counter",
        "do you have enough plates for six people",
        "where should the apple go",
        "how many mugs are in the sink or on the table",
    ],
)
def test_what_nothing_here_can_see_is_not_known(said: str) -> None:
    assert _asked(said).what is What.UNKNOWABLE


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("is the knife on the counter", What.IS_SO),
        ("is the plate on the table very dirty", What.IS_SO),
        ("is the fridge door open", What.IS_SO),
        ("is there a clean plate in the sink", What.IS_THERE),
        ("are there any clean bowls about", What.IS_THERE),
        ("how many plates do i own", What.COUNT),
        ("where is the good knife", What.WHERE),
        ("is there any water left in the kettle", What.IS_SO),
        ("is the toilet lid up", What.IS_SO),
        ("is there water in the sink", What.UNKNOWABLE),
        ("is there an egg in the sink or not", What.IS_THERE),
        ("is the mug on the table blue", What.IS_SO),
        ("is the apple red or green", What.COLOUR),
        ("what do you see", What.CONTENTS),
        ("did i leave anything on", What.WHICH),
        ("what can you do", What.ABILITIES),
    ],
)
def test_what_can_be_seen_is_asked(said: str, what: What) -> None:
    assert _asked(said).what is what


@pytest.mark.parametrize(
    ("said", "state", "number"),
    [
        ("is there a mug anywhere that needs washing", ("clean", False), ("", 0)),
        ("is there a cabinet open in here", ("open", True), ("", 0)),
        ("have we got a second plate", ("", True), ("more", 2)),
    ],
)
def test_other_ways_to_ask_for_states_and_numbers(said: str, state: tuple[str, bool], number: tuple[str, int]) -> None:
    found = _asked(said)
    told = [test.value for test in found.of.tests]
    assert (found.state, found.value) == state or told == [state[0] if state[1] else f"not {state[0]}"]
    assert found.number == number


def test_needing_a_wash_is_being_dirty() -> None:
    found = _asked("does the plate need washing")
    assert (found.what, found.state, found.value) == (What.IS_SO, "clean", False)


def test_abilities_are_those_of_the_domain() -> None:
    told = told_abilities()
    assert told.startswith("I can bring and put things") and "wash" in told
