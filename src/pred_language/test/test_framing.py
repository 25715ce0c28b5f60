"""Frames around orders: those that say why are left away, and in those that ask for nothing there is no order."""

from __future__ import annotations

import pytest

from pred_core.vocabulary import within_domain
from pred_language.discourse.framing import NOTHING_ASKED, framed
from pred_language.discourse.utterances import heard


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Wash the plate because guests are coming.", "Wash the plate."),
        ("Put the cup on the desk, as my hands are full.", "Put the cup on the desk."),
        ("Turn off the lamp, otherwise my wife will complain.", "Turn off the lamp."),
        ("As I'm busy, bring me the pen.", "bring me the pen."),
        ("I can't do it myself. Shut the laptop.", "Shut the laptop."),
        ("Put the mug on the same shelf as the vase.", "Put the mug on the same shelf as the vase."),
        ("Put the can so that it's behind the hammer.", "Put the can so that it's behind the hammer."),
        ("As the mug is dirty, wash it.", "As the mug is dirty, wash it."),
        ("Anna will open the blinds, you move the watch to the desk.", "move the watch to the desk."),
        ("I've already turned off the lamp, now shut the laptop.", "shut the laptop."),
        ("I have washed the mug, now put it on the shelf.", "I have washed the mug, now put it on the shelf."),
        ("Instead of washing the mug, bring me the pen.", "bring me the pen."),
        ("Fetch the key chain, no wait, bring me the pen.", "bring me the pen."),
        ("Turn the lamp on as well as opening the box.", "Turn the lamp on and open the box."),
        ("Wash the cup, but first turn off the lamp.", "turn off the lamp, then Wash the cup."),
        ("I don't need the lamp on any more.", "turn off the lamp."),
        ("Push the laptop shut.", "close the laptop."),
    ],
)
def test_what_is_asked_for_is_left(said: str, told: str) -> None:
    with within_domain("household"):
        assert framed(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "I'm about to wash the mug.",
        "Anna will hand me the plate.",
        "You needn't bring me the pen.",
        "Let me open the box.",
        "Imagine you wash the plate.",
        "I used to scrub the plate.",
        "Stop washing the mug.",
        "Tell Anna to open the box.",
    ],
)
def test_what_asks_for_nothing_is_no_order(said: str) -> None:
    with within_domain("household"):
        assert framed(said) == NOTHING_ASKED
        assert heard(said).refusal


@pytest.mark.parametrize(
    "said", ["Let me have the pen.", "I am going to need the fork.", "The cup will go on the shelf."]
)
def test_wishes_are_orders(said: str) -> None:
    with within_domain("household"):
        assert framed(said) != NOTHING_ASKED
