"""What is not to be done beside an order about other things is left out of it, and stays where it may matter."""

import pytest

from pred_language.discourse.plainly import as_asked


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Don't put the two statues on the shelf. Put the orange pillow on the sofa.", ("put the orange pillow "
        "on the sofa")),
        ("Put teddy on the bed, but don't bring me the black book.", "put teddy on the bed"),
        ("No need to shut the drawer, just turn off the floor lamp.", "turn off the floor lamp"),
        ("Not the mug. Put the green plate in the sink.", "put the green plate in the sink"),
        ("Put the green plate in the sink. Not the mug.", "put the green plate in the sink"),
    ],
)
def test_what_is_about_other_things_is_left_alone(said: str, told: str) -> None:
    assert as_asked(said).strip(" .").lower() == told


@pytest.mark.parametrize(
    "said",
    [
        "Don't put the red mug in the sink. Put all the mugs on the table.",
        "Don't open the fridge. Bring me the apple.",
        "Don't turn on the tap. Wash the mug.",
        "Don't turn off the lamp until I say so. Bring me the book.",
    ],
)
def test_what_may_bear_on_the_order_stays(said: str) -> None:
    assert len(as_asked(said).split()) > len(said.split(". ", maxsplit=1)[1].split())


def test_of_everything_it_is_an_exception() -> None:
    told = as_asked("Don't move the plate. Put everything in the sink.")
    assert told == "Put everything in the sink except the plate."
