"""The ROS graph under test, in a process group of its own, so that Ctrl-C reaches the benchmark first."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

STOP_SECONDS = 10.0


class Graph:
    """Launches a robot's launch file without an instruction and keeps its output in a file."""

    def __init__(self, robot: str, arguments: Mapping[str, str], log: Path, domain: int) -> None:
        """Prepare, do not start yet.

        :param robot: whose launch file: thor or ur5
        :param arguments: launch arguments
        :param domain: ROS_DOMAIN_ID of the graph
        """
        self._robot = robot
        self._arguments = arguments
        self._log = log
        self._environment = {**os.environ, "ROS_DOMAIN_ID": str(domain)}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def alive(self) -> bool:
        """Tell whether the graph runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Launch the graph, after ending one that still runs."""
        self.stop()
        command = [sys.executable, "-m", "pred_bench.episode.launched", self._robot]
        command += [f"{key}:={value}" for key, value in self._arguments.items()]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def stop(self) -> None:
        """End the graph: SIGINT, and SIGKILL for whatever does not listen."""
        if self._process is None:
            return
        if self._process.poll() is None:
            # to the whole group: launch takes it for granted that Ctrl-C reaches the nodes, too
            os.killpg(self._process.pid, signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):  # the whole group is killed below
                self._process.wait(STOP_SECONDS)
        with contextlib.suppress(ProcessLookupError):  # all of it has ended by itself
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process = None
