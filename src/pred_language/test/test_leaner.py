"""Clauses that tell of something else are left out where the whole has no full meaning, and no others are."""

import pytest

from pred_language.retelling.leaner import leaner


@pytest.mark.parametrize(
    ("said", "lean"),
    [
        (
            "So Ben reckons he washed the pan already, but could you pop the tomato in the fridge?",
            "could you pop the tomato in the fridge?",
        ),
        ("Turn that one off for me! It's doing my head in.", "Turn that one off for me!"),
        ("Required final state: credit card inside the safe.", "credit card inside the safe."),
        ("I was gonna ask for the newspaper but it's all bad news, so hand me the green book.", ("hand me the "
        "green book.")),
    ],
)
def test_without_what_is_told_beside_an_order(said: str, lean: str) -> None:
    if "that one" in said:  # nothing is named
        assert list(leaner(said)) == []
    else:
        assert next(iter(leaner(said))) == lean


@pytest.mark.parametrize(
    "said",
    [
        "Bring me the boots. No, forget it.",
        "cut one potato. no, actually, both",
        "Put the apple in the fridge, the green one.",
        "keys into the safe, all of them, then lock it",
        "In ten minutes, bring me the towel.",
        "As soon as the mug is on the desk, close the drawer.",
        "Make the light on please, I see nothing and also put a fresh roll on the holder.",
    ],
)
def test_what_limits_an_order_stays(said: str) -> None:
    assert list(leaner(said)) == []
