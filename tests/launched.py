"""`ros2 launch pred_bringup FILE ...` as a person types it, and what it leaves."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import psutil

SECONDS = 200


def launch(domain: int, file: str, *arguments: str, cwd: Path) -> subprocess.Popen[str]:
    """Start a launch file of the stack in a session of its own."""
    return subprocess.Popen(
        ["ros2", "launch", "pred_bringup", file, *arguments],
        env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str], seconds: float = SECONDS) -> tuple[int, str]:
    """Return exit code and output; nothing of the session may be left."""
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert not session(process.pid), "something was left running"
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
