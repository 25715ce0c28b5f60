"""OHV: what is in the hand is looked at; a wrong thing goes back, and views that agree cost no motion."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing
from findings import MUG_TO_DESK, asked, by_rules, found

from pred_core.outcome import Code
from pred_core.plan_language import Discrepancy, Kind, Plan, PlanRevision
from pred_planner.rules.revision import revise
from pred_recovery.mission.requests import (
    Check,
    Move,
    MoveRobot,
    Reply,
    Request,
    UseSkill,
)


def test_ohv_a_wrong_thing_goes_back_and_another_is_taken() -> None:
    house = House(MUG_TO_DESK, thing("Mug_1"), thing("Mug_2", (2, 2)), thing("Desk_1", (3, 0)))
    house.views = ["Cup", "Mug", "Cup", "Mug", "Mug"]
    house.findings = [Reply(certain=(found(Kind.OHV, "Mug_1", "Cup"),))]
    by_rules(house)
    result, log = do(house, modules="ohv")
    assert result.outcome
    check = next(r for r in house.requests if isinstance(r, Check))
    assert check.held_views == ("Mug", "Cup", "Mug", "Cup")
    looks = [r.motion for r in house.requests if isinstance(r, MoveRobot)]
    assert looks[:4] == [Move.LOOK_DOWN, Move.LOOK_UP, Move.LOOK_UP, Move.LOOK_DOWN]
    assert [s for s in skills(house) if s[0] == "PickupObject"] == [
        ("PickupObject", "Mug_1"),
        ("PickupObject", "Mug_2"),
    ]
    assert house.objects["Mug_2"].parent_id == "Desk_1"
    assert [r.trigger for r in log.revisions] == ["ohv"]


def test_ohv_no_further_view_is_taken_once_the_matter_is_decided() -> None:
    house = House(MUG_TO_DESK, thing("Mug_1"), thing("Desk_1", (3, 0)))
    house.views = ["Cup", "Cup"]
    do(house, modules="ohv")
    check = next(r for r in house.requests if isinstance(r, Check))
    assert check.held_views == ("Mug", "Cup", "Cup")
    assert len([r for r in house.requests if isinstance(r, MoveRobot)]) == 2


def test_ohv_views_of_an_earlier_time_in_the_hand_count() -> None:
    plan = plan_of(
        ("Mug", "PickupObject", "x1"),
        ("Microwave", "PutObject", "y1"),
        ("Mug", "PickupObject", "x1"),
        ("Desk", "PutObject", "z1"),
    )
    house = House(plan, thing("Mug_1"), thing("Microwave_1", (2, 0), open=True), thing("Desk_1", (3, 0)))
    house.views = ["Mug", "Cup"]
    answer = house._answer

    def tilt(request: Request) -> Reply:
        if isinstance(request, UseSkill) and request.skill == "PutObject":
            house.robot = replace(house.robot, pitch=house.robot.pitch + 0.6)
        return answer(request)

    house._answer = tilt  # type: ignore[method-assign]
    result, _ = do(house, modules="ohv")
    assert result.outcome
    assert [r.held_views for r in house.requests if isinstance(r, Check)] == [
        ("Mug", "Mug"),
        ("Mug", "Mug", "Cup"),
    ]
    assert not [r for r in house.requests if isinstance(r, MoveRobot)]


@pytest.mark.parametrize("recovery", ["rules", "positioning"])
def test_ohv_what_was_turned_away_is_taken_after_all_when_there_is_no_other(recovery: str) -> None:
    house = House(MUG_TO_DESK, thing("Mug_1"), thing("Desk_1", (3, 0)))
    house.views = ["Cup", "Cup"]
    house.findings = [Reply(certain=(found(Kind.OHV, "Mug_1", "Cup"),))]
    by_rules(house)
    result, log = do(house, modules="ohv", recovery=recovery)
    assert result.outcome
    assert "take_back" in log.strategies()
    assert house.objects["Mug_1"].parent_id == "Desk_1"
    assert len([r for r in house.requests if isinstance(r, Check)]) == 1


def test_ohv_what_was_turned_away_as_nothing_like_it_is_not_taken_after_all() -> None:
    """Told as done with a knife in the place of a mug is worse than not found."""
    house = House(MUG_TO_DESK, thing("Mug_1"), thing("Desk_1", (3, 0)))
    house.views = ["Knife", "Knife"]
    house.findings = [Reply(certain=(found(Kind.OHV, "Mug_1", "Knife"),))]

    def revised(plan: Plan, findings: tuple[Discrepancy, ...]) -> PlanRevision:
        house.change("Mug_1", class_name="Knife")
        return revise(plan, findings, house.memory)

    house.reviser = revised
    result, log = do(house, modules="ohv")
    assert result.outcome.code is Code.NOT_FOUND and "take_back" not in log.strategies()


def test_ohv_what_the_last_step_picked_up_is_looked_at_before_the_task_is_done() -> None:
    house = House(
        plan_of(("Mug", "PickupObject", "x1")),
        thing("Mug_1", parent="Desk_1"),
        thing("Mug_2", (2, 2)),
        thing("Desk_1"),
    )
    house.views = ["Cup", "Cup"]
    house.findings = [Reply(certain=(found(Kind.OHV, "Mug_1", "Cup"),))]
    by_rules(house)
    result, log = do(house, modules="ohv")
    assert result.outcome and house.held == "Mug_2"
    assert skills(house) == [("PickupObject", "Mug_1"), ("PutObject", "Desk_1"), ("PickupObject", "Mug_2")]
    assert [r.trigger for r in log.revisions] == ["ohv"]
    assert len(asked(house)) == 2, "the second one is looked at as well"


def test_ohv_a_last_pickup_that_is_right_ends_the_task_and_without_ohv_nobody_looks() -> None:
    for chosen, checks in (("ohv", [(Kind.OHV,)]), ("dta,apm,asr", [])):
        house = House(plan_of(("Mug", "PickupObject", "x1")), thing("Mug_1"))
        result, _ = do(house, modules=chosen)
        assert result.outcome and asked(house) == checks


def test_ohv_a_view_that_agrees_costs_no_motion() -> None:
    house = House(MUG_TO_DESK, thing("Mug_1"), thing("Desk_1", (3, 0)))
    result, _ = do(house, modules="ohv")
    assert result.outcome
    assert not [r for r in house.requests if isinstance(r, MoveRobot)]


@pytest.mark.parametrize(
    ("views", "looks"),
    [
        (["Mug", "Mug"], [Move.LOOK_DOWN, Move.LOOK_UP]),
        (["Mug", "Cup", "Cup"], [Move.LOOK_DOWN, Move.LOOK_UP, Move.LOOK_UP, Move.LOOK_DOWN]),
    ],
)
def test_ohv_what_was_called_otherwise_from_afar_is_seen_from_another_side(
    views: list[str], looks: list[Move]
) -> None:
    mug = replace(thing("Mug_1"), rival_class="Cup")
    house = House(MUG_TO_DESK, mug, thing("Desk_1", (3, 0)))
    house.views = list(views)
    result, _ = do(house, modules="ohv")
    assert result.outcome
    check = next(r for r in house.requests if isinstance(r, Check))
    assert check.held_views == ("Mug", *views)
    assert [r.motion for r in house.requests if isinstance(r, MoveRobot)] == looks


def test_ohv_after_one_that_was_none_the_next_is_seen_from_another_side_too() -> None:
    house = House(MUG_TO_DESK, thing("Mug_1"), thing("Mug_2", (2, 2)), thing("Desk_1", (3, 0)))
    house.views = ["Cup", "Cup", "Mug", "Mug"]
    house.findings = [Reply(certain=(found(Kind.OHV, "Mug_1", "Cup"),))]
    by_rules(house)
    result, _ = do(house, modules="ohv")
    assert result.outcome
    views = [r.held_views for r in house.requests if isinstance(r, Check)]
    assert views == [("Mug", "Cup", "Cup"), ("Mug", "Mug", "Mug")]


def test_ohv_a_stand_in_called_what_was_meant_first_is_no_doubt() -> None:
    plan = plan_of(
        ("Mug", "PickupObject", "x1"), ("Desk", "PutObject", "y1"), s0={"object_alternatives": ("Cup",)}
    )
    house = House(plan, replace(thing("Cup_1"), rival_class="Mug"), thing("Desk_1", (3, 0)))
    house.views = ["Cup"]
    result, _ = do(house, modules="ohv")
    assert result.outcome
    assert not [r for r in house.requests if isinstance(r, MoveRobot)]


@pytest.mark.parametrize("seen", ["Cup", "Mug"])
def test_ohv_a_stand_in_may_look_like_itself_or_like_what_was_meant_first(seen: str) -> None:
    plan = plan_of(
        ("Mug", "PickupObject", "x1"), ("Desk", "PutObject", "y1"), s0={"object_alternatives": ("Cup",)}
    )
    house = House(plan, thing("Cup_1"), thing("Desk_1", (3, 0)))
    house.views = [seen]
    result, _ = do(house, modules="ohv")
    assert result.outcome
    check = next(r for r in house.requests if isinstance(r, Check))
    assert (check.subgoal.object, check.subgoal.expectation.class_name) == ("Cup", "Cup")
    assert check.held_views == ("Cup", "Cup")
    assert not [r for r in house.requests if isinstance(r, MoveRobot)]
