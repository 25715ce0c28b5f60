"""One more of a kind that an order was about before, what is told by a state, and places that hold one thing each."""

from __future__ import annotations

import pytest

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plan_language import High
from pred_core.referring.open_references import SINGLE
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner


def room(**places: str) -> ObjectMemory:
    """Return a room of named things, each with where it lies, a state after a colon."""
    things = []
    for number, (name, told) in enumerate(places.items(), 1):
        place, _, state = told.partition(":")
        seen = Attribute(state.removeprefix("not "), Truth.of(not state.startswith("not ")), 0.9)
        things.append(
            ObjectState(
                name,
                name.rpartition("_")[0],
                center=(float(number), 0.0, 1.0),
                size=(0.1, 0.1, 0.1),
                parent_id=place,
                attributes={seen.name: seen} if state else {},
            )
        )
    return ObjectMemory(step=1, objects=tuple(things))


KITCHEN = room(
    Desk_1="", SinkBasin_1="", Sink_1="", Faucet_1="", Fridge_1=":not open", Microwave_1="", Microwave_2="", Box_1="",
    Mug_1="Desk_1:not filled", Mug_2="Fridge_1:not filled", Plate_1="Desk_1:clean", Plate_2="Desk_1:clean",
    Plate_3="Desk_1:not clean", Pan_1="Desk_1", Pan_2="Desk_1", Pot_1="Desk_1", Fork_1="SinkBasin_1", Bread_1="Desk_1",
    **{f"StoveBurner_{n}": "" for n in (1, 2, 3)},
)  # fmt: skip


def planned(text):
    plan = RulesReasoner().make_plan(Texts(text), KITCHEN).plan
    assert plan is not None, text
    return plan


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("bring me the mug and put a mug in the sink", True),
        ("bring me the mug and put another mug in the sink", True),
        ("put a mug in the sink and bring me the other one", True),
        ("put the mug in the sink and bring me a mug", True),
        ("bring me a mug and put the mug in the sink", False),
        ("wash the mug and put the mug on the desk", False),
        ("take the mug and put a mug in the sink", False),
        ("slice the bread and put a slice of bread on the plate", False),
    ],
)
def test_a_thing_after_the_thing_is_one_more(text, several):
    plan = planned(text)
    assert not plan.context.get("left_out")
    things = {t.object_ref.partition("_slice")[0] for t in plan.triplets if t.object in ("Mug", "Bread", "BreadSliced")}
    assert len(things) == 1 + several


def test_each_of_two_orders_is_done_though_one_says_but():
    plan = planned("close the microwave but leave the fridge open")
    assert [(t.action, t.object) for t in plan.triplets] == [(High.CLOSE, "Microwave"), (High.OPEN, "Fridge")]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("open the microwave", True),
        ("close the fridge and open the microwave", True),
        ("turn off the tap, then turn on the microwave", True),
        ("put the bread in the microwave and close the microwave", False),
        ("close the fridge and open microwave 2", False),
    ],
)
def test_of_two_appliances_it_is_asked_which_in_a_later_order_as_well(text, asks):
    single = planned(text).context.get(SINGLE, {})
    assert any("Microwave" in said["classes"] and not said.get("tests") for said in single.values()) is asks


@pytest.mark.parametrize("text", ["put the mug with water in it on the desk", "put the full mug on the desk"])
def test_what_has_water_in_it_is_told_by_that(text):
    plan = planned(text)
    assert [t.action for t in plan.triplets] == [High.MOVE]
    assert [test["value"] for test in plan.context["refers"]["x1"]["tests"]] == ["filled"]


def test_a_mug_of_water_is_to_be_filled():
    assert High.FILL in [t.action for t in planned("bring me a mug with water in it").triplets]


@pytest.mark.parametrize(("number", "washed"), [("two", 0), ("three", 3)])
def test_so_many_clean_ones_are_those_that_are_clean(number, washed):
    plan = planned(f"put {number} clean plates in the box")
    assert sum(t.action == High.CLEAN for t in plan.triplets) == washed


@pytest.mark.parametrize(
    ("text", "burners"),
    [
        ("put two pans on the stove", 2),
        ("put both pans on the stove", 2),
        ("put all the pans on the stove", 2),
        ("put the pan and the pot on the stove", 2),
        ("put the pan on the stove", 1),
    ],
)
def test_what_holds_one_thing_gets_one(text, burners):
    moves = [t for t in planned(text).triplets if t.receptacle == "StoveBurner"]
    assert len({t.receptacle_ref for t in moves}) == len(moves) == burners


def test_more_than_there_are_places_for_is_refused():
    answer = RulesReasoner().make_plan(Texts("put two pans on the stove"), room(Pan_1="", Pan_2="", StoveBurner_1=""))
    assert answer.plan is None
    assert "StoveBurner" in answer.outcome.message


def test_everything_there_is_of_the_types_that_were_seen_there():
    washed = [t for t in planned("wash everything in the sink").triplets if t.action == High.CLEAN]
    assert [t.object for t in washed] == ["Fork"]


def test_coffee_goes_into_the_mug_that_is_told():
    plan = planned("make a coffee in the blue mug")
    assert [test["value"] for test in plan.context["refers"]["x1"]["tests"]] == ["blue"]
    assert not plan.context.get("left_out")


def test_two_things_go_to_the_one_other_place():
    moves = planned("put the fork and the bread on the other desk").triplets
    assert len({t.receptacle_ref for t in moves}) == 1


def test_what_has_its_name_from_other_things_is_none_of_them():
    assert RulesReasoner().make_plan(Texts("fetch me my reading glasses"), room(Cup_1="", FloorLamp_1="")).plan is None


TABLES = room(
    DiningTable_1="", SideTable_1="", CounterTop_1="", Fridge_1=":open", Fridge_2=":not open", StoveBurner_1="",
    Plate_1="DiningTable_1:not clean", Plate_2="CounterTop_1:clean", Plate_3="CounterTop_1:clean",
)  # fmt: skip


@pytest.mark.parametrize("text", ["put two clean plates on the table", "put the dirty plate on the table"])
def test_the_table_of_a_kitchen_is_the_one_to_eat_at(text):
    plan = RulesReasoner().make_plan(Texts(text), TABLES).plan
    assert {t.receptacle for t in plan.triplets if t.action == High.MOVE} == {"DiningTable"}


@pytest.mark.parametrize(("text", "state"), [("leave the fridge open", "open"), ("close the fridge", "open"),
                                             ("open the fridge", "not open")])  # fmt: skip
def test_what_is_left_open_is_open_already(text, state):
    plan = RulesReasoner().make_plan(Texts(text), TABLES).plan
    assert [test["value"] for test in plan.context["refers"]["x1"]["tests"]] == [state]


def moved(text):
    return sorted((t.object, t.receptacle_ref) for t in planned(text).triplets if t.action is High.MOVE)


def test_what_goes_to_the_same_place_goes_to_one_of_it():
    goals = moved("put the mug and the plate on the desk, and put the fork in the box")
    on_desk = {ref for thing, ref in goals if thing != "Fork"}
    assert len(goals) == 3
    assert len(on_desk) == 1


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("put all the dishes that are not on the desk in the sink", {"Mug"}),
        ("put all the dishes except the dirty plate in the sink", {"Mug", "Plate"}),
    ],
)
def test_of_a_set_of_kinds_only_those_that_are_meant_have_a_part(text, kinds):
    assert {thing for thing, _ in moved(text)} == kinds


@pytest.mark.parametrize(
    ("text", "rank"), [("bring me the second mug from the left", 2), ("bring me the leftmost mug", 1)]
)
def test_what_is_counted_from_an_end_keeps_its_number(text, rank):
    (described,) = planned(text).context["refers"].values()
    (order,) = [test for test in described["tests"] if test["kind"] == "order"]
    assert order.get("rank", 1) == rank


def test_something_that_only_what_cannot_be_seen_tells_is_asked_about():
    assert "heavy" in planned("bring me something heavy").context["left_out"]
