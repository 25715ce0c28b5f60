"""Orders without what only makes them polite."""

from __future__ import annotations

import pytest

from pred_language.discourse.politeness import without_courtesy


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("Could you please put the lid down?", "put the lid down."),
        ("Put the lid down, please.", "Put the lid down."),
        ("hey can you wash the mug", "wash the mug"),
        ("I need you to put the ball away", "put the ball away"),
        ("Wash the mug, thank you very much!", "Wash the mug."),
        ("Can you see a mug?", "Can you see a mug?"),
        ("Could you wash the mug if it is dirty?", "Could you wash the mug if it is dirty?"),
        ("Would you mind?", "Would you mind?"),
        ("Is the tap on, please?", "Is the tap on, please?"),
        ("I need the mug, please.", "I need the mug, please."),
    ],
)
def test_one_order_is_told_without_courtesy(said: str, order: str) -> None:
    assert without_courtesy(said) == order


def test_an_order_of_two_parts_is_told_so_too() -> None:
    assert without_courtesy("Could you wash the spoon, then the bowl, please?") == "wash the spoon, then the bowl."
