"""How people type: contractions, slipped and missing spaces, small words with a slip."""

from __future__ import annotations

import pytest

from pred_language.discourse.typed import as_typed


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("There's a pen on the desk. It's blue.", "There is a pen on the desk. It is blue."),
        ("The lamp's on.", "The lamp is on."),
        ("The door's been left open.", "The door has been left open."),
        ("wich drawer is open", "which drawer is open"),
        ("tke teh cup adn wsah it", "take the cup and wash it"),
        ("Bring me th ecup.", "Bring me the cup."),
        ("turnon the radio", "turn on the radio"),
        ("putthe cup down", "put the cup down"),
        ("Pu the botlte in the frigde.", "put the bottle in the fridge."),
        ("BRIGN ME THE FONE", "bring ME THE phone"),
        ("put the boook nekst to the lanp", "put the book next to the lamp"),
        ("shut the toilet-lid", "shut the toilet lid"),
        ("wipe the counter-top", "wipe the counter top"),
    ],
)
def test_slips_are_mended(said: str, meant: str) -> None:
    assert as_typed(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "Put the bead in Tom's box.",
        "Bring Anna an apple.",
        "Give it to Zofia.",
        "Thaw the bread.",
        "The mug's handle broke.",
        "stell die rote tasse auf den schrank",
        "put the loo roll on the worktop",
    ],
)
def test_what_is_a_word_stays(said: str) -> None:
    assert as_typed(said) == said
