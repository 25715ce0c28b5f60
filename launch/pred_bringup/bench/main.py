"""The benchmark's command line: ``./pred bench``."""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ament_index_python.packages import get_package_share_directory
from tqdm import tqdm

from pred_bringup.bench.overrides import OverrideError, launch_arguments, pairs
from pred_bringup.bench.report import write_summary
from pred_bringup.bench.results import ResultFolder, ResumeError
from pred_bringup.bench.robot import GraphLost
from pred_bringup.bench.runner import Job, RunOptions, jobs_of, lost, run_job
from pred_bringup.bench.stack import Stack
from pred_bringup.bench.tasks import Task, TaskError, read_tasks

BAD_INPUT, INTERRUPTED = 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark. Returns 0 when every task was run, 2 for input that cannot be used, 130 after Ctrl-C."""
    options = _parser().parse_args(argv)
    try:
        changes = pairs(options.set)
        file = _task_file(options)
        tasks = _chosen(read_tasks(file), options)
        settings = _settings(options, file)
        folder = ResultFolder(options.out, settings)
    except (OverrideError, TaskError, ResumeError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return BAD_INPUT
    jobs = list(jobs_of(tasks, options.annotation))
    todo = [job for job in jobs if job.key not in folder.results]
    print(f"{len(jobs)} tasks, {len(jobs) - len(todo)} of them done before. Results in {options.out}")
    try:
        if todo:
            _run(todo, options, folder, changes)
    except KeyboardInterrupt:
        print("\nInterrupted. The same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    except GraphLost as error:
        print(f"bench: {error}. See {options.out / 'graph.log'}", file=sys.stderr)
        return 1
    finally:
        text = write_summary(folder.path, folder.episodes(), settings)
    print(text)
    return 0


def _run(todo: list[Job], options: argparse.Namespace, folder: ResultFolder, changes: dict[str, str]) -> None:
    base = Path(get_package_share_directory("pred_bringup")) / "config" / "thor.yaml"
    arguments = {**_arguments(options), **launch_arguments(changes, base, folder.path / "params.yaml")}
    domain = int(os.environ.get("ROS_DOMAIN_ID") or 1 + os.getpid() % 100)
    how = RunOptions(
        seed=options.seed,
        text=options.text,
        annotation=options.annotation,
        seconds=options.task_timeout,
        trace=options.trace,
        runs=options.runs,
    )
    with (
        Stack(arguments, options.namespace, folder.path / "graph.log", domain) as stack,
        tqdm(total=len(todo), unit="task", dynamic_ncols=True) as bar,
    ):
        for job in todo:
            _one(job, stack, how, folder)
            done = folder.episodes()
            bar.set_postfix_str(f"SR {sum(e.success for e in done) / len(done):.1%}")
            bar.update()


def _one(job: Job, stack: Stack, how: RunOptions, folder: ResultFolder) -> None:
    """Run one job, in a fresh graph once more if the graph is lost; a second loss counts against the task."""
    try:
        run_job(stack.robot, job, how, folder)
    except (GraphLost, TimeoutError) as error:
        tqdm.write(f"{job.key}: {error}; the graph is launched again")
        stack.start()
        _again(job, stack, how, folder)


def _again(job: Job, stack: Stack, how: RunOptions, folder: ResultFolder) -> None:
    try:
        run_job(stack.robot, job, how, folder)
    except (GraphLost, TimeoutError) as error:
        folder.add(lost(job, GraphLost(str(error))), 0.0, 0.0)
        stack.start()


def _arguments(options: argparse.Namespace) -> dict[str, str]:
    return {
        "namespace": options.namespace,
        "detector": options.detector,
        "reasoner": options.reasoner,
        "seed": str(options.seed),
    }


def _settings(options: argparse.Namespace, file: Path) -> dict[str, Any]:
    """Return what decides the results."""
    return {
        "tasks": file.name,
        "tasks_sha256": hashlib.sha256(file.read_bytes()).hexdigest()[:16],
        "text": options.text,
        "annotation": "all" if options.annotation < 0 else options.annotation,
        "seed": options.seed,
        "detector": options.detector,
        "reasoner": options.reasoner,
        "set": sorted(options.set),
    }


def _chosen(tasks: list[Task], options: argparse.Namespace) -> list[Task]:
    known = {task.task_type for task in tasks}
    unknown = sorted(set(options.types) - known)
    if unknown:
        raise TaskError(f"no task is of type {', '.join(unknown)}. There are: {', '.join(sorted(known))}.")
    chosen = [t for t in tasks if not options.types or t.task_type in options.types]
    return chosen[: options.limit] if options.limit else chosen


def _task_file(options: argparse.Namespace) -> Path:
    if options.tasks is not None:
        return Path(options.tasks)
    if options.suite != "own":
        raise TaskError(f"there is no suite {options.suite!r}: use own, or give --tasks FILE.")
    return Path(get_package_share_directory("pred_bringup")) / "suites" / "house.jsonl"


def _annotation(text: str) -> int:
    if text == "all":
        return -1
    if text.isdigit():
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a number from 0 or 'all', got {text!r}")


def _positive(text: str) -> int:
    if text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a positive number, got {text!r}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pred bench",
        description="Run tasks through the whole ROS graph and write results.jsonl and a summary. Resumable: the same "
        "command goes on where it stopped.",
    )
    parser.add_argument("--tasks", help="task file, JSON lines; default: the project's own suite")
    parser.add_argument("--suite", default="own", help="a suite of the project's, used without --tasks: own")
    parser.add_argument("--out", type=Path, required=True, help="folder for the results")
    parser.add_argument("--limit", type=_positive, help="only the first N tasks")
    parser.add_argument("--types", nargs="+", default=[], help="only these task types")
    parser.add_argument("--annotation", type=_annotation, default=0, help="whose words: a number or all")
    parser.add_argument(
        "--text", choices=("goal", "steps"), default="goal", help="goal sentence, or steps as well"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--detector", default="oracle")
    parser.add_argument("--reasoner", default="rules")
    parser.add_argument("--trace", action="store_true", help="write traces/TASK.jsonl.gz for outside judges")
    parser.add_argument("--runs", action="store_true", help="leave a run folder for every task, too")
    parser.add_argument(
        "--task-timeout", type=float, default=900.0, help="seconds after which a task is cancelled"
    )
    parser.add_argument("--namespace", default="pred")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a launch argument, or NODE.PARAMETER; may be repeated",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
