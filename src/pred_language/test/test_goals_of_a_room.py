"""What is likeliest wanted of a room, by learned weights, and how it is told as a plain order."""

import pytest

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.referring.qualities import COLOUR
from pred_language.goals.candidates import BRING, NONE, PUT, RoomGoal, candidates
from pred_language.goals.features import features
from pred_language.goals.ranking import likeliest_goal
from pred_language.goals.scene import SaidInRoom
from pred_language.goals.telling import as_order


def _object(name: str, lies: str = "", colour: str = "", **states: bool) -> ObjectState:
    seen = {state: Truth.of(value) for state, value in states.items()} | (
        {f"{COLOUR}{colour}": Truth.TRUE} if colour else {}
    )
    return ObjectState(
        id=name, class_name=name.rpartition("_")[0], center=(0.0, 0.0, 1.0), size=(0.1, 0.1, 0.1), parent_id=lies,
        attributes={key: Attribute(key, truth, 0.9) for key, truth in seen.items()},
    )  # fmt: skip


ROOM = ObjectMemory(
    step=1,
    objects=(
        _object("Floor_1"), _object("Desk_1"), _object("Shelf_1"), _object("Television_1", on=True),
        _object("StoveBurner_1", on=False), _object("StoveBurner_2", on=True),
        _object("Mug_1", lies="Desk_1", colour="blue", clean=False), _object("Mug_2", lies="Shelf_1", colour="red"),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("can't hear myself think with that tv blaring", RoomGoal("off", "Television_1")),
        ("Ugh, the stove is still burning!", RoomGoal("off", "StoveBurner_2")),
        ("Just the blue mug needs washing right now, the rest can wait.", RoomGoal("clean", "Mug_1")),
    ],
)
def test_what_is_wanted_follows_from_the_words_and_the_room(said: str, goal: RoomGoal) -> None:
    found, likely = likeliest_goal(said, ROOM)
    assert found == goal
    assert 0.5 < likely <= 1.0


@pytest.mark.parametrize("said", ["Thank you, that was lovely.", "Is the television on?", "What a nice day it is."])
def test_what_asks_for_nothing_is_no_goal(said: str) -> None:
    assert likeliest_goal(said, ROOM)[0].act == NONE


def test_without_weights_all_goals_are_as_likely() -> None:
    found = list(candidates(SaidInRoom("the mug", ROOM)))
    assert likeliest_goal("the mug", ROOM, {})[1] == pytest.approx(1.0 / len(found))


def test_a_goal_is_told_by_what_tells_its_thing_from_others() -> None:
    assert as_order(RoomGoal(PUT, "Mug_1", "Shelf_1"), ROOM) == "put the blue mug on the shelf"
    assert as_order(RoomGoal("off", "StoveBurner_2"), ROOM) == "turn off the stove burner that is on"
    assert as_order(RoomGoal(BRING, "Mug_2", "person"), ROOM) == "bring me the red mug"
    assert as_order(RoomGoal(NONE), ROOM) == ""
    assert as_order(RoomGoal("off", "Gone_1"), ROOM) == ""


def test_a_thing_that_is_as_wanted_already_has_that_for_a_feature() -> None:
    scene = SaidInRoom("turn off the burner", ROOM)
    assert "already|off" in set(features(scene, RoomGoal("off", "StoveBurner_1")))
    assert "undo|off" in set(features(scene, RoomGoal("off", "StoveBurner_2")))
