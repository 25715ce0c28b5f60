"""Where the door is, told by how the box grows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing
from hypothesis import assume, given
from hypothesis import strategies as st

from pred_core.geometry import Pose2D
from pred_core.plan_language import Primitive
from pred_recovery.act.doors import before_door, stands_before
from pred_recovery.mission.requests import Mode, Move, MoveRobot, Navigate

FRIDGE = replace(thing("Fridge_1", (3.0, 0.0)), size=(0.7, 0.8, 1.7), center=(3.0, 0.0, 0.85))
OPENED = replace(FRIDGE, size=(1.5, 0.85, 1.7), center=(2.6, 0.025, 0.85))
"""The door has swung out 0.8 m towards lower x, where its front is, and is 5 cm thick."""


@pytest.mark.parametrize("robot", [Pose2D(1.5, 0.0, 0.0), Pose2D(3.0, 1.3, -1.57)])
def test_the_door_is_where_the_box_grew(robot):
    door = before_door(FRIDGE, OPENED, robot)
    assert (door.x, door.y, door.yaw) == pytest.approx((3.0 - 0.35 - 0.8, 0.0, 0.0))


def test_what_is_new_behind_the_side_that_was_seen_is_no_door():
    """From before a shut door only its outside is seen; opened, the furniture proves to be deep."""
    front = replace(FRIDGE, size=(0.05, 0.8, 1.7), center=(2.65, 0.0, 0.85))
    door = before_door(front, OPENED, Pose2D(1.5, 0.0, 0.0))
    assert (door.x, door.yaw) == pytest.approx((2.625 - 0.8, 0.0))


def test_the_door_is_on_the_side_that_was_seen_though_the_box_grew_more_where_it_swung():
    """Where the robot stands before it, a door that swung aside, with the wall behind it, is on no other side."""
    swung = replace(FRIDGE, size=(1.2, 1.9, 1.7), center=(2.75, 0.55, 0.85))
    door = before_door(FRIDGE, swung, Pose2D(1.5, 0.2, 0.0))
    assert (door.x, door.yaw) == pytest.approx((3.0 - 0.35 - 0.8, 0.0))


def test_a_box_that_does_not_grow_does_not_tell():
    assert before_door(FRIDGE, FRIDGE, Pose2D(1.5, 0.0, 0.0)) is None
    wider = replace(FRIDGE, size=(1.1, 1.2, 1.7), center=(2.8, -0.2, 0.85))
    assert before_door(FRIDGE, wider, Pose2D(1.5, -1.5, 0.0)) is None


@given(st.floats(-4.0, 6.0), st.floats(-4.0, 4.0))
def test_who_stands_before_the_door_is_on_its_side(x, y):
    door = Pose2D(1.85, 0.0, 0.0)
    assume(stands_before(Pose2D(x, y, 0.0), door))
    assert x < FRIDGE.center[0] - FRIDGE.size[0] / 2.0


@pytest.mark.parametrize(("growth", "goes"), [(0.8, True), (0.0, False)])
def test_nothing_is_put_in_from_beside(growth, goes):
    house = House(
        plan_of(("Mug", Primitive.PICKUP), ("Fridge", Primitive.PUT)), FRIDGE, thing("Mug_1", (3, 1))
    )
    house.swing["Fridge_1"] = growth
    result, _ = do(house)
    assert result.outcome and skills(house)[-1] == (Primitive.PUT, "Fridge_1")
    poses = [r.pose for r in house.requests if isinstance(r, Navigate) and r.mode is Mode.POSE]
    assert bool(poses) is goes


def test_what_is_sought_behind_a_door_is_looked_for_from_straight_before_it():
    house = House(plan_of(("Egg", Primitive.PICKUP)), FRIDGE)
    house.swing["Fridge_1"] = 0.8
    do(house)
    poses = [r.pose for r in house.requests if isinstance(r, Navigate) and r.mode is Mode.POSE]
    assert [(p.x, p.y) for p in poses] == [pytest.approx((3.0, -1.2))]


@pytest.mark.parametrize(("wanted", "full"), [(True, False), (False, False), (True, True)])
def test_what_was_opened_with_an_empty_hand_is_looked_down_into_where_that_is_wanted(wanted: bool, full: bool) -> None:
    open_it = plan_of(("Fridge", "OpenObject", "y1"))
    house = House(open_it, thing("Fridge_1", (2, 0), open=False), thing("Mug_1"))
    if full:
        house.held = "Mug_1"
        house.change("Mug_1", held=True)
    result, _ = do(house, modules="none", look_into_opened=wanted)
    assert result.outcome
    looks = [r.motion for r in house.requests if isinstance(r, MoveRobot)]
    assert looks == ([Move.LOOK_DOWN] if wanted and not full else [])
