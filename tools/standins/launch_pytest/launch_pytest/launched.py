"""A launch description that runs while tests run."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from launch import LaunchContext, LaunchDescription, LaunchService
from launch_testing.actions import ReadyToTest

READY_TIMEOUT_S = 60.0
running: dict[int, Launched] = {}
"""Running launches by the identity of the fixture value that describes them."""


class Launched:
    """One launch description in a LaunchService, driven by an event loop in pytest's (the main) thread.

    The loop runs while a test runs; between tests the processes go on alone.
    """

    def __init__(self, description: LaunchDescription) -> None:
        self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        self._ready = asyncio.Event()
        waits = find_ready(description)
        if waits is None:
            self._ready.set()
        else:
            # The name is the engine's own: launch_testing offers no public way to hear of readiness.
            waits._add_callback(self._ready.set)  # noqa: SLF001
        self._service = LaunchService(noninteractive=True)
        self._service.include_launch_description(description)
        self._task = self._loop.create_task(self._service.run_async())

    @property
    def context(self) -> LaunchContext:
        """The launch context, for conditions and substitutions."""
        return self._service.context

    def wait_until_ready(self, timeout: float = READY_TIMEOUT_S) -> None:
        """Return when ReadyToTest ran; raise RuntimeError when the launch ended before or `timeout` seconds passed."""
        ready = self._loop.create_task(self._ready.wait())
        either = asyncio.wait({ready, self._task}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        self._loop.run_until_complete(either)
        if not ready.done():
            ready.cancel()
            self.stop()
            raise RuntimeError(f"the launch was not ready to test: it ended, or {timeout:.0f} s passed")

    def call(self, function: Callable[[], Any]) -> Any:
        """Run a plain test in another thread, so that the launch goes on beside it; raises what the test raises."""
        with ThreadPoolExecutor(max_workers=1) as thread:
            return self._loop.run_until_complete(self._loop.run_in_executor(thread, function))

    def wait_for(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine test in the launch's own event loop."""
        return self._loop.run_until_complete(coroutine)

    def stop(self) -> None:
        """Shut down every process of the launch and wait for the end; the launch engine escalates to SIGKILL."""
        if not self._task.done():
            asyncio.set_event_loop(self._loop)
            self._service.shutdown(force_sync=True)
            self._loop.run_until_complete(self._task)

    def close(self) -> None:
        """Stop, and free the event loop."""
        self.stop()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        asyncio.set_event_loop(None)
        self._loop.close()


def find_ready(entity: Any) -> ReadyToTest | None:
    """Return the first ReadyToTest action in a launch description, nested ones included."""
    if isinstance(entity, ReadyToTest):
        return entity
    described = entity.entities if isinstance(entity, LaunchDescription) else entity.describe_sub_entities()
    conditional = [] if isinstance(entity, LaunchDescription) else entity.describe_conditional_sub_entities()
    nested = [*described, *(inner for _, group in conditional for inner in group)]
    return next((found for found in map(find_ready, nested) if found is not None), None)


def _description_of(value: Any) -> LaunchDescription:
    """Return the launch description of a fixture's value: the value itself, or the first of a tuple."""
    return value[0] if isinstance(value, (tuple, list)) else value


def fixture(*arguments: Any, **options: Any) -> Any:
    """Turn a function that returns a LaunchDescription (or a tuple that starts with one) into a fixture that runs it.

    Takes what pytest.fixture takes.
    """
    if len(arguments) == 1 and callable(arguments[0]) and not options:
        return fixture()(arguments[0])

    def decorate(function: Callable[..., Any]) -> Any:
        @functools.wraps(function)
        def running_fixture(*args: Any, **kwargs: Any) -> Iterator[Any]:
            value = function(*args, **kwargs)
            launched = Launched(_description_of(value))
            running[id(value)] = launched
            try:
                launched.wait_until_ready()
                yield value
            finally:
                del running[id(value)]
                launched.close()

        decorated = pytest.fixture(*arguments, **options)(running_fixture)
        decorated.launch_fixture_name = options.get("name") or function.__name__
        return decorated

    return decorate
