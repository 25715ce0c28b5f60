"""Questions that offer two answers, and short ones, are told as the one question that answers them."""

from __future__ import annotations

import pytest

from pred_language.discourse.asking_framed import asked_outright


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Mummy, is the red apple cut?", "is the red apple cut?"),
        ("Tell me one thing: where are the keys?", "where are the keys?"),
        ("Is there really only one knife?", "Is there only one knife?"),
        ("Is there a chance that the phone is in the box?", "is the phone in the box?"),
        ("There's nothing in the microwave, is there?", "is there anything in the microwave?"),
        ("Is the kettle empty or is there still water in it?", "Is the kettle empty?"),
        ("Is it just the one spoon in the drawer, or two?", "how many spoons are in the drawer?"),
        ("Does the sofa have one pillow or two?", "how many pillows are on the sofa?"),
        ("The salt - seen it?", "where is The salt?"),
        ("Any sign of my keys?", "where is my keys?"),
        ("Do I need to wash the green mug or is it clean already?", "is the green mug clean?"),
        ("Two forks, where are they?", "where are the forks?"),
        ("The remote isn't on the sofa?", "is The remote on the sofa?"),
        ("Which lamp did I forget to turn off?", "which lamp is on?"),
        ("The white pillow: sofa or armchair?", "where is the white pillow?"),
        ("Is the book on the table open, closed, what?", "Is the book on the table open or closed?"),
        ("How's the laptop, on or off?", "is the laptop on or off?"),
        ("Are the blinds up or down?", "Are the blinds open or closed?"),
        ("I forgot whether I put the watch in the safe, is it in there?", "is the watch in the safe?"),
        ("What's the white thing on the floor?", "what is white on the floor?"),
        ("What is lying there on the floor?", "what is on the floor?"),
        ("Where on earth did that ball roll to?", "where is that ball?"),
        (
            "What can you tell me about the laptop?",
            "where is the laptop? is the laptop open or closed? is the laptop on or off?",
        ),
        ("The towels, are they all on the holders?", "are all The towels on the holders?"),
    ],
)
def test_one_question_answers_both(said: str, told: str) -> None:
    assert asked_outright(said) == told


@pytest.mark.parametrize(
    "said",
    ["The mug: red or blue?", "Which lamp is on?", "Do I need to wash the mug?", "Honey, put the mug on the table."],
)
def test_other_texts_stay(said: str) -> None:
    assert asked_outright(said) == said
