"""What is said offhand is told in full, and what only sounds like it stays."""

from __future__ import annotations

import pytest

from pred_language.discourse import offhand
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Wash the plate somebody left on the sofa.", "Wash the plate that is on the sofa."),
        ("Bring me the pen you'll find on the desk.", "Bring me the pen that is on the desk."),
        ("Wash the bowl that hasn't been washed yet.", "Wash the bowl that is dirty."),
        ("Close the box, provided it's open.", "Close the box if it's open."),
        ("If my keys on the bed, take it.", "If my key is on the bed, take it."),
        ("If there's something on the chair, put it on the bed.", "put everything that is on the chair on the bed."),
        ("Put the fork in the sink. Same with the spoon.", "Put the fork and the spoon in the sink."),
        ("Take the egg to the fridge. Afterwards the apple, too.", "Take the egg and the apple to the fridge."),
        ("Watch on the shelf, phone likewise.", "the watch and the phone on the shelf."),
        ("Put the pen in the box, and the cup. On second thoughts just the cup.", "Put the cup in the box."),
        ("Close the tap, having first rinsed the cup.", "rinse the cup, then Close the tap."),
        ("Close the box. Racket? On the bed.", "Close the box. put the Racket On the bed."),
        ("Don't move the red pen, only the blue ones, those go on the bed.", "put all the blue pens on the bed."),
        ("spoons in the drawer, the lot of them", "all the spoons in the drawer"),
        ("The towel, put him on the shelf.", "The towel, put it on the shelf."),
        ("Put the book on a shelf, but not on the one with the vase.",
         "Put the book on any shelf except the one with the vase."),
        ("Wash the plates, though not the one the egg is on.", "Wash the plates, but not the one under the egg."),
        ("The bread has gone mouldy, bin it.", "The bread has gone mouldy, throw it away."),
        ("Close the fridge, but the box can stay open.", "Close the fridge and leave the box open."),
        ("If one of the rings on the cooker is still going, turn it off.",
         "if there is a running burner, turn it off."),
        ("I'd much rather have my book on the desk than over there.", "put my book on the desk."),
    ],
)  # fmt: skip
def test_what_is_said_offhand_is_told_in_full(said: str, told: str) -> None:
    assert retold(said, offhand.RULES) == told


@pytest.mark.parametrize(
    "said",
    [
        "Bring me the pen and, if there's one, a pencil too.",
        "Make the apple on the counter cold.",
        "I left the keys on the table.",
        "In case you wonder, the plate is mine.",
        "Put the mug with the spoon in it in the sink.",
        "If the lamps on the desk are off, turn them on.",
        "Don't move the red pen.",
        "The red pen, could you give it to me?",
        "The pen can stay where it is.",
    ],
)
def test_what_only_sounds_like_it_stays(said: str) -> None:
    assert retold(said, offhand.RULES) == said
