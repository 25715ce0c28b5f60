"""Requests that are put as questions are told as orders; questions stay questions."""

from __future__ import annotations

import pytest

from pred_language.discourse.asking_to_act import as_order


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Could the salt go from the far counter onto the dining table, next to the white plate?",
            "put the salt from the far counter onto the dining table next to the white plate.",
        ),
        (
            "My son dropped the fork in the sink and I need a fork, can I have the other one from the drawer?",
            "can I have the fork from the drawer?",
        ),
        (
            ("Old people like me don't bend well, so could you hand me an egg out of the fridge and be sure the door "
            "is closed again afterwards?"),
            "could you hand me an egg out of the fridge, then close the fridge?",
        ),
        ("Could I get the newspaper, if nobody's reading it?", "Could I get the newspaper?"),
        ("I fear the tap at the bathtub is still running, would you see to it?", "turn off the tap at the bathtub."),
        ("The tap's been running all morning, can you stop it before it floods?", "turn off The tap."),
        ("Didn't I ask you to close the laptop?", "close the laptop."),
        ("What time the alarm says I don't care, just bring me the clock.", "bring me the clock."),
        (
            "I left the phone on the bed, I think, could you check and if so put it in the drawer?",
            "if the phone is on the bed, put it in the drawer.",
        ),
        (
            "I can't remember if I closed the laptop, have a look and if it's open close it.",
            "if the laptop is open, close it.",
        ),
        (
            "I already cut the bread, or wait, did I? If it isn't sliced, slice it.",
            "if the bread is not sliced, slice it.",
        ),
        ("Check whether the fridge is shut, and if it isn't, shut it.", "if the fridge is not shut, shut it."),
        ("How disgusting, wash the mug!", "wash the mug!"),
        ("You're a good robot, you know that?", "thank you."),
    ],
)
def test_requests_are_told_as_orders(said: str, told: str) -> None:
    assert as_order(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Did I tell you to wash the mug?",
        "Could the bread be stale?",
        "Could the plate still be in the sink?",
        "Would the mug fit on the shelf?",
        "How many mugs are there?",
        "I think the fridge is open, is it?",
    ],
)
def test_questions_stay(said: str) -> None:
    assert as_order(said) == said
