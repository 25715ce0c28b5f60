"""Answers to the context question: a task's own keys in full, and listing 6's dictionary of objects."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llm_desk import reasoner

from pred_core.objects import ObjectMemory
from pred_core.vocabulary import object_types
from pred_language.meaning.context import TaskContext, TaskType
from pred_language.reader import Texts
from pred_planner.model import context_answer, prompts
from pred_planner.model.context_answer import read
from pred_planner.plan.intentions import integrate
from pred_planner.plan.parsed import Rejected, RejectionCode

BASE = {"quantity": 1, "slices": 0, "states": [], "movable": "X", "toggle": "X", "location": [], "others": []}
OTHER = {"quantity": 1, "slices": 0, "states": [], "location": "X", "destination": "X"}


def said(**more: Any) -> str:
    return json.dumps(BASE | more)


def triplets(context: TaskContext) -> list[tuple[str, ...]]:
    return [t.as_triplet() for t in integrate(context)]


def parts(context: TaskContext) -> list[tuple[str, int, list[str], str]]:
    return [(p.thing.best, p.count, sorted(p.states), p.source.best) for p in context.parts]


# -- a task's own keys ----------------------------------------------------------------------------------------------
def test_several_targets_are_each_looked_for_in_their_own_place() -> None:
    context = read(
        said(
            task_type="pick_two_obj_and_place",
            target="Mug",
            quantity=2,
            destination="DiningTable",
            location=["Cabinet", "CounterTop"],
        ),
        "bring both mugs to the table",
    )
    made = integrate(context)
    assert [(t.as_triplet(), t.inside) for t in made] == [
        (("Move", "Mug", "DiningTable"), ("Cabinet",)),
        (("Move", "Mug", "DiningTable"), ("CounterTop",)),
    ]
    assert len({t.object_ref for t in made}) == 2 and len({t.receptacle_ref for t in made}) == 1


def test_places_of_one_target_are_alternatives() -> None:
    answer = said(
        task_type="pick_and_place_simple", target="Mug", destination="Shelf", location=["Cabinet", "Fridge"]
    )
    assert read(answer, "").source.classes == ("Cabinet", "Fridge")


def test_other_things_go_to_places_of_their_own() -> None:
    others = [
        OTHER | {"object": "Fork", "destination": "Drawer", "states": ["clean"], "location": "Sink"},
        OTHER | {"object": "Spoon", "quantity": 2},
    ]
    context = read(
        said(task_type="pick_and_place_simple", target="Mug", destination="Shelf", others=others), ""
    )
    assert triplets(context) == [
        ("Clean", "Fork", "None"),
        ("Move", "Fork", "Drawer"),
        ("Move", "Spoon", "Shelf"),
        ("Move", "Spoon", "Shelf"),
        ("Move", "Mug", "Shelf"),
    ]
    assert integrate(context)[0].inside == ("SinkBasin", "Sink")


def test_slices_are_of_the_target() -> None:
    context = read(
        said(task_type="pick_cool_then_place_in_recep", target="Apple", slices=2, destination="Plate"), ""
    )
    assert context.count == 2 and context.states == {"cold", "sliced"}
    assert [t for t in triplets(context) if t[0] == "Slice"] == [("Slice", "Apple", "CounterTop")]


@pytest.mark.parametrize(
    ("answer", "dish"),
    [
        (
            {
                "task_type": "prepare_salad",
                "target": "Lettuce",
                "slices": 2,
                "location": ["Fridge"],
                "destination": "Plate",
                "others": [
                    OTHER | {"object": "Tomato", "slices": 3, "location": "CounterTop"},
                    OTHER | {"object": "Potato", "slices": 1, "states": ["cooked"]},
                ],
            },
            [
                ("Lettuce", 2, ["sliced"], "Fridge"),
                ("Tomato", 3, ["sliced"], "CounterTop"),
                ("Potato", 1, ["cooked", "sliced"], ""),
            ],
        ),
        (
            {"task_type": "plate_of_toast", "target": "Bread", "slices": 2, "destination": "Plate"},
            [("Bread", 2, ["cooked", "sliced"], "")],
        ),
        (
            {"task_type": "n_slices_of_x_in_y", "target": "Tomato", "slices": 3, "destination": "Bowl"},
            [("Tomato", 3, ["sliced"], "")],
        ),
        (
            {
                "task_type": "prepare_breakfast",
                "target": "Bread",
                "slices": 2,
                "destination": "DiningTable",
                "others": [OTHER | {"object": "Mug"}, OTHER | {"object": "Apple", "slices": 1}],
            },
            [("Bread", 2, ["cooked", "sliced"], ""), ("Apple", 1, ["sliced"], "")],
        ),
    ],
)
def test_the_parts_of_a_dish_are_said_with_their_slices_and_places(
    answer: dict[str, Any], dish: list[tuple[str, int, list[str], str]]
) -> None:
    context = read(said(**answer), "")
    assert parts(context) == dish
    assert context.target.best == ("Mug" if context.task_type is TaskType.BREAKFAST else answer["target"])
    assert sum(t[0] == "Move" and t[2] in ("Plate", "Bowl") for t in triplets(context)) == sum(
        count for _, count, *_ in dish
    )


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"task_type": "prepare_salad", "target": "Plate", "destination": "Plate"}, "UNKNOWN_OBJECT"),
        (
            {"task_type": "make_coffee", "target": "Mug", "others": [OTHER | {"object": "Fork"}]},
            "NOT_ALLOWED",
        ),
        (
            {
                "task_type": "pick_and_place_simple",
                "target": "Mug",
                "destination": "Shelf",
                "others": [{"a": 1}],
            },
            "UNKNOWN_OBJECT",
        ),
        (
            {"task_type": "clean_all_x", "target": "Mug", "others": [OTHER | {"object": "Fork"}]},
            "NOT_ALLOWED",
        ),
    ],
)
def test_what_no_plan_can_be_made_of_is_refused(answer: dict[str, Any], code: str) -> None:
    with pytest.raises(Rejected) as refused:
        read(said(**answer), "")
    assert refused.value.rejection.code is RejectionCode(code)


# -- listing 6's dictionary of objects ------------------------------------------------------------------------------
def test_listing_6_of_two_potatoes_in_two_places() -> None:
    answer = (
        "{'Potato': {'location': ['Cabinet', 'CounterTop'], 'receptacle': 'DiningTable', 'quantity': 2, "
        "'quantity_of_slices': 'X'}}"
    )
    context = read(answer, "Put the two potatoes on the table.")
    assert [(t.as_triplet(), t.inside) for t in integrate(context)] == [
        (("Move", "Potato", "DiningTable"), ("Cabinet",)),
        (("Move", "Potato", "DiningTable"), ("CounterTop",)),
    ]


def test_listing_6_of_a_salad_whose_plate_is_to_be_cleaned() -> None:
    answer = json.dumps(
        {
            "Lettuce": {
                "location": "Fridge",
                "receptacle": "Plate",
                "quantity": 1,
                "quantity_of_slices": 2,
            },
            "Tomato": {"location": "X", "receptacle": "Plate", "quantity": 1, "quantity_of_slices": 1},
            "Plate": {"location": "Sink", "receptacle": "X", "quantity": 1, "Cleaned": "T"},
        }
    )
    context = read(answer, "Please make a salad.")
    assert context.task_type is TaskType.SALAD and context.destination.best == "Plate"
    assert parts(context) == [("Lettuce", 2, ["sliced"], "Fridge"), ("Tomato", 1, ["sliced"], "")]
    assert ("Clean", "Plate", "None") in triplets(context)


@pytest.mark.parametrize(
    ("answer", "instruction", "task_type", "plan"),
    [
        (
            {"Mug": {"location": "X", "receptacle": "Shelf", "quantity": 1, "Cleaned": "T"}},
            "",
            TaskType.CLEAN_PLACE,
            [("Clean", "Mug", "None"), ("Move", "Mug", "Shelf")],
        ),
        (
            {"Mug": {"location": "X", "receptacle": "Shelf", "quantity": 1, "Cleaned": "F"}},
            "",
            TaskType.PLACE,
            [("Move", "Mug", "Shelf")],
        ),
        (
            {"Fork": {"receptacle": "X", "quantity": 2, "Cleaned": "T"}},
            "",
            TaskType.CLEAN_ALL,
            [("Clean", "Fork", "None")],
        ),
        (
            {"Fork": {"receptacle": "Drawer"}, "Spoon": {"receptacle": "Plate"}},
            "",
            TaskType.PLACE,
            [("Move", "Spoon", "Plate"), ("Move", "Fork", "Drawer")],
        ),
        (
            {"task_type": "make_coffee", "objects": [{"object": "Mug", "location": "Cabinet"}]},
            "",
            TaskType.COFFEE,
            [("Clean", "Mug", "None")],
        ),
        (
            {"Potato": {"location": "X", "receptacle": "X", "quantity": 1}},
            "Boil the potato.",
            TaskType.BOIL,
            [("Boil", "Potato", "Pot")],
        ),
        (
            {"Bread": {"receptacle": "Plate", "quantity_of_slices": 2}, "Plate": {"Cleaned": "T"}},
            "",
            TaskType.TOAST,
            [("Slice", "Bread", "CounterTop"), ("Toast", "BreadSliced", "None")],
        ),
    ],
)
def test_listing_6_in_its_other_tasks(
    answer: dict[str, Any], instruction: str, task_type: TaskType, plan: list[tuple[str, ...]]
) -> None:
    context = read(json.dumps(answer), instruction)
    assert context.task_type is task_type
    made = triplets(context)
    assert [t for t in made if t in plan][: len(plan)] == plan


def test_an_answer_of_nothing_but_x_is_refused() -> None:
    with pytest.raises(Rejected, match="does not say what is to be done"):
        read('{"Mug": {"location": "X", "receptacle": "X", "quantity": "X"}}', "hello")


# -- what is asked, and what the rules add --------------------------------------------------------------------------
def test_the_question_names_every_key_that_is_read() -> None:
    question = prompts.context(Texts("put a mug on the shelf"), ObjectMemory())
    assert question.schema is not None
    keys = question.schema["properties"]
    assert set(question.schema["required"]) == keys.keys()
    assert all(f'"{key}"' in question.user for key in (*keys, *keys["others"]["items"]["properties"]))


def test_a_model_that_speaks_of_several_things_is_believed() -> None:
    others = [OTHER | {"object": "Fork", "destination": "Drawer"}]
    answer = said(task_type="pick_and_place_simple", target="Mug", destination="SinkBasin", others=others)
    plan = '[["Move", "Fork", "Drawer"], ["Move", "Mug", "SinkBasin"]]'
    with reasoner(answer, plan) as (llm, server):
        planned = llm.make_plan(Texts("put the fork in the drawer and the mug in the sink"), ObjectMemory())
        assert len(server.requests) == 2
    assert planned.plan is not None and planned.plan.source == "llm"
    assert [t.as_triplet()[1:] for t in planned.plan.triplets] == [("Fork", "Drawer"), ("Mug", "SinkBasin")]


def test_parts_that_a_model_leaves_out_are_as_the_rules_read_them() -> None:
    sandwich = said(task_type="prepare_sandwich", target="Bread", slices=2, destination="Plate")
    by_rules = read(
        said(
            task_type="prepare_sandwich",
            target="Bread",
            slices=2,
            destination="Plate",
            others=[OTHER | {"object": "Tomato", "slices": 1}],
        ),
        "",
    )
    context = context_answer.completed(read(sandwich, ""), by_rules)
    assert [part.thing.best for part in context.parts] == ["Bread", "Tomato"]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 30)
    | st.floats()
    | st.sampled_from(["X", "Mug", "Plate", "Potato", "T", "F", "Cabinet", "clean", "prepare_salad", "\x00"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["object", "location", "quantity", "receptacle", "Cleaned", "slices", "a"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["task_type", "target", "quantity", "slices", "states", "location", "others", "objects", "Mug", "Potato"]
)


@settings(deadline=None)
@given(values=st.dictionaries(KEYS, VALUES, max_size=7), task_type=st.sampled_from(list(TaskType)))
def test_whatever_the_values_are_the_names_are_known(values: dict[str, Any], task_type: TaskType) -> None:
    for given_type in ({}, {"task_type": task_type}):
        try:
            context = read(json.dumps(values | given_type), "")
        except Rejected:
            continue
        ranked = [context.target, context.destination, context.source]
        ranked += [r for p in (*context.parts, *context.also) for r in (p.thing, p.source, p.destination)]
        assert {name for r in ranked for name in r.classes} <= object_types().keys()
