"""``python -m pred_bench.words.service``: how commands to a service robot are read, in rooms that are all known."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from pred_bench.suites.files import suites_folder
from pred_bench.words.judge import Judged, judge
from pred_bench.words.known_rooms import KnownRoom, known_room
from pred_bench.words.main import report
from pred_tasks.tasks import Task, read_tasks
from thor_player.rooms import load_world

SUITES: Mapping[str, str] = {"service": "service.jsonl", "questions": "questions.jsonl"}
"""Suites of commands, and their files."""


def judged(tasks: Iterable[Task]) -> list[Judged]:
    """Return how each command comes out when every step of its plan succeeds."""

    @cache
    def room(scene: str) -> KnownRoom:
        return known_room(load_world(scene))

    return [judge(room(task.scene).sentence(task), room(task.scene).room) for task in tasks]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and what came out otherwise."""
    parser = argparse.ArgumentParser(prog="pred_bench.words.service", description=__doc__)
    parser.add_argument("--suite", choices=SUITES, default="service", help="which commands")
    parser.add_argument("--tasks", type=Path, help="a file of such commands instead")
    parser.add_argument("--faults", action="store_true", help="list every command that came out otherwise")
    options = parser.parse_args(arguments)
    found = judged(read_tasks(options.tasks or suites_folder() / SUITES[options.suite]))
    print(report(found, faults=options.faults))
    return 0


if __name__ == "__main__":
    sys.exit(main())
