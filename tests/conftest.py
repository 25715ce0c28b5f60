"""How workers share all tests: the first ones begin with robots that run in the clock's time, the others with the rest.

Two workers that wait for a robot leave a third one most of two cores; what computes there stands back, so that robots
are not late. pytest-xdist by itself gives out files with many tests first: those with a few, which start whole stacks,
came last, two at a time, and took the processor from each other.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

ROOT = Path(__file__).resolve().parents[1]
IN_THE_CLOCKS_TIME = (
    *("src/spot_driver/test", "src/spot_emulator/test", "src/ur5_emulator/test"),
    *("tests/test_spot_", "tests/test_ur5_"),
)
"""What the paths of tests begin with whose robots run in the clock's time."""
FIRST = ("gw0", "gw1")
"""The workers that begin with them, where there is one besides."""
STAND_BACK = 5
"""By how much the other workers are nicer."""


def in_order(items: Sequence[pytest.Item], root: Path = ROOT) -> list[pytest.Item]:
    """Return tests with files that wait for robots first and other slow ones last; else the order stays."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}

    def place(item: pytest.Item) -> int:
        if item.path.relative_to(root).as_posix().startswith(IN_THE_CLOCKS_TIME):
            return 0 if item.path in slow else 1
        return 3 if item.path in slow else 2

    return sorted(items, key=place)


def first_of(workers: int) -> tuple[str, ...]:
    """Return which of so many workers begin with the robots: two at most, and never all."""
    return FIRST[: max(1, workers - 1)]


class FromBothEnds(LoadFileScheduling):
    """Gives some workers the first file that is left, every other one the last."""

    def _assign_work_unit(self, node: Any) -> None:
        if node.gateway.id not in first_of(len(self.nodes)):
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)


def pytest_configure(config: pytest.Config) -> None:
    """Have the processor given to robots first."""
    given = getattr(config, "workerinput", None)
    if given is not None and given["workerid"] not in first_of(given["workercount"]):
        os.nice(STAND_BACK)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files in the order in which both ends are to be begun."""
    items[:] = in_order(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    """Return who gives out the files."""
    config.option.loadscopereorder = False
    return FromBothEnds(config, log)
