"""What a worker does: one graph in a folder of its own, and one job after the other."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import Protocol

from distributed import Worker, WorkerPlugin, get_worker

from pred_bench.arms import Variant
from pred_bench.cluster.domains import Domain
from pred_bench.cluster.harvest import Field, Written
from pred_bench.desk import Desk, desk
from pred_bench.episode.runner import Job
from pred_bench.scoring.results import SETTINGS, ResultFolder

NAME = "pred_bench"
"""The name of the plugin on its worker."""
IGNORED = frozenset({SETTINGS, "params.yaml", "programs.sqlite"})
"""Files of a worker's folder that the benchmark's folder has already."""


class Workplace(Protocol):
    """Where jobs are done."""

    def do(self, job: Job) -> Written:
        """Do a job and return what it wrote."""

    def close(self) -> None:
        """End what was begun."""


class GraphPlace:
    """A graph in a temporary folder, launched with the first job."""

    def __init__(self, arm: Variant) -> None:
        """Prepare; nothing is launched yet."""
        self._arm = arm
        self._ready: tuple[Desk, Field, contextlib.ExitStack] | None = None

    def do(self, job: Job) -> Written:
        """Do a job and return what it wrote."""
        if self._ready is None:
            self._ready = self._start()
        worked, field, _ = self._ready
        worked.do(job)
        return field.harvest()

    def close(self) -> None:
        """End the graph and remove the folder."""
        if self._ready is not None:
            self._ready[2].close()
            self._ready = None

    def _start(self) -> tuple[Desk, Field, contextlib.ExitStack]:
        with contextlib.ExitStack() as opened:
            folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="pred-bench-")))
            domain = Domain()
            opened.callback(domain.close)
            results = ResultFolder(folder, self._arm.settings)
            field = Field(folder, IGNORED)
            worked = opened.enter_context(desk(self._arm, results, domain.number))
            return worked, field, opened.pop_all()


class Bench(WorkerPlugin):
    """Holds the place of a worker's jobs; :func:`do_job` finds it."""

    name = NAME

    def __init__(self, place: Workplace) -> None:
        """Take the place, which travels to every worker."""
        self.place = place

    def teardown(self, worker: Worker) -> None:
        """End the graph with the worker."""
        del worker
        self.place.close()


def do_job(job: Job) -> Written:
    """Do a job on the worker that this is called on."""
    bench = get_worker().plugins[NAME]
    assert isinstance(bench, Bench)
    return bench.place.do(job)
