"""Which of several alike "the mug" may be, and what is asked for and is so already."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plan_language import High, Level, Plan, Subgoal
from pred_core.referring.choosing import meant
from pred_core.referring.description import Description, Test, TestKind, descriptions_of
from pred_core.referring.open_references import SINGLE, is_so_already, narrowed, open_references, settled
from pred_core.referring.qualities import COLOUR

ROBOT = (0.0, 0.0, 0.0)
MUG = Description("mug", ("Mug",), (1.0,))


def thing(name: str, x: float, parent: str = "", colour: str = "", **states: bool) -> ObjectState:
    seen = {name: Attribute(name, Truth.of(value)) for name, value in states.items()}
    seen |= {f"{COLOUR}{colour}": Attribute(f"{COLOUR}{colour}", Truth.TRUE)} if colour else {}
    return ObjectState(id=name, class_name=name.partition("_")[0], center=(x, 0.0, 0.9), size=(0.1, 0.1, 0.1),
                       parent_id=parent, attributes=seen)  # fmt: skip


PLACES = (thing("Shelf_1", 1.0), thing("Shelf_2", 2.0), thing("Desk_1", 3.0), thing("Sink_1", 4.0))


def remembered(*things: ObjectState) -> ObjectMemory:
    return ObjectMemory(objects=(*PLACES, *things))


def asking_for(action: High, place: str = "", said: Description = MUG) -> Plan:
    step = Subgoal("t1", Level.TRIPLET, action, said.classes[0], place, object_ref="x1",
                   receptacle_ref="y1" if place else "")  # fmt: skip
    return Plan("p", "", "", "", (step,), (), {SINGLE: {"x1": said.as_mapping()}})


def asked(plan: Plan, *things: ObjectState) -> list[list[str]]:
    return [[o.id for o in one.candidates] for one in open_references(plan, remembered(*things), ROBOT)]


@pytest.mark.parametrize(
    ("first", "second", "is_open"),
    [
        (("Shelf_1", "red"), ("Desk_1", "red"), True),
        (("Shelf_1", "red"), ("Shelf_2", "blue"), True),
        (("Shelf_1", "red"), ("Shelf_2", "red"), False),
    ],
)
def test_which_is_open_where_look_or_kind_of_place_differ(first, second, is_open):
    plan = asking_for(High.MOVE, "Sink")
    things = thing("Mug_2", 3.0, *second), thing("Mug_1", 1.0, *first)
    assert asked(plan, *things) == ([["Mug_1", "Mug_2"]] if is_open else [])


def test_what_is_where_it_is_to_go_is_not_meant():
    plan = asking_for(High.MOVE, "Sink")
    things = thing("Mug_1", 1.0, "Sink_1", "red"), thing("Mug_2", 3.0, "Shelf_1", "blue")
    assert asked(plan, *things) == []
    told = descriptions_of(narrowed(plan, remembered(*things), ROBOT).context)["x1"]
    assert [o.id for o in meant(told, remembered(*things), ROBOT)] == ["Mug_2"]
    assert narrowed(plan, remembered(things[1]), ROBOT) is plan, "one alone needs no telling"


def test_of_several_switches_the_one_that_is_on_is_switched_off():
    tap = Description("tap", ("Faucet",), (1.0,))
    off = asking_for(High.TOGGLE_OFF, said=tap)
    taps = thing("Faucet_1", 1.0), thing("Faucet_2", 2.0)
    assert asked(off, *taps) == [["Faucet_1", "Faucet_2"]]
    running = taps[0], thing("Faucet_2", 2.0, on=True)
    assert asked(off, *running) == []
    assert narrowed(off, remembered(*running), ROBOT) is not off
    unseen = thing("Faucet_1", 1.0, on=False), taps[1]
    assert asked(off, *unseen) == [] and narrowed(off, remembered(*unseen), ROBOT) is off
    assert asked(asking_for(High.GOTO, said=tap), *taps) == [], "the nearest will do to go there"


def test_what_nobody_can_see_is_left_to_be_asked_about_as_such():
    fake = Description("mug", ("Mug",), (1.0,), (Test(TestKind.UNSEEN, "fake", words="fake"),))
    plan = asking_for(High.MOVE, "Sink", fake)
    there = thing("Mug_1", 1.0, "Sink_1", "red")
    for other in (thing("Mug_2", 3.0, "Shelf_1", "blue"), thing("Mug_2", 3.0, "Sink_1", "blue")):
        assert asked(plan, there, other) == []
        assert narrowed(plan, remembered(there, other), ROBOT) is plan


def test_a_mug_may_be_any():
    plan = replace(asking_for(High.MOVE, "Sink"), context={})
    assert asked(plan, thing("Mug_1", 1.0, "Shelf_1"), thing("Mug_2", 3.0, "Desk_1")) == []


def test_the_one_that_a_person_chose_is_meant_from_then_on():
    plan = asking_for(High.MOVE, "Sink")
    memory = remembered(thing("Mug_1", 1.0, "Shelf_1"), thing("Mug_2", 3.0, "Desk_1"))
    (one,) = open_references(plan, memory, ROBOT)
    chosen = settled(plan, one, one.candidates[1])
    assert list(open_references(chosen, memory, ROBOT)) == []
    assert [o.id for o in meant(descriptions_of(chosen.context)["x1"], memory, ROBOT)] == ["Mug_2"]


@pytest.mark.parametrize(("lies", "so"), [("Sink_1", True), ("Desk_1", False), ("", False)])
def test_what_lies_where_it_is_to_go_is_so_already(lies, so):
    plan = asking_for(High.MOVE, "Sink")
    assert is_so_already(plan, remembered(thing("Mug_1", 4.0, lies)), ROBOT) is so


@pytest.mark.parametrize(("seen", "so"), [({"open": False}, True), ({"open": True}, False), ({}, False)])
def test_what_was_not_seen_to_be_shut_is_not_so_already(seen, so):
    plan = asking_for(High.CLOSE, said=Description("box", ("Box",), (1.0,)))
    assert is_so_already(plan, remembered(thing("Box_1", 1.0, **seen)), ROBOT) is so


def test_nothing_is_so_already_of_what_was_never_seen_or_differs_between_several():
    plan = asking_for(High.MOVE, "Sink")
    assert not is_so_already(plan, remembered(), ROBOT)
    both = thing("Mug_1", 4.0, "Sink_1"), thing("Mug_2", 3.0, "Desk_1")
    assert not is_so_already(plan, remembered(*both), ROBOT)


@pytest.mark.parametrize(("seen", "meant_by_it"), [({}, True), ({"filled": False}, False), ({"filled": True}, True)])
def test_what_was_seen_to_be_empty_is_not_the_one_with_water_in_it(seen, meant_by_it):
    said = replace(MUG, tests=(Test(TestKind.STATE, "filled", words="filled"),))
    assert bool(meant(said, remembered(thing("Mug_1", 1.0, **seen)), ROBOT)) is meant_by_it
