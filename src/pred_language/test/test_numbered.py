"""Questions for a number are told as how many there are, with the number that is asked for."""

from __future__ import annotations

import pytest

from pred_language.questions.numbered import Numbered, number_asked


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("are there more than two mugs", Numbered("how many mugs", ("more", 3))),
        ("is there exactly one egg left", Numbered("how many egg left", ("just", 1))),
        ("is only one of the drawers open", Numbered("how many drawers are open", ("just", 1))),
        ("are two of the cups dirty", Numbered("how many cups are dirty", ("more", 2))),
        ("are more than two cups dirty", Numbered("how many cups are dirty", ("more", 3))),
        ("are at least two cups on the table", Numbered("how many cups are on the table", ("more", 2))),
        ("is it true that at least one drawer is open", Numbered("how many drawers are open", ("more", 1))),
        ("is one of the pillows not on the bed", Numbered("how many pillows are not on the bed", ("more", 1))),
        ("are two mugs dirty", None),
        ("is the mug dirty", None),
    ],
)
def test_a_number_is_asked_for(said: str, found: Numbered | None) -> None:
    assert number_asked(said) == found
