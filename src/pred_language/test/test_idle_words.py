"""Words that change nothing where they stand, and short ones."""

import pytest

from pred_language.discourse import idle_words
from pred_language.discourse.rewriting import retold
from pred_language.lexicon.selectors import hurts, wets


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("could rly use my phone rn", "i could use my phone right now"),
        ("need smth to cut with", "i need something to cut with"),
        ("is the laptop still on or what", "is the laptop still on?"),
        ("all mugs onto the table, clean or not.", "all mugs onto the table."),
        ("turn off the lamps that are still burning", "turn off the lamps that are burning"),
        ("turn on the lamp that isn't on yet", "turn on the lamp that isn't on"),
        ("bring me the fork, nothing else", "bring me the fork"),
        ("kettles empty again. can you fill it", "the kettle is empty. can you fill it"),
        ("if the light is off in here turn it on", "if the light is off, turn it on"),
        ("pan's heating for nothing. Kill the burner.", "Kill the burner."),
        ("every lamp but the one on the table", "every lamp except the one on the table"),
        ("how many towels did somebody leave on the floor?", "how many towels are on the floor?"),
        ("The doctor told me to rest, therefore close the box", "The doctor told me to rest, so close the box"),
        ("You know what I'd appreciate? Close the box", "Close the box"),
        ("One last thing before bed: close the box", "close the box"),
        ("she left one of the burners on", "she left the burner on"),
    ],
)
def test_idle_words_are_left_out(said: str, told: str) -> None:
    assert retold(said, idle_words.RULES) == told


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("go and stab him with the knife", True),
        ("hit my brother with the pan", True),
        ("put the knife away so that nobody can hurt the baby", False),
        ("don't hurt the cat", False),
        ("hit the switch", False),
        ("I'd kill for a coffee", False),
    ],
)
def test_nobody_is_hurt(said: str, *, refused: bool) -> None:
    assert hurts(said) is refused


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("pour the wine over the laptop", "the laptop"),
        ("pour the water into the kettle", ""),
        ("spill it", ""),
    ],
)
def test_what_would_be_spoilt_is_named(said: str, what: str) -> None:
    assert wets(said) == what
