"""Questions that compare how many there are."""

from __future__ import annotations

import pytest

from pred_language.questions.amounts import Amounts, amounts_in, weighed
from pred_language.questions.answering import Answer


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("are there more books than pillows in this room", Amounts("more", "books", "pillows")),
        ("do we have as many spoons as cups", Amounts("same", "spoons", "cups")),
        ("is there less bread than cheese", Amounts("fewer", "bread", "cheese")),
        ("which are there more of, books or pillows", Amounts("which", "books", "pillows")),
        ("are there more than two books", None),
        ("are there more books than two", None),
        ("where is the mug", None),
    ],
)
def test_two_kinds_are_compared(question: str, found: Amounts | None) -> None:
    assert amounts_in(question) == found


@pytest.mark.parametrize(
    ("how", "one", "other", "value"),
    [
        ("more", 3, 2, True),
        ("more", 2, 2, False),
        ("fewer", 1, 2, True),
        ("same", 2, 2, True),
        ("which", 2, 3, "pillows"),
        ("which", 2, 2, "as many of both"),
        ("more", None, 2, None),
    ],
)
def test_the_numbers_decide(how: str, one: int | None, other: int, value: bool | str | None) -> None:
    counted = [Answer("how many", "So many books.", one), Answer("how many", "So many pillows.", other)]
    assert weighed(Amounts(how, "books", "pillows"), counted).value == value
