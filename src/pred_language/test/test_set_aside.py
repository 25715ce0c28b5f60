"""Clauses of people beside an order that name nothing."""

import pytest

from pred_language.discourse import set_aside
from pred_language.discourse.rewriting import retold
from pred_language.retelling.leaner import leaner


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("While I'm on the phone, close the box", "close the box"),
        ("Now that you mention it, close the box", "close the box"),
        ("I hurt my wrist yesterday and can't lift anything. Close the box", "Close the box"),
        ("If you've got nothing better to do, close the box", "close the box"),
        ("Unless you are busy, close the box", "close the box"),
        ("I hope I'm not disturbing you, but could you close the box?", "could you close the box?"),
        ("Are you listening? Close the box", "Close the box"),
        ("close the box. Did you get that?", "close the box."),
        ("close the box, that would help me a great deal", "close the box"),
        ("yo bot close the box", "close the box"),
        ("Would it kill you to close the box", "close the box"),
        ("I bet you can't close the box", "close the box"),
        ("Grandma says close the box", "close the box"),
        ("My wife told me to tell you to close the box", "close the box"),
        ("close the box like I showed you last week", "close the box"),
        ("close the box and then you can rest", "close the box"),
        ("Sorry to wake you, but close the box", "close the box"),
        ("The next thing on the list is to close the box", "close the box"),
        ("It would make my day if you could close the box", "close the box"),
        ("close the box, then wait for further instructions.", "close the box."),
        ("Priority one: close the box", "close the box"),
    ],
)
def test_what_names_nothing_is_set_aside(said: str, told: str) -> None:
    assert retold(said, set_aside.RULES) == told


@pytest.mark.parametrize(
    "said",
    [
        "If you find it, bring me the box",
        "When I come home, close the box",
        "Whenever someone comes in, close the box",
        "If I fall asleep, turn off the lamp",
        "I mean the other one, close the box",
        "Did you find it? Bring me the box",
        "close the box, that would be the red one in the corner of the table",
        "You didn't close it. Close the box",
    ],
)
def test_what_an_order_may_hang_on_stays(said: str) -> None:
    assert retold(said, set_aside.RULES) == said


@pytest.mark.parametrize("when", ["Tomorrow", "In ten minutes", "Every morning", "For Anna", "Gently"])
def test_when_and_for_whom_is_never_dropped(when: str) -> None:
    assert not list(leaner(f"{when}, close the box"))


def test_what_only_leads_up_to_an_order_is_tried_without() -> None:
    assert list(leaner("On a lighter note, close the box")) == ["close the box"]
