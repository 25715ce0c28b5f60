"""Programs that many tests start: forked where they are loaded already, as a launch's own are."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from pathlib import Path

import psutil

from pred_core import fork_server
from pred_core.forked import forked

_KEPT: list[object] = []
"""What ends with this process: the folders of the servers' sockets."""
_SERVERS: list[subprocess.Popen[bytes]] = []
"""Their lifelines end with this process, too."""


@cache
def loaded(*modules: str) -> tuple[str, ...]:
    """Return what stands before a command line for it to be run where modules are loaded (fork_server.load)."""
    folder = tempfile.TemporaryDirectory(prefix="pred_tests_")
    path = Path(folder.name) / "forks"
    _KEPT.append(folder)
    _SERVERS.append(fork_server.start(str(path), modules))
    return tuple(forked(str(path)))


def running() -> list[int]:
    """Return the processes that still run of those that were started so."""
    children = [child for server in _SERVERS for child in psutil.Process(server.pid).children(recursive=True)]
    return [child.pid for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


def spot_robot() -> tuple[str, ...]:
    """Return it for an emulated Spot, which loads for longer than many a test takes."""
    return loaded("thor_player.starting:load_numba", "spot_emulator.command", "spot_emulator.world.studio")


def benchmark() -> tuple[str, ...]:
    """Return it for a benchmark in AI2-THOR, whose launch has the robot's programs forked there, too."""
    from pred_bringup import forking  # with ROS, which who loads this file may lack

    return loaded(*forking.modules_of("thor", mock=False), "pred_bench.main")
