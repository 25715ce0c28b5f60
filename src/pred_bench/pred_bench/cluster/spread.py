"""Jobs given to workers, and their results written in the order of the jobs, so that any number gives one file."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import forkserver
from types import FrameType

import dask
from distributed import Client, KilledWorker, LocalCluster, as_completed
from distributed.utils import get_mp_context

from pred_bench.arms import Variant
from pred_bench.cluster.harvest import Parts
from pred_bench.cluster.worker import NAME, Bench, Workplace, do_job
from pred_bench.episode.robot import GraphLost
from pred_bench.episode.runner import Job, lost
from pred_bench.scoring.results import ResultFolder
from pred_core.cluster import connected

LOSSES = 2
"""How many workers may be lost at a task before it counts as failed."""
PACKAGES = (
    *("pred_bench", "pred_bringup", "pred_client", "pred_core", "pred_language", "pred_nav", "pred_perception"),
    *("pred_planner", "pred_recovery", "pred_tasks", "sim_bridge_thor", "thor_player"),
    *("spot_driver", "spot_emulator", "ur5_description", "ur5_driver", "ur5_emulator"),
)
"""The packages that decide what a task comes to."""
CONFIG = {
    "distributed.scheduler.allowed-failures": LOSSES,
    "distributed.scheduler.worker-saturation": 1.0,
    "distributed.scheduler.work-stealing": False,
    "distributed.worker.multiprocessing-method": "forkserver",
}
HEARD = b"Interrupted: it ends as soon as the workers have started.\n"
LOADED = ("distributed", "pred_bench.cluster.worker", "pred_bench.cluster.hearing")
"""What is imported once for all workers of this machine, which are forked then."""


@contextlib.contextmanager
def workers(arm: Variant) -> Iterator[Client]:
    """Connect to the cluster asked for, or begin one of ``--jobs`` processes on this machine's loopback.

    :raises ClusterError: when there is no scheduler at the address, or its workers cannot be used
    """
    with dask.config.set(CONFIG), contextlib.ExitStack() as stack:
        if arm.options.cluster:
            yield stack.enter_context(connected(arm.options.cluster, PACKAGES))
            return
        with interrupts_held_back():
            _start_who_forks()
            cluster = stack.enter_context(
                LocalCluster(
                    n_workers=arm.options.jobs,
                    threads_per_worker=1,
                    memory_limit=None,
                    dashboard_address="127.0.0.1:0",
                    host="127.0.0.1",
                )
            )
        yield stack.enter_context(Client(cluster))


@contextlib.contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Let what is done within come to its end before SIGINT ends it: dask cannot end a cluster that is starting.

    :raises KeyboardInterrupt: at its end, whichever that is, when SIGINT came
    """
    came: list[int] = []

    def hear(number: int, _frame: FrameType | None) -> None:
        if not came:
            os.write(2, HEARD)  # a print of the main thread may be under way
        came.append(number)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    except Exception:
        if not came:  # else it is because the workers heard it, too
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def _start_who_forks() -> None:
    """Start the process that loads what workers need; interrupted at that it would tell where it was."""
    get_mp_context().set_forkserver_preload(list(LOADED))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, before)


def spread(
    client: Client, place: Workplace, jobs: Sequence[Job], folder: ResultFolder, told: Callable[[], None]
) -> None:
    """Do jobs on workers and write what they write in the order of the jobs.

    A job whose worker is lost is done again by another one; the last of :data:`LOSSES` counts against the task. What
    is done before its turn waits in the folder, also for a benchmark that goes on later.

    :param place: where a worker does its jobs
    :param told: called for each job that is done
    """
    parts = Parts(folder.path)
    known = {job.key: job for job in jobs}
    done = parts.done()
    todo = [job for job in jobs if job.key not in done]
    client.register_plugin(Bench(place), name=NAME)
    turn = iter(known)
    following = next(turn, None)

    def write() -> None:
        nonlocal following
        done = parts.done()
        while following in done:
            folder.take(parts.path(following))
            parts.merge(following)
            told()
            following = next(turn, None)

    try:
        write()
        futures = [client.submit(do_job, job, key=f"{NAME}-{job.key}", pure=False) for job in todo]
        for future in as_completed(futures):
            key = str(future.key).removeprefix(f"{NAME}-")
            try:
                parts.keep(key, future.result())
            except KilledWorker:
                parts.keep(key, folder.lines_of(lost(known[key], GraphLost("its worker was lost"))))
            future.release()
            write()
    finally:
        client.unregister_worker_plugin(NAME)
        parts.close()
