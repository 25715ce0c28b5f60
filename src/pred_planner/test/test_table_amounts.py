"""How many of what is on the lab table are meant, and which of a kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lab_table import EVERYTHING, plan_of, planned, seen

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


FULL = seen(*EVERYTHING, "Apple_2", "Orange_1", "Banana_1", "Screwdriver_1", "Bowl_2")


def _of(text: str) -> list[tuple[str, list[str], list[str]]]:
    """Return what moves where: class, values of the tests of the thing, and of those of its place."""
    plan = plan_of(text, FULL)
    said = descriptions_of(plan.context)
    values = {ref: [test.value for test in told.tests] for ref, told in said.items()}
    return [(t.object, values.get(t.object_ref, []), values.get(t.receptacle_ref, [])) for t in plan.triplets]


@pytest.mark.parametrize(
    "text",
    [
        "put the left apple into the right bowl and the right apple into the left bowl",
        "put the apple on the left into the right bowl and the apple on the right into the left bowl",
    ],
)
def test_what_stands_at_opposite_ends_are_two_things(text: str) -> None:
    assert _of(text) == [("Apple", ["left"], ["right"]), ("Apple", ["right"], ["left"])]


@pytest.mark.parametrize(
    "text",
    [
        "put the apple on the left in the left bowl and the one on the right in the right bowl",
        "put the lemon from the box in the bowl and the lemon on the table in the box",
        "put the hammer in a corner with no fruit in it",
        "put the hammer in the box without any fruit",
    ],
)
def test_what_goes_on_with_the_verb_and_is_not_understood_is_left_out(text: str) -> None:
    assert plan_of(text, FULL).context["left_out"]


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("two pieces of fruit belong in the bowl, but no lemon", {"Apple"}),
        ("put all the fruit but no apples in the bowl", {"Banana", "Lemon", "Orange"}),
        ("put all fruit except lemons in the bowl", {"Apple", "Banana", "Orange"}),
        ("put all tools except hammers in the box", {"Screwdriver", "Wrench"}),
    ],
)
def test_a_kind_that_is_excepted_stays(text: str, moved: set[str]) -> None:
    assert {kind for kind, _, _ in _of(text)} == moved


def test_the_other_end_of_a_kind_of_place_is_called_one() -> None:
    assert _of("the lemon goes in the right bowl, the hammer in the left one") == [
        ("Lemon", [], ["right"]),
        ("Hammer", [], ["left"]),
    ]
    assert _of("put the lemon in the red corner and the hammer in the green one") == [
        ("Lemon", [], ["red"]),
        ("Hammer", [], ["green"]),
    ]


def test_already_says_nothing_of_the_thing() -> None:
    plan = plan_of("put the fruit that's already in a bowl into the other bowl", FULL)
    kinds = [[test.kind for test in told.tests] for told in descriptions_of(plan.context).values()]
    assert kinds == [[TestKind.RELATION], [TestKind.OTHER]] and not plan.context.get("left_out")
