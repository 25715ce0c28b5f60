"""Things told of beside the order that is about them."""

import pytest

from pred_language.discourse import told_of
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("fork in the sink hasn't been washed yet. Wash it", "Wash the fork that is in the sink"),
        ("my keys are in the safe. Please open it and bring them to me", "open the safe and bring my keys to me"),
        ("give me the other pen, the one that's not on the desk", "give me the pen that is not on the desk"),
        ("turn off the telly and the lamp. Actually, leave the telly on", "turn off the lamp"),
        ("put the ball on the bed. Ah no, the ball is dirty, on the sofa is better", "put the ball on the sofa"),
        ("leave the pillow but move the rest of the things from the bed to the sofa",
         "move everything that is on the bed except the pillow to the sofa"),
        ("I don't want a single candle burning in here", "turn off all the candles"),
        ("the potato on the counter, I want it hot", "heat the potato that is on the counter"),
        ("the towels all, except the white one, put in the hamper", ("put all the towels except the white one in the "
                                                                    "hamper")),
        ("put the book on the bed, and the laptop, close it", "put the book on the bed, and close the laptop"),
        ("from the fridge, bring only the wine", "bring me only the wine from the fridge"),
        ("it's so gloomy in here with the blinds shut", "open the blinds"),
        ("if there is soap in the box, bring me that, if not then one from the shelf",
         ("if there is soap in the box, bring me the soap that is in the box; otherwise bring me the soap from the "
         "shelf")),
        ("if there is soap in the box, please bring me this one. If there is not, bring me the one from the shelf",
         ("if there is soap in the box, bring me the soap that is in the box; otherwise bring me the soap from the "
          "shelf")),
        ("if the hamper is open you can throw the cloth in there", ("if the hamper is open, throw the cloth in the "
                                                                   "hamper")),
        ("I want the table free, so put everything from it on the shelf", ("put everything that is on the table on the "
                                                                          "shelf")),
    ],
)  # fmt: skip
def test_an_order_is_told_with_what_it_is_about(said: str, told: str) -> None:
    assert retold(said, told_of.RULES) == told


@pytest.mark.parametrize(
    "said",
    [
        "the candle on the table is burning. Put it out",
        "turn off the telly and the lamp. Actually, leave the fan on",
    ],
)
def test_what_is_not_sure_stays(said: str) -> None:
    assert retold(said, told_of.RULES) == said
