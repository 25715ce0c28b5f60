"""Things named by what they are for: one of the kinds that serve, all of them where many are spoken of, or neither."""

from __future__ import annotations

import pytest

from pred_language.discourse.uses import named_by_kind


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Bring me something to write with.", "Bring me a pen or a pencil."),
        ("Give me what I drink coffee from.", "Give me a mug or a cup."),
        ("Put the thing I pay with on the desk.", "Put the credit card on the desk."),
        ("Something to read, please.", "bring me a book or a newspaper, please."),
        ("Put all things to cut with in the drawer.", "Put all knives and all butter knives in the drawer."),
        ("Anything you can write with, put it in the box.", "all pens and all pencils, put it in the box."),
    ],
)
def test_what_serves_is_named(said: str, told: str) -> None:
    assert named_by_kind(said) == told


@pytest.mark.parametrize(
    "said",
    ["Bring me something to juggle with.", "Cut the bread with the knife.", "What do I write with?", "Read the book."],
)
def test_what_names_no_known_use_stays(said: str) -> None:
    assert named_by_kind(said) == said
