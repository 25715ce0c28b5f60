"""Questions in other orders of words ask the same."""

import pytest

from pred_language.discourse.asking_turned import RULES
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("The towel on the floor, what colour it has?", "what colour is The towel on the floor?"),
        ("Of what colour is the clean bowl?", "what colour is the clean bowl?"),
        ("What's the apple in the bowl's colour?", "what colour is the apple in the bowl?"),
        ("Number of plates on the table?", "how many plates are on the table?"),
        ("Of the cups, how many are dirty?", "how many cups are dirty?"),
        ("The microwave - open?", "is The microwave open?"),
        ("Is it on the sofa, the teddy?", "is the teddy on the sofa?"),
        ("In the drawer, are the spoons there?", "are the spoons In the drawer?"),
        ("The mug is on the desk, right?", "is The mug on the desk?"),
        ("State the position of the knife.", "where is the knife?"),
        ("Please verify that the floor lamp is on.", "is the floor lamp on?"),
    ],
)
def test_the_same_is_asked(said: str, asked: str) -> None:
    assert retold(said, RULES) == asked


@pytest.mark.parametrize("said", ["Turn on the lamp.", "The fridge is full.", "Put the cup on the table, please."])
def test_what_asks_nothing_stays(said: str) -> None:
    assert retold(said, RULES) == said
