"""Handing things to the one who gave the task."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, skills, thing

from pred_core.geometry import Pose2D
from pred_core.outcome import Code
from pred_core.people import PERSON, RECIPIENT, SPEAKER
from pred_core.plan_language import High, Level, Plan, Primitive, Subgoal
from pred_planner.plan.expansion import expand
from pred_recovery.mission.requests import Mode, Navigate


def brought(*names: str) -> Plan:
    triplets = tuple(
        Subgoal(f"t{i}", Level.TRIPLET, High.HAND_OVER, name, PERSON, object_ref=f"x{i}", receptacle_ref="person")
        for i, name in enumerate(names, 1)
    )
    return Plan("p", "bring me that", "test", "rules", triplets, expand(triplets))


def kitchen(*names: str) -> House:
    return House(
        brought(*names),
        thing("Apple_1", (3.0, 0.0), "CounterTop_1"),
        thing("Apple_2", (3.5, 0.0), "CounterTop_1"),
        thing("CounterTop_1", (3.0, 0.0)),
        thing("DiningTable_1", (0.0, 1.0)),
    )


def went_to_people(house: House) -> list[Pose2D | None]:
    return [r.pose for r in house.requests if isinstance(r, Navigate) and r.mode is Mode.POSE and r.distance]


def test_the_apple_is_taken_by_the_one_who_stands_where_the_robot_was_asked():
    house = kitchen("Apple")
    result, log = do(house)
    assert result.outcome and not result.outcome.message
    assert skills(house) == [(Primitive.PICKUP, "Apple_1"), (Primitive.HAND_OVER, SPEAKER)]
    assert went_to_people(house) == [Pose2D(0.0, 0.0, 0.0)]
    assert "Here is the apple: please take it." in [text for kind, _, text, _ in log.events if kind == "offer"]


def test_a_person_who_stands_elsewhere_is_gone_to_there():
    house = kitchen("Apple")
    assert do(house, person="2.0,-1.5")[0].outcome
    assert went_to_people(house) == [Pose2D(2.0, -1.5, 0.0)]


def test_two_apples_are_two_and_not_the_same_one_twice():
    house = kitchen("Apple", "Apple")
    house.takes = 1
    house_skill = house._hold_out

    def again() -> object:
        house.takes = 1
        return house_skill()

    house._hold_out = again
    assert do(house)[0].outcome
    assert {i for s, i in skills(house) if s == Primitive.PICKUP} == {"Apple_1", "Apple_2"}


def test_it_is_held_out_until_it_is_taken():
    house = kitchen("Apple")
    house.takes = 7
    assert do(house, offer_seconds=0.0)[0].outcome
    assert skills(house).count((Primitive.HAND_OVER, SPEAKER)) == 7


def test_what_nobody_takes_is_put_down_where_the_person_reaches_it_and_that_is_told():
    house = kitchen("Apple")
    house.takes = 0
    result, _ = do(house, offer_seconds=2.0)
    assert result.outcome, result.outcome
    assert skills(house)[-1] == (Primitive.PUT, "DiningTable_1")
    assert "nobody took the apple, so it was put on DiningTable_1" in result.outcome.message
    assert result.not_verified


@pytest.mark.parametrize("settings", [{"not_taken": "hold"}, {"person": "9,9"}])
def test_what_can_be_put_nowhere_near_stays_in_the_hand_and_the_task_fails(settings):
    house = kitchen("Apple")
    house.takes = 0
    result, _ = do(house, offer_seconds=2.0, **settings)
    assert result.outcome.code is Code.TIME_LIMIT and "still in the hand" in result.outcome.message
    assert house.held == "Apple_1"


def test_a_person_who_cannot_be_reached_is_said():
    house = kitchen("Apple")
    house.refusals = [("navigate", "person", Code.UNREACHABLE)] * 9
    result, _ = do(house)
    assert result.outcome.code is Code.UNREACHABLE and house.held == "Apple_1"


def test_an_order_that_is_about_nobody_knows_of_nobody():
    house = House(
        Plan(
            "p",
            "take it",
            "test",
            "rules",
            (take := (Subgoal("t1", Level.TRIPLET, High.PICKUP, "Apple", object_ref="x1"),)),
            expand(take),
        ),
        thing("Apple_1", (3.0, 0.0)),
    )
    assert do(house)[0].outcome and not went_to_people(house)


def test_what_was_only_looked_for_is_told_where_it_is():
    go = (Subgoal("t1", Level.TRIPLET, High.GOTO, "Apple", object_ref="x1"),)
    plan = Plan("p", "find the apple", "do", "rules", go, expand(go), {"states": ["found"]})
    result, _ = do(House(plan, thing("Apple_1", (3.0, 0.0), "CounterTop_1"), thing("CounterTop_1", (3.0, 0.0))))
    assert result.outcome and result.outcome.message == "I found the apple: it is on the counter top."


def test_a_person_who_is_named_is_gone_to_where_they_are():
    house = kitchen("Apple")
    house.plan = replace(house.plan, context={RECIPIENT: {"name": "Anna", "place": [2.5, 1.0]}})
    result, log = do(house, person="0.0,-1.0")
    assert result.outcome and went_to_people(house) == [Pose2D(2.5, 1.0, 0.0)]
    assert "Anna is taken to stand at (2.50, 1.00)." in [text for kind, _, text, _ in log.events if kind == "person"]
