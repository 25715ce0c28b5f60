"""Work done side by side: by processes of this machine, or by the workers of a dask cluster."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from pred_core.cluster import ClusterError, connected

AHEAD = 2
"""Pieces of work per worker that are given out: more would only fill the memory."""

PACKAGES = ("pred_core", "pred_learning", "pred_perception", "pred_tasks", "sim_bridge_thor", "thor_player")
"""The packages that decide what is learned."""


@dataclass(frozen=True)
class Workers:
    """Where work is done, and by how many."""

    pool: Executor
    count: int

    def each[T](self, do: Callable[..., T], work: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, T]]:
        """Yield what ``do`` returns for each tuple of arguments, with its place among them, as it comes.

        What ``do`` raises is raised here.
        """
        do = _known_elsewhere(do)
        waiting: dict[Future[T], int] = {}
        pieces = enumerate(work)
        for number, arguments in itertools.islice(pieces, AHEAD * self.count):
            waiting[self.pool.submit(do, *arguments)] = number
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=waiting.__getitem__):
                yield waiting.pop(future), future.result()
            for number, arguments in itertools.islice(pieces, len(done)):
                waiting[self.pool.submit(do, *arguments)] = number


def _known_elsewhere[T](do: Callable[..., T]) -> Callable[..., T]:
    """Return a function by the name of its module: of the program that runs, other processes know no ``__main__``."""
    program = sys.modules["__main__"].__spec__
    if do.__module__ != "__main__" or program is None:
        return do
    found: Callable[..., T] = getattr(importlib.import_module(program.name), do.__name__)
    return found


@contextlib.contextmanager
def workers(jobs: int, cluster: str = "") -> Iterator[Workers]:
    """Begin processes, or connect to a cluster.

    :param cluster: address of a dask scheduler, '' for ``jobs`` processes of this machine
    :raises ClusterError: when the cluster cannot be used
    """
    if not cluster:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield Workers(pool, jobs)
        return
    with connected(cluster, PACKAGES) as client:
        yield Workers(client.get_executor(pure=False), sum(client.nthreads().values()))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says where work is done to a command line."""
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--cluster", default="", metavar="tcp://HOST:PORT", help="in their place: the workers of this dask scheduler"
    )


def told(name: str, run: Callable[[], None]) -> None:
    """Run a command and end with a sentence where its cluster cannot be used."""
    try:
        run()
    except ClusterError as error:
        raise SystemExit(f"{name}: {error}") from error
