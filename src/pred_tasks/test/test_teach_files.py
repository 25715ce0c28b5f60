"""TEACh's own JSON, and the suite of dialogues."""

from __future__ import annotations

import collections
import json
from pathlib import Path
from typing import Any

import pytest

from pred_tasks.tasks import TaskError, parse_task, read_tasks
from pred_tasks.teach.definitions import DefinitionError, components
from pred_tasks.teach.goals import TeachGoal

SUITE = Path(__file__).parents[2] / "pred_bench" / "suites" / "teach.jsonl"
MUG = "Mug|-01.00|+00.90|+00.50"


def said(agent: int, text: str) -> dict[str, Any]:
    return {"agent_id": agent, "action_id": 100, "utterance": text, "success": 1}


GAME = {
    "tasks": [
        {
            "task_name": "Coffee",
            "task_params": [],
            "episodes": [
                {
                    "world": "FloorPlan12_physics",
                    "initial_state": {
                        "agents": [
                            {},
                            {
                                "position": {"x": 1, "y": 0.9, "z": 2},
                                "rotation": {"x": 0, "y": 90, "z": 0},
                                "cameraHorizon": 30,
                            },
                        ],
                        "objects": [
                            {
                                "name": "Mug_1",
                                "objectType": "Mug",
                                "pickupable": True,
                                "position": {"x": 0, "y": 1, "z": 0},
                                "rotation": {"x": 0, "y": 0, "z": 0},
                            },
                            {"name": "Sink_1", "objectType": "Sink", "position": {}, "rotation": {}},
                        ],
                    },
                    "interactions": [
                        said(1, "What shall I do?"),
                        said(0, "Make coffee please"),
                        {"agent_id": 1, "action_id": 200, "oid": MUG, "success": 1},
                    ],
                }
            ],
        }
    ]
}
EDH = {
    "instance_id": "game1.edh0",
    "game_id": "game1",
    "dialog_history": [["Driver", "What shall I do?"], ["Commander", "Make coffee please"]],
    "driver_action_history": [
        {"action_id": 2, "action_name": "Forward"},
        {"action_id": 200, "oid": MUG},
        {"action_id": 201, "oid": "SinkBasin|1|2|3", "success": 0},
    ],
}


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    games = tmp_path / "games" / "valid_seen"
    games.mkdir(parents=True)
    (games / "game1.game.json").write_text(json.dumps(GAME), "utf-8")
    folder = tmp_path / "edh_instances" / "valid_seen"
    folder.mkdir(parents=True)
    (folder / "game1.edh0.json").write_text(json.dumps(EDH), "utf-8")
    return folder / "game1.edh0.json"


def test_a_game_is_a_task_with_its_whole_dialogue(instance: Path) -> None:
    (task,) = read_tasks(instance.parents[2] / "games" / "valid_seen" / "game1.game.json")
    assert (task.task_id, task.scene) == ("game1", "FloorPlan12")
    assert task.annotations[0].goal == "Make coffee please"
    assert task.annotations[0].dialogue == ("Driver: What shall I do?",)
    assert task.layout["init_action"]["rotation"] == 90.0
    assert [pose["type"] for pose in task.layout["object_poses"]] == ["Mug"]
    assert isinstance(task.goal, TeachGoal)
    assert task.max_failures == 30


def test_an_edh_instance_brings_what_was_done_into_world_and_words(instance: Path) -> None:
    (task,) = read_tasks(instance.parent)
    assert task.task_id == "game1.edh0"
    assert task.layout["history"] == [{"action": "PickupObject", "object": "Mug"}]
    assert "Driver did: PickupObject Mug" in task.annotations[0].dialogue


def test_a_folder_is_read_with_its_splits(instance: Path) -> None:
    root = instance.parents[2]
    assert [task.task_id for task in read_tasks(root / "games")] == ["game1"]
    with pytest.raises(TaskError, match="several kinds of tasks; name one: games, edh_instances"):
        read_tasks(root)


def test_an_instance_without_its_game_says_where_it_belongs(instance: Path) -> None:
    (instance.parents[2] / "games" / "valid_seen" / "game1.game.json").unlink()
    with pytest.raises(TaskError, match="its game"):
        read_tasks(instance)


@pytest.mark.parametrize(
    "text", ["[]", "{}", "{", '{"tasks": []}', '{"tasks": [{"task_name": "Breakfast"}]}']
)
def test_what_is_not_teachs_is_an_error_with_the_files_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text, "utf-8")
    with pytest.raises(TaskError, match=r"odd\.json"):
        read_tasks(file)


def test_definitions_need_their_parameters() -> None:
    (wanted,) = components("Put All X On Y", ["Fork", "on", "DiningTable"])
    assert (wanted["types"], wanted["in_types"]) == (["Fork"], ["DiningTable"])
    slices, place = components("N Slices Of X In Y", ["3", "Apple", "Bowl"])
    assert (slices["count"], slices["types"], place["types"]) == (3, ["AppleSliced"], ["Bowl"])
    with pytest.raises(DefinitionError, match="2 object types"):
        components("Put All X On Y", ["Silverware", "on", "DiningTable"])


def test_the_suite_has_three_dialogues_for_each_of_the_twelve_tasks() -> None:
    tasks = read_tasks(SUITE)
    counted = collections.Counter(task.task_type for task in tasks)
    assert len(counted) == 12
    assert set(counted.values()) == {3}
    for kind in counted:
        own = [task for task in tasks if task.task_type == kind]
        assert len({task.scene for task in own}) == 3
        assert sum("history" in task.layout for task in own) == 1
    assert all(task.annotations[0].dialogue for task in tasks)


@pytest.mark.parametrize("annotation", [{}, {"dialogue": ["Driver: hello"]}])
def test_words_are_needed(annotation: dict[str, Any]) -> None:
    task = {
        "task_id": "a",
        "task_type": "teach_coffee",
        "floor_plan": "FloorPlan1",
        "annotations": [annotation],
        "components": components("Coffee", []),
    }
    with pytest.raises(TaskError, match="commander"):
        parse_task(json.dumps(task))
