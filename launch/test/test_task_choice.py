from __future__ import annotations

import json

import pytest

from pred_bringup.task_choice import RunTaskParameters, choose
from pred_tasks.tasks import TaskError


def line(task_id, words):
    return json.dumps(
        {
            "task_id": task_id,
            "task_type": "pick_and_place_simple",
            "floor_plan": "FloorPlan2",
            "goal": {"object_target": "Mug", "parent_target": "Shelf"},
            "annotations": [{"task_desc": words, "high_descs": []}],
            "object_poses": [],
        }
    )


@pytest.fixture
def task_file(tmp_path):
    path = tmp_path / "tasks.jsonl"
    path.write_text(line("a", "put a mug on the shelf") + "\n" + line("b", "mug to shelf") + "\n")
    return str(path)


def test_a_sentence_is_a_task():
    task = choose(RunTaskParameters(instruction=" fetch the mug ", steps="go | take it", scene="FloorPlan1"))
    assert task.instruction == "fetch the mug" and task.steps == ("go", "take it") and not task.layout
    assert task.run_dir is not None
    assert task.run_dir.parent.name == "runs" and task.run_dir.name.endswith("_FloorPlan1_fetch-the-mug")


@pytest.mark.parametrize("wanted", ["1", "b"])
def test_a_task_of_a_file_brings_layout_and_words(task_file, wanted):
    task = choose(RunTaskParameters(task_file=task_file, task=wanted, run_dir="none"))
    assert (task.instruction, task.scene, task.run_dir) == ("mug to shelf", "FloorPlan2", None)
    assert json.loads(task.layout) == {"object_poses": []}


def test_own_words_win_over_the_file(task_file):
    assert choose(RunTaskParameters(task_file=task_file, instruction="do this")).instruction == "do this"


@pytest.mark.parametrize("wanted", ["2", "-1", "c"])
def test_a_task_that_is_not_there_is_an_error(task_file, wanted):
    with pytest.raises(TaskError, match="there is no task"):
        choose(RunTaskParameters(task_file=task_file, task=wanted))


def test_nothing_to_do_is_an_error():
    with pytest.raises(TaskError, match="no instruction"):
        choose(RunTaskParameters())


def test_a_folder_that_holds_another_run_is_refused(tmp_path):
    (tmp_path / "run").mkdir()
    chosen = RunTaskParameters(instruction="do this", run_dir=str(tmp_path / "run"))
    assert choose(chosen).run_dir == tmp_path / "run", "an empty folder will do"
    (tmp_path / "run" / "events.jsonl").write_text("")
    with pytest.raises(TaskError, match="not empty"):
        choose(chosen)


def test_a_file_is_no_folder_for_a_run(tmp_path):
    (tmp_path / "run").write_text("")
    with pytest.raises(TaskError, match="not empty"):
        choose(RunTaskParameters(instruction="do this", run_dir=str(tmp_path / "run")))
