"""PRED's figure 5 in the player: what DTA, APM and ASR are worth, each in a scene of its own (appendix G).

Figure 5b (OHV) is the arm's test: a can that looked like another one, in tests/test_ur5_launch.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ament_index_python.packages import get_package_share_directory

DOMAIN = "93"
TASKS = Path(get_package_share_directory("pred_bringup")) / "suites" / "figures.jsonl"


def run(out: Path, modules: str) -> dict[str, dict[str, Any]]:
    """Run the three scenes with some modules and return their results by task."""
    command = [sys.executable, "-m", "pred_bringup.bench.main", "--tasks", str(TASKS), "--out", str(out)]
    environment = {**os.environ, "ROS_DOMAIN_ID": DOMAIN}
    subprocess.run([*command, "--modules", modules, "--runs"], env=environment, check=True, timeout=600)
    lines = (out / "results.jsonl").read_text("utf-8").splitlines()
    return {result["task_id"]: result for result in map(json.loads, lines)}


def kinds(out: Path, task: str) -> list[str]:
    """Return which modules had the plan changed."""
    lines = (out / "runs" / f"{task}-0" / "revisions.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["trigger"] for line in lines]


@pytest.mark.slow
def test_each_module_is_worth_something_in_its_figure(tmp_path: Path) -> None:
    full, none = run(tmp_path / "full", "dta,ohv,apm,asr"), run(tmp_path / "none", "none")
    assert all(result["success"] for result in full.values())
    assert "dta" in kinds(tmp_path / "full", "figure_5a_dta")
    assert full["figure_5a_dta"]["actions"] < none["figure_5a_dta"]["actions"], "no cabinet is opened"
    assert "apm" in kinds(tmp_path / "full", "figure_5c_apm")
    assert full["figure_5c_apm"]["failures"] < none["figure_5c_apm"]["failures"], "the oven is off first"
    assert "asr" in kinds(tmp_path / "full", "figure_5d_asr")
    assert full["figure_5d_asr"]["actions"] < none["figure_5d_asr"]["actions"], "what lies there is left"
