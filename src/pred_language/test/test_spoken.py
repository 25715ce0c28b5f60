"""Ways of speaking as the plain orders that they are."""

from __future__ import annotations

import pytest

from pred_language.discourse.spoken import as_plain_order
from pred_language.discourse.utterances import UtteranceKind, heard, kind_of


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Turn of the radio.", "Turn off the radio."),
        ("Bring me th ecup.", "Bring me the cup."),
        ("Would you be so kind as to hand me the cup?", "hand me the cup."),
        ("If it's no trouble, wash the pan.", "wash the pan."),
        ("I'd appreciate it if the egg ended up in the pan.", "put the egg in the pan."),
        ("Take the pot, I mean the pan, to the sink.", "Take the pan to the sink."),
        ("Not the cup, the bowl! Put it on the desk.", "Put the bowl on the desk."),
        ("Put the pot on the stove and the lid stays put.", "Put the pot on the stove."),
        ("Collect the plates and put them all on the shelf.", "put all the plates on the shelf."),
        ("Bring me the cups, but leave the red one on the desk.", "Bring me all the cups except the red one."),
        ("Everything on the desk belongs in the box.", "put Everything on the desk in the box."),
        ("Spoons and forks go in the drawer.", "put all Spoons and all forks in the drawer."),
        ("There's a pen on the bed, take it to the desk.", "take the pen that is on the bed to the desk."),
        ("Whichever pen is on the bed, put it on the desk.", "put the pen that is on the bed on the desk."),
        ("Before you put the pan on the stove, wash it.", "wash the pan, then put it on the stove."),
        ("Turn off the lamp once the pen is on the desk.", "put the pen on the desk. Turn off the lamp."),
        ("Once it's clean, put the fork on the plate.", "clean the fork. put it on the plate."),
        ("First the lamp off, then the radio on.", "First turn off the lamp, then turn on the radio."),
        ("Bring me the pen, the book, and then the cup.", "Bring me the pen and the book and the cup."),
        ("Put the pen on the desk, er, on the bed I mean.", "Put the pen on the bed."),
        ("Bring me the fork. Actually, a spoon.", "Bring me a spoon."),
        ("Take the pen on the desk, sorry, the one on the bed.", "Take the pen that is on the bed."),
        ("I was wondering if you could wash that pan over there.", "wash that pan."),
        ("Bring me a cup, whichever you like.", "Bring me a cup."),
        ("Put the pan, which is on the stove, in the sink.", "Put the pan that is on the stove in the sink."),
        ("Take a pen, but not from the desk.", "Take a pen that is not on the desk."),
        ("Put the book on the same shelf as the vase.", "Put the book on the shelf with the vase on it."),
        ("Wash two of the three cups.", "Wash two of the cups."),
        ("I'd love the kettle to be full.", "fill the kettle."),
        ("Put the toilet seat up.", "open the toilet seat."),
        ("Put the items in the sink on the shelf.", "Put everything in the sink on the shelf."),
        ("Switch the lamp on the desk off.", "Switch off the lamp that is on the desk."),
        ("The vase on the desk should be next to the lamp.", "put The vase that is on the desk next to the lamp."),
        ("Make sure all the lamps are off.", "turn off all the lamps."),
        ("Make sure the box is closed and on the desk.", "close the box and put it on the desk."),
        ("The fridge should be closed.", "close The fridge."),
        ("I want the radio running.", "turn on the radio."),
        ("Put a light on.", "turn on a light."),
        ("Warm the soup and bring it over.", "Warm the soup and bring it to me."),
    ],
)
def test_what_is_spoken_becomes_a_plain_order(said: str, meant: str) -> None:
    assert as_plain_order(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "Put the mug on the table.",
        "Take the apple out of the bowl and put it on the table.",
        "Do you know where the mug goes on Sundays?",
        "Put the lamp on the desk.",
        "Put the cup in the sink, the plate on the table and the bowl in the box.",
        "Wash the mug and put it in the sink, not on the table.",
        "Bring me the red mug.",
    ],
)
def test_what_is_plain_stays_as_it_was_said(said: str) -> None:
    assert as_plain_order(said) == said


def test_talk_of_yesterday_is_no_order() -> None:
    assert kind_of("Yesterday you put the pen in the box.") is UtteranceKind.REPORT
    assert not heard("An hour ago I put the pen in the box.").orders
