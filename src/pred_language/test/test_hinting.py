"""Hints: how something stands that nobody wants so."""

from __future__ import annotations

import pytest

from pred_language.discourse import hinting
from pred_language.discourse.hinting import as_undone
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("Somebody's left the toilet lid up again.", "close the toilet lid"),
        ("It's getting ever so dark in here.", "turn on the light"),
        ("The lamp on my desk is off and I have got an essay to write.", "turn on The lamp that is on my desk"),
        ("The mug has been left dirty.", "The mug has been left dirty."),
        ("It is dark outside.", "It is dark outside."),
    ],
)
def test_a_hint_is_told_as_an_order(said: str, order: str) -> None:
    assert retold(said, hinting.RULES).rstrip(".") == order.rstrip(".")


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("Somebody left the tap running.", "turn off the tap"),
        ("oh no, the tv was left on", "turn off the tv"),
        ("The fridge is still open!", "close the fridge"),
        ("The candle is burning.", "turn off the candle"),
        ("The fridge is open.", ""),
        ("The lamp is still off.", ""),
        ("I left the mug on the desk.", ""),
        ("Somebody left the tap running and the tv's still on. Can you see to both?", ""),
    ],
)
def test_what_was_left_on_or_open_is_offered_to_be_undone(said: str, order: str) -> None:
    assert as_undone(said) == order
