"""Turns of speech, told in plainer ones."""

from __future__ import annotations

import pytest

from pred_language.discourse import turns_of_speech
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Wash the apple, then refrigerate it.", "Wash the apple, then put it in the fridge."),
        ("The drawer is where the forks belong.", "put the forks to The drawer"),
        ("Pick up the ball and hold it for a sec.", "Pick up the ball and hold it."),
        ("Put the cup in the sink with the others.", "Put the cup in the sink."),
        ("Put the potato on the plate that is on the table.", "Put the potato on the plate on the table."),
        ("Put the empty bottle in the sink, not the full one.", "Put the empty bottle in the sink."),
        ("All the candles except the one that is burning.", "All the candles except the burning one."),
        ("If the toilet lid is up, put it down.", "If the toilet is open, close it."),
        ("If it is open just leave it.", "If it is open, just leave it."),
        ("Wash the fork, and last of all close the cupboard.", "Wash the fork, then close the cupboard."),
        ("Put one of the dumbbells in the box, doesn't matter which.", "Put one of the dumbbells in the box."),
        ("I like my wine cold, so chill it.", "chill the wine."),
        ("I like my wine cold, so chill the bottle and bring it.", "chill the bottle and bring it."),
        ("Turn off the water in the bath!", "Turn off the tap of the bath!"),
        ("Do the washing-up, please.", "wash the dishes, please."),
        ("I'd like a cup of coffee, please.", "make me a coffee, please."),
        ("Hang the towel up on the rack.", "Hang the towel up on the towel rail."),
        ("Please give some water to the plant that is dry.", "Please water the plant."),
        ("Put the toilet lid down.", "close the toilet."),
        ("Make sure nothing is left open.", "close everything."),
        ("Put the mug in the cabinet once it's washed.", "wash the mug and Put it in the cabinet."),
        ("Put all in the sink, but leave the cup.", "Put all in the sink, but leave the cup where it is."),
        ("Turn on the lamp on the right side of the bed.", "Turn on the lamp to the right of the bed."),
        ("Stop the water, please.", "turn off the tap, please."),
        ("Switch off whatever is still on.", "Switch off everything."),
        ("Instead of the apple bring me the tomato.", "bring me the tomato."),
        ("Make sure there's a fork on the table.", "put a fork on the table."),
        ("Put the cup where it belongs.", "Put the cup away."),
        ("Have a look in the fridge.", "what is in the fridge?"),
        ("Put anything that's dirty in the sink.", "Put everything dirty in the sink."),
        (
            "Wash the plate on the table and the one in the cabinet.",
            "Wash the plate on the table and wash the plate in the cabinet.",
        ),
        ("Rinse it under the running tap and put it back.", "Rinse it and put it back."),
        ("Carry the mug standing to the left of the pot to me.", "Carry the mug that is to the left of the pot to me."),
        ("Leave the laptop on the bed with its lid closed.", "put the laptop on the bed and close the laptop."),
        ("Place a closed laptop on the desk.", "Place a closed laptop on the desk and close the laptop."),
        ("Close the box and the lamp switched off.", "Close the box and turn off the lamp."),
        ("Go to the chair and lay the pillow on it.", "Go to the chair and lay the pillow on the chair."),
        ("Switch it off and use the lamp on the desk instead.", "Switch it off and turn on the lamp on the desk."),
        (
            "Walk to the bed, pick up the keys lying there and bring them.",
            "Walk to the bed, pick up the keys that is on the bed and bring them.",
        ),
        ("Put the keys from the bed with the other keys.", "Put the keys from the bed next to the other keys."),
    ],
)
def test_a_turn_of_speech_is_told_plainly(said: str, told: str) -> None:
    assert retold(said, turns_of_speech.RULES) == told


@pytest.mark.parametrize(
    "said",
    [
        "Refrigerate the apple and put it on the table.",
        "Put the cup on the table with the other one.",
        "Put the toilet roll with the other ones on the shelf.",
        "Put the red cup in the sink, not the plate.",
        "Put the cup that is on the table in the sink.",
        "I like my wine cold.",
        "Do the washing up: cups and plates.",
    ],
)
def test_what_only_looks_like_one_stays(said: str) -> None:
    assert retold(said, turns_of_speech.RULES) == said
