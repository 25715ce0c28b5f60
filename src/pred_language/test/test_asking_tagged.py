"""A remark with a tag asks, and is told as the question; wishes with a tag stay as they were said."""

from __future__ import annotations

import pytest

from pred_language.discourse.asking_framed import asked_outright


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The lamp by the desk is off, isn't it?", "is The lamp by the desk off?"),
        ("The bear sits on the chair, doesn't he?", "is The bear on the chair?"),
        ("The plates have been washed, haven't they?", "are The plates clean?"),
        ("The newspaper was on the desk yesterday, wasn't it?", "was The newspaper on the desk yesterday?"),
        ("The knife cuts well, doesn't it?", "is it so that The knife cuts well?"),
        ("The spoon fell on the floor, didn't it?", "is it so that The spoon fell on the floor?"),
        ("Open or closed, the microwave?", "is the microwave open or closed?"),
        (
            "Has anyone used the microwave today, it's closed isn't it?",
            "Has anyone used the microwave today? is the microwave closed?",
        ),
    ],
)
def test_a_remark_with_a_tag_asks(said: str, told: str) -> None:
    assert asked_outright(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "The cushion would look nicer on the sofa, don't you think?",
        "The mug needs a wash, doesn't it?",
        "The plate belongs in the sink, doesn't it?",
    ],
)
def test_wishes_stay(said: str) -> None:
    assert asked_outright(said) == said
