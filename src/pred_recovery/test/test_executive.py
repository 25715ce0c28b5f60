"""Whole tasks in the symbolic house."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.geometry import Pose2D
from pred_core.objects import Attribute, Truth
from pred_core.outcome import Code
from pred_core.plan_language import High, Level, Primitive, Subgoal
from pred_recovery.mission.mission import Assignment
from pred_recovery.mission.requests import MakePlan, Mode, Navigate
from pred_recovery.mission.world import OwnState

P = Primitive
MUG_TO_MACHINE = plan_of(("Mug", P.PICKUP), ("CoffeeMachine", P.PUT))


def test_moves_a_mug():
    house = House(MUG_TO_MACHINE, thing("Mug_1", (2, 0)), thing("CoffeeMachine_1", (0, 3)))
    result, log = do(house)
    assert result.outcome and (result.goals, result.goals_total) == (1, 1)
    assert skills(house) == [(P.PICKUP, "Mug_1"), (P.PUT, "CoffeeMachine_1")]
    assert house.objects["Mug_1"].parent_id == "CoffeeMachine_1"
    assert log.plans[-1].cursor == 2 and log.kinds()[0] == "start" and log.kinds()[-1] == "end"


def test_takes_the_nearest_of_two():
    house = House(MUG_TO_MACHINE, thing("Mug_1", (5, 0)), thing("Mug_2", (1, 0)), thing("CoffeeMachine_1"))
    do(house)
    assert skills(house)[0] == (P.PICKUP, "Mug_2")


@pytest.mark.parametrize(
    ("modules", "taken"), [("asr", ["Mug_2", "Mug_3"]), ("dta,ohv,apm", ["Mug_1", "Mug_2"])]
)
def test_two_objects_are_different_and_with_asr_not_the_one_already_there(modules, taken):
    triplets = tuple(
        Subgoal(f"t{i}", Level.TRIPLET, High.MOVE, "Mug", "Shelf", object_ref=f"mug{i}") for i in (1, 2)
    )
    plan = plan_of(
        ("Mug", P.PICKUP, "mug1"),
        ("Shelf", P.PUT),
        ("Mug", P.PICKUP, "mug2"),
        ("Shelf", P.PUT),
        triplets=triplets,
    )
    house = House(
        plan,
        thing("Shelf_1", (0.5, 0)),
        thing("Mug_1", (0.5, 0), parent="Shelf_1"),
        thing("Mug_2", (3, 0)),
        thing("Mug_3", (4, 0)),
    )
    result, _ = do(house, modules=modules)
    assert result.outcome
    assert [i for s, i in skills(house) if s == P.PICKUP] == taken


def test_skips_what_is_so_already():
    plan = plan_of(("Microwave", P.OPEN), ("Microwave", P.CLOSE))
    house = House(plan, thing("Microwave_1", open=True))
    result, log = do(house)
    assert result.outcome and skills(house) == [(P.CLOSE, "Microwave_1")] and "skip" in log.kinds()


def test_without_apm_doors_are_not_looked_at_first():
    plan = plan_of(("Microwave", P.OPEN), ("Microwave", P.CLOSE))
    house = House(plan, thing("Microwave_1", open=True))
    do(house, modules="dta,ohv,asr")
    assert skills(house)[0] == (P.OPEN, "Microwave_1")


def test_when_the_lamp_named_is_on_already_another_one_is_looked_for():
    lamp = {"s0": {"object_alternatives": ("DeskLamp",)}}
    plan = plan_of(("FloorLamp", P.TOGGLE_ON, "lamp"), **lamp)
    burning, dark = thing("FloorLamp_1", on=True), thing("DeskLamp_1", (4, 4), on=False)
    parent = Subgoal("t1", Level.TRIPLET, "LookAt", "Book", "FloorLamp")
    house = House(replace(plan, triplets=(parent,)), burning, unseen=(dark,))
    result, _ = do(house)
    assert result.outcome and skills(house) == [(P.TOGGLE_ON, "DeskLamp_1")]


@pytest.mark.parametrize("unseen", [True, False])
def test_a_lamp_that_turns_out_to_burn_is_not_the_one_to_switch_on(unseen: bool):
    plan = plan_of(("FloorLamp", P.TOGGLE_ON, "lamp"), s0={"object_alternatives": ("DeskLamp",)})
    parent = Subgoal("t1", Level.TRIPLET, High.LOOK_AT, "Book", "FloorLamp")
    burning, dark = thing("FloorLamp_1"), thing("DeskLamp_1", (4, 4))
    house = House(
        replace(plan, triplets=(parent,)),
        burning,
        *(() if unseen else (dark,)),
        unseen=(dark,) if unseen else (),
    )
    house.refusals = [(P.TOGGLE_ON, "FloorLamp_1", Code.ALREADY_SO)]
    result, _ = do(house)
    assert result.outcome
    assert skills(house) == [(P.TOGGLE_ON, "FloorLamp_1"), (P.TOGGLE_ON, "DeskLamp_1")]


def test_where_both_lamps_turn_out_to_burn_the_robot_goes_back_to_the_named_one():
    plan = plan_of(("FloorLamp", P.TOGGLE_ON, "lamp"), s0={"object_alternatives": ("DeskLamp",)})
    parent = Subgoal("t1", Level.TRIPLET, High.LOOK_AT, "Book", "FloorLamp")
    lamps = thing("FloorLamp_1", (2, 0)), thing("DeskLamp_1", (6, 4))
    house = House(replace(plan, triplets=(parent,)), *lamps)
    house.refusals = [(P.TOGGLE_ON, lamp.id, Code.ALREADY_SO) for lamp in lamps]
    result, _ = do(house)
    assert result.outcome
    assert [r.object_id for r in house.requests if isinstance(r, Navigate)][-1] == "FloorLamp_1"


def test_a_lamp_to_look_at_by_must_be_near_even_when_it_is_on():
    triplets = (Subgoal("t1", Level.TRIPLET, High.LOOK_AT, "Mug", "DeskLamp"),)
    house = House(plan_of(("DeskLamp", P.TOGGLE_ON), triplets=triplets), thing("DeskLamp_1", (3, 0), on=True))
    result, _ = do(house)
    assert result.outcome
    assert any(isinstance(r, Navigate) and r.object_id == "DeskLamp_1" for r in house.requests)


def test_required_attributes_choose_the_instance():
    dirty = {"required": (Attribute("clean", Truth.FALSE),)}
    house = House(
        plan_of(("Plate", P.PICKUP), s0=dirty),
        thing("Plate_1", (1, 0), clean=True),
        thing("Plate_2", (4, 0), clean=False),
    )
    do(house)
    assert skills(house) == [(P.PICKUP, "Plate_2")]


def test_one_of_two_is_told_as_such():
    triplets = tuple(
        Subgoal(f"t{i}", Level.TRIPLET, High.MOVE, "Mug", "Shelf", object_ref=f"mug{i}") for i in (1, 2)
    )
    plan = plan_of(("Mug", P.PICKUP, "mug1"), ("Shelf", P.PUT), ("Mug", P.PICKUP, "mug2"), triplets=triplets)
    plan = replace(plan, subgoals=(*plan.subgoals[:2], replace(plan.subgoals[2], parent="t2")))
    result, _ = do(House(plan, thing("Shelf_1", (0.5, 0)), thing("Mug_2", (3, 0))))
    assert result.outcome.code is Code.NOT_FOUND
    assert result.outcome.message.startswith("Only 1 of 2 (Mug) was found")


def test_another_is_looked_for_from_other_sides_where_the_first_one_lay():
    plan = plan_of(("Mug", P.PICKUP, "mug1"), ("Shelf", P.PUT), ("Mug", P.PICKUP, "mug2"))
    table = thing("DiningTable_1", (3, 0))
    house = House(plan, thing("Shelf_1", (0.5, 0)), table, thing("Mug_1", (3.4, 0), parent=table.id))
    answer = house._answer

    def behind_the_first(request):
        if isinstance(request, Navigate) and (request.object_id, request.attempt) == (table.id, 2):
            house.objects["Mug_2"] = thing("Mug_2", (3, 0.4), parent=table.id)
        return answer(request)

    house._answer = behind_the_first
    result, log = do(house)
    assert result.outcome and skills(house)[-1] == (P.PICKUP, "Mug_2")
    assert [e[2] for e in log.events if e[0] == "look_again"] == [
        "Looking for another Mug on DiningTable_1, where one was."
    ]


def test_slices_of_the_sliced_one_are_meant():
    plan = plan_of(("Apple", P.SLICE, "apple"), ("AppleSliced", P.PICKUP, "apple"))
    house = House(plan, thing("AppleSliced_9", (0.2, 0)), thing("Apple_1", (3, 0)))
    result, _ = do(house)
    assert result.outcome and skills(house)[-1] == (P.PICKUP, "AppleSliced_0")


def test_acts_from_where_it_stands_when_the_object_is_in_reach():
    plan = plan_of(("Microwave", P.OPEN), ("Microwave", P.CLOSE))
    house = House(plan, thing("Microwave_1", open=False))
    do(house, look_around=False)
    assert sum(isinstance(r, Navigate) for r in house.requests) == 1


@pytest.mark.parametrize(("name", "gone_to"), [("Microwave_1", 1), ("Apple_1", 0)])
def test_furniture_with_a_door_is_gone_to_while_only_its_edge_is_in_the_picture(name, gone_to):
    """From aside neither the switch nor what lies behind the door is seen; of what is picked up any part will do."""
    action = P.OPEN if name == "Microwave_1" else P.PICKUP
    state = replace(thing(name, (0.7, 0.9)), visible=True, distance=1.0)
    house = House(plan_of((name.split("_")[0], action)), state)
    house.robot = replace(house.robot, pose=Pose2D(0.0, 0.0, 0.0))
    do(house, look_around=False)
    assert sum(isinstance(r, Navigate) for r in house.requests) == gone_to


def test_limits_end_the_task():
    house = House(MUG_TO_MACHINE, thing("Mug_1"), thing("CoffeeMachine_1"))
    result, _ = do(house, task=Assignment("do it", max_actions=2))
    assert result.outcome.code is Code.STEP_LIMIT and result.actions == 2
    house = House(MUG_TO_MACHINE, thing("Mug_1"), thing("CoffeeMachine_1"))
    house.refusals = [(P.PICKUP, "Mug_1", Code.EXECUTION_FAILURE)] * 20
    result, _ = do(house, max_failures=2)
    assert result.outcome.code is Code.FAILURE_LIMIT and result.failures == 2
    house = House(MUG_TO_MACHINE, thing("Mug_1"), thing("CoffeeMachine_1"))
    result, _ = do(house, time_limit=0.5)
    assert result.outcome.code is Code.TIME_LIMIT


@pytest.mark.parametrize("after", range(12))
def test_cancel_at_any_time_stops_the_request_that_runs(after):
    house = House(MUG_TO_MACHINE, thing("Mug_1", (2, 0)), thing("CoffeeMachine_1", (0, 3)))
    result, log = do(house, cancel_after=after)
    if result.outcome:
        assert len(house.requests) == 8 and house.cancelled == 0
    else:
        unread = house._reply is not None
        assert result.outcome.code is Code.CANCELED and house.cancelled == unread
        assert log.kinds()[-1] == "end"


def test_a_reloaded_world_ends_the_task():
    house = House(MUG_TO_MACHINE, thing("Mug_1"), thing("CoffeeMachine_1"))

    house.robot = replace(house.robot, actions=5, failures=2)

    def reload() -> None:
        house.robot = type(house.robot)(step=9, episode=1)

    house._tick = reload
    result, _ = do(house)
    assert result.outcome.code is Code.ROBOT_LOST and result.actions >= 0


def test_why_the_world_was_loaded_anew_is_told():
    house = House(MUG_TO_MACHINE, thing("Mug_1"), thing("CoffeeMachine_1"))
    why = "The simulator was lost during Pickup: the player's process has ended."
    house._tick = lambda: setattr(house, "robot", OwnState(step=9, episode=1, lost=why))
    assert do(house)[0].outcome.message == why


def test_twice_the_same_decisions():
    def decisions():
        house = House(MUG_TO_MACHINE, thing("CoffeeMachine_1"), unseen=(thing("Mug_1", (3, 1)),))
        house.refusals = [(P.PICKUP, "Mug_1", Code.TARGET_NOT_VISIBLE)]
        return do(house)[1].events

    assert decisions() == decisions()


def test_an_empty_plan_is_rejected():
    plan = plan_of(("Mug", P.PICKUP))
    house = House(plan.advanced(), thing("Mug_1"))
    assert do(house)[0].outcome.code is Code.PLAN_REJECTED


def test_looks_around_once():
    house = House(MUG_TO_MACHINE, thing("Mug_1"), thing("CoffeeMachine_1"))
    do(house)
    turns = [r for r in house.requests if isinstance(r, Navigate) and r.mode is Mode.LOOK_AROUND]
    assert len(turns) == 1


@pytest.mark.parametrize("source", ["llm", "rules"])
def test_when_a_models_plan_fails_the_rules_go_on_from_there(source: str) -> None:
    impossible = replace(
        plan_of(("Toaster", P.TOGGLE_ON), ("Mug", P.PICKUP), ("CoffeeMachine", P.PUT)), source=source
    )
    house = House(impossible, thing("Mug_1", (1, 0)), thing("CoffeeMachine_1", (2, 0)))
    house.ruled = MUG_TO_MACHINE
    result, log = do(house)
    asked = [r.reasoner for r in house.requests if isinstance(r, MakePlan)]
    if source == "llm":
        assert result.outcome and asked == ["", "rules"]
        assert house.objects["Mug_1"].parent_id == "CoffeeMachine_1"
        assert any("The rules go on from here." in text for text in log.reasons)
    else:
        assert not result.outcome and asked == [""]
