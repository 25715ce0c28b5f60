"""Which word is meant by one that is no word, by the hand, the ear, and what stands there."""

from __future__ import annotations

import pytest

from pred_language.lexicon.english import is_english
from pred_language.lexicon.spelling import Slot, Standing, candidates, meant, slip, sounds

NOUN, VERB, OBJECT = Standing(Slot.NOUN), Standing(Slot.VERB), Standing(Slot.OBJECT)


@pytest.mark.parametrize(
    ("typed", "spot", "word"),
    [
        ("mub", NOUN, "mug"),  # the key beside it
        ("fidge", NOUN, "fridge"),  # left out
        ("pllate", NOUN, "plate"),  # doubled
        ("sopon", NOUN, "spoon"),  # swapped
        ("clsoe", VERB, "close"),
        ("rinze", VERB, "rinse"),
        ("gren", NOUN, "green"),
        ("exept", Standing(), "except"),
    ],
)
def test_a_slip_of_the_hand_is_mended(typed: str, spot: Standing, word: str) -> None:
    assert meant(typed, spot) == word


@pytest.mark.parametrize(
    ("typed", "word"),
    [("fone", "phone"), ("nife", "knife"), ("sawser", "saucer"), ("cuboard", "cupboard"), ("lite", "light"),
     ("towl", "towel"), ("botel", "bottle"), ("kichen", "kitchen")],
)  # fmt: skip
def test_a_word_as_it_sounds_is_mended(typed: str, word: str) -> None:
    assert is_english(typed) or meant(typed, NOUN) == word
    assert not is_english(typed) or meant(typed, NOUN) == typed


def test_sounds_are_alike_where_words_sound_alike() -> None:
    pairs = [("fone", "phone"), ("nite", "night"), ("rist", "wrist"), ("sawser", "saucer"), ("coler", "color")]
    assert [sounds(one) == sounds(other) for one, other in pairs] == [True] * len(pairs)
    assert sounds("door") != sounds("dear")


def test_what_stands_there_decides() -> None:
    assert meant("frok", NOUN) == "fork"
    assert meant("frok", Standing(Slot.ANY, "book", "the")) != "fork"
    assert meant("sde", Standing(Slot.NOUN, "the", "table")) == "side"


def test_what_could_be_two_words_stays() -> None:
    assert candidates("boks", NOUN)[:2] in (["books", "box"], ["box", "books"])
    assert meant("pn", NOUN) == "pn"


def test_what_was_seen_here_is_likelier_meant() -> None:
    assert candidates("boks", NOUN)[0] == "books"
    assert candidates("boks", Standing(Slot.NOUN, seen=frozenset({"Box"})))[0] == "box"


@pytest.mark.parametrize("word", ["bead", "draw", "zofia", "qwxv", "anna", "mug", "loo"])
def test_words_and_what_is_like_nothing_stay(word: str) -> None:
    assert meant(word, OBJECT) == word


def test_a_neighbour_on_the_keyboard_costs_less_than_another_letter() -> None:
    assert slip("mug", "mub") < slip("mug", "mux")
    assert slip("spoon", "spon") < slip("spoon", "soon") < slip("spoon", "moon")
