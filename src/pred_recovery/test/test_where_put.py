"""What the robot put out of its own sight is looked for where it was put, not where the hand was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.outcome import Code
from pred_core.plan_language import Primitive
from pred_recovery.mission.requests import Mode, Move, MoveRobot, Navigate

P = Primitive

PLAN = plan_of(("Mug", P.PICKUP), ("SinkBasin", P.PUT), ("Mug", P.PICKUP))
HAND = (2.0, 3.0, 1.3)


def house_that_hides(shown_to: type, place: str = "SinkBasin_1", plan=PLAN) -> House:
    """Return a house where what is put is out of sight until such a request comes after going to its place."""
    house = House(plan, thing("Mug_1", (2, 0)), thing(place, (0, 3), open=True))
    answer, put = house._answer, house._put

    def hide(target):
        outcome = put(target)
        house.change("Mug_1", visible=False, parent_id="", center=HAND)
        return outcome

    def look(request):
        reply = answer(request)
        at_place = abs(house.robot.pose.x + 0.7) < 0.1 and abs(house.robot.pose.y - 3.0) < 0.1
        if house.objects["Mug_1"].center == HAND and at_place and isinstance(request, shown_to):
            house.change("Mug_1", visible=True, distance=0.7, parent_id=place, center=(0.0, 3.0, 0.8))
        return reply

    house._put, house._answer = hide, look
    return house


@pytest.mark.parametrize("shown_to", [Navigate, MoveRobot])
def test_it_is_looked_for_at_its_place_and_taken(shown_to):
    house = house_that_hides(shown_to)
    result, log = do(house)
    assert result.outcome and house.held == "Mug_1" and not log.strategies()
    gone_to = [r.object_id for r in house.requests if isinstance(r, Navigate) and r.mode is Mode.OBJECT]
    assert gone_to == ["Mug_1", "SinkBasin_1", "SinkBasin_1"]  # to take it, to put it, to look into the basin
    assert any("not seen since" in text for kind, _, text, _ in log.events if kind == "look_where_put")


def test_the_camera_is_tilted_until_it_looks_at_the_place():
    house = house_that_hides(MoveRobot)
    do(house)
    assert [r.motion for r in house.requests if isinstance(r, MoveRobot)] == [Move.LOOK_DOWN]


def test_what_is_not_seen_there_is_not_claimed_to_be():
    house = house_that_hides(type(None))
    result, _ = do(house)
    assert result.outcome.code is Code.TARGET_NOT_VISIBLE and "where it was put" in result.outcome.message
    assert skills(house) == [(P.PICKUP, "Mug_1"), (P.PUT, "SinkBasin_1")]


def test_the_door_of_what_it_was_put_into_is_opened_first():
    plan = plan_of(("Mug", P.PICKUP), ("Microwave", P.PUT), ("Microwave", P.CLOSE), ("Mug", P.PICKUP))
    house = house_that_hides(Navigate, "Microwave_1", plan)
    result, _ = do(house)
    assert result.outcome and house.held == "Mug_1"
    assert skills(house)[2:] == [(P.CLOSE, "Microwave_1"), (P.OPEN, "Microwave_1"), (P.PICKUP, "Mug_1")]


def test_one_like_it_that_is_new_there_is_taken_to_be_it_and_that_is_told():
    house = house_that_hides(type(None))
    other = replace(thing("Mug_9", (0.0, 3.0), "SinkBasin_1"), visible=True, distance=0.7)
    answer = house._answer

    def look(request):
        if house.objects["Mug_1"].center == HAND and isinstance(request, Navigate):
            house.objects.setdefault("Mug_9", other)
        return answer(request)

    house._answer = look
    result, log = do(house)
    assert result.outcome and house.held == "Mug_9" and "taken_to_be" in log.kinds()


def test_what_was_not_seen_there_is_taken_once_the_search_shows_it():
    house = house_that_hides(type(None))
    answer = house._answer

    def look(request):
        reply = answer(request)
        if isinstance(request, Navigate) and request.mode is Mode.EXPLORE:
            house.change("Mug_1", parent_id="SinkBasin_1", center=(0.0, 3.0, 0.8), visible=True, distance=0.7)
        return reply

    house._answer = look
    result, log = do(house)
    assert result.outcome and house.held == "Mug_1" and log.strategies()[-1] == "other_instance"


def test_what_was_treated_and_is_lost_twice_is_not_made_up_for_by_one_that_was_not():
    """One starts over with another mug; when that is lost, too, a third one, not heated, is not brought."""
    plan = plan_of(("Mug", P.PICKUP), ("SinkBasin", P.PUT), ("Mug", P.PICKUP))
    others = [thing(f"Mug_{k}", (k + 2.0, 0)) for k in (2, 3)]
    house = House(plan, thing("Mug_1", (2, 0)), thing("SinkBasin_1", (0, 3), open=True), *others)
    put = house._put

    def hide(target):
        held, outcome = house.held, put(target)
        house.change(held, visible=False, parent_id="", center=HAND)
        return outcome

    house._put = hide
    result, _ = do(house)
    assert result.outcome.code is Code.TARGET_NOT_VISIBLE
    assert [name for skill, name in skills(house) if skill == P.PICKUP] == ["Mug_1", "Mug_2"]
