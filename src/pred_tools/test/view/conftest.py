"""What the tests of the view share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Return a folder of runs: one done, one not done, one that is broken, and something else."""
    ended = {"success": True, "code": "SUCCESS", "message": "", "actions": 3, "failures": 0}
    goals = {"goal_conditions": 1, "goal_conditions_total": 1}
    for name, result in {
        "done": ended | goals,
        "not_done": ended | goals | {"success": False, "code": "NOT_FOUND", "message": "No <Mug> was found."},
        "broken": {"success": True},
    }.items():
        folder = tmp_path / "runs" / name
        folder.mkdir(parents=True)
        start = {"step": 1, "kind": "start", "subgoal": "", "text": f"tidy {name}", "data": {}}
        (folder / "events.jsonl").write_text(json.dumps(start) + "\n" if name != "broken" else "{}\n")
        (folder / "result.json").write_text(json.dumps(result))
        (folder / "map.png").write_bytes(b"0123456789")
    (tmp_path / "runs" / "something_else").mkdir()
    return tmp_path / "runs"
