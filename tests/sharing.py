"""How workers share all tests: whole stacks of robots in the clock's time, their drivers, and what computes.

Of some workers one begins with stacks and one with drivers, which mostly wait; what the others compute beside
them stands back, so that robots are not late. Two stacks at a time would take the processor from each other.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest
from forked_workers import Choose
from pred_door.process import make_session_nicer

STACKS = ("tests/test_spot_", "tests/test_ur5_")
DRIVERS = ("src/spot_driver/test", "src/spot_emulator/test", "src/ur5_emulator/test")
"""What the paths of tests begin with whose robots run in the clock's time."""
WITH_STACKS, WITH_DRIVERS = 0, 1
"""The worker that begins with each; where there are two workers, the first one begins with both."""
STAND_BACK = 5
"""By how much the other workers are nicer, each in a session of its own."""


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return tests with stacks first, then drivers, and other slow files last; else the order stays."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}

    def place(item: pytest.Item) -> int:
        if item.nodeid.startswith(STACKS):
            return 0
        if item.nodeid.startswith(DRIVERS):
            return 1 if item.path in slow else 2
        return 4 if item.path in slow else 3

    return sorted(items, key=place)


def computes(worker: int, workers: int) -> bool:
    """Tell whether one of so many workers begins with what computes."""
    return worker not in (WITH_STACKS, WITH_DRIVERS)[: max(1, workers - 1)]


def choice(workers: int) -> Choose:
    """Return what gives stacks, drivers and what computes to workers of their own while there are such files."""

    def chosen(left: list[str], worker: int) -> str:
        if computes(worker, workers):
            return left[-1]
        if worker == WITH_DRIVERS:
            return next((file for file in left if not file.startswith(STACKS)), left[0])
        return left[0]

    return chosen


def stand_back() -> None:
    """Have robots and their drivers go before this process, and before what it computes with."""
    os.setsid()
    os.nice(STAND_BACK)
    make_session_nicer(os.getpid(), STAND_BACK)
