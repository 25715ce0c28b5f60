"""Which one and which place by what it is not, all that lies in a place, and none that is to be there."""

from __future__ import annotations

import pytest

from pred_language.choice.spared import acted_on
from pred_language.discourse.plainly import as_asked
from pred_language.meaning.context import Ranked, TaskContext, TaskType


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("Bring me the cup, but not the one on the desk.", "bring me the cup that is not on the desk"),
        ("Any cup but the one on the bed: bring it to me.", "bring me the cup that is not on the bed"),
        ("Bring me the cup that's anywhere but on the desk.", "bring me the cup that is not on the desk"),
        ("Bring me a mug: the one on the table.", "bring me the mug that is on the table"),
        ("I'd like the mug. Not just any, the one on the table.", "bring me the mug that is on the table"),
        (
            "Move all plates to the counter. Not the one on the desk, that stays.",
            "put all the plates that are not on the desk to the counter",
        ),
        ("Put the cup anywhere but the desk, say on the bed.", "put the cup on the bed"),
        ("Put the cup not on the desk but on the bed.", "put the cup on the bed"),
        ("The cup belongs on the bed and not on the desk.", "put the cup on the bed"),
        ("Only the lamp should be turned on, not the laptop.", "turn on the lamp"),
        ("Nothing should stay on the shelf; put it on the desk.", "put everything that is on the shelf on the desk"),
        (
            "I want nothing left on the sofa, everything on the bed.",
            "put everything that is on the sofa on the bed",
        ),
        ("Move the watch over to the pen, right next to it.", "put the watch next to the pen"),
        ("The counter has a tomato on it. I want it.", "bring me the tomato that is on the counter"),
        ("Bring me the apple. And the potato.", "bring me the apple and the potato"),
        ("Bring me two things: the fork and the spoon.", "bring me the fork and the spoon"),
    ],
)
def test_it_is_told_by_what_it_is(said: str, order: str) -> None:
    """What is not meant is left out where what is meant is said beside it."""
    assert as_asked(said).rstrip(".").lower() == order


@pytest.mark.parametrize(
    ("said", "objects"),
    [
        ("There should be no apple on the table.", True),
        ("None of the apples should be on the table.", True),
        ("There should be no plate on the table, but an apple.", False),
    ],
)
def test_none_that_is_to_be_there_is_not_put_there(said: str, *, objects: bool) -> None:
    """A reading that puts an apple on the table does not do what "no apple on the table" says."""
    read = TaskContext(
        said,
        TaskType.PLACE,
        target=Ranked("apple", ("Apple",), (1.0,)),
        destination=Ranked("table", ("DiningTable",), (1.0,)),
    )
    assert bool(tuple(acted_on(said, read))) is objects
