"""What is tried after a failure, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import PlanRevision, Primitive
from pred_recovery.mission.requests import Mode, MoveRobot, Navigate, Reground

P = Primitive
PICK = plan_of(("Mug", P.PICKUP))
MUG_TO_MACHINE = plan_of(("Mug", P.PICKUP), ("CoffeeMachine", P.PUT))


def test_repositions_then_takes_another_pose_then_another_instance():
    house = House(PICK, thing("Mug_1", (1, 0)), thing("Mug_2", (5, 0)))
    house.refusals = [(P.PICKUP, "Mug_1", Code.TARGET_NOT_VISIBLE)] * 20
    result, log = do(house)
    assert result.outcome and house.held == "Mug_2"
    assert log.strategies()[0] == "reposition" and log.strategies()[-1] == "other_instance"
    attempts = [r.attempt for r in house.requests if isinstance(r, Navigate) and r.object_id == "Mug_1"]
    assert attempts == [0, 1, 2, 3]


@pytest.mark.parametrize("others", [1, 0])
def test_a_place_that_refuses_repeatedly_is_left_for_another_that_will_do(others):
    """Each refusal is a failed action, and ten of these end a task: what looks like a shelf may be none."""
    plan = plan_of(("Mug", P.PICKUP), ("Shelf", P.PUT))
    places = [thing(f"Shelf_{k + 1}", (3 + k, 0)) for k in range(1 + others)]
    house = House(plan, thing("Mug_1", (1, 0)), *places)
    house.refusals = [(P.PUT, "Shelf_1", Code.TARGET_NOT_VISIBLE)] * 20
    result, _ = do(house, max_failures=7)
    tried = [i for s, i in skills(house) if s == P.PUT]
    assert bool(result.outcome) is bool(others)
    assert tried.count("Shelf_1") == 3 if others else tried.count("Shelf_1") > 3


def test_what_came_into_the_hand_after_an_adjustment_is_what_is_meant_from_then_on():
    """Two slices hide each other: the one that was reached for at last is treated, not the one that was tried first."""
    plan = plan_of(
        ("AppleSliced", P.PICKUP, "x"),
        ("SinkBasin", P.PUT),
        ("AppleSliced", P.PICKUP, "x"),
        ("Fridge", P.PUT),
    )
    near = (thing("AppleSliced_1", (1, 0)), thing("AppleSliced_2", (1, 0.1)))
    house = House(plan, *near, thing("SinkBasin_1", (3, 0)), thing("Fridge_1", (5, 0), open=True))
    house.refusals = [(P.PICKUP, "AppleSliced_1", Code.TARGET_NOT_VISIBLE)]
    pick = house._pick

    def pick_the_one_in_front(target):
        return pick(house.objects["AppleSliced_2"] if not house.put_down else target)

    house.put_down, put = False, house._put

    def note_put(place):
        house.put_down = True
        return put(place)

    house._pick, house._put = pick_the_one_in_front, note_put
    result, log = do(house)
    assert result.outcome and log.strategies() == ["reposition"]
    assert [s for s in skills(house) if s[0] == P.PICKUP][-1] == (P.PICKUP, "AppleSliced_2")
    assert house.objects["AppleSliced_2"].parent_id == "Fridge_1"


def test_an_adjustment_that_loses_the_object_is_taken_back():
    house = House(PICK, thing("Mug_1", (1, 0)))
    house.refusals = [(P.PICKUP, "Mug_1", Code.TARGET_NOT_VISIBLE)]
    answer = house._answer

    def lose(request):
        if isinstance(request, MoveRobot):
            house.change("Mug_1", visible=not house.objects["Mug_1"].visible)
        return answer(request)

    house._answer = lose
    result, _ = do(house)
    moves = [r.motion for r in house.requests if isinstance(r, MoveRobot)]
    assert result.outcome and len(moves) >= 2


def test_an_unreachable_instance_is_left_for_another():
    house = House(PICK, thing("Mug_1", (1, 0)), thing("Mug_2", (5, 0)))
    house.refusals = [("navigate", "Mug_1", Code.UNREACHABLE)]
    result, log = do(house)
    assert result.outcome and log.strategies() == ["other_instance"] and house.held == "Mug_2"


def test_closed_receptacle_is_opened_before_something_is_put_in():
    plan = plan_of(("Mug", P.PICKUP), ("Cabinet", P.PUT))
    house = House(plan, thing("Mug_1"), thing("Cabinet_1", (2, 0), open=False))
    result, _ = do(house)
    assert result.outcome and skills(house)[1:] == [(P.OPEN, "Cabinet_1"), (P.PUT, "Cabinet_1")]


def test_a_full_hand_is_emptied():
    house = House(PICK, thing("Mug_1", (2, 0)), thing("Apple_1"), thing("CounterTop_1", (1, 0)))
    house._pick(house.objects["Apple_1"])
    result, log = do(house)
    assert result.outcome and log.strategies() == ["empty_hand"] and house.held == "Mug_1"
    assert house.objects["Apple_1"].parent_id == "CounterTop_1"


def test_what_was_lost_is_fetched_again():
    house = House(MUG_TO_MACHINE, thing("Mug_1", (2, 0)), thing("CoffeeMachine_1", (0, 3)))
    house.refusals = [(P.PUT, "CoffeeMachine_1", Code.HAND_EMPTY)]
    real = house._refusal

    def drop(primitive, name):
        refusal = real(primitive, name)
        if refusal is not None and refusal.code is Code.HAND_EMPTY:
            house.change("Mug_1", held=False)
            house.held = ""
            house.robot = replace(house.robot, holding=False)
        return refusal

    house._refusal = drop
    result, log = do(house)
    assert result.outcome and log.strategies() == ["fetch_again"]
    assert [s for s, _ in skills(house)] == [P.PICKUP, P.PUT, P.PICKUP, P.PUT]


@pytest.mark.parametrize("others", [True, False])
def test_what_was_taken_for_a_knife_and_cuts_nothing_is_put_down_for_another(others):
    plan = plan_of(("Knife", P.PICKUP, "k"), ("Apple", P.SLICE, "a"))
    things = [thing("Knife_1", (1, 0)), thing("Apple_1", (2, 0)), thing("CounterTop_1", (1, 1))]
    house = House(plan, *things, *([thing("Knife_2", (3, 0))] if others else []))
    house.refusals = [(P.SLICE, "Apple_1", Code.PRECONDITION_FAILURE)]
    result, log = do(house)
    assert log.strategies()[0] == "another_tool"
    assert house.objects["Knife_1"].parent_id == "CounterTop_1"
    assert [i for s, i in skills(house) if s == P.PICKUP][:2] == ["Knife_1", *(["Knife_2"] if others else [])]
    assert bool(result.outcome) is others


@pytest.mark.parametrize("parent", ["CoffeeMachine_1", ""])
def test_a_taken_single_slot_is_cleared(parent):
    house = House(
        MUG_TO_MACHINE,
        thing("Mug_1", (2, 0)),
        thing("CoffeeMachine_1", (0, 3)),
        thing("Mug_2", (0, 3), parent=parent),
        thing("CounterTop_1", (1, 3)),
    )
    house.refusals = [(P.PUT, "CoffeeMachine_1", Code.RECEPTACLE_FULL)]
    result, log = do(house)
    assert result.outcome and "make_room" in log.strategies()
    assert house.objects["Mug_2"].parent_id == "CounterTop_1"


@pytest.mark.parametrize("seen_on", [True, False])
def test_an_oven_that_is_felt_to_be_on_is_switched_off_before_it_is_opened(seen_on):
    house = House(plan_of(("Microwave", P.OPEN)), thing("Microwave_1", on=seen_on, open=False))
    house.refusals = [(P.OPEN, "Microwave_1", Code.PRECONDITION_FAILURE)]
    result, log = do(house)
    assert result.outcome and log.strategies() == ["meet_precondition"]


@pytest.mark.parametrize(("recovery", "tried"), [("positioning", True), ("none", False)])
def test_a_plan_that_is_followed_as_given_is_not_repaired(recovery, tried):
    house = House(PICK, thing("Mug_1", (1, 0)), thing("Mug_2", (5, 0)))
    house.refusals = [(P.PICKUP, "Mug_1", Code.TARGET_NOT_VISIBLE)] * 20
    result, log = do(house, recovery=recovery)
    assert result.outcome.code is Code.TARGET_NOT_VISIBLE and bool(log.recoveries) == tried
    assert set(log.strategies()) <= {"reposition", "next_pose"}


def test_an_effect_that_is_not_measured_is_a_failure():
    house = House(PICK, thing("Mug_1"), thing("Mug_2", (4, 0)))
    house._pick = lambda _: Outcome.success()
    result, log = do(house)
    assert not result.outcome and log.recoveries[0][1] is Code.POSTCONDITION_FAILURE


def test_another_meaning_of_the_words_is_asked_for_last():
    house = House(plan_of(("Cup", P.PICKUP), s0={"object_alternatives": ("Mug",)}), thing("Bowl_1"))
    plain = replace(house.plan, subgoals=(replace(house.plan.subgoals[0], object="Mug"),))
    house.revision = PlanRevision("reground", "rules", "cup may mean mug", house.plan, plain)
    answer = house._answer

    def seen_late(request):
        if isinstance(request, Reground):
            house.objects["Mug_1"] = thing("Mug_1")
        return answer(request)

    house._answer = seen_late
    result, log = do(house)
    assert result.outcome and log.revisions and house.held == "Mug_1"
    assert sum(isinstance(r, Reground) for r in house.requests) == 1


def test_no_other_meaning_is_asked_for_where_the_thing_is_there_and_cannot_be_taken():
    house = House(plan_of(("Mug", P.PICKUP)), thing("Mug_1", (1, 0)), thing("Cup_1"))
    plain = replace(house.plan, subgoals=(replace(house.plan.subgoals[0], object="Cup"),))
    house.revision = PlanRevision("reground", "rules", "mug may mean cup", house.plan, plain)
    house.refusals = [(P.PICKUP, "Mug_1", Code.TARGET_TOO_FAR)] * 20
    result, _ = do(house)
    assert not result.outcome and not house.held
    assert not any(isinstance(r, Reground) for r in house.requests)


def test_what_is_nowhere_ends_with_a_sentence():
    house = House(plan_of(("Cup", P.PICKUP)))
    result, _ = do(house)
    assert result.outcome.code is Code.NOT_FOUND and "Cup" in result.outcome.message
    assert sum(isinstance(r, Navigate) and r.mode is Mode.EXPLORE for r in house.requests) == 1


@pytest.mark.parametrize("code", [Code.ROBOT_LOST, Code.UNAVAILABLE])
def test_nothing_is_tried_after_a_fatal_failure(code):
    house = House(PICK, thing("Mug_1"), thing("Mug_2"))
    house.refusals = [(P.PICKUP, "Mug_1", code)]
    result, log = do(house)
    assert result.outcome.code is code and not log.recoveries


def test_what_came_to_lie_beside_the_picture_is_looked_for_where_it_was_put():
    plan = plan_of(("Mug", P.PICKUP), ("CounterTop", P.PUT), ("Mug", P.PICKUP))
    house = House(plan, thing("Mug_1", (2, 0)), thing("CounterTop_1", (0, 3)))
    answer, put = house._answer, house._put

    def roll_away(place):
        outcome = put(place)
        house.change("Mug_1", visible=False, center=(9.0, 9.0, 0.9))
        return outcome

    def look(request):
        reply = answer(request)
        if (
            isinstance(request, Navigate)
            and request.mode is Mode.LOOK_AROUND
            and house.objects["Mug_1"].parent_id
        ):
            house.change("Mug_1", visible=True, distance=0.7, center=(0.0, 3.0, 0.9))
        return reply

    house._put, house._answer = roll_away, look
    house.refusals = [("navigate", "Mug_1", Code.TARGET_NOT_VISIBLE)]
    real = house._refusal
    house._refusal = lambda *asked: real(*asked) if house.objects["Mug_1"].parent_id else None
    result, log = do(house)
    assert result.outcome and log.strategies() == ["look_where_put"] and house.held == "Mug_1"


def test_what_was_begun_is_not_finished_with_a_thing_of_another_kind():
    other = {"object_alternatives": ("Cup",)}
    plan = plan_of(("Mug", P.PICKUP), ("CounterTop", P.PUT), ("Mug", P.PICKUP), s0=other, s2=other)
    house = House(plan, thing("Mug_1", (2, 0)), thing("Cup_1", (1, 0)), thing("CounterTop_1", (0, 3)))
    real, lost = house._refusal, Outcome(Code.TARGET_NOT_VISIBLE, "gone")

    def refusal(skill, name):
        return lost if name == "Mug_1" and house.objects[name].parent_id else real(skill, name)

    house._refusal = refusal
    result, log = do(house)
    assert result.outcome.code is Code.TARGET_NOT_VISIBLE and "other_instance" in log.strategies()
    assert [s for s in skills(house) if s[1] == "Cup_1"] == []


def test_a_door_that_left_the_picture_counts_as_it_was_left():
    plan = plan_of(("Fridge", P.OPEN), ("Fridge", P.OPEN), ("Fridge", P.CLOSE))
    house = House(plan, thing("Fridge_1", (2, 0), open=False))
    mark = house.mark

    def swing_out_of_view(name, attribute, value):
        if value:
            house.change(name, visible=False, last_seen_step=house.robot.step)
        else:
            mark(name, attribute, value)

    house.mark = swing_out_of_view
    result, log = do(house)
    assert result.outcome and not log.recoveries
    assert [s for s, _ in skills(house)] == [P.OPEN, P.CLOSE]
