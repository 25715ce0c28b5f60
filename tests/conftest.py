"""How workers share all tests: whole stacks of robots in the clock's time, their drivers, and what computes.

Of three workers one begins with stacks and one with drivers, which mostly wait; what the third one computes beside
them stands back, so that robots are not late. Two stacks at a time would take the processor from each other.
pytest-xdist by itself gives out files with many tests first: those with a few, which start whole stacks, came last.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator, Sequence
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

from pred_core import stack_owner

STACKS = ("tests/test_spot_", "tests/test_ur5_")
DRIVERS = ("src/spot_driver/test", "src/spot_emulator/test", "src/ur5_emulator/test")
"""What the paths of tests begin with whose robots run in the clock's time."""
WITH_STACKS, WITH_DRIVERS = "gw0", "gw1"
"""The worker that begins with each; where there are two workers, the first one begins with both."""
STAND_BACK = 3
"""By how much the other workers are nicer."""


@pytest.fixture(scope="module", autouse=True)
def as_it_was() -> Iterator[None]:
    """Leave this process as a launch within it has found it: its environment, and no namespace taken."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)
    while stack_owner._held:
        stack_owner._held.popitem()[1].close()


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


def computes(worker: str, workers: int) -> bool:
    """Tell whether one of so many workers begins with what computes."""
    return worker not in (WITH_STACKS, WITH_DRIVERS)[: max(1, workers - 1)]


class ByKind(LoadFileScheduling):
    """Gives stacks, drivers and what computes to workers of their own while there are such files, then the rest."""

    def _assign_work_unit(self, node: Any) -> None:
        left = list(self.workqueue)
        chosen = left[0]
        if computes(node.gateway.id, len(self.nodes)):
            chosen = left[-1]
        elif node.gateway.id == WITH_DRIVERS:
            chosen = next((file for file in left if not file.startswith(STACKS)), chosen)
        self.workqueue.move_to_end(chosen, last=False)
        super()._assign_work_unit(node)


def pytest_configure(config: pytest.Config) -> None:
    """Have the processor given to robots first."""
    given = getattr(config, "workerinput", None)
    if given is not None and computes(given["workerid"], given["workercount"]):
        os.nice(STAND_BACK)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the collector of garbage from what lives as long as the tests: their modules and some ten thousand items.

    It would go through all of it over and over, while tests are found and in each of them.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files of a kind beside each other."""
    items[:] = in_order(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    """Return who gives out the files."""
    config.option.loadscopereorder = False
    return ByKind(config, log)
