"""Words that are no name here: never corrected without a word, while typing errors are still read."""

from __future__ import annotations

import pytest
from test_half_sentences import MEMORY, planned

from pred_core.vocabulary import object_types, spoken
from pred_language.lexicon.english import is_english
from pred_language.lexicon.spelling import is_known_word
from pred_language.lexicon.tagger import tag
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def neighbours(word):
    """Return what one letter more, less or other makes of a word, and two that change places."""
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    found = {a + b[1:] for a, b in cuts if b} | {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    return found | {a + c + b[k:] for a, b in cuts for c in LETTERS for k in (0, 1) if len(b) >= k}


def names():
    return sorted({word for name in object_types() for word in spoken(name).split() if len(word) > 2})


def test_no_english_word_beside_a_name_is_corrected():
    english = {word for name in names() for word in neighbours(name) if is_english(word)}
    english = {word for word in english if not is_known_word(word)}
    assert len(english) > 500
    read = {word: tag(f"the {word}")[-1] for word in english}
    changed = {word: token.text for word, token in read.items() if token.text != word}
    assert {word: text for word, text in changed.items() if not text.startswith("@")} == {}  # "at", "atop"


@pytest.mark.parametrize(
    ("text", "guessed"),
    [
        ("put the bead in the fridge", [["bead", "bread"]]),
        ("put the pane on the stove", [["pane", "pan"]]),
        ("put the apple in the fringe", [["fringe", "fridge"]]),
        ("put the mug in the fridge and the bead in the sink", [["bead", "bread"]]),
        ("put the mug next to the bowel", [["bowel", "bowl"]]),
        ("hat the apple", [["hat", "heat"]]),
        ("put the dell on the table", [["dell", "laptop"]]),  # like it in meaning, not in letters
    ],
)
def test_what_a_word_is_taken_for_goes_with_the_plan(text, guessed):
    answer = planned(text)
    assert answer.plan.context["guessed"] == guessed
    assert f"I take {guessed[0][0]!r} for {guessed[0][1]!r}." in answer.understood


@pytest.mark.parametrize(
    "text",
    [
        "put the tomatoe in the microwve",
        "put the appel in the fridge",
        "put the forc in the sink",
        "put the pointy knife in the drawer",
        "put the bears in the fridge and bathe the mug",
        "put the mug in the sink",
    ],
)
def test_typing_errors_and_words_without_a_part_are_no_guesses(text):
    answer = planned(text)
    assert answer.plan is None or "guessed" not in answer.plan.context


def test_a_word_like_nothing_is_refused_by_name():
    answer = RulesReasoner().make_plan(Texts("put the pint in the fridge"), MEMORY)
    assert answer.plan is None and "'pint'" in answer.outcome.message


def test_plurals_of_names_are_known():
    assert "guessed" not in planned("put the veggies in the fridge").plan.context
