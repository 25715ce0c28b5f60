"""Which tasks a benchmark runs: a file's, or a suite's."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

from pred_bench.settings import SPOT, UR5, Options, robot_of
from pred_bench.suites.files import suites_folder
from pred_bench.suites.spot import SUITES as SPOT_SUITES
from pred_bench.suites.spot import spot_tasks
from pred_bench.suites.table import table_tasks
from pred_bench.suites.table_sentences import SUITES as SENTENCES
from pred_bench.suites.table_sentences import sentence_tasks
from pred_tasks.tasks import Task, TaskError, tasks_and_content

SUITES = {
    "own": "house.jsonl", "teach": "teach.jsonl", "bring": "bring.jsonl", "service": "service.jsonl",
    "questions": "questions.jsonl",
}  # fmt: skip
"""Suites in AI2-THOR's rooms, and their files."""


def tasks_of(options: Options) -> tuple[list[Task], tuple[str, bytes]]:
    """Return the tasks, and the name and content of what they come from."""
    if options.suite in SENTENCES and options.tasks is None:
        tasks, content = sentence_tasks(options.suite, options.seeds)
        return tasks, (options.suite, content)
    if robot_of(options) == UR5:
        tasks = table_tasks(options.seeds)
        return tasks, (UR5, repr(tasks).encode())
    if robot_of(options) == SPOT:
        tasks, content = spot_tasks(options.seeds, options.suite)
        return tasks, (options.suite, content)
    file = task_file(options)
    tasks, content = tasks_and_content(file)
    return tasks, (file.resolve().name, content)


def chosen(tasks: list[Task], options: Options) -> list[Task]:
    """Return the tasks of the types asked for, in the order asked for, at most as many as asked for.

    :raises TaskError: for a type that no task has
    """
    known = {task.task_type for task in tasks}
    unknown = sorted(set(options.types) - known)
    if unknown:
        raise TaskError(f"no task is of type {', '.join(unknown)}. There are: {', '.join(sorted(known))}.")
    kept = [t for t in tasks if not options.types or t.task_type in options.types]
    if options.in_turn:
        kept = _in_turn(kept)
    return kept[: options.limit] if options.limit else kept


def _in_turn(tasks: Iterable[Task]) -> list[Task]:
    """Return the first task of each type, then the second of each, and so on; types in the order they come in."""
    of_type: dict[str, list[Task]] = {}
    for task in tasks:
        of_type.setdefault(task.task_type, []).append(task)
    return [task for row in zip_longest(*of_type.values()) for task in row if task is not None]


def task_file(options: Options) -> Path:
    """Return the file of tasks.

    :raises TaskError: for a suite that does not exist
    """
    if options.tasks is not None:
        return Path(options.tasks)
    if options.suite not in SUITES:
        known = ", ".join((*SUITES, UR5, *SENTENCES, *SPOT_SUITES))
        raise TaskError(f"there is no suite {options.suite!r}: use one of {known}, or give --tasks FILE.")
    return suites_folder() / SUITES[options.suite]
