"""What a driver says before a primitive, in the action model's order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pred_core.action_model.before import Itself, objection
from pred_core.outcome import Code
from pred_core.plan_language import Primitive
from pred_core.vocabulary import within_domain


@pytest.fixture(autouse=True)
def spot() -> Iterator[None]:
    with within_domain("household", "spot"):
        yield


@pytest.mark.parametrize(
    ("skill", "target", "robot", "code", "said"),
    [
        (
            Primitive.SIT_DOWN,
            "Robot",
            Itself(sitting=True),
            Code.ALREADY_SO,
            "I need not sit down: the robot sits.",
        ),
        (Primitive.STAND_UP, "Robot", Itself(), Code.ALREADY_SO, "I need not stand up: the robot stands."),
        (Primitive.LOCALIZE, "", Itself(sitting=True), Code.PRECONDITION_FAILURE, "the robot sits"),
        (Primitive.PICKUP, "Fridge", Itself(), Code.NOT_AFFORDED, "the Fridge cannot be picked up"),
        (Primitive.PICKUP, "Mug", Itself(sitting=True), Code.PRECONDITION_FAILURE, "the robot sits"),
        (Primitive.PICKUP, "Mug", Itself(lost=True), Code.PRECONDITION_FAILURE, "does not know where it is"),
        (
            Primitive.PICKUP,
            "Mug",
            Itself(holding=True, held="Apple"),
            Code.HAND_FULL,
            "the hand holds the Apple already",
        ),
        (Primitive.OPEN, "Mug", Itself(), Code.NOT_AFFORDED, "the Mug has no door or lid"),
        (Primitive.OPEN, "Fridge", Itself(holding=True), Code.HAND_FULL, "holds something already"),
        (
            Primitive.PUT,
            "Apple",
            Itself(holding=True, held="Mug"),
            Code.NOT_AFFORDED,
            "the Apple holds nothing",
        ),
        (Primitive.PUT, "SinkBasin", Itself(holding=True, held="Laptop"), Code.NOT_AFFORDED, "come to harm"),
        (Primitive.PUT, "Sink", Itself(), Code.HAND_EMPTY, "there is nothing to put down"),
        (
            Primitive.TOUCH,
            "Mug",
            Itself(holding=True, held="Apple"),
            Code.HAND_FULL,
            "I cannot touch the Mug",
        ),
    ],
)
def test_what_does_not_hold_is_told(skill: str, target: str, robot: Itself, code: Code, said: str) -> None:
    found = objection(skill, target, robot)
    assert (found.code, said in found.message) == (code, True), found


def test_the_first_that_fails_is_the_one_that_is_told() -> None:
    found = objection(Primitive.PICKUP, "Fridge", Itself(sitting=True, holding=True, held="Mug"))
    assert found.message == "I cannot pick up the Fridge: the Fridge cannot be picked up."


@pytest.mark.parametrize(
    ("skill", "target", "robot"),
    [
        (Primitive.PICKUP, "Mug", Itself()),
        (Primitive.PICKUP, "", Itself()),
        (Primitive.PICKUP, "Gizmo", Itself()),
        (Primitive.PUT, "SinkBasin", Itself(holding=True, held="Mug")),
        (Primitive.PUT, "SinkBasin", Itself(holding=True)),
        (Primitive.PUT, "Gizmo", Itself(holding=True, held="Mug")),
        (Primitive.OPEN, "Fridge", Itself()),
        (Primitive.CLOSE, "Fridge", Itself()),
        (Primitive.TOUCH, "Fridge", Itself()),
        (Primitive.LOOK_AT, "Fridge", Itself(holding=True, held="Mug")),
        (Primitive.STAND_UP, "Robot", Itself(sitting=True)),
        ("DropObject", "", Itself(sitting=True)),
    ],
)
def test_what_is_not_known_is_not_held_against_it(skill: str, target: str, robot: Itself) -> None:
    assert objection(skill, target, robot)


def test_a_thing_of_no_known_kind_still_needs_a_robot_that_stands() -> None:
    assert objection(Primitive.PICKUP, "Gizmo", Itself(sitting=True)).code is Code.PRECONDITION_FAILURE


def test_nothing_is_handed_over_with_an_empty_hand_and_a_thing_that_is_held_is() -> None:
    told = objection(Primitive.HAND_OVER, "Person", Itself())
    assert told.code is Code.HAND_EMPTY
    assert objection(Primitive.HAND_OVER, "Person", Itself(holding=True, held="Mug"))
