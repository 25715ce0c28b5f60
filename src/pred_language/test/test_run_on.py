"""Sentences run on without any sign between them."""

from __future__ import annotations

import pytest

from pred_language.discourse.run_on import with_signs


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("my phone is on the counter bring it to me", "my phone is on the counter. bring it to me"),
        ("turn the tap off close the fridge", "turn the tap off. close the fridge"),
        ("if the laptop is closed put it in the drawer", "if the laptop is closed, put it in the drawer"),
        ("is the egg in the fridge if so bring it to me", "is the egg in the fridge. if so bring it to me"),
        ("wash the cup on the table not the one on the shelf", "wash the cup on the table, not the one on the shelf"),
        ("the tomato in the fridge could you slice it", "the tomato in the fridge, could you slice it"),
        ("throw out the apple it's rotten", "throw out the apple, it's rotten"),
    ],
)
def test_clauses_are_parted(said: str, told: str) -> None:
    assert with_signs(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "put the mug in the sink and wash the plate",
        "I already put the mug in the sink",
        "how many vases stand on the counter",
        "I was wondering if you could possibly put the mug away",
        "of the mugs put the blue one on the desk",
        "let me open the box",
        "put a warm tomato slice on the table",
        "my phone is on the counter, bring it to me",
        "don't wash the mug in the sink",
    ],
)
def test_what_hangs_together_stays(said: str) -> None:
    assert with_signs(said) == said
