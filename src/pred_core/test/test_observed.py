"""What the texts of discrepancies say, however they are written."""

from __future__ import annotations

import pytest

from pred_core.observed import Place, attribute, named, place


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("clean", ("clean", True)),
        ("not clean", ("clean", False)),
        ("dirty", ("clean", False)),
        ("not dirty", ("clean", True)),
        ("unwashed", ("clean", False)),
        ("ToggleOn", ("on", True)),
        ("ToggleOff", ("on", False)),
        ("isToggled=True", ("on", True)),
        ("isToggled: false", ("on", False)),
        ("turned on and running", ("on", True)),
        ("switched off", ("on", False)),
        ("isOpen: false", ("open", False)),
        ("isDirty: false", ("clean", True)),
        ("Cleaned: F", ("clean", False)),
        ("Cleaned == 0", ("clean", False)),
        ("Cleaned: T", ("clean", True)),
        ("full of water", ("filled", True)),
        ("isFilledWithLiquid: true", ("filled", True)),
        ("toasted", ("cooked", True)),
        ("no longer hot", ("hot", False)),
        ("already sliced", ("sliced", True)),
        ("on the table and dirty", ("clean", False)),
        ("It does not need to be cleaned because it is clean already", ("clean", True)),
        ("there is no need to open it", ("open", True)),
        ("needs to be cleaned", ("clean", False)),
        ("The lamp must be turned on", ("on", False)),
        ("contains water", ("filled", True)),
        ("unknown", ("", True)),
        ("", ("", True)),
    ],
)
def test_attributes_in_words(text: str, meaning: tuple[str, bool]) -> None:
    assert attribute(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Fridge", Place("Fridge")),
        ("in the Fridge_2", Place("Fridge", "in")),
        ("not on Sofa", Place("Sofa", "on", negated=True)),
        ("inside Recep", Place("Recep", "in")),
        ("elsewhere", Place(other=True)),
        ("next to the Sofa", Place("Sofa", "near")),
        ("in front of the Sofa", Place("Sofa", "near")),
        ("on top of the Sofa", Place("Sofa", "on")),
        ("visible outside the Cabinet", Place("Cabinet", "near")),
        ("directly visible", Place()),
        ("It lies on the Desk_1, where it was not expected", Place("Desk", "on")),
        ("Pillow on Sofa", Place("Sofa", "on")),
        ("(Pillow, Sofa)", Place("Sofa", "on")),
        ("on(Pillow, Sofa)", Place("Sofa", "on")),
        ("\u00ac(Pillow, Sofa)", Place("Sofa", "on", negated=True)),
        ("It is not there", Place(negated=True)),
        ("It is there, so no move is needed", Place()),
        ("", Place()),
    ],
)
def test_places_in_words(text: str, meaning: Place) -> None:
    assert place(text) == meaning


def test_names_are_found_behind_articles_and_prepositions() -> None:
    assert named("not on top of the coffee table") == "coffee table"
