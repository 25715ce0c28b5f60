"""Orders that have nothing to do with each other are told again one by one."""

import pytest

from pred_language.discourse.independent import independent


def test_each_order_by_itself() -> None:
    said = "Turn off the tap. Then, put the red book on the shelf, and while you are at it, close the box"
    assert independent(said) == ("Turn off the tap.", "put the red book on the shelf.", "close the box.")


@pytest.mark.parametrize(
    "said",
    [
        "Take the mug. Wash it.",
        "Turn on the lamp on the desk. Turn off the other one.",
        "Put the mug in the sink. No, bring me the cup.",
        "Switch the little lamp on. The tall one can go off.",
        "Bring me the book.",
    ],
)
def test_orders_that_are_tied_stay_together(said: str) -> None:
    assert independent(said) == (said,)
