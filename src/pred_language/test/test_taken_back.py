"""What is taken back by its name is not done, and what is left is."""

import pytest

from pred_language.discourse.plainly import as_asked


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("bring me the pen and the red book. Oh, never mind the book, just the pen.", "bring me the pen"),
        ("turn on the tv, hmm, no, forget the tv, turn on the floor lamp", "turn on the floor lamp"),
        ("bring me the blue book. No. The one on the floor.", "bring me the book that is on the floor"),
        ("bring me the red book. Oh no, I would rather have the newspaper.", "bring me the newspaper"),
    ],
)
def test_what_is_taken_back_is_not_done(said: str, told: str) -> None:
    assert as_asked(said).strip(" .").lower() == told


@pytest.mark.parametrize(
    "said",
    ["bring me the pen and the red book, never mind the dust", "turn on the tv and never mind the noise"],
)
def test_what_takes_nothing_back_changes_nothing(said: str) -> None:
    assert "pen" in as_asked(said) or "tv" in as_asked(said)
