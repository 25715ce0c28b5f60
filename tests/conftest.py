"""How two workers share all tests: one begins with those that wait for robots, the other one with those that compute.

pytest-xdist gives out files with many tests first, so those with a few, which start whole stacks, came last: two stacks
at a time that took the processor from each other, and in the end one worker alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling


def slow_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return tests with the files that hold slow ones first; within a file, and else, the order stays."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    return sorted(items, key=lambda item: item.path not in slow)


class FromBothEnds(LoadFileScheduling):
    """Gives the first worker the first file that is left, every other one the last."""

    def _assign_work_unit(self, node: Any) -> None:
        if node is not self.nodes[0]:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put slow files first."""
    items[:] = slow_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    """Return who gives out the files."""
    config.option.loadscopereorder = False
    return FromBothEnds(config, log)
