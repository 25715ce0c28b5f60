"""What is taken back by its name is not done, and what is left is."""

import pytest

from pred_language.discourse.plainly import as_asked
from pred_language.discourse.rewriting import retold
from pred_language.discourse.taken_back import RULES, unheeded


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("bring me the pen and the red book. Oh, never mind the book, just the pen.", "bring me the pen"),
        ("turn on the tv, hmm, no, forget the tv, turn on the floor lamp", "turn on the floor lamp"),
        ("bring me the blue book. No. The one on the floor.", "bring me the book that is on the floor"),
        ("put my watch in the safe. Oh, never mind that. Bring me the keys.", "bring me the keys"),
        ("wash the cup. Hm, no. Throw the lettuce away instead.", "throw the lettuce away"),
        ("slice the bread. No, wait, both potatoes go in the fridge.", "both potatoes go in the fridge"),
        ("don't put the cup in the sink, bring me the apple instead", "bring me the apple"),
        ("bring me the teddy, oh sorry, not the teddy, the alarm clock", "bring me the alarm clock"),
        ("bring me the red book. Oh no, I would rather have the newspaper.", "bring me the newspaper"),
    ],
)
def test_what_is_taken_back_is_not_done(said: str, told: str) -> None:
    assert as_asked(said).strip(" .").lower() == told


@pytest.mark.parametrize(
    "said",
    [
        "put the mug in the sink. No, wait, it goes on the table.",
        "bring me the blue mug. Actually no, the red one.",
        "don't move the red mug, put the mugs in the sink instead",
        "put the card on the shelf - wait, no, don't bring me the pen, bring me the pencil.",
    ],
)
def test_a_correction_of_a_part_is_no_other_order(said: str) -> None:
    assert retold(said, RULES) == said


def test_what_is_taken_back_and_not_understood_is_named() -> None:
    said = "pencil into the drawer. Oh, never mind that. Bring me the pillow which is the green one."
    assert unheeded(said, as_asked(said)) == ("never mind that",)


@pytest.mark.parametrize(
    "said",
    ["bring me the pen and the red book, never mind the dust", "turn on the tv and never mind the noise"],
)
def test_what_takes_nothing_back_changes_nothing(said: str) -> None:
    assert "pen" in as_asked(said) or "tv" in as_asked(said)
