"""One of several things, picked out before or after the order."""

import pytest

from pred_language.discourse import picked_out
from pred_language.discourse.rewriting import retold


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("of the two forks I want the one on the table.", "bring me the fork that is on the table."),
        ("the fork I want is the one on the table.", "bring me the fork that is on the table."),
        ("you see the forks? I'll have the one in the sink.", "bring me the fork that is in the sink."),
        ("bring me a spoon. The one in the sink, I mean.", "bring me the spoon that is in the sink."),
        ("I want a spoon, specifically the one in the sink.", "I want the spoon that is in the sink."),
        ("the mug that's not on the desk, please bring it.", "bring me the mug that is not on the desk."),
        ("bring potato on the counter not in the fridge", "bring me the potato that is on the counter"),
        ("the books are everywhere. They belong on the desk.", "put all the books on the desk."),
        ("any book you see goes on the desk.", "every book goes on the desk."),
    ],
)
def test_what_is_picked_out_is_in_the_order(said: str, told: str) -> None:
    assert retold(said, picked_out.RULES) == told
