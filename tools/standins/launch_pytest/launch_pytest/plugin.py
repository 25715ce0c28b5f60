"""The pytest side: the `launch` mark and the `launch_context` fixture."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import pytest

from .launched import Launched, running


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark."""
    config.addinivalue_line(
        "markers", "launch(fixture, shutdown=False): run the test beside a launch description"
    )


def _mark(item: pytest.Item) -> pytest.Mark | None:
    mark = item.get_closest_marker("launch")
    if mark is not None and "fixture" not in mark.kwargs:
        raise pytest.UsageError(f"{item.nodeid}: mark it as @pytest.mark.launch(fixture=your_launch_fixture)")
    return mark


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> None:
    """Make a marked test use the mark's fixture, whether it names it as an argument or not."""
    del name
    if not inspect.isfunction(obj):
        return
    own = getattr(obj, "pytestmark", [])
    for mark in [*own, *collector.iter_markers("launch")]:
        if mark.name == "launch" and "fixture" in mark.kwargs:
            pytest.mark.usefixtures(mark.kwargs["fixture"].launch_fixture_name)(obj)
            return


def _launched(item: pytest.Function, mark: pytest.Mark) -> Launched:
    name = mark.kwargs["fixture"].launch_fixture_name
    return running[id(item.funcargs[name])]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a marked test beside its launch: plain functions in a thread, coroutines in the launch's loop."""
    mark = _mark(pyfuncitem)
    if mark is None:
        return None
    launched = _launched(pyfuncitem, mark)
    if mark.kwargs.get("shutdown", False):
        launched.stop()
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in names}
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        launched.wait_for(pyfuncitem.obj(**arguments))
    else:
        launched.call(functools.partial(pyfuncitem.obj, **arguments))
    return True


@pytest.fixture
def launch_context(request: pytest.FixtureRequest) -> Any:
    """Return the launch context of the marked test's launch."""
    mark = _mark(request.node)
    if mark is None:
        raise pytest.UsageError(f"{request.node.nodeid} has no launch mark")
    name = mark.kwargs["fixture"].launch_fixture_name
    return running[id(request.getfixturevalue(name))].context
