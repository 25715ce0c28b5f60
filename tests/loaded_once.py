"""Programs that many tests start: forked where they are loaded already, as a launch's own are."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from pred_core import fork_server
from pred_core.forked import forked

_KEPT: list[object] = []
"""What ends with this process: the servers' lifelines and the folder of their sockets."""


@cache
def loaded(*modules: str) -> tuple[str, ...]:
    """Return what stands before a command line for it to be run where modules are loaded (fork_server.load)."""
    folder = tempfile.TemporaryDirectory(prefix="pred_tests_")
    path = Path(folder.name) / "forks"
    _KEPT.extend((folder, fork_server.start(str(path), modules)))
    return tuple(forked(str(path)))


def spot_robot() -> tuple[str, ...]:
    """Return it for an emulated Spot, which loads for longer than many a test takes."""
    return loaded("thor_player.starting:load_numba", "spot_emulator.command", "spot_emulator.world.studio")


def benchmark() -> tuple[str, ...]:
    """Return it for a benchmark in AI2-THOR, whose launch has the robot's programs forked there, too."""
    from pred_bringup import forking  # with ROS, which who loads this file may lack

    return loaded(*forking.modules_of("thor", mock=False), "pred_bench.main")
