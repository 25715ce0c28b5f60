"""One thing or place that is said instead of another stands in its place, where it is clear in whose."""

import pytest

from pred_language.discourse.said_instead import as_meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Put the cup in the sink. Sorry, the mug.", "Put the mug in the sink"),
        ("Put the cup in the sink... ah no, it is the mug that I need.", "Put the mug in the sink"),
        ("Wash the plate. Oops, wrong one, the red mug.", "Wash the red mug"),
        ("Put the mug in the sink. Correction: the cabinet.", "Put the mug in the cabinet"),
        ("Bring me the pan. Did I say the pan? I meant the kettle.", "Bring me the kettle"),
        ("Put the cup in the sink, no wait not the cup, the plate.", "Put the plate in the sink"),
        ("Put not the knife but the green plate in the sink.", "Put the green plate in the sink."),
        ("Put the pillow instead of the book on the bed.", "Put the pillow on the bed."),
        ("Put the red book on the top shelf, wait no, the bottom one.", "Put the red book on the bottom shelf"),
        ("Put the cup, no wait, the phone on the desk.", "Put the phone on the desk"),
        ("Put the tomato in the sink and the red bowl in the fridge. Make that the blue bowl.",
         "Put the tomato in the sink and the blue bowl in the fridge"),
    ],
)  # fmt: skip
def test_it_stands_in_the_place_of_what_was_said_first(said: str, meant: str) -> None:
    assert as_meant(said) .strip(".") == meant.strip(".")


@pytest.mark.parametrize(
    "said",
    [
        "Put the teddy bear on the desk and bring me my phone. Sorry, the alarm clock.",
        "Bring me the mug. Sorry, the kettle is boiling.",
        "Put the mug in the sink. Wait, the plate too.",
        "Where is the mug? I mean the red one.",
        "Put the mug on the table. Take the plate.",
        "Turn on the TV. Stop the coffee machine.",
    ],
)
def test_what_is_not_clear_stays(said: str) -> None:
    assert as_meant(said) == said
