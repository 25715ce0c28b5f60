"""Small talk beside an order is taken off, and what says anything of the order stays."""

import pytest

from pred_language.discourse.plainly import as_asked
from pred_language.discourse.small_talk import without_small_talk

ORDER = "put the red mug in the sink"


@pytest.mark.parametrize(
    "said",
    [
        "Excuse me, {}.",
        "Sorry to bother you again, but {}.",
        "Pretty please, {}.",
        "Urgent: {}.",
        "Hey you, {}.",
        "Guests in five minutes! {}",
        "I know it is silly, but {}.",
        "{}, bye now.",
        "{}, there's a good robot.",
        "{}. No rush.",
        "{}. What would I do without you!",
        "{}. I'd do it myself but my hands are full.",
        "{}, ok?",
        "{} plz n thx",
        "{}, chop chop",
        "All you have to do is {}.",
        "My wife wants you to {}.",
        "It would help me a lot if you {}.",
        "If it isn't too much trouble, {}.",
        "The doctor says I mustn't bend, so {}.",
    ],
)
def test_small_talk_is_taken_off(said: str) -> None:
    assert as_asked(said.format(ORDER)).strip(" .").lower() == ORDER


@pytest.mark.parametrize(
    "said",
    [
        "put the red mug in the sink, no sorry, the blue one",
        "put the red mug in the sink, please not the green one",
        "put the red mug in the sink, if it is dirty",
        "peel the apple, chop",
        "thanks",
        "is the mug in the sink, right?",
        "my wife wants you to be happy",
    ],
)
def test_what_says_anything_stays(said: str) -> None:
    assert without_small_talk(said) == said


def test_a_question_keeps_its_sign() -> None:
    assert without_small_talk("Quick question: how many mugs are there?") == "how many mugs are there?"
