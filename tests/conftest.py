"""What all tests share: who runs them, and how each finds the process as it was."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator

import pytest
from forked_workers import Workers
from sharing import choice, computes, in_order, stand_back

from pred_core import stack_owner


@pytest.fixture(scope="module", autouse=True)
def as_it_was() -> Iterator[None]:
    """Leave this process as a launch within it has found it: its environment, and no namespace taken."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)
    while stack_owner._held:
        stack_owner._held.popitem()[1].close()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let it be said how many processes share the tests."""
    parser.addoption("--workers", type=int, default=0, metavar="N", help="share all tests among N processes")


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


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Share the tests where there are to be several workers; else pytest runs them itself."""
    workers: int = session.config.option.workers
    if workers < 2 or session.config.option.collectonly or session.testsfailed:
        return None

    def begin(worker: int) -> None:
        if computes(worker, workers):
            stand_back()

    Workers(session, workers, choice(workers), begin).run()
    return True
