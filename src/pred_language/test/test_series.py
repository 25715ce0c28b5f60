"""Notes of how things are to be are orders one after the other."""

import pytest

from pred_language.discourse.plainly import as_asked
from pred_language.discourse.series import with_orders


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "burner off. Fridge shut. Red mug in the sink.",
            "turn off the burner, then close the fridge, then put the red mug in the sink.",
        ),
        (
            "tap off, toilet lid down, cabinet shut",
            "turn off the tap, then close the toilet lid, then close the cabinet.",
        ),
        ("cup: full. Room light: off.", "fill the cup, then turn off the room light."),
        (
            "want it bright when I get in: floor lamp on and tv on",
            "turn on the floor lamp, then turn on the tv.",
        ),
        ("laptop open, tv off, and don't touch the lamps", ("open the laptop, then turn off the tv. But leave "
        "the lamps alone.")),
    ],
)
def test_notes_become_orders(said: str, told: str) -> None:
    assert with_orders(said).lower() == told.lower()


@pytest.mark.parametrize(
    "said",
    ["turn the toaster and the tap off", "the toaster on, not the light off", "tap off", ("is the tap off, the "
    "lid down?")],
)
def test_what_is_no_series_stays(said: str) -> None:
    assert with_orders(said) == said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("when I come back the bowl shall be clean and full of water", "clean the bowl, then fill the bowl"),
        ("I want the cup clean and empty", "empty the cup, then clean the cup"),
        ("no lamp should be on when I get home", "turn off all the lamps"),
        ("I don't want any lamps on when I come home", "turn off all the lamps"),
        ("slice the bread by dinner", "slice the bread"),
        ("open drawer number two", "open the drawer 2"),
    ],
)
def test_ends_and_deadlines(said: str, told: str) -> None:
    assert as_asked(said).strip(" .").lower() == told
