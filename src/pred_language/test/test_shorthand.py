"""How people chat: apostrophes left out, short ways to write, what is said twice, hesitations, greetings."""

from __future__ import annotations

import pytest

from pred_language.discourse.shorthand import written_out


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("dont touch it", "don't touch it"),
        ("whats on the desk", "what's on the desk"),
        ("throw it out, its rotten", "throw it out, it is rotten"),
        ("shut it, its been open all day", "shut it, it has been open all day"),
        ("put its lid on", "put its lid on"),
        ("id like the apple", "I'd like the apple"),
        ("if the mugs dirty, wash it", "if the mug is dirty, wash it"),
        ("if the mugs in the sink are dirty, wash them", "if the mugs in the sink are dirty, wash them"),
        ("were going out, turn it off", "we're going out, turn it off"),
        ("what were you doing", "what were you doing"),
    ],
)
def test_apostrophes_are_put_in(said: str, told: str) -> None:
    assert written_out(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("can u bring ur mug pls", "can you bring your mug please"),
        ("put the cup w/ water on the table rn", "put the cup with water on the table"),
        ("wash it asap pls", "wash it please"),
        ("take the blue 1", "take the blue one"),
        ("put the mug on table 1", "put the mug on table 1"),
        ("put it on the table 1", "put it on the table 1"),
        ("wash it thx", "wash it"),
        ("is smth in there lol", "is something in there"),
    ],
)
def test_chat_is_written_out(said: str, told: str) -> None:
    assert written_out(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("put the the mug in in the sink", "put the mug in the sink"),
        ("no no, the cup", "no no, the cup"),
        ("put um the mug in the uhh sink", "put the mug in the sink"),
        ("put it on the bed er on the sofa", "put it on the bed, er, on the sofa"),
        ("put it on the bed, er, on the sofa", "put it on the bed, er, on the sofa"),
        ("bring like the red mug", "bring the red mug"),
        ("a cup like the red one", "a cup like the red one"),
        ("what does it look like", "what does it look like"),
        ("hey robot, wash the mug", "wash the mug"),
        ("hello robot", "hello"),
        ("where is the mug? please", "where is the mug?"),
        ("wash the mug robot", "wash the mug"),
        ("bring me the robot", "bring me the robot"),
    ],
)
def test_what_says_nothing_is_left_away(said: str, told: str) -> None:
    assert written_out(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("First you raise the blinds, only after this you switch off the lamp.",
         "first raise the blinds, then switch off the lamp."),
        ("The tap number two please close", "close The tap 2"),
        ("so do slice the bread", "so slice the bread"),
        ("If my phone is on the bed, bring it, and if it isn't, don't worry about it",
         "If my phone is on the bed, bring it"),
        ("Is the bottle already empty? Then throw it away. If it is not, put it in the fridge.",
         "if the bottle is empty, throw it away. otherwise put it in the fridge."),
        ("Kindly light the candle as well, would you, dear?", "Kindly light the candle as well."),
    ],
)  # fmt: skip
def test_other_orders_of_words_are_plain_ones(said: str, told: str) -> None:
    assert written_out(said) == told
