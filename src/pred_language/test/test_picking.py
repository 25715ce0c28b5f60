"""Which of several is meant, and wishes, told in the words that the grammar reads."""

from __future__ import annotations

import pytest

from pred_language.discourse.plainly import as_asked


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Of the mugs put the blue one on the desk.", "put the blue mug on the desk."),
        ("Of the mugs, put the one on the desk on the bed.", "put the mug that is on the desk on the bed."),
        ("The blue one of the books goes on the bed.", "the blue book goes on the bed."),
        ("Put the mug that needs washing on the desk.", "Put the dirty mug on the desk."),
        ("Put the mug that has been washed on the desk.", "Put the clean mug on the desk."),
        ("Wash all the plates that aren't clean.", "Wash all the dirty plates."),
        ("See the mug on the desk? Put it on the bed.", "Put the mug that is on the desk on the bed."),
        ("Not just any book, the red one, put it on the bed.", "the red book, put it on the bed."),
        ("Put the book on the bed. It's the red one.", "Put the red book on the bed."),
        ("Put the book on the bed, I think it's red.", "Put the red book on the bed."),
        ("Bring me the mug. It's the one on the desk.", "Bring me the mug. It is on the desk."),
        ("Bring me the mug, it should be on the desk.", "Bring me the mug. it is on the desk."),
        ("Put the green cup and the white one in the sink.", "Put the green cup and the white cup in the sink."),
        ("Put any pen you find in the box.", "Put all the pens in the box."),
        (
            "Put the phone on the desk next to the one on the bed.",
            "Put the phone that is on the desk on the bed with the phone on it.",
        ),
    ],
)
def test_which_one_is_told_before_its_noun(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("What I'd like is the spoon on the desk.", "bring me the spoon on the desk."),
        ("I'd love the book that lies on the bed.", "bring me the book that is on the bed."),
        ("Clear the shelf onto the bed.", "put everything that is on the shelf onto the bed."),
        ("That poor plant hasn't had a drop of water all week.", "water That plant."),
        ("Drop the candle in the bin while it is lit.", "Drop the lit candle in the bin."),
        ("Put all the mugs on the bed. The one on the desk can stay.",
         "Put all the mugs that are not on the desk on the bed."),
        ("Leave the mug on the desk where it is and put the other mugs on the bed.",
         "put all the mugs that are not on the desk on the bed."),
    ],
)  # fmt: skip
def test_wishes_hints_and_what_stays_are_orders(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Is the fridge open? Then close it.", "if the fridge is open, close it."),
        ("Is the fridge open? Close it.", "if the fridge is open, close it."),
        ("Is the fridge closed? If not, close it.", "if the fridge is open, close it."),
        ("Are the lamps on? If so, turn them off.", "if the lamps are on, turn them off."),
        ("Is the cup in the sink? If not, put it there.", "if the cup is not in the sink, put it there."),
        ("Is there an egg in the fridge? If so bring me it.", "if there is an egg in the fridge, bring me it."),
        ("Is the fridge open? Bring me the egg.", "Is the fridge open? Bring me the egg."),
        ("Are the cups in the sink? If not, put them there.", "Are the cups in the sink? If not, put them there."),
    ],
)
def test_an_order_may_hang_on_the_question_before_it(said: str, told: str) -> None:
    assert as_asked(said).lower() == told.lower()


@pytest.mark.parametrize("said", ["Put the vase that is not on a shelf on the bed.", "Clear the mug of water."])
def test_what_says_something_else_stays(said: str) -> None:
    assert as_asked(said) == said
