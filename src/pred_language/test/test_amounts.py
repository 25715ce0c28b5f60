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
        (
            "how many more books are on the desk than on the shelf",
            Amounts("by more", "books on the desk", "books on the shelf"),
        ),
        ("how many more plates than the mugs are there", Amounts("by more", "plates", "mugs")),
        ("how many fewer ladles are there than the pots", Amounts("by fewer", "ladles", "pots")),
        ("are more of the plates clean than dirty", Amounts("more", "clean plates", "dirty plates")),
        ("are there more clean plates than dirty ones", Amounts("more", "clean plates", "dirty plates")),
        (
            "are there more cups on the table or in the sink",
            Amounts("which", "cups on the table", "cups in the sink"),
        ),
        ("by how many do the cups outnumber the bowls", Amounts("by more", "cups", "bowls")),
        ("do the cups outnumber the bowls", Amounts("more", "cups", "bowls")),
        ("how many plates and bowls are on the table", Amounts("sum", "plates on the table", "bowls on the table")),
        ("how many clean plates and bowls are there", None),
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
        ("by more", 3, 1, 2),
        ("by more", 1, 3, 0),
        ("by fewer", 1, 3, 2),
        ("by more", None, 2, None),
    ],
)
def test_the_numbers_decide(how: str, one: int | None, other: int, value: bool | str | None) -> None:
    counted = [Answer("how many", "So many books.", one), Answer("how many", "So many pillows.", other)]
    assert weighed(Amounts(how, "books", "pillows"), counted).value == value


def test_a_sum_counts_each_thing_once() -> None:
    cups = Answer("how many", "Two cups.", 2, ("Cup_1", "Mug_1"))
    mugs = Answer("how many", "One mug.", 1, ("Mug_1",))
    assert weighed(Amounts("sum", "cups", "mugs"), (cups, mugs)).value == 2
