"""The launch's fork server: one process imports for all of its programs (:mod:`pred_core.fork_server`)."""

from __future__ import annotations

import atexit
import os
import shlex
import subprocess
from collections.abc import Sequence

from pred_bringup.temporary import place
from pred_core import fork_server
from pred_core.forked import SERVER, forked

FIRST = ("thor_player.starting:load_numba",)
"""What has to come before the others: see there."""
WARM = "pred_core.ros.warm_up:warm_up"
CONTROL_WORKER, GUARD = "ur5_driver.driver.worker", "spot_driver.driver.guard"
"""What the bridges start over and over (:mod:`pred_core.forked_program`)."""
STACK = (
    "pred_perception.node",
    "pred_planner.node",
    "pred_recovery.ros.node",
    "pred_tools.bag.recorder_node",
    "pred_bringup.run_task",
    WARM,
)
ROBOTS = {
    "thor": ("thor_player.protocol", "sim_bridge_thor.node", WARM, "=bridge", "=thor_player.main", "pred_nav.node"),
    "ur5": ("ur5_driver.node", CONTROL_WORKER, WARM, "=bridge", f"={CONTROL_WORKER}", "ur5_driver.gaze.node"),
    "spot": ("spot_driver.node", GUARD, WARM, "=bridge", f"={GUARD}", "pred_nav.node"),
}
"""Per robot, what the programs of its stack import, besides :data:`STACK`, those first that have the longest way to go;
they are forked while the others' modules are imported. What one of them alone needs it had better load itself, beside
the others."""
MOCKS = {"ur5": ("ur5_emulator.table.node",)}
MOCK, SEPARATE = "mock:=true", "separate:=true"
LONGEST_PATH = 100
"""Of a socket, bytes."""


class _Forks:
    """The server of this launch, while there is one."""

    def __init__(self) -> None:
        self.path = ""
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, modules: Sequence[str]) -> None:
        """Start it, unless it runs, or a server has forked the program that launches: that one forks the nodes, too."""
        self.path = self.path or os.environ.get(SERVER, "")
        path = str(place() / "forks")
        if self.path or len(os.fsencode(path)) > LONGEST_PATH:
            return
        self._process = fork_server.start(path, modules)
        self.path = path
        atexit.register(self.end)

    def end(self) -> None:
        """End it. Programs that it has forked, and that still run, see that it is gone."""
        self.path = ""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


_FORKS = _Forks()


def modules_of(robot: str, *, mock: bool) -> tuple[str, ...]:
    """Return what the programs of a robot's stack import."""
    return (*FIRST, *ROBOTS.get(robot, ()), *(MOCKS.get(robot, ()) if mock else ()), *STACK)


def begin(robot: str, *, mock: bool) -> None:
    """Start the server of this launch, unless it runs."""
    _FORKS.begin(modules_of(robot, mock=mock))


def begin_early(arguments: Sequence[str]) -> None:
    """Start it as soon as it is known what is to be launched, while the launch itself still loads."""
    if arguments and arguments[0] in ROBOTS and SEPARATE not in arguments:
        begin(arguments[0], mock=MOCK in arguments)


def end() -> None:
    """End the server: each program imports for itself then."""
    _FORKS.end()


def prefix(early: int) -> str:
    """Return what stands before a program's command line for the server to run it, '' where there is none.

    :param early: exit code of a program that is told to end before it runs
    """
    return shlex.join(forked(_FORKS.path, early)) + " " if _FORKS.path else ""
