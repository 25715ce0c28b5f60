"""ALFRED's and TEACh's goals on hand-made metadata."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pred_tasks.alfred.goals import AlfredGoal
from pred_tasks.teach.goals import GoalError, TeachGoal
from pred_tasks.world import WorldState

FLAGS = (
    "pickupable",
    "receptacle",
    "toggleable",
    "sliceable",
    "isSliced",
    "isToggled",
    "visible",
    "isDirty",
    "isCooked",
)


def thing(object_id: str, inside: tuple[str, ...] = (), **values: Any) -> dict[str, Any]:
    """Return one object's metadata; its type is the last part of an id like Apple|1|AppleSliced_2, or the first."""
    last = object_id.rsplit("|", maxsplit=1)[-1]
    kind = last.split("_")[0] if "Sliced" in last else object_id.split("|", maxsplit=1)[0]
    entry: dict[str, Any] = dict.fromkeys(FLAGS, False)
    entry |= {"objectId": object_id, "objectType": kind, "receptacleObjectIds": list(inside) or None}
    return entry | values


def world(*things: dict[str, Any], held: str = "", **histories: frozenset[str]) -> WorldState:
    return WorldState({t["objectId"]: t for t in things}, held=(held,) if held else (), **histories)


def table(*inside: str) -> dict[str, Any]:
    return thing("DiningTable|1", inside, receptacle=True)


def count(goal: AlfredGoal | TeachGoal, state: WorldState) -> tuple[int, int]:
    """Return how many conditions are met, and how many there are."""
    conditions = goal.conditions(state)
    return sum(c.met for c in conditions), len(conditions)


APPLE = thing("Apple|1", pickupable=True)
SLICE = thing("Apple|1|AppleSliced_0", pickupable=True)


def test_simple_wants_it_in_the_place() -> None:
    goal = AlfredGoal("pick_and_place_simple", "Apple", "DiningTable")
    assert count(goal, world(APPLE, table())) == (0, 1)
    assert count(goal, world(APPLE, table("Apple|1"))) == (1, 1)


def test_a_slice_counts_as_its_whole_but_not_the_other_way() -> None:
    whole = AlfredGoal("pick_and_place_simple", "Apple", "DiningTable")
    slices = AlfredGoal("pick_and_place_simple", "Apple", "DiningTable", object_sliced=True)
    assert count(whole, world(SLICE, table("Apple|1|AppleSliced_0"))) == (1, 1)
    assert count(slices, world(APPLE, table("Apple|1"))) == (0, 2)
    assert count(slices, world(APPLE, SLICE, table("Apple|1|AppleSliced_0"))) == (2, 2)


def test_types_are_whole_words() -> None:
    """A ButterKnife is no Knife and a Pencil is no Pen."""
    goal = AlfredGoal("pick_and_place_simple", "Pen", "DiningTable")
    assert count(goal, world(thing("Pencil|1", pickupable=True), table("Pencil|1"))) == (0, 1)


def test_two_must_share_one_place() -> None:
    goal = AlfredGoal("pick_two_obj_and_place", "Apple", "DiningTable")
    second = thing("Apple|2", pickupable=True)
    other = thing("DiningTable|2", ("Apple|2",), receptacle=True)
    assert count(goal, world(APPLE, second, table("Apple|1"), other)) == (1, 2)
    assert count(goal, world(APPLE, second, table("Apple|1", "Apple|2"))) == (2, 2)


@pytest.mark.parametrize(
    ("held", "on", "visible", "met"),
    [
        ("", False, True, 0),
        ("Apple|1", False, True, 1),
        ("Apple|1", True, False, 1),
        ("Apple|1", True, True, 2),
    ],
)
def test_looking_wants_it_held_and_a_lit_lamp_in_view(held: str, on: bool, visible: bool, met: int) -> None:
    goal = AlfredGoal("look_at_obj_in_light", "Apple", toggle_target="DeskLamp")
    lamp = thing("DeskLamp|1", toggleable=True, isToggled=on, visible=visible)
    assert count(goal, world(APPLE, lamp, held=held)) == (met, 2)


@pytest.mark.parametrize(
    ("kind", "history"),
    [
        ("pick_clean_then_place_in_recep", "cleaned"),
        ("pick_heat_then_place_in_recep", "heated"),
        ("pick_cool_then_place_in_recep", "cooled"),
    ],
)
def test_treatments_want_the_treated_one_in_the_place(kind: str, history: str) -> None:
    goal = AlfredGoal(kind, "Apple", "DiningTable")
    second = thing("Apple|2", pickupable=True)
    treated = {history: frozenset({"Apple|1"})}
    assert count(goal, world(APPLE, second, table())) == (0, 3)
    assert count(goal, world(APPLE, second, table("Apple|2"), **treated)) == (2, 3)
    assert count(goal, world(APPLE, second, table("Apple|1"), **treated)) == (3, 3)
    others = {name: frozenset({"Apple|1"}) for name in ("cleaned", "heated", "cooled") if name != history}
    assert count(goal, world(APPLE, table("Apple|1"), **others)) == (1, 3)


def test_what_was_rinsed_counts_as_cleaned_only_where_states_count() -> None:
    goal = AlfredGoal("pick_clean_then_place_in_recep", "Apple", "DiningTable")
    apple = thing("Apple|1", pickupable=True, dirtyable=False)
    rinsed = world(apple, table("Apple|1"), rinsed=frozenset({"Apple|1"}))
    assert count(goal, rinsed) == (1, 3)
    assert count(replace(goal, by_state=True), rinsed) == (3, 3)


def test_a_movable_receptacle_wants_the_stack() -> None:
    goal = AlfredGoal("pick_and_place_with_movable_recep", "Apple", "DiningTable", mrecep_target="Bowl")
    full = thing("Bowl|1", ("Apple|1",), pickupable=True, receptacle=True)
    empty = thing("Bowl|2", pickupable=True, receptacle=True)
    assert count(goal, world(APPLE, full, empty, table("Bowl|2"))) == (2, 3)
    assert count(goal, world(APPLE, full, empty, table("Bowl|1"))) == (3, 3)


def test_renamed_furniture_counts_only_where_the_old_type_is_missing() -> None:
    goal = AlfredGoal("pick_and_place_simple", "Apple", "Cart")
    side = thing("SideTable|1", ("Apple|1",), receptacle=True)
    assert count(goal, world(APPLE, side)) == (1, 1)
    assert count(goal, world(APPLE, side, thing("Cart|1", receptacle=True))) == (0, 1)


PLATE_OF_TOAST = [
    {"name": "toast", "types": ["BreadSliced"], "count": 2, "state": {"isCooked": True}, "in_part": "plate"},
    {"name": "plate", "types": ["Plate"], "state": {"isDirty": False}},
]


def test_the_same_plate_serves_all() -> None:
    goal = TeachGoal.parse(PLATE_OF_TOAST)
    first = thing("Bread|1|BreadSliced_0", isCooked=True)
    second = thing("Bread|1|BreadSliced_1", isCooked=True)
    split = [
        thing("Plate|1", ("Bread|1|BreadSliced_0",)),
        thing("Plate|2", ("Bread|1|BreadSliced_1",)),
    ]
    assert count(goal, world(first, second, *split)) == (4, 5)
    together = thing("Plate|2", ("Bread|1|BreadSliced_0", "Bread|1|BreadSliced_1"))
    assert count(goal, world(first, second, thing("Plate|1"), together)) == (5, 5)


def test_missing_slices_leave_their_conditions_open() -> None:
    assert count(TeachGoal.parse(PLATE_OF_TOAST), world(thing("Plate|1"))) == (1, 5)


def test_all_means_every_one_that_is_there() -> None:
    goal = TeachGoal.parse([{"name": "mugs", "types": ["Mug"], "count": "all", "state": {"isDirty": False}}])
    assert count(goal, world(thing("Mug|1"), thing("Mug|2", isDirty=True), thing("Mug|3"))) == (2, 3)


def test_all_in_one_takes_the_best_receptacle() -> None:
    parts = [{"name": "CDs", "types": ["CD"], "count": "all", "in_types": ["Drawer"], "same": True}]
    discs = [thing(f"CD|{n}") for n in range(3)]
    drawers = [thing("Drawer|1", ("CD|0",)), thing("Drawer|2", ("CD|1", "CD|2"))]
    assert count(TeachGoal.parse(parts), world(*discs, *drawers)) == (2, 3)
    parts[0]["same"] = False
    assert count(TeachGoal.parse(parts), world(*discs, *drawers)) == (3, 3)


def test_what_was_cut_up_is_not_there_any_more() -> None:
    goal = TeachGoal.parse([{"name": "bread", "types": ["Bread"]}])
    assert count(goal, world(thing("Bread|1", sliceable=True, isSliced=True))) == (0, 1)


def test_boiled_is_read_from_the_history() -> None:
    goal = TeachGoal.parse([{"name": "potato", "types": ["Potato"], "state": {"boiled": True}}])
    assert count(goal, world(thing("Potato|1"), thing("Potato|2"), boiled=frozenset({"Potato|2"}))) == (1, 1)


@pytest.mark.parametrize(
    "components",
    [
        [],
        [{"types": ["Mug"]}],
        [{"name": "mug", "types": ["Mug"], "colour": "red"}],
        [{"name": "mug", "types": ["Mug"], "state": {"isPretty": True}}],
        [{"name": "mug", "types": ["Mug"], "count": 0}],
        [{"name": "mug", "types": ["Mug"], "in_part": "tray"}],
        [{"name": "mug", "types": ["Mug"]}, {"name": "mug", "types": ["Cup"]}],
    ],
)
def test_a_goal_that_cannot_be_read_is_refused(components: list[Any]) -> None:
    with pytest.raises(GoalError):
        TeachGoal.parse(components)
