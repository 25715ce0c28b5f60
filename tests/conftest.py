"""How workers share all tests: whole stacks of robots in the clock's time, their drivers, and what computes.

Of four workers one has the stacks and one the drivers, which mostly wait; of all tests these two collect no others, for
collecting imports. Of those that have the rest, one begins with slow files, whose programs wait, too, and one with what
computes; they stand back, so that robots are not late. Two stacks at a time would take the processor from each other.
pytest-xdist by itself gives out files with many tests first: those with a few, which start whole stacks, came last.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

from pred_core import left_segments, stack_owner

STACKS = ("tests/test_spot_", "tests/test_ur5_")
DRIVERS = ("src/spot_driver/test", "src/spot_emulator/test", "src/ur5_emulator/test")
"""What the paths of tests begin with whose robots run in the clock's time."""
LONGEST = (
    "src/spot_driver/test/driver/test_spot_faults.py",
    "src/ur5_emulator/test/trials/test_faults.py",
    "src/spot_driver/test/driver/test_spot_arm_faults.py",
    "src/spot_emulator/test/test_spot_fault_port.py",
    "src/spot_emulator/test/test_example_calls.py",
    "src/ur5_emulator/test/trials/test_fault_matrix.py",
    "src/ur5_emulator/test/trials/test_arm.py",
)
"""Of the drivers' files those that take more than half a minute, the longest first: others would wait for one that
began last."""
WITH_STACKS, WITH_DRIVERS = "gw0", "gw1"
"""The worker that begins with each; where there are two workers, the first one begins with both."""
STAND_BACK = 5
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
    """Return tests with stacks first, then drivers from the longest on, and other slow ones last; else as they are."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    first = {file: place for place, file in enumerate(LONGEST)}

    def place(item: pytest.Item) -> tuple[int, int]:
        if item.nodeid.startswith(STACKS):
            return 0, 0
        if item.nodeid.startswith(DRIVERS):
            length = first.get(item.nodeid.partition("::")[0], len(first))
            return 1 if item.path in slow or length < len(first) else 2, length
        return 4 if item.path in slow else 3, 0

    return sorted(items, key=place)


def with_robots(workers: int) -> tuple[str, ...]:
    """Return which of so many workers begin with robots."""
    return (WITH_STACKS, WITH_DRIVERS)[: workers - 1]


class RobotsOnly:
    """Keeps a worker from what is no test of a robot in the clock's time."""

    @staticmethod
    def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
        """Leave out files that are of no robot, and folders that have none."""
        path = collection_path.relative_to(config.rootpath).as_posix()
        kept = path == "." or any(path.startswith(kind) or kind.startswith(path) for kind in STACKS + DRIVERS)
        return None if kept else True


class ByKind(LoadFileScheduling):
    """Gives stacks, drivers and what computes to workers of their own while there are such files, then the rest."""

    def _check_nodes_have_same_collection(self) -> bool:
        """Look only at those nodes that have all tests."""
        registered, robots = self.registered_collections, with_robots(self.numnodes)
        self.registered_collections = {
            node: found for node, found in registered.items() if node.gateway.id not in robots
        }
        try:
            return super()._check_nodes_have_same_collection()
        finally:
            self.registered_collections = registered

    def schedule(self) -> None:
        """Give out the tests: all that one node has found."""
        by_length = sorted(self.registered_collections.items(), key=lambda item: -len(item[1]))
        self.registered_collections = dict(by_length)
        super().schedule()

    def _chosen(self, node: Any) -> str | None:
        """Return the file that a node gets next, None where there is none for it."""
        robots = [file for file in self.workqueue if file.startswith(STACKS + DRIVERS)]
        others = [file for file in self.workqueue if not file.startswith(STACKS + DRIVERS)]
        begin_with = with_robots(self.numnodes)
        if node.gateway.id in begin_with:
            drivers = [file for file in robots if not file.startswith(STACKS)]
            mine = drivers if node.gateway.id == WITH_DRIVERS and drivers else robots
            everything = len(self.registered_collections[node]) == len(self.collection)
            return next(iter(mine or (others if everything else ())), None)
        with_slow = f"gw{len(begin_with)}"
        return (others or robots)[-1 if others and node.gateway.id == with_slow else 0]

    def _assign_work_unit(self, node: Any) -> None:
        chosen = self._chosen(node)
        if chosen is None:
            node.shutdown()
            return
        self.workqueue.move_to_end(chosen, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: Any) -> None:
        """Give a node more when it has little, and enough to begin: it runs a test when it knows the next one."""
        super()._reschedule(node)
        while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            self._assign_work_unit(node)


def pytest_configure(config: pytest.Config) -> None:
    """Have the processor given to robots first, and their tests alone found by who begins with them."""
    given = getattr(config, "workerinput", None)
    if given is None:
        return
    if given["workerid"] not in with_robots(given["workercount"]):
        os.nice(STAND_BACK)
    elif config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.pluginmanager.register(RobotsOnly())


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


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave no shared memory of stacks that tests have killed, once all workers are through."""
    if not hasattr(session.config, "workerinput"):
        left_segments.remove()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    """Return who gives out the files."""
    config.option.loadscopereorder = False
    return ByKind(config, log)
