"""What is said to be there before the order, and what points back to it."""

from __future__ import annotations

import pytest

from pred_language.discourse import introducing
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        (
            "There is a red book and a black book. Put the first in the box and the second on the bed.",
            "Put the red book in the box and the black book on the bed.",
        ),
        (
            "There are two books here, a red one and a black one: the red one goes in the box.",
            "the red book goes in the box.",
        ),
        ("There are three books here; put one of them in the box.", "put one of the three books in the box."),
        ("I have three books, put all of them on the shelf.", "put all the books on the shelf."),
        (
            "There's a white pillow and a blue one on the sofa. Give me the blue one.",
            "Give me the blue pillow that is on the sofa.",
        ),
        (
            "There's a black mug and a white mug. Put the latter in the sink and wash the former.",
            "Put the white mug in the sink and wash the black mug.",
        ),
        ("There's a blue cup and a white cup. Wash the white one and fill the other.", ("Wash the white cup and "
        "fill the blue cup.")),
        (
            "There is a red mug on the table and a red one in the cupboard. Put the dirty one in the sink.",
            "Put the dirty mug in the sink.",
        ),
        ("There's a blue cup and a white cup here. Wash the one that is empty.", "Wash the cup that is empty."),
    ],
)
def test_what_points_back_is_named(said: str, plainly: str) -> None:
    assert retold(said, introducing.RULES) == plainly


@pytest.mark.parametrize(
    "said",
    [
        "There's an egg in the fridge, put it in the pot, not both of them.",
        "There is a red book and a black book. Put the third in the box.",
        "There is a gizmo and a widget. Put the first in the box.",
        "There is a red book and a black book. Is the first one open?",
        "There are three books here.",
    ],
)
def test_what_is_not_clear_stays_as_it_was_said(said: str) -> None:
    assert retold(said, introducing.RULES) == said
