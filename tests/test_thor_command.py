"""`ros2 launch pred_bringup thor.launch.py ...` as a person types it: bad input and interrupts, nothing left.

A task that is done is launched in test_replay_command.py.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest
from launched import SECONDS, ended, launch
from loaded_once import benchmark

from pred_core import fork_server

THOR = "thor.launch.py"
STARTING_SECONDS, LOADING_SECONDS = 0.02, 0.3
"""CPU time after which Python itself is starting in a process that loads, and after which it has begun to load its
modules and has not ended to."""
GLANCE = 0.005
"""Between two looks, s, so that these do not take the processor from what is looked at."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("domain", "arguments", "said"),
    [
        (97, ["instruction:=tidy up", "scene:=FloorPlan999"], "FloorPlan999"),
        (94, ["instruction:=write a poem", "scene:=FloorPlan1", "run_dir:=none"], "NOT_UNDERSTOOD"),
        (95, ["task_file:=broken.jsonl", "run_dir:=none"], "line 1"),
        (96, ["rviz:=perhaps"], "rviz"),
    ],
)
def test_bad_input_ends_with_a_message_and_a_code(
    domain: int, arguments: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "broken.jsonl").write_text('{"task_id": "x"}\n')
    code, output = ended(launch(domain, THOR, *arguments, cwd=tmp_path, start=benchmark()))
    assert code != 0 and said in output, output


def read_until(process: subprocess.Popen[str], words: str) -> None:
    deadline = time.monotonic() + SECONDS
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return
        assert time.monotonic() < deadline
    pytest.fail(f"it ended before it said {words!r}")


@pytest.mark.slow
def test_interrupting_leaves_nothing_behind(tmp_path: Path) -> None:
    process = launch(99, THOR, "scene:=FloorPlan1", cwd=tmp_path, start=benchmark())
    read_until(process, "Ready after")
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    code, output = ended(process)
    assert code == 0, output
    assert time.monotonic() - begun < 20.0


@pytest.mark.slow
def test_interrupting_a_task_leaves_its_record_and_an_exit_code(tmp_path: Path) -> None:
    run = tmp_path / "run"
    task = ["instruction:=put a clean mug on the coffee machine", "scene:=FloorPlan1", f"run_dir:={run}"]
    process = launch(77, THOR, *task, cwd=tmp_path)
    read_until(process, "[1/")
    begun = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the launch
    code, output = ended(process)
    assert code == 1, output
    assert time.monotonic() - begun < 20.0
    result = json.loads((run / "result.json").read_text())
    assert not result["success"] and result["code"] == "CANCELED"
    assert {"film.gif", "map.png", "story.md"} <= {path.name for path in run.iterdir()}
    assert "Traceback" not in output


def killed(output: str) -> list[str]:
    """Return what is told of programs that a signal ended.

    One that a busy machine does not let start within four seconds is ended by SIGTERM, which launch announces.
    """
    late = set(re.findall(r"process\[(\S+)\] failed to terminate .* escalating to 'SIGTERM'", output))
    told = re.findall(r"\[(\S+)\]: process has died \[pid \d+, exit code (-\d+),", output)
    return [name for name, ended_by in told if not (name in late and int(ended_by) == -signal.SIGTERM)]


def holding_interrupts(launch: int) -> None:
    """Wait until all programs of a launch hold SIGINT back or hear it.

    Each begins as ``env``, which a machine that others use may keep waiting before it does what it is there for.
    """
    deadline = time.monotonic() + SECONDS
    while any(program.name() == "env" for program in psutil.Process(launch).children()):
        assert time.monotonic() < deadline
        time.sleep(GLANCE)


@pytest.mark.slow
@pytest.mark.parametrize("begun", [STARTING_SECONDS, LOADING_SECONDS])
@pytest.mark.parametrize("separate", ["true", "false"])
def test_interrupting_what_still_loads_ends_it_without_tracebacks(
    separate: str, begun: float, tmp_path: Path
) -> None:
    task = ["instruction:=put a clean mug on the coffee machine", "scene:=FloorPlan1", f"run_dir:={tmp_path}"]
    process = launch(76, THOR, *task, f"separate:={separate}", cwd=tmp_path)
    read_until(process, "[run_task-")
    holding_interrupts(process.pid)
    loading = psutil.Process(process.pid).children()
    if separate == "false":
        loading = [child for child in loading if fork_server.__name__ in child.cmdline()]
        assert len(loading) == 1, "one process imports for all"
    while min(program.cpu_times().user for program in loading) < begun:
        assert all(program.is_running() for program in loading)
        time.sleep(GLANCE)
    os.killpg(process.pid, signal.SIGINT)
    code, output = ended(process)
    assert code != 0, "the task was not done"
    assert "Traceback" not in output and not killed(output), output
