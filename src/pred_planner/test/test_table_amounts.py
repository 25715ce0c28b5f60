"""How many of what is on the lab table are meant, and which of a kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lab_table import EVERYTHING, planned, seen

from pred_core.referring.description import TestKind, descriptions_of
from pred_core.vocabulary import within_domain


@pytest.fixture(autouse=True)
def _table() -> Iterator[None]:
    with within_domain("table"):
        yield


@pytest.mark.parametrize(
    ("say", "carried"),
    [
        ("Both the red cup and the lemon go into the box.", ["RedCup", "Lemon"]),
        ("Put both lemons in the box.", ["Lemon", "Lemon"]),
        ("Put exactly one can in the box and leave the other two where they are.", ["BlueCan"]),
        ("Put only two cans in the box.", ["BlueCan", "BlueCan"]),
    ],
)
def test_how_many_are_meant(say: str, carried: list[str]) -> None:
    plan = planned(say).plan
    assert plan is not None and [t.object for t in plan.triplets] == carried
    assert not plan.context.get("left_out")


@pytest.mark.parametrize(
    "say",
    [
        "Put the lemon in the bowl with nothing in it.",
        "Put the lemon in a bowl that has nothing in it.",
        "Put the lemon in one of the bowls that are free.",
    ],
)
def test_a_place_with_nothing_in_it_is_an_empty_one(say: str) -> None:
    plan = planned(say, seen(*EVERYTHING, "Bowl_2")).plan
    assert plan is not None
    tests = descriptions_of(plan.context)[plan.triplets[0].receptacle_ref].tests
    assert [test.kind for test in tests] == [TestKind.EMPTY]


def test_whatever_is_not_of_a_kind_is_everything_else() -> None:
    plan = planned("Put whatever isn't fruit into the bowl.").plan
    assert plan is not None
    assert not {"Apple", "Lemon", "Orange", "Banana"} & {t.object for t in plan.triplets}


@pytest.mark.parametrize(
    ("say", "kinds"),
    [
        ("get me something to drink", {"BlueCan", "FantaCan", "PepsiCan"}),
        ("bring me something to eat", {"Apple", "Banana", "Lemon", "Orange"}),
    ],
)
def test_what_is_wanted_by_its_use_is_nothing_else(say: str, kinds: set[str]) -> None:
    plan = planned(say).plan
    assert plan is not None and {t.object for t in plan.triplets} <= kinds
