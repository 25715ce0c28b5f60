"""ALFRED's own folders (Shridhar et al. 2020, ``json_2.1.0/SPLIT/TASK/TRIAL/traj_data.json``) as benchmark tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pred_tasks.json_files import data_of

FILE = "traj_data.json"
TEST_SPLITS = frozenset({"tests_seen", "tests_unseen"})
GOAL_KEYS = ("mrecep_target", "object_target", "parent_target", "toggle_target")
LAYOUT_KEYS = ("init_action", "object_toggles", "dirty_and_empty")


class AlfredFileError(ValueError):
    """A traj_data.json that is no task, with a sentence that names it and says what is wrong."""


def alfred_files(path: Path) -> list[Path]:
    """Return the recorded trials below a folder (a trial's, a task's, a split's or all), or the file itself.

    Test splits are left out beside others: they say no goals. Empty where it is nothing of ALFRED's.
    """
    if path.is_dir():
        found = sorted(path.rglob(FILE))
        judged = [file for file in found if TEST_SPLITS.isdisjoint(file.relative_to(path).parts)]
        return judged or found
    return [path] if path.name == FILE else []


def is_trial(data: Any) -> bool:
    """Tell whether data is a recorded trial, whatever its file is called (``ann_0.json``)."""
    return isinstance(data, dict) and "turk_annotations" in data


def alfred_tasks(files: list[Path]) -> Iterator[dict[str, Any]]:
    """Yield trials in the fields of the benchmark's task files.

    :raises AlfredFileError, JsonFileError: naming the file and what is wrong
    """
    for file in files:
        data = data_of(file)
        try:
            yield _task(data)
        except (KeyError, TypeError, AttributeError) as error:
            reason = f"it is not as ALFRED writes it: {error!r}."
            if is_trial(data) and "pddl_params" not in data:
                reason = "it says no goal, as ALFRED's test splits: only ALFRED's server judges these."
            raise AlfredFileError(f"{file}: {reason}") from error


def _task(data: Mapping[str, Any]) -> dict[str, Any]:
    scene, goal = data["scene"], data["pddl_params"]
    return {
        "task_id": data["task_id"],
        "task_type": data["task_type"],
        "floor_plan": scene["floor_plan"],
        "goal": {key: goal[key] for key in GOAL_KEYS} | {"object_sliced": bool(goal["object_sliced"])},
        "annotations": [
            {"task_desc": said["task_desc"], "high_descs": said["high_descs"]}
            for said in data["turk_annotations"]["anns"]
        ],
        "expert_low_actions": len(data["plan"]["low_actions"]),
        "object_poses": [_pose(entry) for entry in scene["object_poses"]],
        **{key: scene[key] for key in LAYOUT_KEYS},
    }


def _pose(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return where an object lies; its type is the first part of its name (``Mug_1a2b3c4d``)."""
    name = str(entry["objectName"])
    return {
        "name": name,
        "type": name.partition("_")[0],
        "position": entry["position"],
        "rotation": entry["rotation"],
    }
