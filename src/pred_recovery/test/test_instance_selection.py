"""Which instance a subgoal is about."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import FakeLog, House, plan_of, thing

from pred_core.plan_language import Expectation, High, Level, Primitive, Subgoal
from pred_recovery.mission.mission import Assignment, Mission
from pred_recovery.mission.progress import Progress
from pred_recovery.mission.settings import Settings
from pred_recovery.search.instance_selection import bind, candidates, reject

P = Primitive


def mission_of(plan, *objects):
    house = House(plan, *objects)
    return Mission(Assignment("do it"), Settings(), house, FakeLog(), Progress(plan))


def order(mission, index=0):
    return [o.id for o in candidates(mission, mission.plan.subgoals[index])]


def test_a_bound_instance_stands_alone_until_it_is_rejected():
    mission = mission_of(plan_of(("Mug", P.PICKUP)), thing("Mug_1", (1, 0)), thing("Mug_2", (2, 0)))
    subgoal = mission.plan.subgoals[0]
    bind(mission, subgoal, mission.memory.objects[1])
    assert order(mission) == ["Mug_2"]
    reject(mission, subgoal, mission.memory.objects[1])
    assert order(mission) == ["Mug_1"]


def test_what_is_taken_out_is_what_lies_inside_whatever_its_name():
    slices = [thing("AppleSliced_1", (0.5, 0)), thing("AppleSliced_2", (3, 0), parent="Microwave_1")]
    mission = mission_of(plan_of(("AppleSliced", P.PICKUP)), thing("Microwave_1", (3, 0)), *slices)
    bind(mission, mission.plan.subgoals[0], slices[0])
    assert order(mission) == ["AppleSliced_1"]
    mission.bindings.placed["AppleSliced_1"] = "Microwave_1"
    assert order(mission) == ["AppleSliced_2"]
    mission.bindings.placed["AppleSliced_1"] = "CounterTop_1"
    assert order(mission) == ["AppleSliced_1"]


def test_what_the_robot_put_down_stays_its_own_when_it_looks_like_another_kind():
    tomato = thing("Tomato_1", (1, 0))
    mission = mission_of(plan_of(("Tomato", P.PICKUP)), thing("SinkBasin_1", (1, 0)), tomato)
    bind(mission, mission.plan.subgoals[0], tomato)
    mission.world.objects["Tomato_1"] = replace(tomato, class_name="Apple", parent_id="SinkBasin_1")
    assert order(mission) == []
    mission.bindings.placed["Tomato_1"] = "SinkBasin_1"
    assert order(mission) == ["Tomato_1"]


def test_a_new_look_alike_where_the_robot_put_something_is_that_thing():
    tomato, microwave = thing("Tomato_1", (1, 0)), thing("Microwave_1", (1, 0))
    apples = [thing("Apple_1", (1, 0), parent="Microwave_1"), thing("Apple_2", (1, 0), parent="Microwave_1")]
    mission = mission_of(plan_of(("Tomato", P.PICKUP)), microwave, tomato, *apples)
    bind(mission, mission.plan.subgoals[0], tomato)
    mission.bindings.placed["Tomato_1"] = "Microwave_1"
    mission.bindings.placed_among["Tomato_1"] = frozenset({"Microwave_1", "Tomato_1", "Apple_1"})
    assert order(mission) == ["Apple_2"]


@pytest.mark.parametrize(
    ("known", "more", "taken"),
    [(False, 0, []), (True, 0, ["Cloth_2"]), (False, 1, ["Cloth_2", "Cloth_3"]), (False, -1, [])],
)
def test_what_lies_where_the_robot_put_its_like_out_of_sight_is_no_second_one(known, more, taken):
    lost = replace(thing("Cloth_1", (1, 0)), visible=False)
    seen = [thing(f"Cloth_{n}", (1, 0), parent="Dresser_1") for n in range(2, 3 + more)]
    mission = mission_of(plan_of(("Cloth", P.PICKUP)), thing("Dresser_1", (1, 0)), lost, *seen)
    mission.bindings.variables["x0"] = "Cloth_1"
    mission.bindings.placed["Cloth_1"] = "Dresser_1"
    among = {"Cloth_1", "Dresser_1"} | ({"Cloth_2"} if known else set())
    mission.bindings.placed_among["Cloth_1"] = frozenset(among)
    assert order(mission) == taken


@pytest.mark.parametrize(("far", "score", "first"), [(4.0, 0.75, "SideTable_1"), (20.0, 1.0, "CounterTop_1")])
def test_of_stand_ins_what_the_words_mean_rather_comes_first_unless_it_is_far(far, score, first):
    """A "table" may be a counter, but hardly is one: the side table that is farther off, and less surely seen, is."""
    plan = plan_of(("DiningTable", P.OPEN), s0={"object_alternatives": ("SideTable", "CounterTop")})
    weights = {"classes": ["DiningTable", "SideTable", "CounterTop"], "weights": [1.0, 0.44, 0.14]}
    plan = replace(plan, context={"destination": {"words": "table", **weights}})
    side = replace(thing("SideTable_1", (far, 0)), score=score)
    mission = mission_of(plan, thing("CounterTop_1", (1, 0)), side)
    assert order(mission)[0] == first
    mission = mission_of(replace(plan, context={}), thing("CounterTop_1", (1, 0)), replace(side, score=1.0))
    assert order(mission)[0] == "CounterTop_1"  # nobody says what is likelier: the nearest


@pytest.mark.parametrize(("place", "taken"), [("CoffeeMachine", ["Mug_1"]), ("Cabinet", ["Cup_1"])])
def test_what_was_named_is_taken_only_where_it_can_go(place, taken):
    plan = plan_of(("Mug", P.PICKUP), s0={"object_alternatives": ("Cup",)})
    (pick,) = plan.subgoals
    brought = Subgoal("t1", Level.TRIPLET, High.MOVE, "Mug", place, object_ref=pick.object_ref)
    context = {"target": {"words": "cup", "classes": ["Mug", "Cup"], "weights": [1.0, 0.0055]}}
    plan = replace(plan, context=context, triplets=(brought,))
    mission = mission_of(plan, thing("Mug_1", (1, 0)), thing("Cup_1", (1, 0)))
    assert order(mission) == taken


@pytest.mark.parametrize(("known", "taken"), [(True, "Mug_1"), (False, "Cup_1")])
def test_what_was_inside_before_is_not_what_the_robot_put_there(known, taken):
    mug, cup = thing("Mug_1", (1, 0)), thing("Cup_1", (1, 0), parent="Microwave_1")
    plan = plan_of(("Mug", P.PICKUP), s0={"object_alternatives": ("Cup",)})
    mission = mission_of(plan, thing("Microwave_1", (1, 0)), mug, cup)
    bind(mission, mission.plan.subgoals[0], mug)
    mission.bindings.placed["Mug_1"] = "Microwave_1"
    mission.bindings.placed_among["Mug_1"] = frozenset({"Mug_1", "Cup_1"} if known else {"Mug_1"})
    assert order(mission) == [taken]


@pytest.mark.parametrize(
    ("words", "seen", "taken"),
    [
        ("spoon", ["Ladle_1", "Spoon_1"], ["Spoon_1"]),  # the plan says ladle: no spoon was in sight when it was made
        ("spoon", ["Ladle_1"], ["Ladle_1"]),
        ("something to stir with", ["Ladle_1", "Spoon_1"], ["Ladle_1"]),
    ],
)
def test_what_was_named_is_taken_once_it_is_seen(words, seen, taken):
    plan = plan_of(("Ladle", P.PICKUP), s0={"object_alternatives": ("Spoon",)})
    meant = {"words": words, "classes": ["Ladle", "Spoon"], "weights": [0.6, 0.4]}
    mission = mission_of(replace(plan, context={"object": meant}), *(thing(one, (1, 0)) for one in seen))
    assert order(mission) == taken


@pytest.mark.parametrize(("part", "whole"), [("SinkBasin", "Sink"), ("AppleSliced", "Apple")])
def test_a_part_of_what_was_named_is_taken_for_it_before_the_whole(part, whole):
    plan = plan_of((part, P.PUT), s0={"object_alternatives": (whole,)})
    meant = {"words": whole.lower(), "classes": [whole, part], "weights": [1.0, 0.1]}
    known = thing(f"{whole}_1", (1, 0)), thing(f"{part}_1", (2, 0))
    assert order(mission_of(replace(plan, context={"destination": meant}), *known)) == [f"{part}_1"]


def test_what_stands_in_the_open_is_preferred_to_what_is_behind_a_door():
    mission = mission_of(
        plan_of(("Mug", P.PICKUP)),
        thing("Fridge_1", (1, 0), open=False),
        thing("Mug_1", (1, 0), parent="Fridge_1"),
        thing("Mug_2", (3, 0)),
    )
    assert order(mission) == ["Mug_2", "Mug_1"]


def test_the_place_that_the_words_name_is_preferred():
    plan = plan_of(("Mug", P.PICKUP), s0={"inside": ("Fridge",)})
    mission = mission_of(
        plan, thing("Fridge_1", (4, 0)), thing("Mug_1", (4, 0), parent="Fridge_1"), thing("Mug_2", (1, 0))
    )
    assert order(mission)[0] == "Mug_1"


def test_the_faucet_of_the_basin_in_use_is_meant():
    plan = plan_of(
        ("SinkBasin", P.PUT), ("Faucet", P.TOGGLE_ON), s1={"expectation": Expectation(place="SinkBasin")}
    )
    mission = mission_of(
        plan, thing("SinkBasin_1", (3, 0)), thing("Faucet_1", (0.5, 0)), thing("Faucet_2", (3.2, 0))
    )
    assert order(mission, 1)[0] == "Faucet_1"
    bind(mission, plan.subgoals[0], mission.memory.objects[0])
    assert order(mission, 1)[0] == "Faucet_2"


def test_the_drawer_that_is_known_to_hold_it_is_opened():
    plan = plan_of(("Drawer", P.OPEN), ("Pen", P.PICKUP))
    mission = mission_of(
        plan, thing("Drawer_1", (1, 0)), thing("Drawer_2", (3, 0)), thing("Pen_1", (3, 0), parent="Drawer_2")
    )
    assert order(mission)[0] == "Drawer_2"


def test_a_taken_single_slot_comes_last():
    plan = plan_of(("Pan", P.PICKUP), ("StoveBurner", P.PUT))
    mission = mission_of(
        plan,
        thing("StoveBurner_1", (1, 0)),
        thing("StoveBurner_2", (2, 0)),
        thing("Pot_1", (1, 0), parent="StoveBurner_1"),
        thing("Pan_1", (2, 0)),
    )
    mission.world._pick(mission.world.objects["Pan_1"])
    assert order(mission, 1) == ["StoveBurner_2", "StoveBurner_1"]


def test_a_lamp_that_is_still_off_is_meant_even_when_it_is_another_kind():
    plan = plan_of(("FloorLamp", P.TOGGLE_ON), s0={"object_alternatives": ("DeskLamp",)})
    mission = mission_of(plan, thing("FloorLamp_1", (1, 0), on=True), thing("DeskLamp_1", (3, 0), on=False))
    assert order(mission)[0] == "DeskLamp_1"
    mission = mission_of(plan, thing("FloorLamp_1", (4, 0), on=False), thing("DeskLamp_1", (3, 0), on=False))
    assert order(mission)[0] == "FloorLamp_1"


def test_any_knife_will_do_to_slice_with():
    triplets = (Subgoal("t1", Level.TRIPLET, High.SLICE, "Apple"),)
    plan = plan_of(("Knife", P.PICKUP), s0={"object_alternatives": ("ButterKnife",)}, triplets=triplets)
    mission = mission_of(plan, thing("Knife_1", (4, 0)), thing("ButterKnife_1", (1, 0)))
    assert order(mission) == ["ButterKnife_1", "Knife_1"]
    known = candidates(
        mission, plan.subgoals[0], alternatives=False
    )  # before the room is searched for the other
    assert [o.id for o in known] == ["ButterKnife_1", "Knife_1"]
