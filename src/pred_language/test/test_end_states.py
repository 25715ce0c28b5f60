"""How things are to be in the end, as people list it, and what they say instead of what they just said."""

from __future__ import annotations

import pytest

from pred_language.discourse import end_states, particles, pointed_back, second_thoughts, which_of_all
from pred_language.discourse.rewriting import retold
from pred_language.discourse.situated import situated
from pred_language.lexicon.selectors import leaves_home


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        (
            "When I return I want the toaster off, the green plate in the cupboard and the fridge door closed.",
            "turn off the toaster, then put the green plate in the cupboard, then close the fridge.",
        ),
        (
            "At the end the coffee machine must be off and both forks must be on the dining table.",
            "turn off the coffee machine, then put both forks on the dining table.",
        ),
        (
            "When I come back, let me find the toilet lid up and the cup full of water.",
            "open the toilet lid, then fill the cup.",
        ),
        ("I want the lamp on the desk off.", "I want the lamp on the desk off."),
        ("Put the pen on the desk; the drawer should be open at the end.", ("Put the pen on the desk, then open "
        "the drawer.")),
        ("Put it there, and in the end the drawer must be shut.", "Put it there, then close the drawer."),
        ("Put the pen on the desk with the drawer open at the end.", "Put the pen on the desk, then open the drawer."),
        (
            "the open drawer should be shut and the shut one open",
            "close the open drawer, then open the closed drawer",
        ),
        ("The wine must be cold when the guests arrive.", "put The wine in the fridge."),
        ("For the film I want the blinds shut and the popcorn tasty.", None),
    ],
)
def test_states_at_the_end_are_orders(said: str, plainly: str | None) -> None:
    assert retold(said, end_states.RULES) == (said if plainly is None else plainly)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("The newspaper can go in the box... actually no, just bin it.", "bin The newspaper."),
        ("The apple goes in the fridge, or you know what, just give it to me.", "give The apple to me."),
        ("close the laptop and hand it to me", "close the laptop and hand it to me"),
        ("Can I eat off the plate in the cabinet, I mean, is it clean?", "is the plate in the cabinet clean?"),
        (
            "Take the watch out of the drawer without touching the mug, and bring it to me.",
            "Take the watch out of the drawer, and bring it to me, but leave the mug alone.",
        ),
    ],
)
def test_what_is_said_instead_counts(said: str, plainly: str) -> None:
    assert retold(said, second_thoughts.RULES) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Turn the toaster and the tap off.", "Turn off the toaster and the tap."),
        ("put the telly on for me", "turn on the telly for me"),
        ("put the plate on the table", "put the plate on the table"),
        ("put the mug on", "put the mug on"),
        ("Pull the blinds up.", "open the blinds."),
        ("lower the curtains", "close the curtains"),
        ("hang the coat back up on the rail", "hang the coat on the rail"),
        ("Have you already switched the coffee machine on?", "Have you already switched on the coffee machine?"),
        ("hold it under the running tap for a bit", "rinse it"),
    ],
)
def test_particles_stand_by_their_verbs(said: str, plainly: str) -> None:
    assert retold(said, particles.RULES) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        (
            "There's a tomato on the counter and another in the fridge: slice the first and leave the second alone.",
            "slice the tomato that is on the counter.",
        ),
        (
            "Two phones are lying about: put the one from the bed next to the other one.",
            "put the phone that is on the bed next to the phone that is not on the bed.",
        ),
        ("One of the taps has been left running; stop it.", "turn off the running tap."),
        ("Look into the open box: if the keys are in there, bring them to me.",
         "if the keys are in the open box, bring them to me."),
        ("My keys should be in the safe. If they're there, bring them to me.",
         "if My keys are in the safe, bring them to me."),
    ],
)  # fmt: skip
def test_what_was_told_first_is_pointed_back_to(said: str, plainly: str) -> None:
    assert retold(said, pointed_back.RULES) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        (
            "all the cups and bowls on the table go in the sink",
            ("put all the cups that are on the table in the sink and "
            "put all the bowls that are on the table in the sink"),
        ),
        ("Every tomato I've got, sliced, please.", "slice all the tomatoes."),
        ("The full one of the two red mugs should go in the sink.", "the full red mug should go in the sink."),
        (
            "Any cushion that isn't on the sofa yet ought to go there.",
            "put all the cushions that are not on the sofa on the sofa.",
        ),
        ("bring me the book, not the one on the shelf", "bring me the book that is not on the shelf"),
        ("the mugs go on the table, not the one on the shelf", "the mugs go on the table, not the one on the shelf"),
    ],
)
def test_sets_are_named_plainly(said: str, plainly: str) -> None:
    assert retold(said, which_of_all.RULES) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("The cushion on the armchair belongs on the sofa. Put it back please.",
         "put The cushion that is on the armchair on the sofa."),
        ("One pencil is on the desk already, put the other one there too.",
         "put the pencil that is not on the desk on the desk."),
        ("Put it in the bowl from the cabinet.", "Put it in the bowl that is in the cabinet."),
        ("put it on the table farthest from the fridge", "put it on the table farthest from the fridge"),
        ("Store the credit card in the safe with the safe closed.",
         "Store the credit card in the safe and close the safe."),
    ],
)  # fmt: skip
def test_places_are_pointed_back_to(said: str, plainly: str) -> None:
    assert retold(said, pointed_back.RULES) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("If any tap is running, turn it off.", "turn off all the running taps."),
        ("Every mug goes in the sink, apart from the one in the cupboard.",
         "put Every mug in the sink, apart from the one in the cupboard."),
        ("all the pillows on the bed please, even the one on the floor", "all the pillows on the bed please"),
    ],
)  # fmt: skip
def test_all_of_a_kind_are_named_plainly(said: str, plainly: str) -> None:
    assert retold(said, which_of_all.RULES) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Desk lamp: if it's on, switch it off.", "if the Desk lamp is on, switch it off."),
        ("Is the candle alight? Then put it out.", "if the candle is burning, put it out."),
        ("In case the card is in the safe, fetch it; if it isn't, bring me the watch.",
         "In case the card is in the safe, fetch it; otherwise bring me the watch."),
        ("The kettle is bone dry and I'm dying for tea, so fill it.", "fill The kettle."),
        ("One of us is going to trip over that ball, so put it on the bed.", "put that ball on the bed."),
        ("If an egg has been left outside the fridge, put it back in there.",
         "put the egg that is not in the fridge in the fridge."),
    ],
)  # fmt: skip
def test_conditions_and_reasons_are_pointed_back_to(said: str, plainly: str) -> None:
    assert retold(said, pointed_back.RULES) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("I'm done in the bath, may I have the white towel?", "bring me the white towel."),
        ("The black remote, could I have it?", "bring me The black remote."),
        ("Don't turn off the TV, just the floor lamp.", "turn off the floor lamp."),
        ("Hand me the plunger. Oh, silly me, the brush I meant.", "Hand me the brush."),
    ],
)
def test_asking_for_a_thing_is_an_order(said: str, plainly: str) -> None:
    assert retold(said, second_thoughts.RULES) == plainly


def test_what_is_to_go_somewhere_is_not_only_told() -> None:
    said = "the keys into the safe, all of them, then close it"
    assert "keys" in situated(said)


@pytest.mark.parametrize(
    ("said", "elsewhere"),
    [
        ("Nip out to the shop and buy me some shampoo.", True),
        ("please buy me a newspaper", True),
        ("Before I go to the shop: how many eggs have we got?", False),
        ("in order to cook, bring me the pan", False),
    ],
)
def test_errands_outside_are_told_from_others(said: str, elsewhere: bool) -> None:
    assert leaves_home(said) is elsewhere
