"""The command of each suite that is made of the player's rooms: it prints the tasks as JSON lines."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any


def print_tasks(
    name: str,
    about: str | None,
    tasks: Callable[[int, int, int], Iterable[Mapping[str, Any]]],
    usual: tuple[int, int, int],
    arguments: Sequence[str] | None = None,
) -> int:
    """Print a suite's tasks. Returns 0.

    :param name: of the suite's module
    :param about: what its help begins with
    :param tasks: makes them of how many rooms, how many in each, and the seed
    :param usual: these three where none are given
    """
    rooms, each, seed = usual
    parser = argparse.ArgumentParser(prog=f"pred_bench.suites.{name}", description=about)
    parser.add_argument("--rooms", type=int, default=rooms, help=f"how many rooms ({rooms})")
    parser.add_argument("--each", type=int, default=each, help=f"how many tasks in each ({each})")
    parser.add_argument("--seed", type=int, default=seed, help=f"draws rooms, things and words ({seed})")
    given = parser.parse_args(arguments)
    for task in tasks(given.rooms, given.each, given.seed):
        print(json.dumps(task))
    return 0
