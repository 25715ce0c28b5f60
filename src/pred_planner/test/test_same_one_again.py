"""What a part of an instruction names again is the same instance, also where only the plan has a variable for it."""

from __future__ import annotations

import pytest

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.referring.choosing import meant
from pred_core.referring.description import descriptions_of
from pred_core.referring.open_references import SINGLE
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner

ROOM = ObjectMemory(
    step=1,
    objects=tuple(
        ObjectState(
            name, name.rpartition("_")[0], center=(float(number), 0.0, 1.0), size=(0.1, 0.1, 0.1), parent_id=place
        )
        for number, (name, place) in enumerate(
            {
                **dict.fromkeys(("Drawer_1", "Drawer_2", "Cabinet_1", "Cabinet_2", "Box_1", "Box_2"), ""),
                **dict.fromkeys(("CounterTop_1", "SinkBasin_1", "Faucet_1", "Fridge_1"), ""),
                **dict.fromkeys(("Egg_1", "Bread_1", "Knife_1", "Knife_2", "ButterKnife_1"), "CounterTop_1"),
            }.items(),
            1,
        )
    ),
)


def planned(text):
    answer = RulesReasoner().make_plan(Texts(text), ROOM)
    assert answer.plan is not None, answer.outcome.message
    assert not answer.plan.context.get("left_out")
    return answer.plan.subgoals


@pytest.mark.parametrize(
    "text",
    [
        "take the egg out of the drawer, put it on the counter and shut the drawer",
        "egg out of the drawer and onto the counter, then shut it again",
        "take the egg out of the cabinet, wash it, put it back in the cabinet and keep the cabinet open",
        "take the egg out of the box, put it on the counter and close the box",
        "take the egg out of the box, put it on the counter, then put the bread in the box",
    ],
)
def test_what_a_thing_comes_out_of_is_the_same_one_afterwards(text):
    """It is opened to take the thing out, so the step that names it again must act on that instance."""
    steps = planned(text)
    places = {s.object_ref for s in steps if s.object in ("Drawer", "Cabinet", "Box")}
    assert steps[0].action == "OpenObject" and len(places) == 1


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("slice the bread and put the knife in a drawer", True),
        ("once the bread has been washed, slice it and bring me the knife", True),
        ("slice the bread and bring me another knife", False),
        ("slice the bread and put the butter knife in the sink", False),
    ],
)
def test_the_knife_afterwards_is_the_one_that_cut(text, one):
    steps = planned(text)
    taken = [s.object_ref for s in steps if s.action == "PickupObject" and s.object.endswith("Knife")]
    assert len(taken) == 2 and (taken[0] == taken[1]) is one


def test_another_place_is_not_the_one_a_thing_comes_out_of():
    steps = planned("take the egg out of the cabinet and put it in another cabinet")
    assert len({s.object_ref for s in steps if s.object == "Cabinet"}) == 2


def test_what_is_put_away_in_a_second_part_is_shut_in_a_third():
    steps = planned("slice the bread, then put the egg in the fridge, then leave the fridge open")
    assert {s.object_ref for s in steps if s.object == "Fridge"} == {"fridge"}


KITCHEN = ObjectMemory(
    step=1,
    objects=tuple(
        ObjectState(name, name.rpartition("_")[0], center=(x, 0.0, 1.0), size=(0.1, 0.1, 0.1), parent_id=place)
        for name, x, place in (
            ("Drawer_1", 1.0, ""), ("Drawer_2", 2.0, ""), ("CounterTop_1", 3.0, ""), ("SinkBasin_1", 4.0, ""),
            ("Fork_1", 3.0, "CounterTop_1"), ("Spoon_1", 2.0, "Drawer_2"), ("Knife_1", 1.0, "Drawer_1"),
        )
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "put the fork in the drawer, then take the spoon out of the drawer",
        "put the fork in the drawer, then take the spoon out of it",
        "put the fork in the drawer and bring me the spoon from that drawer",
        "put the fork in the drawer. Take the spoon out of the drawer and put it in the sink",
    ],
)
def test_what_goes_where_something_is_taken_from_goes_into_that_one(text):
    plan = RulesReasoner().make_plan(Texts(text), KITCHEN).plan
    assert {s.object_ref for s in plan.subgoals if s.object == "Drawer"} == {"drawer"}
    assert "with spoon" in [test["words"] for test in plan.context["refers"]["drawer"]["tests"]]


def test_a_drawer_told_apart_is_the_one_that_is_opened():
    said = "take the knife out of the left drawer and put it in the sink"
    plan = RulesReasoner().make_plan(Texts(said), KITCHEN).plan
    assert [test["value"] for test in plan.context["refers"]["drawer"]["tests"]] == ["left"]


def test_where_the_person_tells_the_first_place_the_second_is_told_by_that():
    said = "put the fork in the left drawer, then take the spoon out of that drawer"
    refers = RulesReasoner().make_plan(Texts(said), KITCHEN).plan.context["refers"]
    assert [test["value"] for test in refers["drawer"]["tests"]] == ["left"]
    (taken,) = refers["s2_x1"]["tests"]
    assert [test["value"] for test in taken["landmarks"][0]["tests"]] == ["left"]


def plan_of(text, memory=ROOM):
    plan = RulesReasoner().make_plan(Texts(text), memory).plan
    assert plan is not None
    return plan


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("put the mug in the sink", {"x1"}),
        ("put a mug in the sink", set()),
        ("put the mugs in the sink", set()),
        ("put one of the mugs in the sink", set()),
        ("put all the mugs in the sink", set()),
        ("open the drawer", {"x1"}),
        ("close the laptop and put the mug in the sink", {"x1", "s2_x1"}),
        ("wash the mug and put it in the cabinet", {"x1"}),
        ("put the mug and the plate in the sink", {"z1_1", "x1"}),
        ("put the mug and a plate in the sink", {"z1_1"}),
        ("put a mug and the plate in the sink", {"x1"}),
        ("put the mug, the bowls and the plate in the sink", {"z1_1", "x1"}),
        ("put the mug in the sink and the plate on the table", {"z1_1", "x1"}),
        ("wash the mug and the plate", {"x1", "s2_x1"}),
        ("put the fork in the mug and put the mug on the table", {"x1", "holder"}),
        ("put the fork in a mug and put the mug on the table", {"x1"}),
        ("take a mug and put the mug in the sink", set()),
        ("put the fork on the shelf, then bring me the book", {"z1_1", "x1"}),
        ("close the box and the drawer", {"x1", "s2_x1"}),
        ("slice the bread and put the bread in the fridge", {"x1"}),
    ],
)
def test_a_plan_says_which_variables_are_the_one_thing_of_their_words(text, refs):
    plan = plan_of(text, ObjectMemory())
    assert set(plan.context.get(SINGLE, {})) == refs


@pytest.mark.parametrize(
    "text",
    [
        "put the egg from the top drawer and the bread from the bottom drawer in the fridge",
        "put the egg from the top drawer and the bread from the bottom one in the fridge",
    ],
)
def test_two_things_come_from_two_drawers(text):
    plan = plan_of(text)
    assert "left_out" not in plan.context
    drawers = {
        step.object: plan.context["refers"][step.object_ref]["tests"][0]["landmarks"][0]["tests"][0]["value"]
        for step in plan.triplets
    }
    assert drawers == {"Egg": "top", "Bread": "bottom"}


def test_the_bottom_one_is_a_drawer_though_things_are_brought_to_a_person():
    plan = plan_of("bring me the egg from the top drawer and the bread from the bottom one")
    marks = [plan.context["refers"][t.object_ref]["tests"][0]["landmarks"][0] for t in plan.triplets]
    assert [(mark["classes"][0], mark["tests"][0]["value"]) for mark in marks] == [
        ("Drawer", "top"), ("Drawer", "bottom")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "knives"),
    [
        ("slice the bread with the butter knife", ["ButterKnife"]),
        ("slice the bread using the butter knife and put the slice in the fridge", ["ButterKnife"]),
        ("take the butter knife and slice the bread with it", ["ButterKnife"]),
        ("slice the bread with the knife", None),
        ("slice the bread", None),
    ],
)
def test_what_is_named_to_cut_with_cuts(text, knives):
    answer = RulesReasoner().make_plan(Texts(text), ROOM)
    told = answer.plan.context.get("refers", {}).get("knife")
    assert (told and told["classes"]) == knives
    assert ("with the butter knife" in answer.understood) == bool(knives)


def test_another_knife_is_no_butter_knife():
    plan = plan_of("slice the bread with the butter knife")
    told = descriptions_of(plan.context)["knife"]
    assert [o.id for o in meant(told, ROOM, (0.0, 0.0, 0.0))] == ["ButterKnife_1"]


def test_what_is_thrown_away_is_told_apart_by_what_it_lies_near():
    plan = plan_of("throw away the egg nearest to the bread")
    assert [t.receptacle for t in plan.triplets] == ["GarbageCan"]
    assert [test["kind"] for test in plan.context["refers"]["x1"]["tests"]] == ["order"]


def test_what_was_closed_is_what_is_moved_then():
    """A thing that a later order moves beside another is still the one that an earlier order named."""
    steps = planned("close the box, put it on the counter, then put the egg in the fridge")
    assert len({s.object_ref for s in steps if s.object == "Box"}) == 1


def test_the_red_one_is_another_than_the_dirty_one():
    plan = plan_of("put the dirty egg in the sink, then put the red one in the fridge")
    told = descriptions_of(plan.context)
    assert sorted(len(told[ref].tests) for ref in ("z1_1", "x1")) == [1, 1]
