"""The benchmark through the whole ROS graph: real nodes, the real ai2thor client, the embedded player."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from loaded_once import benchmark

from pred_tasks.alfred.goals import AlfredGoal
from pred_tasks.world import WorldState

TASK = {
    "task_id": "pen",
    "task_type": "pick_and_place_simple",
    "floor_plan": "FloorPlan407",
    "goal": {"object_target": "SoapBar", "parent_target": "GarbageCan"},
    "annotations": [{"task_desc": "Throw the soap bar away in the trash can."}],
    "expert_low_actions": 20,
}
NOWHERE = {**TASK, "task_id": "nowhere", "floor_plan": "FloorPlan99"}


@pytest.mark.slow
def test_tasks_run_through_the_graph_and_the_trace_agrees_with_the_judge(tmp_path: Path) -> None:
    tasks, out = tmp_path / "tasks.jsonl", tmp_path / "out"
    tasks.write_text("".join(json.dumps(t) + "\n" for t in (NOWHERE, TASK)), "utf-8")
    command = [
        *benchmark(),
        sys.executable,
        "-m",
        "pred_bench.main",
        "--tasks",
        str(tasks),
        "--out",
        str(out),
        "--trace",
    ]
    environment = {**os.environ, "ROS_DOMAIN_ID": "48"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=400, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    refused, done = (json.loads(line) for line in (out / "results.jsonl").read_text().splitlines())
    assert refused["code"] == "BAD_INPUT" and "Did you mean" in refused["message"] and not refused["success"]
    assert done["success"] and done["code"] == "SUCCESS", done
    lines = [
        json.loads(line)
        for line in gzip.decompress((out / "traces" / "pen-0.jsonl.gz").read_bytes()).splitlines()
    ]
    goal = AlfredGoal("pick_and_place_simple", "SoapBar", "GarbageCan")
    met = [
        all(c.met for c in goal.conditions(WorldState.from_json(json.dumps(x["metadata"])))) for x in lines
    ]
    assert not met[0] and met[-1]
    assert len(lines) == done["actions"] + 1  # nothing was refused on the way
    assert "| all | 2 | 50.0 |" in (out / "summary.md").read_text()
    again = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert again.returncode == 0 and "2 of them done before" in again.stdout


_BENCHMARK = """
import sys, time
from pathlib import Path
from pred_bench.episode.graph import Graph
graph = Graph("thor", {}, Path(sys.argv[1]), 43)
graph.start()
time.sleep(600.0)
"""


@pytest.mark.slow
def test_a_benchmark_that_is_killed_leaves_no_graph(tmp_path: Path) -> None:
    benchmark = subprocess.Popen([sys.executable, "-c", _BENCHMARK, str(tmp_path / "graph.log")])
    try:
        graph = _within(60.0, lambda: _nodes_of(benchmark.pid))
    finally:
        benchmark.kill()
        benchmark.wait()
    gone = _within(
        40.0, lambda: not any(p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in graph)
    )
    assert gone, "nodes were left running"


def _nodes_of(benchmark: int) -> list[psutil.Process]:
    """Return the launch process and its children once there are some."""
    below = psutil.Process(benchmark).children(recursive=True)
    return below if len(below) > 4 else []


def _within[T](seconds: float, look: Callable[[], T]) -> T:
    """Look until something is seen, at most for some seconds, and return it."""
    end = time.monotonic() + seconds
    seen = look()
    while not seen and time.monotonic() < end:
        time.sleep(0.2)
        seen = look()
    return seen
