"""What is said around a question is told away, and topics said first or last take their place in it."""

from __future__ import annotations

import pytest

from pred_language.discourse.asking_framed import asked_outright


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Am I imagining it or is the water running?", "is the water running?"),
        ("Is the tap running or am I imagining things?", "Is the tap running?"),
        ("Is it me or is the television on?", "is the television on?"),
        ("I should very much like to know whether the microwave is empty.", "is the microwave empty?"),
        ("Could you kindly tell me whether there is soap in the bathtub?", "is there soap in the bathtub?"),
        ("Would you be so kind as to tell me where the mug is?", "where the mug is?"),
        ("Count the towels for me, would you?", "Count the towels for me."),
        ("Are there any clean cloths left at all?", "Are there any clean cloths left?"),
        ("Is there anything at all in the box?", "Is there anything in the box?"),
        ("Where did I put my phone this time?", "Where did I put my phone?"),
        ("Are both remotes on the sofa, or just the one?", "Are both remotes on the sofa?"),
    ],
)
def test_frames_are_left_away(said: str, told: str) -> None:
    assert asked_outright(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Potatoes, how many in total, counting the cold one?", "how many Potatoes are there?"),
        ("Dirty plates, how many?", "how many Dirty plates are there?"),
        ("Toilet rolls - how many are left?", "how many Toilet rolls are there?"),
        ("On the bed just now, how many pillows would that be?", "how many pillows are there On the bed?"),
        ("Candles lit, what's the count?", "how many Candles are lit?"),
        ("State of StoveBurner_1?", "is the stove burner 1 on or off?"),
        ("Laptop status?", "is the laptop open or closed? is the laptop on or off?"),
        ("Laptop: on or off?", "is the Laptop on or off?"),
        ("That tap, is it dripping, I mean running, or is it off?", "is That tap running or off?"),
        ("Black mug or white mug, which one's clean?", "which is clean, the Black mug or the white mug?"),
        (
            "Should I take the bowl on the shelf or the bowl on the table if I want a clean one?",
            "which is clean, the bowl on the shelf or the bowl on the table?",
        ),
        ("Tell me, is it dirty, the mirror, or is that my glasses?", "is the mirror dirty?"),
        ("It's lit, the candle by the cup, and the other one isn't, I hope?", "which candles are lit?"),
        ("In which place it is, my telephone?", "where is my telephone?"),
        ("Someone's closed the blinds again, haven't they?", "are the blinds closed?"),
        ("Someone's left the laptop open, haven't they?", "is the laptop open?"),
        ("Someone put the egg next to the salt, or is it still in the fridge?", "is the egg still in the fridge?"),
        ("Has somebody fed the coffee machine or is it off?", "is the coffee machine off?"),
        ("The safe's locked up, or at least closed, isn't it?", "is The safe closed?"),
        ("The white bowl looks sticky, doesn't it?", "is The white bowl sticky?"),
        ("Hm, I'd thought the drawer was full, is it?", "is the drawer full?"),
        ("I think I left the stove on, would you mind having a look?", "is the stove on?"),
        ("I do not understand why the safe it is open, or it is not?", "is the safe open?"),
        ("Does the cupboard have anything in it at all?", "is there anything in the cupboard?"),
        (
            "Has the dresser got anything on it besides the watch?",
            "is there anything on the dresser besides the watch?",
        ),
        ("Can't you see the table is full of dirty plates?", "are there any dirty plates on the table?"),
        (
            "Does the red book lie on the same shelf as the blue book?",
            "are the red book and the blue book on the same shelf?",
        ),
        ("Is there still something in the pot?", "is there something in the pot?"),
    ],
)
def test_what_is_asked_about_takes_its_place(said: str, told: str) -> None:
    assert asked_outright(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Pass me the book, would you?",
        "Can you put the mug on the desk?",
        "Put it on the table or is it full?",
        "Where is the mug?",
        "I want to know nothing, wash the mug.",
        "Weather: how many?",
    ],
)
def test_other_texts_stay(said: str) -> None:
    assert asked_outright(said) == said
