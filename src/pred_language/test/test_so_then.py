"""Reasons and wishes before an order."""

import pytest

from pred_language.discourse import so_then
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("my feet ache after that walk, so bring me the remote", "bring me the remote"),
        ("the salt and the pepper belong together, so please put the pepper next to the salt",
         "put the pepper next to the salt"),
        ("my neighbour is loud, so could you close the box that is on the desk",
         "could you close the box that is on the desk"),
        ("I sleep badly with a phone around, so it would be nicer if the black one were on the dresser",
         "it would be nicer if the black phone were on the dresser"),
        ("I'd kill for a towel, bring me the white one", "i'd like a towel, bring me the white one"),
        ("bring me the phone and the credit card - no, just the card", "bring me the credit card"),
        ("put both plates in the sink, no wait, only the blue one", "put the blue plate in the sink"),
        ("I've already washed the white mug, so now just do the red one", "wash the red mug"),
        ("The microwave has been open since lunch. Put the potato in there", "Put the potato in The microwave"),
        ("my teddy fell off the bed. put him back", "my teddy fell off the bed. put it back"),
        ("discard the apple. No, do not discard it; put it in the fridge", "put the apple in the fridge"),
    ],
)  # fmt: skip
def test_what_leads_up_to_an_order_is_left_out(said: str, told: str) -> None:
    assert retold(said, so_then.RULES) == told


@pytest.mark.parametrize(
    "said",
    [
        "the blue mug is dirty, so wash the mug",  # tells which
        "I put the mug on the shelf, so wash the mug",
        "the fridge is open, so close it",
        "if the mug is dirty, so wash the mug",
        "my wrist hurts, so I need something cold, put the red bowl in the fridge",
        "I love it, so it stays",
    ],
)
def test_what_may_say_what_is_meant_stays(said: str) -> None:
    assert retold(said, so_then.RULES) == said
