"""The stack with the player: a drive to the fridge ends where the potato is seen (DTA on the way), always alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from loaded_once import benchmark

DOMAIN = "89"
FACING_THE_FRIDGE = {
    "action": "TeleportFull",
    "horizon": 30,
    "rotateOnTeleport": True,
    "rotation": 0,
    "x": 0.0,
    "y": 0.901,
    "z": -1.25,
}


def task(name: str) -> dict[str, Any]:
    """Return a task whose potato lies on the counter behind the robot's shoulder."""
    said = "Put the potato, which is probably in the fridge, in the microwave."
    return {
        "task_id": name,
        "task_type": "pick_and_place_simple",
        "floor_plan": "FloorPlan1",
        "init_action": FACING_THE_FRIDGE,
        "annotations": [{"task_desc": said}],
        "goal": {"object_target": "Potato", "parent_target": "Microwave"},
    }


def events(out: Path, name: str) -> list[dict[str, Any]]:
    """Return what a run's executive decided, by steps since its start."""
    lines = (out / "runs" / f"{name}-0" / "events.jsonl").read_text("utf-8").splitlines()
    found: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [{**event, "step": event["step"] - found[0]["step"]} for event in found]


@pytest.mark.slow
def test_a_drive_to_the_fridge_ends_where_the_potato_is_seen_at_the_same_step_each_time(
    tmp_path: Path,
) -> None:
    tasks = tmp_path / "tasks.jsonl"
    tasks.write_text("".join(json.dumps(task(name)) + "\n" for name in ("first", "second")), "utf-8")
    command = [*benchmark(), sys.executable, "-m", "pred_bench.main", "--tasks", str(tasks), "--runs"]
    command += ["--out", str(tmp_path / "out"), "--set", "executive.look_around=false"]
    subprocess.run(command, env={**os.environ, "ROS_DOMAIN_ID": DOMAIN}, check=True, timeout=300)
    first, second = (events(tmp_path / "out", name) for name in ("first", "second"))
    assert first == second
    kinds = [event["kind"] for event in first]
    assert kinds.index("go") < kinds.index("sighted") < kinds.index("discrepancy")
    at = next(event["step"] for event in first if event["kind"] == "sighted")
    assert next(event["step"] for event in first if event["kind"] == "discrepancy") == at, "at once"
    done = [(e["data"]["skill"], e["data"]["id"].partition("_")[0]) for e in first if e["kind"] == "skill"]
    assert done[0] == ("PickupObject", "Potato") and ("OpenObject", "Fridge") not in done
    results = (tmp_path / "out" / "results.jsonl").read_text("utf-8").splitlines()
    for line in results:
        result = json.loads(line)
        assert result["success"] and "dta" in result["swayed_by"]
