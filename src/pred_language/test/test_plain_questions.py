"""Questions in other words are told in the forms that are read; what is no question stays as it was said."""

from __future__ import annotations

import pytest

from pred_language.discourse.asking import as_plain_question


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Where has my phone got to?", "where is my phone?"),
        ("My keys, my keys, where have my keys gone?", "where is my keys?"),
        ("The kettle - where did it end up?", "where is The kettle?"),
        ("I can't find the pen, where is it?", "where is the pen?"),
        ("Could you tell me where the mug is?", "where is the mug?"),
        ("Which piece of furniture is the mug on?", "where is the mug?"),
        ("Have we still got a green apple?", "is there a green apple?"),
        ("Does this room have a clock?", "is there a clock?"),
        ("Which of the two lamps is on, may I ask?", "which lamp is on?"),
        ("Which of the corners are empty?", "which corners are empty?"),
        ("Which burner did I leave on?", "Which burner is on?"),
        ("Has somebody switched the lamp on?", "is the lamp on?"),
        ("The fridge is shut, isn't it?", "is it true that The fridge is shut?"),
        ("You've already washed the mug, haven't you?", "have you washed the mug?"),
        ("Name everything on the desk.", "what is on the desk?"),
        ("I can't find the remote.", "where is the remote?"),
        ("Check if there is an egg in the sink.", "is there an egg in the sink?"),
        ("Please go and see whether there's a pan on the stove.", "is there a pan on the stove?"),
        ("Go to the counter and check if there is an apple on it.", "is there an apple on the counter?"),
        ("Find out if an egg is in the sink, please.", "is there an egg in the sink?"),
        ("Look if the fridge is open.", "is the fridge open?"),
    ],
)
def test_questions_are_told_in_plain_forms(said: str, told: str) -> None:
    assert as_plain_question(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Can I have an apple?",
        "Have you seen the mug?",
        "Did you put the egg in the fridge?",
        "What is the mug?",
        "Put the phone on the desk.",
        "I am looking for the pen.",
        "Check if there is an apple on the desk and bring it to me.",
        "Check if the fridge is open, then close it.",
    ],
)
def test_what_is_plain_or_no_question_stays(said: str) -> None:
    assert as_plain_question(said) == said
