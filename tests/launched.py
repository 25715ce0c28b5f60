"""`ros2 launch pred_bringup FILE ...` as a person types it, and what it leaves."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import loaded_once
import psutil

SECONDS = 200


def ros2() -> str:
    """Return the path of the command."""
    found = shutil.which("ros2")
    assert found is not None
    return found


def launch(
    domain: int, file: str, *arguments: str, cwd: Path, start: Sequence[str] = ()
) -> subprocess.Popen[str]:
    """Start a launch file of the stack in a session of its own.

    :param start: what stands before the command for it to be run where its programs are loaded (loaded_once)
    """
    return subprocess.Popen(
        [*start, ros2(), "launch", "pred_bringup", file, *arguments],
        env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str], seconds: float = SECONDS) -> tuple[int, str]:
    """Return exit code and output; nothing of the session, and of what was run where it is loaded, may be left."""
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert not session(process.pid) and not loaded_once.running(), "something was left running"
    return process.returncode, output


def session(leader: int) -> list[int]:
    """Return the processes of a session that still run."""
    left = []
    for process in psutil.process_iter():
        try:
            if os.getsid(process.pid) == leader and process.status() != psutil.STATUS_ZOMBIE:
                left.append(process.pid)
        except (ProcessLookupError, psutil.NoSuchProcess):  # it ended while the list was made
            continue
    return left
