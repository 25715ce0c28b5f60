"""What is said ahead of an order, behind it or of the other one, told as plain orders."""

from __future__ import annotations

import pytest

from pred_language.discourse.spoken import as_plain_order


def told(said: str) -> str:
    return as_plain_order(said).lower().strip(" .")


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Yellow bowl: rinse. Blue bowl: leave alone.", "rinse the yellow bowl. leave the blue bowl alone"),
        ("Everything that's on the table, into the box.", "put everything that is on the table into the box"),
        ("Candle out, floor lamp on.", "turn off the candle, then turn on the floor lamp"),
        ("The mug shouldn't be in a bedroom at all. Hand it here.", "bring me the mug"),
        ("A pillow has tumbled to the floor. Back on the bed with it.",
         "put the pillow that is on the floor back on the bed"),
        ("Put the remote on the telly stand.", "put the remote on the tv stand"),
    ],
)  # fmt: skip
def test_things_may_be_named_ahead(said: str, plainly: str) -> None:
    assert told(said) == plainly


@pytest.mark.parametrize("said", ["Is the tap on?", "leave the fridge open", "if the lamp is on, turn it off"])
def test_what_is_asked_or_hangs_on_something_is_no_order_to_switch(said: str) -> None:
    assert "turn on" not in told(said)
    assert "open the" not in told(said)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Leave the apple in the fridge alone, but slice the other one.", "slice the apple that is not in the fridge"),
        ("One lamp is already on. Switch on the other one too.", "switch on the unlit lamp"),
        ("There's a phone on the bed, but I'd like the other one.", "bring me the phone that is not on the bed"),
        ("I need something to write with, just not a pen.", "bring me the pencil"),
        ("No, not the pen. I was after the pencil, bring me that.", "bring me the pencil"),
        ("I'd like a tomato, the one that's been chilling in the fridge.",
         "bring me a tomato that is in the fridge"),
        ("put the pillow on the armchair without a newspaper",
         "put the pillow on the armchair, not the one with the newspaper"),
    ],
)  # fmt: skip
def test_one_of_two_may_be_told_by_the_other(said: str, plainly: str) -> None:
    assert told(said) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("The phone goes on the desk. So does the alarm clock.",
         "put the phone on the desk. put the alarm clock on the desk"),
        ("Pink pillow on the armchair, no wait, the white one.", "the white pillow on the armchair"),
        ("Put the towel from the floor in the sink. No, actually, put it in the hamper.",
         "put the towel from the floor in the hamper"),
        ("Wash the plate, and when it's clean put it in the cupboard.", "wash the plate, then put it in the cupboard"),
        ("I can't hear myself think with that telly blaring.", "turn off the telly"),
    ],
)  # fmt: skip
def test_an_afterthought_changes_the_order(said: str, plainly: str) -> None:
    assert told(said) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Ugh, deadline in two hours and I can't think in this mess. Put the newspaper in the bin.",
         "put the newspaper in the bin"),
        ("The tub is going to overflow! Turn off the water in the bath!", "turn off the tap of the bath!"),
        ("Put the bread on the counter for grandma.", "put the bread on the counter"),
    ],
)  # fmt: skip
def test_what_only_gives_the_reason_is_no_part(said: str, plainly: str) -> None:
    assert told(said) == plainly
