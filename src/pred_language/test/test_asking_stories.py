"""A question at the end of a story is about what the story names; a story that asks for something keeps it."""

from __future__ import annotations

import pytest

from pred_language.discourse.asking_stories import without_story


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I shut the laptop down earlier. Is it on?", "is the laptop on?"),
        (
            "I lit the candle on the shelf an hour ago and then got chatting on the phone, is it still burning?",
            "is the candle on the shelf still burning?",
        ),
        ("My sister put a towel on the floor yesterday, what colour is it?", "what colour is the towel on the floor?"),
        ("I'm doing a big mash tonight, so how many potatoes have we got?", "how many potatoes have we got?"),
        ("I bought eggs yesterday, are there any in the fridge?", "are there any eggs in the fridge?"),
        ("I heard a noise just now, has the fridge been left open?", "has the fridge been left open?"),
        ("Damn, I spilled something, is there a cloth in this room?", "is there a cloth in this room?"),
        ("I'm looking for a book, green cover, have you seen it?", "where is the green book?"),
        ("I just can't find my keys, anybody seen them?", "where are my keys?"),
        ("I not find the salt, you can tell me where it stands?", "where is the salt?"),
        ("I have lost the black phone, I believe in the box, you can look please?", "is the black phone in the box?"),
    ],
)
def test_the_question_is_told_alone(said: str, told: str) -> None:
    assert without_story(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Put the salt on the table. Is the fridge open?",
        "I need the pan. Wash it, then tell me, is the fridge open?",
        "I was reading the newspaper and then the phone rang, where is it?",
        "I saw a ghost, is it on?",
        "My hands are full, could you open the fridge?",
    ],
)
def test_other_texts_stay(said: str) -> None:
    assert without_story(said) == said
