"""ALFRED's own folders as tasks, in the layout they are published in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pred_bench.settings import Options, robot_of
from pred_bench.task_sources import tasks_of
from pred_tasks.alfred.goals import AlfredGoal
from pred_tasks.tasks import TaskError, read_tasks, tasks_and_content

INIT = {
    "action": "TeleportFull",
    "horizon": 30,
    "rotateOnTeleport": True,
    "rotation": 180,
    "x": -1.0,
    "y": 0.9,
    "z": 1.75,
}
APPLE = {
    "objectName": "Apple_a179d6ba",
    "position": {"x": -1.6, "y": 1.5, "z": -1.7},
    "rotation": {"x": 0.0, "y": 270.0, "z": 0.0},
}


def trial(number: int, **change: Any) -> dict[str, Any]:
    return {
        "images": [{"high_idx": 0, "image_name": "000000000.png", "low_idx": 0}],
        "pddl_params": {
            "mrecep_target": "",
            "object_sliced": True,
            "object_target": "Apple",
            "parent_target": "Fridge",
            "toggle_target": "",
        },
        "plan": {
            "high_pddl": [{}],
            "low_actions": [{"api_action": {"action": "MoveAhead"}, "high_idx": 0}] * 7,
        },
        "scene": {
            "dirty_and_empty": False,
            "floor_plan": "FloorPlan10",
            "init_action": INIT,
            "object_poses": [APPLE],
            "object_toggles": [{"isOn": False, "objectType": "DeskLamp"}],
            "random_seed": 3,
            "scene_num": 10,
        },
        "task_id": f"trial_T2019_{number}",
        "task_type": "pick_and_place_simple",
        "turk_annotations": {
            "anns": [
                {
                    "assignment_id": "A",
                    "high_descs": ["Turn.", "Cut."],
                    "task_desc": "Chill a slice.",
                    "votes": [1],
                },
                {
                    "assignment_id": "B",
                    "high_descs": ["Go."],
                    "task_desc": "Put apple in the fridge.",
                    "votes": [1],
                },
            ]
        },
        **change,
    }


def write(split: Path, number: int, data: Any) -> Path:
    folder = split / f"pick_and_place_simple-Apple-None-Fridge-{number}" / f"trial_T2019_{number}"
    folder.mkdir(parents=True)
    (folder / "traj_data.json").write_text(json.dumps(data))
    return folder


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Make json_2.1.0 with two splits, of two trials and one, and return it."""
    root = tmp_path / "json_2.1.0"
    for split, number in (("valid_seen", 1), ("valid_unseen", 2), ("valid_unseen", 3)):
        write(root / split, number, trial(number))
    return root


def test_what_stands_in_a_folder_is_its_tasks_one_a_line(published: Path) -> None:
    tasks, content = tasks_and_content(published)
    assert [json.loads(line)["task_id"] for line in content.splitlines()] == [t.task_id for t in tasks]


def test_a_trial_is_a_task(published: Path) -> None:
    task, _ = read_tasks(published / "valid_unseen")
    assert (task.task_id, task.task_type, task.scene) == (
        "trial_T2019_2",
        "pick_and_place_simple",
        "FloorPlan10",
    )
    assert task.goal == AlfredGoal("pick_and_place_simple", "Apple", "Fridge", object_sliced=True)
    assert [a.goal for a in task.annotations] == ["Chill a slice.", "Put apple in the fridge."]
    assert task.annotations[0].steps == ("Turn.", "Cut.") and task.expert_actions == 7
    assert task.layout["object_poses"] == [
        {
            "name": "Apple_a179d6ba",
            "type": "Apple",
            "position": APPLE["position"],
            "rotation": APPLE["rotation"],
        }
    ]
    assert task.layout["init_action"] == INIT and task.layout["dirty_and_empty"] is False
    assert task.layout["object_toggles"] == [{"isOn": False, "objectType": "DeskLamp"}]


@pytest.mark.parametrize(
    ("part", "numbers"),
    [
        ("", [1, 2, 3]),
        ("valid_unseen", [2, 3]),
        ("valid_unseen/pick_and_place_simple-Apple-None-Fridge-3", [3]),
        ("valid_unseen/pick_and_place_simple-Apple-None-Fridge-3/trial_T2019_3/traj_data.json", [3]),
    ],
)
def test_any_part_of_it_can_be_given(published: Path, part: str, numbers: list[int]) -> None:
    assert [t.task_id for t in read_tasks(published / part)] == [f"trial_T2019_{n}" for n in numbers]


@pytest.mark.parametrize("name", ["ann_0.json", "augmented_traj_data.json", "mine.json"])
def test_a_trial_is_known_by_what_it_says(published: Path, name: str) -> None:
    file = next((published / "valid_seen").rglob("traj_data.json"))
    assert [t.task_id for t in read_tasks(file.rename(file.with_name(name)))] == ["trial_T2019_1"]


def test_the_test_splits_that_are_published_beside_the_others_are_left_out(published: Path) -> None:
    unjudged = {k: v for k, v in trial(8).items() if k not in ("pddl_params", "plan", "task_type")}
    write(published / "tests_unseen", 8, unjudged)
    assert [t.task_id for t in read_tasks(published)] == [f"trial_T2019_{n}" for n in (1, 2, 3)]
    for part in ("tests_unseen", "tests_unseen/pick_and_place_simple-Apple-None-Fridge-8"):
        with pytest.raises(TaskError, match="says no goal"):
            read_tasks(published / part)


def test_the_benchmark_knows_what_it_has_read(published: Path) -> None:
    given = Options(tasks=str(published / "valid_unseen"))
    assert robot_of(given) == "thor"
    tasks, (name, content) = tasks_of(given)
    assert len(tasks) == 2 and name == "valid_unseen"
    write(published / "valid_unseen", 4, trial(4))
    assert tasks_of(given)[1][1] != content, "other tasks are other results"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            {k: v for k, v in trial(9).items() if k not in ("pddl_params", "plan", "task_type")},
            "says no goal",
        ),
        (
            {k: v for k, v in trial(9).items() if k != "scene"},
            "not as ALFRED writes it: KeyError\\('scene'\\)",
        ),
        ([], "not as ALFRED writes it"),
        (5, "not as ALFRED writes it"),
        (trial(9, task_type="juggle"), "'juggle'"),
    ],
)
def test_what_is_no_task_is_named(published: Path, data: Any, said: str) -> None:
    folder = write(published / "tests_seen", 9, data)
    with pytest.raises(TaskError, match=said):
        read_tasks(folder)


def test_a_folder_without_tasks_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match=r"neither a traj_data.json \(ALFRED\) nor a .json file \(TEACh\)"):
        read_tasks(tmp_path)
