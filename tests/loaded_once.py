"""Programs that many tests start: forked where they are loaded already, as a launch's own are."""

from __future__ import annotations

import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import psutil

from pred_core import fork_server
from pred_core.forked import SERVER, forked

LAUNCH = ("pred_ros2launch.command", "launch_ros.actions")
"""What the command itself loads that starts a launch file."""

_KEPT: list[object] = []
"""What ends with this process: the folders of the servers' sockets."""
_SERVERS: list[subprocess.Popen[bytes]] = []
"""Their lifelines end with this process, too."""


@cache
def _server(*modules: str) -> str:
    """Return the socket of a server that has modules, or is about to (fork_server.load)."""
    folder = tempfile.TemporaryDirectory(prefix="pred_tests_")
    path = str(Path(folder.name) / "forks")
    _KEPT.append(folder)
    _SERVERS.append(fork_server.start(path, modules))
    return path


def loaded(*modules: str) -> tuple[str, ...]:
    """Return what stands before a command line for it to be run where modules are loaded."""
    return tuple(forked(_server(*modules)))


def running() -> list[int]:
    """Return the processes that still run of those that were started so."""
    children = [child for server in _SERVERS for child in psutil.Process(server.pid).children(recursive=True)]
    return [child.pid for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


def spot_robot() -> tuple[str, ...]:
    """Return it for an emulated Spot, which loads for longer than many a test takes."""
    return loaded("thor_player.starting:load_numba", "spot_emulator.command", "spot_emulator.world.studio")


def _benchmark() -> tuple[str, ...]:
    from pred_bringup import forking  # with ROS, which who loads this file may lack

    return (*forking.modules_of("thor", mock=False), "pred_bench.main")


def _real_time() -> tuple[str, ...]:
    """Return what the arm's stack loads, and after it what Spot's does."""
    from pred_bringup import forking

    spot = [name for name in forking.ROBOTS["spot"] if not name.startswith(fork_server.EARLY)]
    return (*forking.modules_of("ur5", mock=True), *LAUNCH, *spot)


def benchmark() -> tuple[str, ...]:
    """Return it for a benchmark in AI2-THOR, whose launch has the robot's programs forked there, too."""
    return loaded(*_benchmark())


def real_time() -> tuple[str, ...]:
    """Return it for a launch of an arm or of Spot, which has its programs forked there, too."""
    return loaded(*_real_time())


def lend_thor() -> None:
    """Have a launch in this process fork its programs where benchmarks are: its environment says so."""
    os.environ[SERVER] = _server(*_benchmark())


def lend_real_time() -> None:
    """Do the same for a launch of an arm or of Spot."""
    os.environ[SERVER] = _server(*_real_time())
