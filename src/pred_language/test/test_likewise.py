"""Two things told by one order, each to its place, and how what holds them is left."""

from __future__ import annotations

import pytest

from pred_language.discourse.plainly import as_asked

BOTH = "put the egg on the table and put the potato on the table"


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("Put the egg on the table and do the same with the potato.", BOTH),
        ("Put the egg on the table. Same for the potato.", BOTH),
        ("Put the egg on the table. The potato as well.", BOTH),
        ("I need the egg on the table. The potato too.", BOTH),
        ("Wash the cup. Ditto for the plate.", "wash the cup and wash the plate"),
        ("Put the egg on the table, along with the potato.", "put the egg and the potato on the table"),
        ("First the egg, then the potato: put them on the table.", BOTH.replace(" and", ", then")),
        ("On the table I want two things: the egg and the potato.", "put the egg and the potato on the table"),
        (
            "I want the egg on the table; the potato, though, in the sink.",
            "put the egg on the table and put the potato in the sink",
        ),
        (
            "Put the egg on the table, and as for the potato, that goes in the sink.",
            "put the egg on the table and put the potato in the sink",
        ),
        (
            "Put the egg and the potato in the sink and the fridge respectively.",
            "put the egg in the sink and put the potato in the fridge",
        ),
        (
            "Put the egg on the table after the potato has gone to the sink.",
            "put the potato to the sink, then put the egg on the table",
        ),
        ("No egg should be anywhere but on the table.", "put all the eggs on the table"),
        ("Don't leave any egg elsewhere: all on the table.", "put all the eggs on the table"),
    ],
)
def test_two_things_are_told_by_one_order(said: str, order: str) -> None:
    """What is said of the second by pointing to the first is told in full."""
    assert as_asked(said).rstrip(".").lower() == order


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("The bread goes in the fridge, which should stay open.", "the bread goes in the fridge and leave it open"),
        ("Put the bread in the fridge without closing it.", "put the bread in the fridge and leave it open"),
        ("Put the mug in the box and close the latter.", "put the mug in the box and close the box"),
        ("Put the mug in the box, lid closed please.", "put the mug in the box and close the box"),
        ("Shut the mug away in the box.", "put the mug in the box and close the box"),
        ("Open the box, put the book inside and leave it open.", "put the book in the box and leave the box open"),
        ("The mug goes on the table, but wash it first.", "wash the mug and put it on the table"),
        ("Before the mug goes on the table it needs a wash.", "wash the mug and put it on the table"),
        ("Empty the mug out of the box onto the table.", "take the mug out of the box and put it onto the table"),
    ],
)
def test_how_it_is_left_is_not_lost(said: str, order: str) -> None:
    """A door that is to stay open or shut, and what is done with a thing before, are orders of their own."""
    assert as_asked(said).rstrip(".").lower() == order
