"""First plans from few examples: retrieval by words and surroundings, copies of plans, and a model's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pred_bench.studies.plan_copies import copied, gold_rows, same
from pred_bench.studies.planner_accuracy import Case, Planners, split, table
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.memory.multimodal import multimodal, nearest
from pred_tasks.alfred.recorded import Goal

CLEAN_MUG = Goal("pick_clean_then_place_in_recep", "Mug", False, "", "CoffeeMachine", "", ("CoffeeMachine",))
TWO_BOOKS = Goal("pick_two_obj_and_place", "Book", False, "", "Bed", "", ("Bed",))


def case(goal: Goal, words: str) -> Case:
    return Case({}, words, goal, gold_rows(goal))


def test_both_likenesses_are_normalised_before_they_are_added() -> None:
    language, surroundings = np.array([0.9, 0.1]), np.array([10.0, 30.0])
    assert multimodal(language, surroundings) == pytest.approx([0.9 + 0.25, 0.1 + 0.75])
    assert nearest(multimodal(language, surroundings, (1.0, 0.0)), 1) == [0]
    assert nearest(multimodal(language, surroundings, (0.0, 1.0)), 2) == [1, 0]
    assert multimodal(np.zeros(2), surroundings) == pytest.approx([0.25, 0.75])


def test_a_goal_has_its_right_plan_and_a_copy_has_other_objects() -> None:
    rows = gold_rows(CLEAN_MUG)
    assert rows == (("Clean", "Mug", "None"), ("Move", "Mug", "CoffeeMachine"))
    wanted = Goal("pick_clean_then_place_in_recep", "Plate", False, "", "DiningTable", "", ("DiningTable",))
    made = copied(CLEAN_MUG, rows, "Put a washed plate on the dining table")
    assert same(made, wanted, gold_rows(wanted))
    assert not same(made[:1], wanted, gold_rows(wanted))


def test_slices_are_replaced_with_what_they_are_cut_from() -> None:
    bread = Goal("pick_heat_then_place_in_recep", "Bread", True, "", "CounterTop", "", ("CounterTop",))
    tomato = Goal("pick_heat_then_place_in_recep", "Tomato", True, "", "Fridge", "", ("Fridge",))
    assert same(
        copied(bread, gold_rows(bread), "heat a tomato slice and put it in the fridge"),
        tomato,
        gold_rows(tomato),
    )


def test_the_type_that_most_have_in_common_is_copied() -> None:
    examples = [case(TWO_BOOKS, "two books"), case(CLEAN_MUG, "a clean mug"), case(CLEAN_MUG, "wash the mug")]
    planners = Planners(examples, None)
    asked = case(CLEAN_MUG, "put a rinsed mug in the coffee machine")
    assert not same(planners.copy(asked, [0, 1, 2]), asked.goal, asked.rows)
    assert same(planners.common(asked, [0, 1, 2]), asked.goal, asked.rows)


def test_a_model_is_shown_the_examples_nearest_last() -> None:
    reply = Reply("CleanObject, Mug, 0, PickupObject, Mug, 0, PutObject, Mug, CoffeeMachine")
    with ScriptedServer([reply]) as server:
        client = LlmClient(ModelSettings("test", server.base_url, timeout=5.0), lambda _: None)
        planners = Planners([case(TWO_BOOKS, "far off"), case(CLEAN_MUG, "a clean mug")], client)
        asked = case(CLEAN_MUG, "put a rinsed mug in the coffee machine")
        rows = planners.model(asked, [1, 0])
        shown = server.requests[-1]["messages"][-1]["content"]
        client.close()
    assert same(rows, asked.goal, asked.rows)
    assert shown.index("far off") < shown.index("a clean mug") < shown.index("put a rinsed mug")


def test_examples_are_of_all_types_and_none_is_planned_for() -> None:
    tasks: list[dict[str, Any]] = [{"task_type": f"t{i % 3}", "task_id": i} for i in range(30)]
    examples, others = split(tasks, 9, 1)
    assert sorted(t["task_type"] for t in examples) == ["t0"] * 3 + ["t1"] * 3 + ["t2"] * 3
    assert sorted(t["task_id"] for t in (*examples, *others)) == list(range(30))
    with pytest.raises(ValueError, match="too few"):
        split(tasks, 30, 1)


def test_the_table_says_how_it_was_measured() -> None:
    result = {"tasks": 2, "examples": 1, "k": 9, "text": "goal", "seed": 0, "accuracy": {"copy, words": 0.5}}
    assert "| copy, words | 50.0 |" in table(result)
