"""Colours of a room's things, by what people call them."""

from __future__ import annotations

import pytest

from pred_learning.looks.room_colors import learned, mentioned

NOUNS = {
    "table": {"DiningTable": 1.0, "SideTable": 0.6},
    "side table": {"SideTable": 1.0},
    "plate": {"Plate": 1.0},
    "potato": {"Potato": 1.0},
}


def task(sentence: str, times: int = 1, target: str = "Plate", place: str = "DiningTable", name: str = "a") -> dict:
    goal = {"object_target": target, "parent_target": place, "mrecep_target": "", "toggle_target": ""}
    annotation = {"task_desc": sentence, "high_descs": []}
    return {
        "task_id": name, "floor_plan": "FloorPlan1", "goal": goal, "expert_subgoals": [],
        "annotations": [annotation] * times,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Put the blue plate on the white table.", [("blue", "Plate"), ("white", "DiningTable")]),
        ("the grey side tables", [("gray", "SideTable")]),
        ("a white square table", [("white", "DiningTable")]),
        ("the black and white plate", [("white", "Plate")]),
        ("a steel wooden plate", [("wooden", "Plate")]),
        ("a blue one", []),
    ],
)
def test_a_colour_belongs_to_the_noun_after_it(sentence, found):
    assert [(color, max(means, key=means.get)) for color, means in mentioned(sentence, NOUNS)] == found


@pytest.mark.parametrize(
    ("tasks", "colors"),
    [
        ([task("the white table", 3)], {"DiningTable": "white"}),
        ([task("the white table", 2)], {}),  # too few
        ([task("the white table", 3), task("the black table", 2)], {}),  # they do not agree
        ([task("the white table", 6), task("the black table", 2)], {"DiningTable": "white"}),
        ([task("the white table", 3, place="Bed")], {}),  # the task is about no table
        ([task("the white table", 3, target="SideTable")], {}),  # which of the two is not said
        ([task("the white table", 3, name="left out")], {}),
        ([task("the brown potato", 3, target="Potato")], {}),  # cooked or not
    ],
)
def test_a_type_has_the_colour_that_most_agree_on(tasks, colors):
    assert learned(tasks, frozenset({"left out"})).get("FloorPlan1", {}) == colors
