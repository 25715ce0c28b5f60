"""What a launch file tells the recorder."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("launch_ros", reason="needs a ROS environment")

from launch import LaunchContext
from pred_bringup.recording import recorder_parameters, records_of

TASK = {
    "task_id": "t1",
    "task_type": "pick_and_place_simple",
    "floor_plan": "FloorPlan10",
    "goal": {"object_target": "Apple", "parent_target": "Fridge"},
    "annotations": [{"task_desc": "Put an apple in the fridge."}],
}


def told(folder: Path, robot: str = "thor", **arguments: str) -> dict[str, Any]:
    """Return what the recorder of a launched task is told."""
    context = LaunchContext()
    given = {"record": "", "run_dir": str(folder / "run"), "scene": "", "seed": "3", **arguments}
    context.launch_configurations.update(given)
    parameters = recorder_parameters(context, robot, records_of(context, task=True), task=True)
    assert parameters is not None
    return parameters


def facts(folder: Path, **arguments: str) -> dict[str, Any]:
    """Return what the bag of a launched task says besides messages."""
    parameters = told(folder, **arguments)
    said: dict[str, Any] = json.loads(parameters["facts"].value)
    return said


def test_a_bag_says_what_was_asked_for_and_where(tmp_path: Path) -> None:
    said = facts(tmp_path, instruction="tidy up", scene="FloorPlan2")
    assert (said["instruction"], said["scene"], said["seed"]) == ("tidy up", "FloorPlan2", "3")


def test_also_of_a_task_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "tasks.jsonl").write_text(json.dumps(TASK))
    said = facts(tmp_path, task_file=str(tmp_path / "tasks.jsonl"))
    assert (said["instruction"], said["scene"]) == ("Put an apple in the fridge.", "FloorPlan10")


def test_spots_live_cameras_are_recorded_only_where_that_is_asked_for(tmp_path: Path) -> None:
    said = {"instruction": "tidy up"}
    left_out = re.compile(told(tmp_path, "spot", **said)["exclude"].value)
    assert left_out.search("/pred/camera/hand/image") and left_out.search("/pred/depth_registered/left/camera_info")
    assert not left_out.search("/pred/camera/color/image_raw") and not left_out.search("/pred/camera/depth/image_raw")
    assert told(tmp_path, "thor", **said)["exclude"].value == told(tmp_path, "ur5", **said)["exclude"].value == ""
    chosen = told(tmp_path, "spot", **said, **{"recorder.exclude": "map"})["exclude"]
    assert getattr(chosen, "value", chosen) == "map"
