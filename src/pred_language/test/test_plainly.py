"""What people say, told in one way of speaking before it is read: wrappers, time, what is spared, bare clauses."""

from __future__ import annotations

import pytest

from pred_language.discourse.bare_clauses import with_articles
from pred_language.discourse.plainly import as_asked
from pred_language.discourse.spoken import as_plain_order


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I was wondering if you could possibly put the mug in the sink", "put the mug in the sink"),
        ("It would be great if you could, when you have a minute, take the mug away.", "take the mug away."),
        ("Why don't you turn the lamp off?", "turn the lamp off."),
        ("I'd be grateful if the plate in the sink could be washed.", "wash the plate that is in the sink."),
        ("I want the apple to be heated and put in the fridge", "heat the apple and put it in the fridge"),
        ("Take the tomato and put it, hmm, let me think, in the fridge.", "Take the tomato and put it in the fridge."),
        ("You couldn't possibly put my bear on the desk, could you?", "put my bear on the desk."),
    ],
)
def test_wrappers_of_any_depth_say_nothing(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Put the cup in the sink, it needs washing.", "Put the cup in the sink, wash it."),
        ("Put the kettle on the stove, I'd like it filled.", "Put the kettle on the stove, fill it."),
        ("I want the kettle filled.", "fill the kettle."),
        ("Put the cup there, I want the plate there too.", "Put the cup there, I want the plate there too."),
        ("Put the plate on the table, I want it clean.", "Put the plate on the table, I want it clean."),
        ("Bring me the spoon, I need it.", "Bring me the spoon."),
        ("Bring me the cup, I want to drink something.", "Bring me the cup."),
    ],
)
def test_what_is_wanted_made_so_is_no_reason(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Would you mind not touching the pan?",
        "You put the mug in the sink.",
        "I think you put the mug in the sink.",
        "Could you say where the mug belongs?",
        "The book on the sofa was put there yesterday.",
        "Put the pen on the chair, er, on the bed I mean.",
    ],
)
def test_what_is_no_wrapper_stays(said: str) -> None:
    assert as_asked(said) == said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Turn the tap on, but not until the pan is in the sink.", "put the pan in the sink, then Turn the tap on."),
        ("Throw the book away once you've handed me the watch.", "hand me the watch, then Throw the book away."),
        ("Put the phone in the safe and when that's done close it.", "Put the phone in the safe, then close it."),
        ("Put the boots in the box before someone falls.", "Put the boots in the box."),
        ("After switching off the lamp, hand me the keys.", "switch off the lamp, then hand me the keys."),
        ("Close the laptop - oh, don't bother.", "never mind"),
    ],
)
def test_orders_stand_in_the_order_of_time_without_reasons(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Bring me a mug, just not the blue one.", "Bring me a mug that is not blue."),
        ("Ignore the mug on the bed and bring me the one on the desk.", "bring me the mug that is on the desk."),
        ("Take the egg and don't leave the fridge open.", "Take the egg and close the fridge."),
        ("The fork doesn't belong on the bed, it belongs in the sink.", "put The fork that is on the bed in the sink."),
    ],
)
def test_what_is_spared_is_an_exception_or_nothing(said: str, told: str) -> None:
    assert as_asked(said) == told


def test_a_note_has_its_articles_and_verbs() -> None:
    assert with_articles("lamps off, keys in box") == "the lamps off, the keys in the box"
    assert as_asked("take spatula from counter, put in sink") == "take the spatula from the counter, put it in the sink"
    assert as_asked("In the fridge put the tomato.") == "put the tomato In the fridge."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("How come the fridge is open? Close it!", "Close the fridge!"),
        ("I can't reach the tissues, could you pass them to me?", "could you pass the tissues to me"),
        ("The book is in the way on the bed. Put it on the sofa.", "Put The book that is on the bed on the sofa."),
    ],
)
def test_an_order_points_back_to_what_was_told(said: str, told: str) -> None:
    assert as_plain_order(said) == told


def test_no_order_is_lost_before_one_that_points_back() -> None:
    assert "fold" in as_plain_order("fold the newspaper and put it on the table")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I wish the lamp on my desk was on.", "turn on the lamp on my desk."),
        ("If only someone would wash the blue plate.", "wash the blue plate."),
        ("If only I had the remote here.", "bring me the remote."),
        ("I wish the telly hadn't been turned on.", "I wish the telly hadn't been turned on."),
        ("I wish I had a dog.", "I wish I had a dog."),
    ],
)
def test_a_wish_for_what_is_not_so_is_an_order(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Put the cushion on the floor for the cat.", "Put the cushion on the floor."),
        ("Put the potatoes in the sink, I'm going to peel them.", "Put the potatoes in the sink."),
        ("Bring me the vase, I've got roses to put in it.", "Bring me the vase."),
        ("The pencils go in the box, Mummy said so.", "The pencils go in the box."),
        ("Bring the cup for the nurse.", "Bring the cup for the nurse."),
        ("Look for the cat.", "Look for the cat."),
        ("Put the mug on the table for the lamp.", "Put the mug on the table for the lamp."),
        ("Heat the potato for a minute.", "Heat the potato for a minute."),
    ],
)
def test_what_an_order_is_for_is_no_part_of_it(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Wash the cloth in the sink, not the one in the hamper.", "Wash the cloth that is in the sink."),
        ("Put the vase on the table, oh no, it may fall, put it on the shelf.", "put the vase on the shelf."),
        ("Slice the bread, no, we have plenty, slice the apple.", "slice the apple."),
        ("Bring me the mug, oh no, I spilled it, wipe the table.", ""),
        ("Turn off the lamp and on the telly.", "Turn off the lamp and Turn on the telly."),
    ],
)
def test_what_is_meant_after_all_stays(said: str, told: str) -> None:
    """What is cried in dismay takes no order back."""
    assert as_asked(said) == (told or said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Both bottles belong on the lower shelf, put them there.", "put Both bottles on the lower shelf."),
        ("That pot has boiled enough, switch off the burner under it.", "switch off the burner under the pot."),
        ("The pot is boiling over, turn the burner under it off!", "turn off the burner under the pot!"),
    ],
)
def test_an_order_points_to_what_stands_beside_what_was_told(said: str, told: str) -> None:
    assert as_plain_order(said).replace("The pot", "the pot") == told
