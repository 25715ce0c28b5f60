"""Questions that deny, leave out or say states in other words are told in the forms that are read."""

from __future__ import annotations

import pytest

from pred_language.questions.besides import Besides, besides_in
from pred_language.questions.negated import in_full, none_asked, set_without
from pred_language.questions.said_so import in_plain_states


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("is neither of the drawers open", "is any drawer open"),
        ("are none of the cloths clean", "is any cloth clean"),
        ("is neither red mug clean", "is any red mug clean"),
        ("is it true that not a single cupboard is open", "is any cupboard open"),
        ("are no plates on the table", "is any plate on the table"),
        ("is everything switched off", "is anything on"),
        ("is nothing left on", "is anything on"),
        ("is any drawer open", None),
        ("is no one here", None),
    ],
)
def test_what_none_is_asks_whether_any_is(said: str, asked: str | None) -> None:
    assert none_asked(said) == asked


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("which mugs have nothing in them", "which mugs are empty"),
        ("which cups don't have anything in them", "which cups are empty"),
        ("which cup has a drink in it", "which cup are full"),
        ("does the blue mug have anything in it", "is the blue mug full"),
        ("is there nothing in the box", "is the box empty"),
        ("which cup isn't clean", "which cup is not clean"),
        ("how many mugs that are not clean are there", "how many mugs are not clean"),
        ("where is the mug", "where is the mug"),
    ],
)
def test_what_holds_nothing_is_empty(said: str, told: str) -> None:
    assert in_full(said) == told


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("which book is not on the shelf", Besides("which books are there", "books on the shelf")),
        ("how many apples not in the fridge are there", Besides("how many apples are there", "apples in the fridge")),
        ("which pillow is not white", Besides("which pillows are there", "white pillows")),
        ("which book is on the shelf", None),
    ],
)
def test_what_is_not_there_is_all_others(said: str, found: Besides | None) -> None:
    assert set_without(said) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("what else is in the box besides the pen", Besides("what is in the box", "the pen")),
        ("is there anything else in the sink besides the egg", Besides("is there anything in the sink", "the egg")),
        (
            "how many apples are there besides the one in the fridge",
            Besides("how many apples are there", "the apple in the fridge"),
        ),
        ("how many cups other than the red one do you see", Besides("how many cups do you see", "the red cup")),
        ("what is in the box", None),
    ],
)
def test_what_is_left_out_is_told_apart(said: str, found: Besides | None) -> None:
    assert besides_in(said) == found


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("are both of the lamps switched on", "are both lamps on"),
        ("isn't the lamp on", "is the lamp on"),
        ("which book lies open", "which book is open"),
        ("how many towels are not hanging up", "how many towels are not on the towel holder"),
        ("is the white towel hung up", "is the white towel on the towel holder"),
        ("which hand towel is not on its hook", "which hand towel is not on the hand towel holder"),
        ("which colour mug is on the table", "what colour is the mug on the table"),
        ("what is hidden in the safe", "what is in the safe"),
        ("is the mug in the box or has somebody taken it out", "is the mug in the box"),
        ("is it on the desk or did i leave it on the bed", "is it on the desk or did i leave it on the bed"),
        ("have you switched the lamp on", "have you switched the lamp on"),
    ],
)
def test_states_are_told_plainly(said: str, told: str) -> None:
    assert in_plain_states(said) == told
