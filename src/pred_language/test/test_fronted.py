"""A thing that is named before the order about it, and what a clause behind an order leaves as it is."""

from __future__ import annotations

import pytest

from pred_language.discourse.plainly import as_asked
from pred_language.discourse.spoken import as_plain_order


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The cup nearest to the microwave, wash it.", "wash The cup nearest to the microwave."),
        ("The apple closest to the fridge, bring it to me.", "bring me The apple closest to the fridge."),
        ("The mug that is farthest from the tv, bring it here.", "bring me The mug that is farthest from the tv."),
        ("The second mug from the left, put it on the sofa.", "put The second mug from the left on the sofa."),
        ("The bowl that is dirty, wash it.", "wash The bowl that is dirty."),
        ("The book which isn't red: put it on the sofa.", "put The book that is not red on the sofa."),
        ("The cup that's next to the keys, could you hand it to me?", "bring me The cup that is next to the keys"),
        ("The lamp nearest to the sofa, turn it off please.", "turn off The lamp nearest to the sofa please."),
        ("The books that are on the sofa, put them on the shelf.", "put The books that are on the sofa on the shelf."),
        ("You know the mug nearest to the window? Wash it.", "Wash the mug nearest to the window."),
    ],
)
def test_what_tells_a_thing_apart_before_the_order_stays(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The pot in the sink stinks, wash it.", "wash The pot that is in the sink."),
        ("The microwave keeps beeping, open it.", "open The microwave."),
        ("The lamp beside the sofa burned all day, switch it off.", "switch off The lamp beside the sofa."),
        ("The hamper stinks, close it.", "close The hamper."),
        ("The spoon fell on the floor, wash it.", "wash The spoon that is on the floor."),
        ("That box takes up so much room, put it on the table.", "put That box on the table."),
        ("The tap drips and drips, turn it off.", "turn off The tap."),
        ("The plates stink, wash them.", "wash The plates."),
        ("My phone just rang. Bring it to me.", "bring me My phone."),
        ("The pillow slid off the sofa, put it back.", "put The pillow back on the sofa."),
        ("The bread smells funny, throw it away.", "throw away The bread."),
        ("Oh, the bottle nearly tipped over, put it on the shelf.", "put the bottle on the shelf."),
    ],
)
def test_what_goes_on_before_an_order_only_says_why(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "The mug tree, wash it.",  # no mug that does something
        "The coffee grounds, throw them away.",
        "The lamp keeps flickering, wash it.",  # nothing that is carried
        "The cup holder in the sink is mine.",
    ],
)
def test_what_is_no_such_clause_stays(said: str) -> None:
    assert as_asked(said) == said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Wash the mugs. The one on the shelf doesn't need washing.", "Wash all the mugs that are not on the shelf."),
        ("Wash all the mugs. No need to wash the one on the shelf.", "Wash all the mugs that are not on the shelf."),
        ("Wash the mugs. The black one is clean already.", "Wash all the mugs except The black one."),
        (
            "Bring the mugs to the desk. The black one is fine where it is.",
            "Bring all the mugs to the desk except The black one.",
        ),
        (
            "Bring the mugs to the desk. The one on the shelf, leave it there.",
            "Bring all the mugs that are not on the shelf to the desk.",
        ),
        ("Put all the books on the sofa. Leave the red one.", "Put all the books on the sofa except the red one."),
        ("Put the books on the sofa. I still need the red one.", "Put all the books on the sofa except the red one."),
        ("Bring me the mugs. I don't need the black one.", "Bring me all the mugs except the black one."),
        ("Bring me the mugs, but leave the black one on the bed.", "Bring me all the mugs except the black one."),
        ("Get me the salt, the wine you can leave.", "Get me the salt."),
        ("Hand me the spoon but not the fork.", "Hand me the spoon."),
        ("Put the knife but not the fork in the drawer.", "Put the knife in the drawer."),
    ],
)  # fmt: skip
def test_what_a_later_clause_leaves_is_taken_out(said: str, told: str) -> None:
    assert as_asked(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Bring me the mugs. The black one doesn't need washing.",  # it may be wanted all the same
        "Put the knife in the drawer. The knife can stay.",
        "Bring me all the mugs. I still need the green one.",
        "Wash the mug. The one on the shelf is clean.",
        "Turn off all the lights. The stove can stay.",
    ],
)
def test_what_may_not_be_left_is_kept_to_be_asked_about(said: str) -> None:
    assert as_asked(said).count(".") == 2


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The watch lives on the dresser. Please put it back there.", "put The watch back on the dresser."),
        ("The spoon belongs in the drawer. Put it back.", "put The spoon back in the drawer."),
        ("The egg was in the fridge before. Put it back.", "put The egg back in the fridge."),
        ("The keys are usually kept in the drawer, put them back please.", "put The keys back in the drawer please."),
        ("The pillow was on the sofa. Please put it back there.", "put The pillow back on the sofa."),
        ("The phone normally lies on the shelf, put it back.", "put The phone back on the shelf."),
    ],
)
def test_where_a_thing_was_is_where_it_goes_back_to(said: str, told: str) -> None:
    assert as_plain_order(said) == told
