"""The benchmark's command line: ``./pred bench``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence

from tqdm import tqdm

from pred_bench.arms import Variant, arms_of
from pred_bench.desk import desk
from pred_bench.episode.robot import CrowdedError, GraphLost
from pred_bench.episode.runner import Job, jobs_of
from pred_bench.options import parse
from pred_bench.overrides import OverrideError
from pred_bench.scoring.report import write_summary
from pred_bench.scoring.results import ResultFolder, ResumeError, TaskResult
from pred_bench.settings import SPOT, Options, robot_of
from pred_bench.studies import recovery_table
from pred_bench.studies.ablation import FULL, carried_over, write_table
from pred_bench.studies.cape_figures import write_figures
from pred_bench.task_sources import chosen, tasks_of
from pred_bringup.arguments import ArgumentError
from pred_core.cluster import ClusterError
from pred_core.exit_codes import BAD_INPUT, INTERRUPTED, UNAVAILABLE
from pred_core.plain_text import ended_well
from pred_tasks.tasks import TaskError
from ur5_emulator.table.scenes import SceneError

PLANNER_ACCURACY = "--planner-accuracy"
"""Measures first plans only, with options of its own: nothing is launched."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark. Returns 0 when every task was run, else one of :mod:`pred_core.exit_codes`."""
    given = sys.argv[1:] if argv is None else argv
    if PLANNER_ACCURACY in given:
        from pred_bench.studies import planner_accuracy  # with the planner, for which a benchmark has a node

        return planner_accuracy.main([argument for argument in given if argument != PLANNER_ACCURACY])
    options = parse(given)
    try:
        tasks, source = tasks_of(options)
        jobs = list(jobs_of(chosen(tasks, options), options.annotation))
        arms = arms_of(options, source)
        return _run_all(arms, jobs, options)
    except (ArgumentError, CrowdedError, OverrideError, TaskError, ResumeError, SceneError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\nInterrupted. The same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    except ClusterError as error:
        print(f"bench: {error}", file=sys.stderr)
        return UNAVAILABLE
    except GraphLost as error:
        print(f"bench: {ended_well(str(error))} See graph.log under {options.out}", file=sys.stderr)
        return UNAVAILABLE


def _run_all(arms: Mapping[str, Variant], jobs: Sequence[Job], options: Options) -> int:
    try:
        for name, arm in arms.items():
            if name:
                print(f"\n== {name}")
            whole = not options.ablation or options.no_carry
            _run_arm(arm, jobs, {} if whole else carried_over(arms[FULL].gathered().results, name))
    finally:
        settings = next(iter(arms.values())).settings
        if options.ablation:
            found = {name: arm.gathered() for name, arm in arms.items()}
            print(write_table(options.out, found, settings, options.seed))
        if options.recovery_table:
            found = {name: arm.gathered() for name, arm in arms.items()}
            print(recovery_table.write_table(options.out, found, settings, options.seed))
    return 0


def _run_arm(arm: Variant, jobs: Sequence[Job], carried: Mapping[str, TaskResult]) -> None:
    """Run what is left of an arm's share of the jobs and sum up what all shards have of it.

    :param carried: results, by key, of jobs that need no run
    """
    mine = arm.shard.of(jobs)
    done = arm.gathered().results
    folder = ResultFolder(arm.shard.folder(arm.out), arm.settings)
    for result in (carried[job.key] for job in mine if job.key in carried and job.key not in done):
        folder.carry(result)
    done = {**done, **folder.results}
    todo = [job for job in mine if job.key not in done]
    print(f"{len(mine)} tasks, {len(mine) - len(todo)} of them done before. Results in {folder.path}")
    try:
        if todo:
            _run(todo, arm, folder)
    finally:
        found = arm.gathered()
        print(write_summary(arm.out, found.episodes(), arm.settings, found.calls))
        if robot_of(arm.options) == SPOT:
            folders = (arm.out, *sorted(arm.out.glob("shard-*-of-*")))
            print(write_figures(arm.out, folders, {job.key: job.task for job in jobs}, found.results))


def _run(todo: list[Job], arm: Variant, folder: ResultFolder) -> None:
    with tqdm(total=len(todo), unit="task", dynamic_ncols=True) as bar:

        def told() -> None:
            done = folder.episodes()
            bar.set_postfix_str(f"SR {sum(e.success for e in done) / len(done):.1%}")
            bar.update()

        if arm.options.jobs > 1 or arm.options.cluster:
            _spread(todo, arm, folder, told)
            return
        domain = int(os.environ.get("ROS_DOMAIN_ID") or 1 + os.getpid() % 100)
        with desk(arm, folder, domain) as worked:
            for job in todo:
                worked.do(job)
                told()


def _spread(todo: list[Job], arm: Variant, folder: ResultFolder, told: Callable[[], None]) -> None:
    """Give jobs to workers. What that takes is loaded only here: not everybody has it installed."""
    from pred_bench.cluster.spread import spread, workers
    from pred_bench.cluster.worker import GraphPlace

    with workers(arm) as client:
        spread(client, GraphPlace(arm), todo, folder, told)


if __name__ == "__main__":
    sys.exit(main())
