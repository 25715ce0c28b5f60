"""The arm's suite: scenes as tasks, and their goals judged on the table's state."""

from __future__ import annotations

import json

from pred_bench.suites.table import table_tasks
from pred_tasks.world import WorldState
from ur5_emulator.table.scenes import scene_names


def state(parent: str, relation: str) -> WorldState:
    objects = [
        {"id": "cupboard", "type": "YellowCupboard", "parent": "", "relation": "fixed"},
        {"id": "can_1", "type": "PepsiCan", "parent": "table", "relation": "on"},
        {"id": "can_2", "type": "FantaCan", "parent": parent, "relation": relation},
    ]
    return WorldState.from_json(json.dumps({"scene": "lab", "objects": objects, "goal": []}))


def test_every_scene_is_run_with_every_seed():
    tasks = table_tasks(3)
    assert len(tasks) == 3 * len(scene_names()) >= 24
    assert len({t.task_id for t in tasks}) == len(tasks)
    assert {t.seed for t in tasks} == {0, 1, 2}


def test_the_goal_is_judged_on_where_things_are():
    (task,) = table_tasks(1, ["lab"])
    begun, done = state("table", "on"), state("cupboard", "on")
    assert [c.met for c in task.goal.conditions(begun)] == [False, True]
    assert all(c.met for c in task.goal.conditions(done))
    assert "FantaCan on YellowCupboard" in task.goal.conditions(done)[0].name
