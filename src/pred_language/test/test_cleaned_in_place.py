"""What people call cleaning where a thing cannot be carried to a sink."""

from __future__ import annotations

import pytest

from pred_language.discourse import cleaned_in_place
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("make the bed", "clean the bed"),
        ("Make up my bed, please.", "clean my bed, please."),
        ("tidy up the bed and open the window", "clean the bed and open the window"),
        ("make both beds", "clean both beds"),
        ("make all the beds and go", "clean all the beds and go"),
        ("make the bed by the window", "clean the bed by the window"),
        ("did you make the bed?", "did you clean the bed?"),
        ("have you made the bed?", "have you cleaned the bed?"),
        ("is the bed made?", "is the bed clean?"),
        ("is the bed unmade?", "is the bed dirty?"),
        ("The bed isn't made.", "The bed is dirty."),
        ("polish the mirror", "wipe the mirror"),
        ("open the door and make the mirror shine", "open the door and wipe the mirror"),
        ("give the mirror a quick polish", "wipe the mirror"),
        ("make the coffee", "make the coffee"),
        ("polish the mug", "polish the mug"),
        ("tidy the ball onto the bed", "tidy the ball onto the bed"),
        ("put the pillow that is made of wool on the bed", "put the pillow that is made of wool on the bed"),
        ("is the table made of wood?", "is the table made of wood?"),
    ],
)
def test_it_is_told_in_the_words_for_washing(said: str, plainly: str) -> None:
    assert retold(said, cleaned_in_place.RULES) == plainly
