"""The benchmark's command line: ``./pred bench``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ament_index_python.packages import get_package_share_directory
from tqdm import tqdm

from pred_bench.episode.calls import TaskCalls
from pred_bench.episode.profiling import Profile
from pred_bench.episode.recoveries import TaskRecoveries
from pred_bench.episode.robot import CrowdedError, GraphLost
from pred_bench.episode.runner import Job, RunOptions, jobs_of, lost, run_job
from pred_bench.episode.stack import Stack
from pred_bench.launch_check import check_launch
from pred_bench.options import (
    SPOT,
    UR5,
    changes_of,
    chosen,
    launch_arguments_of,
    parse,
    robot_of,
    run_options,
    settings_of,
    task_file,
)
from pred_bench.overrides import OverrideError, launch_arguments
from pred_bench.scoring.report import write_summary
from pred_bench.scoring.results import ResultFolder, ResumeError, TaskResult
from pred_bench.scoring.shards import Gathered, Shard, gather
from pred_bench.studies import planner_accuracy, recovery_table
from pred_bench.studies.ablation import ARMS, FULL, carried_over, write_table
from pred_bench.studies.cape_figures import TaskSteps, write_figures
from pred_bench.suites.spot import CAPE, remember_programs, spot_tasks
from pred_bench.suites.table import table_tasks
from pred_bringup.arguments import ArgumentError
from pred_core.exit_codes import BAD_INPUT, INTERRUPTED, UNAVAILABLE
from pred_core.plain_text import ended_well
from pred_tasks.tasks import Task, TaskError, tasks_and_content
from ur5_emulator.table.scenes import SceneError

PLANNER_ACCURACY = "--planner-accuracy"
"""Measures first plans only, with options of its own: nothing is launched."""


@dataclass(frozen=True)
class Arm:
    """One set of settings to run the jobs with, and the folder of its results, which shards share."""

    out: Path
    options: argparse.Namespace
    changes: Mapping[str, str]
    settings: Mapping[str, Any]

    @property
    def shard(self) -> Shard:
        """Which of the jobs this process runs."""
        return self.options.shard or Shard()

    def gathered(self) -> Gathered:
        """Return the results so far, of all shards."""
        return gather(self.out, self.settings)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark. Returns 0 when every task was run, else one of :mod:`pred_core.exit_codes`."""
    given = sys.argv[1:] if argv is None else argv
    if PLANNER_ACCURACY in given:
        return planner_accuracy.main([argument for argument in given if argument != PLANNER_ACCURACY])
    options = parse(given)
    try:
        tasks, source = _tasks(options)
        jobs = list(jobs_of(chosen(tasks, options), options.annotation))
        arms = _arms(options, source)
        return _run_all(arms, jobs, options)
    except (ArgumentError, CrowdedError, OverrideError, TaskError, ResumeError, SceneError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\nInterrupted. The same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    except GraphLost as error:
        print(f"bench: {ended_well(str(error))} See graph.log under {options.out}", file=sys.stderr)
        return UNAVAILABLE


def _tasks(options: argparse.Namespace) -> tuple[list[Task], tuple[str, bytes]]:
    """Return the tasks, and the name and content of what they come from."""
    if robot_of(options) == UR5:
        tasks = table_tasks(options.seeds)
        return tasks, (UR5, repr(tasks).encode())
    if robot_of(options) == SPOT:
        tasks, content = spot_tasks(options.seeds, options.suite)
        return tasks, (options.suite, content)
    file = task_file(options)
    tasks, content = tasks_and_content(file)
    return tasks, (file.resolve().name, content)


def _arms(options: argparse.Namespace, source: tuple[str, bytes]) -> dict[str, Arm]:
    """Return the arms by name; without an ablation there is one, and it has the folder to itself."""
    if options.ablation and options.recovery_table:
        raise ArgumentError("--ablation and --recovery-table are two tables: ask for one at a time.")
    told = {name: {"modules": modules} for name, modules in ARMS.items()} if options.ablation else {}
    told |= {name: {"recovery": name} for name in options.recovery_table or ()}
    if not told:
        return {"": Arm(options.out, options, changes_of(options), settings_of(options, *source))}
    arms = {}
    for name, changed in told.items():
        own = argparse.Namespace(**{**vars(options), **changed})
        arms[name] = Arm(options.out / name, own, changes_of(own), settings_of(own, *source))
    return arms


def _run_all(arms: Mapping[str, Arm], jobs: Sequence[Job], options: argparse.Namespace) -> int:
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


def _run_arm(arm: Arm, jobs: Sequence[Job], carried: Mapping[str, TaskResult]) -> None:
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


def _run(todo: list[Job], arm: Arm, folder: ResultFolder) -> None:
    robot = robot_of(arm.options)
    base = Path(get_package_share_directory("pred_bringup")) / "config" / f"{robot}.yaml"
    cape = robot == SPOT and arm.options.suite == CAPE
    own = {"planner.memory": str(remember_programs(folder.path).resolve())} if cape else {}
    changed = launch_arguments({**arm.changes, **own}, base, folder.path / "params.yaml")
    arguments = {**launch_arguments_of(arm.options), **changed}
    check_launch(robot, arguments)
    domain = int(os.environ.get("ROS_DOMAIN_ID") or 1 + os.getpid() % 100)
    how = run_options(arm.options)
    profile = Profile() if arm.options.profile else None
    calls, recoveries, steps = TaskCalls(folder.path), TaskRecoveries(folder.path), TaskSteps(folder.path)
    listeners = [calls.listener, *recoveries.listeners, steps.listener]
    listeners += [profile.listener] if profile is not None else []
    try:
        with (
            Stack(
                robot, arguments, arm.options.namespace, folder.path / "graph.log", domain, listeners
            ) as stack,
            tqdm(total=len(todo), unit="task", dynamic_ncols=True) as bar,
        ):
            for job in todo:
                calls.begin(job.key)
                recoveries.begin(job.key)
                steps.begin(job.key)
                _one(job, stack, how, folder)
                done = folder.episodes()
                bar.set_postfix_str(f"SR {sum(e.success for e in done) / len(done):.1%}")
                bar.update()
    finally:
        if profile is not None:
            print(profile.write(folder.path))


def _one(job: Job, stack: Stack, how: RunOptions, folder: ResultFolder) -> None:
    """Run one job, in a fresh graph once more if the graph is lost; a second loss counts against the task."""
    try:
        run_job(stack.robot, job, how, folder)
    except (GraphLost, TimeoutError) as error:
        tqdm.write(f"{job.key}: {ended_well(str(error))} The graph is launched again.")
        stack.start()
        _again(job, stack, how, folder)


def _again(job: Job, stack: Stack, how: RunOptions, folder: ResultFolder) -> None:
    try:
        run_job(stack.robot, job, how, folder)
    except (GraphLost, TimeoutError) as error:
        folder.add(lost(job, GraphLost(str(error))), 0.0, 0.0)
        stack.start()


if __name__ == "__main__":
    sys.exit(main())
