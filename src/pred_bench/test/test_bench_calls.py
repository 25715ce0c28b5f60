"""A benchmark with a language model: its calls are kept with their tasks, summed up, and replayed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from loaded_once import benchmark
from std_msgs.msg import Header

from pred_bench.episode.calls import TaskCalls
from pred_bench.options import parse
from pred_bench.scoring.report import write_summary
from pred_bench.scoring.results import ResultFolder
from pred_bench.scoring.scores import Episode
from pred_bench.scoring.shards import gather
from pred_bench.settings import changes_of, launch_arguments_of, settings_of
from pred_core.model_calls import CALLS, Call, read_calls
from pred_core.ros.call_conversions import call_to_msg
from pred_planner.llm.scripted_server import Reply, ScriptedServer

DOMAIN = "87"
KEY = "sk-very-secret"
CALL = Call(
    "k", "plan", "m", "http://here/v1", "s", "u", "[]", "SUCCESS", "", 100, 20, seconds=1.5, cost=0.01
)
TASK = {
    "task_id": "soap",
    "task_type": "pick_and_place_simple",
    "floor_plan": "FloorPlan407",
    "goal": {"object_target": "SoapBar", "parent_target": "GarbageCan"},
    "annotations": [{"task_desc": "Throw the soap bar away in the trash can."}],
}
CONTEXT = {
    "task_type": "pick_and_place_simple",
    "target": "SoapBar",
    "quantity": 1,
    "states": [],
    "destination": "GarbageCan",
}
ANSWERS = (json.dumps(CONTEXT), '{"plan": [["Move", "SoapBar", "GarbageCan"]]}', "It was found otherwise.")


def test_every_call_is_kept_with_its_task_and_summed_up_over_shards(tmp_path: Path) -> None:
    for shard, tasks in (("shard-1-of-2", ("a#0", "c#0")), ("shard-2-of-2", ("b#0",))):
        folder = ResultFolder(tmp_path / shard, {})
        calls = TaskCalls(folder.path)
        for task in tasks:
            calls.begin(task)
            calls.listener.hear(call_to_msg(CALL, Header()))
        with (folder.path / CALLS).open("a") as file:
            file.write('{"key": "half a li')
        ResultFolder(folder.path, {})  # going on cuts it off
    found = gather(tmp_path, {}).calls
    assert (
        [call.task for call in found] == [call.task for call in read_calls(tmp_path)] == ["a#0", "c#0", "b#0"]
    )
    text = write_summary(tmp_path, [Episode("simple", True, 1, 0, 3, 0, None, "SUCCESS")], {}, found)
    assert "3 calls, 300 + 60 tokens in 4.5 s, cost 0.0300" in text
    assert json.loads((tmp_path / "summary.json").read_text())["llm"]["cost"] == 0.03


def test_a_record_is_given_to_every_arm(tmp_path: Path) -> None:
    calls = TaskCalls(tmp_path)
    calls.listener.hear(call_to_msg(CALL, Header()))
    options = parse(["--reasoner", "replay", "--replay", str(tmp_path)])
    assert changes_of(options) == {"planner.memory": "none", "replay": str(tmp_path)}
    assert launch_arguments_of(options)["reasoner"] == "replay"
    assert settings_of(options, "x", b"")["replay"] == str(tmp_path)


def bench(tmp_path: Path, out: str, *arguments: str) -> tuple[dict[str, Any], list[Call]]:
    """Run the task and return its result and the calls."""
    tasks = tmp_path / "tasks.jsonl"
    tasks.write_text(json.dumps(TASK) + "\n", "utf-8")
    command = [
        *benchmark(),
        sys.executable,
        "-m",
        "pred_bench.main",
        "--tasks",
        str(tasks),
        "--out",
        str(tmp_path / out),
    ]
    environment = {**os.environ, "ROS_DOMAIN_ID": DOMAIN, "OPENAI_API_KEY": KEY}
    run = subprocess.run(
        [*command, *arguments], env=environment, capture_output=True, text=True, timeout=400, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    (line,) = (tmp_path / out / "results.jsonl").read_text("utf-8").splitlines()
    return json.loads(line), list(read_calls(tmp_path / out / CALLS))


@pytest.mark.slow
def test_what_a_model_answered_is_replayed(tmp_path: Path) -> None:
    with ScriptedServer([Reply(text) for text in ANSWERS]) as server:
        model = [f"planner.llm_base_url={server.base_url}", "planner.llm_model=scripted"]
        sets = [part for text in model for part in ("--set", text)]
        done, calls = bench(tmp_path, "llm", "--reasoner", "llm", *sets)
        asked = len(server.requests)
    assert done["success"] and asked == sum(not call.cached for call in calls) >= 2
    assert [call.purpose for call in calls[:2]] == ["task", "plan"] and {call.task for call in calls} == {
        "soap#0"
    }
    assert json.loads((tmp_path / "llm" / "summary.json").read_text())["llm"]["calls"] == asked
    assert not any(KEY in file.read_text("utf-8") for file in (tmp_path / "llm").iterdir())
    again, answers = bench(
        tmp_path, "replay", "--reasoner", "replay", "--set", f"replay={tmp_path}/llm/{CALLS}"
    )
    assert again == done
    assert [(c.task, c.purpose, c.response) for c in answers] == [
        (c.task, c.purpose, c.response) for c in calls
    ]
    assert all(call.cached for call in answers)
