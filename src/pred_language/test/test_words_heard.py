"""What is heard before it is read: orders without their tags, words without typing errors."""

from __future__ import annotations

import pytest

from pred_language.discourse.utterances import heard
from pred_language.lexicon.tagger import tag


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("put the mug in the sink, right?", "put the mug in the sink"),
        ("put the mug in the sink, will you?", "put the mug in the sink."),
        ("put the mug in the cabinet on the right", "put the mug in the cabinet on the right"),
        ("put the mug in the cabinet on the far right.", "put the mug in the cabinet on the far right."),
    ],
)
def test_a_tag_is_taken_away_and_a_side_is_not(text, orders):
    assert heard(text).orders == orders


@pytest.mark.parametrize("word", ["tell", "what", "pointing", "closed", "handle", "there", "done"])
def test_words_of_the_language_are_not_corrected(word):
    assert [token.text for token in tag(f"the {word}")][-1] == word


@pytest.mark.parametrize(("wrong", "right"), [("fridg", "fridge"), ("drawr", "drawer"), ("clen", "clean")])
def test_typing_errors_are_corrected(wrong, right):
    assert tag(f"the {wrong}")[-1].text == right
