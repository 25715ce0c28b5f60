"""A model's rows on the variables of the task: one mug stays one mug, and APM and ASR know what to expect of it."""

from __future__ import annotations

import json
import random

import pytest

from pred_core.action_model.goals import conditions_of
from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code
from pred_core.plan_language import High, Level, Primitive, Subgoal
from pred_core.vocabulary import object_types
from pred_language.reader import Texts
from pred_planner.dialects import registry
from pred_planner.dialects.name_repair import repairer
from pred_planner.model import context_answer
from pred_planner.plan.binding import bound
from pred_planner.plan.check import check_tuples
from pred_planner.plan.expansion import expand
from pred_planner.plan.intentions import integrate
from pred_planner.plan.judging import objection_to
from pred_planner.plan.parsed import Parsed, ParsedStep
from pred_planner.rules.reasoner import RulesReasoner

BOX = ((0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
CLEAN_MUG = {"task_type": "pick_clean_then_place_in_recep", "target": "Mug", "destination": "CoffeeMachine"}
TWO_MUGS = CLEAN_MUG | {"quantity": 2, "destination": "Shelf"}
REMOTES = {
    "task_type": "pick_two_obj_and_place",
    "target": "RemoteControl",
    "destination": "Sofa",
    "quantity": 2,
}
HOT_EGG = {"task_type": "pick_heat_then_place_in_recep", "target": "Egg", "destination": "Microwave"}
COLD_SLICE = {
    "task_type": "pick_cool_then_place_in_recep",
    "target": "Apple",
    "destination": "CounterTop",
    "states": ["sliced"],
}
FORK = {
    "task_type": "pick_and_place_with_movable_recep",
    "target": "Fork",
    "movable": "Plate",
    "destination": "DiningTable",
}
BOOK = {"task_type": "look_at_obj_in_light", "target": "Book", "toggle": "DeskLamp"}
TOMATO = {"task_type": "pick_and_place_simple", "target": "Tomato", "destination": "Fridge"}

Rows = list[list[str]]


def template_of(context: dict[str, object], memory: ObjectMemory | None = None) -> tuple[Subgoal, ...]:
    return integrate(context_answer.read(json.dumps({"quantity": 1} | context), "do it"), memory)


def plan(context: dict[str, object], rows: Rows, memory: ObjectMemory | None = None) -> tuple[Subgoal, ...]:
    parsed = registry.parse("pred", json.dumps(rows), repairer())
    assert isinstance(parsed, Parsed)
    return bound(parsed, template_of(context, memory))


def said_of(context: dict[str, object], rows: Rows) -> str:
    """Return why the plan is not taken."""
    triplets = plan(context, rows)
    return objection_to(triplets, conditions_of(template_of(context)), ObjectMemory())


def bare(triplets: tuple[Subgoal, ...]) -> list[tuple[str, str, str, str]]:
    """Return what is done to which variable, with the place's."""
    return [(t.action, t.object, t.object_ref, t.receptacle_ref) for t in triplets]


@pytest.mark.parametrize(
    "rows",
    [
        [["Clean", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]],
        [["Clean", "Mug", "SinkBasin"], ["Move", "Mug", "CoffeeMachine"]],
        [["Clean", "Mug", "Faucet"], ["Put", "Mug", "CoffeeMachine"]],
        [["Pickup", "Mug", "None"], ["Clean", "Mug", "SinkBasin"], ["Put", "Mug", "CoffeeMachine"]],
        [
            ["Pickup", "Mug", "CounterTop"],
            ["Clean", "Mug", "Sink"],
            ["Pickup", "Mug", "None"],
            ["Move", "Mug", "CoffeeMachine"],
        ],
    ],
)
def test_every_way_to_say_it_is_the_same_plan_as_the_templates(rows: Rows) -> None:
    """One mug, washed and brought; expected not to be clean before, and not to be there."""
    assert plan(CLEAN_MUG, rows) == template_of(CLEAN_MUG)
    assert said_of(CLEAN_MUG, rows) == ""


def test_the_mug_that_is_taken_is_expected_to_be_dirty() -> None:
    taken, *rest = expand(plan(CLEAN_MUG, [["Clean", "Mug", "SinkBasin"], ["Move", "Mug", "CoffeeMachine"]]))
    assert taken.as_tuple() == ("Mug", "PickupObject")
    assert [(a.name, a.value) for a in taken.expectation.attributes] == [("clean", Truth.FALSE)]
    assert [s.as_tuple() for s in rest[-2:]] == [("Mug", "PickupObject"), ("CoffeeMachine", "PutObject")]


def test_two_things_are_two_variables_each_treated_in_its_turn() -> None:
    rows = [["Clean", "Mug", "SinkBasin"], ["Move", "Mug", "Shelf"]] * 2
    assert plan(TWO_MUGS, rows) == template_of(TWO_MUGS)
    once = [["Clean", "Mug", "None"], ["Move", "Mug", "Shelf"], ["Move", "Mug", "Shelf"]]
    assert "the Mug is clean" in said_of(TWO_MUGS, once)
    both_first = [["Clean", "Mug", "None"]] * 2 + [["Move", "Mug", "Shelf"]] * 2
    assert "the hand holds the Mug already" in said_of(TWO_MUGS, both_first)


def test_picking_up_and_putting_down_moves_one_after_the_other() -> None:
    rows = [["Pickup", "RemoteControl", "None"], ["Put", "RemoteControl", "Sofa"]] * 2
    assert plan(REMOTES, rows) == template_of(REMOTES)
    assert {t.expectation.relation for t in plan(REMOTES, rows)} == {"not_on"}


def test_as_many_as_asked_for_are_brought() -> None:
    one = [["Move", "RemoteControl", "Sofa"]]
    assert "in or on the Sofa" in said_of(REMOTES, one)
    assert "serves nothing" in said_of(REMOTES, one * 3)


def test_what_is_to_stay_in_its_appliance_stays_there() -> None:
    assert plan(HOT_EGG, [["Heat", "Egg", "Microwave"]]) == template_of(HOT_EGG)
    twice = plan(HOT_EGG, [["Heat", "Egg", "Microwave"], ["Move", "Egg", "Microwave"]])
    assert bare(twice) == [("Heat", "Egg", "x1", ""), ("Move", "Egg", "x1", "microwave")]
    assert check_tuples(expand(twice))
    assert "in or on the Microwave" in said_of(HOT_EGG, [["Heat", "Egg", "None"]])


def test_a_receptacle_that_says_nothing_does_not_count_as_arriving() -> None:
    assert "in or on the CoffeeMachine" in said_of(CLEAN_MUG, [["Clean", "Mug", "CoffeeMachine"]])
    afterwards = [["Move", "Mug", "CoffeeMachine"], ["Clean", "Mug", "None"]]
    assert "in or on the CoffeeMachine" in said_of(CLEAN_MUG, afterwards)


def test_slices_are_cut_with_one_knife_that_goes_somewhere() -> None:
    rows = [["Slice", "Apple", "Knife"], ["Cool", "AppleSliced", "Fridge"]]
    rows += [["Move", "AppleSliced", "CounterTop"]]
    assert plan(COLD_SLICE, rows) == template_of(COLD_SLICE)
    fetched = [["Pickup", "ButterKnife", "None"], rows[0], ["Put", "ButterKnife", "CounterTop"], *rows[1:]]
    assert said_of(COLD_SLICE, fetched) == ""
    knives = [s for s in expand(plan(COLD_SLICE, fetched)) if "Knife" in s.object]
    assert [s.action for s in knives] == [Primitive.PICKUP]
    whole = [*rows[:1], ["Cool", "Apple", "None"], ["Move", "Apple", "CounterTop"]]
    assert "the Apple is not there" in said_of(COLD_SLICE, whole)


def test_what_is_moved_in_a_dish_and_the_dish() -> None:
    rows = [["Put", "Fork", "Plate"], ["Move", "Plate", "DiningTable"]]
    assert plan(FORK, rows) == template_of(FORK)
    assert "the Fork is in or on the Plate" in said_of(FORK, rows[1:])


def test_a_lamp_switched_on_is_something_to_look_at_things_by() -> None:
    rows = [["Pickup", "Book", "None"], ["ToggleOn", "DeskLamp", "None"]]
    assert plan(BOOK, rows) == template_of(BOOK)
    assert "in the hand" in said_of(BOOK, [*rows, ["Put", "Book", "Desk"]])
    assert "the DeskLamp is on" in said_of(BOOK, rows[:1])


def test_an_opened_door_says_where_the_thing_is_expected() -> None:
    rows = [["Open", "Cabinet", "None"], ["Pickup", "Tomato", "None"], ["Close", "Cabinet", "None"]]
    rows += [["Open", "Fridge", "None"], ["Put", "Tomato", "Fridge"], ["Close", "Fridge", "None"]]
    (move,) = plan(TOMATO, rows)
    assert move.as_triplet() == ("Move", "Tomato", "Fridge") and move.inside == ("Cabinet",)
    opened, taken, *_ = expand((move,))
    assert opened.as_tuple() == ("Cabinet", "OpenObject") and taken.expectation.place == "Cabinet"
    told = template_of(TOMATO | {"location": "CounterTop"})
    parsed = registry.parse("pred", json.dumps(rows), repairer())
    assert isinstance(parsed, Parsed)
    assert bound(parsed, told)[0].inside == ("CounterTop",), "the person's word goes first"


def test_what_is_in_the_hand_is_put_down_first() -> None:
    memory = ObjectMemory(objects=(ObjectState("Mug_9", "Mug", *BOX),), held_id="Mug_9")
    rows = [["Clean", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]]
    template = template_of(CLEAN_MUG, memory)
    assert template[0].object_ref == "held"
    assert plan(CLEAN_MUG, rows, memory) == template
    assert plan(CLEAN_MUG, [["Put", "Mug", "Desk"], *rows], memory) == template


SENTENCES = (
    "put a chilled slice of apple on the counter",
    "wash two forks and put them in a drawer",
    "put a tomato in the microwave",
    "heat the potato and leave it in the microwave",
    "move the fork to the sink with the cup",
    "look at the book under the lamp",
    "put all the pillows on the sofa",
    "put the fork in the drawer and the mug in the sink",
    "make a plate of toast",
    "make a sandwich",
    "prepare breakfast",
    "make coffee",
    "boil a potato",
    "water the plant",
    "turn on the lamp",
    "open the fridge",
    "pick up the apple",
)


def ruled(sentence: str) -> tuple[Subgoal, ...]:
    made = RulesReasoner().make_plan(Texts(sentence), ObjectMemory()).plan
    assert made is not None, sentence
    return made.triplets


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_rows_of_a_template_are_bound_to_the_template(sentence: str) -> None:
    template = ruled(sentence)
    parsed = registry.parse("pred", json.dumps([t.as_triplet() for t in template]), repairer())
    assert isinstance(parsed, Parsed)
    assert bound(parsed, template) == template
    refusal = objection_to(template, conditions_of(template), ObjectMemory())
    assert not refusal or (sentence == "prepare breakfast" and "serves nothing" in refusal)


def test_any_rows_at_all_can_be_bound() -> None:
    rng, names = random.Random(0), sorted(object_types())
    templates = [ruled(sentence) for sentence in SENTENCES]
    for _ in range(1000):
        template = rng.choice(templates)
        words = [name for t in template for name in (t.object, t.receptacle)] + rng.sample(names, 3)
        steps = (
            ParsedStep(rng.choice(list(High)), rng.choice(words) or "Mug", rng.choice([*words, ""]))
            for _ in range(rng.randint(0, 12))
        )
        triplets = bound(Parsed(Level.TRIPLET, tuple(steps)), template)
        objection_to(triplets, conditions_of(template), ObjectMemory())
        assert check_tuples(expand(triplets)).code in (Code.SUCCESS, Code.PLAN_REJECTED)


def test_an_empty_plan_misses_everything() -> None:
    nothing = bound(Parsed(Level.TRIPLET, ()), template_of(CLEAN_MUG))
    assert nothing == () and objection_to(nothing, conditions_of(template_of(CLEAN_MUG)), ObjectMemory())
