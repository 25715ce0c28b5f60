"""Tasks "bring me ...": how they are made, and when one is done."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pred_bench.suites.bring import tasks
from pred_tasks.bring_goals import BringError, BringGoal
from pred_tasks.tasks import TaskError, parse_task, read_tasks
from pred_tasks.world import WorldState

SUITE = Path(__file__).parents[1] / "suites" / "bring.jsonl"
GOAL = BringGoal((frozenset({"Apple|1", "Apple|2"}), frozenset({"Mug|1"})))


@pytest.mark.parametrize(
    ("given", "met"),
    [
        (("Mug|1", "Apple|2"), [True, True, True]),
        (("Apple|2",), [True, False, True]),
        (("Apple|1", "Apple|2", "Mug|1"), [True, True, False]),
        (("Fork|1",), [False, False, False]),
        ((), [False, False, True]),
    ],
)
def test_what_was_meant_is_to_be_given_and_nothing_else(given: tuple[str, ...], met: list[bool]) -> None:
    assert [c.met for c in GOAL.conditions(WorldState({}, given=given))] == met


def test_one_thing_does_not_meet_two_wants() -> None:
    both = BringGoal((frozenset({"Apple|1", "Apple|2"}),) * 2)
    assert [c.met for c in both.conditions(WorldState({}, given=("Apple|1",)))] == [True, False, True]


def test_the_state_of_a_world_says_what_was_given() -> None:
    text = json.dumps({"objects": [], "inventoryObjects": [], "given": ["Apple|1"]})
    assert WorldState.from_json(text).given == ("Apple|1",)


@pytest.mark.parametrize("goal", [None, {}, {"given": []}, {"given": [[]]}, {"given": [[1]]}, {"given": "Apple|1"}])
def test_a_goal_that_names_nothing_is_refused_with_a_sentence(goal: object) -> None:
    with pytest.raises(BringError, match="needs 'given'"):
        BringGoal.parse(goal)
    line = {"task_id": "b", "task_type": "bring_to_person", "floor_plan": "FloorPlan1", "goal": goal}
    with pytest.raises(TaskError, match="needs 'given'"):
        parse_task(json.dumps({**line, "annotations": [{"task_desc": "bring me a mug"}]}))


def test_the_suite_has_enough_tasks_in_enough_rooms_of_every_kind() -> None:
    found = read_tasks(SUITE)
    rooms = Counter((int(t.scene.removeprefix("FloorPlan")) - 1) // 100 for t in found)
    assert len(found) >= 40 and len({t.scene for t in found}) >= 20 and set(rooms) == {0, 2, 3, 4}
    assert all(isinstance(task.goal, BringGoal) for task in found)


def test_the_generator_makes_the_suite_s_tasks_again() -> None:
    lines = SUITE.read_text("utf-8").splitlines()
    assert [json.dumps(task) for _, task in zip(range(2), tasks(), strict=False)] == lines[:2]
