"""Whole sentences of chat beside an outright request say nothing of it; what may say something stays."""

from __future__ import annotations

import pytest

from pred_language.discourse.remarking import without_remarks


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "My late husband built this house, he loved the mornings. Would you wash the plate?",
            "Would you wash the plate?",
        ),
        ("Could you bring me the mug? Typical me, it was a long day at work.", "Could you bring me the mug?"),
        ("Please bring me the salt. It was sunny.", "Please bring me the salt."),
    ],
)
def test_chat_beside_a_request_falls_away(said: str, told: str) -> None:
    assert without_remarks(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Could you bring me the mug? It's the blue one.",
        "Someone left the water running. Could you turn it off?",
        "Could you wash the mug? Not if it is clean.",
        "Would you bring the mug? And the plate.",
    ],
)
def test_what_may_say_something_of_it_stays(said: str) -> None:
    assert without_remarks(said) == said
