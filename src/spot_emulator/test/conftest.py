"""One emulated robot a module, put back to where it began for every test."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bosdyn.util import set_clock_source

sys.path.insert(0, str(Path(__file__).parent))  # what the tests share lies beside them

from spot_client import Emulator, Program


@contextmanager
def _clock_of_clients(speed: float) -> Iterator[None]:
    """Let the clock by which programs date what they send (bosdyn.util.now_sec) go so many times as fast."""
    epoch, begun = time.time(), time.monotonic()
    set_clock_source(lambda: epoch + speed * (time.monotonic() - begun))
    yield
    set_clock_source(time.time)


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Emulator]:
    """Give the module's emulator; the module may name OPTIONS for it, its clock's speed among them."""
    options = getattr(request.module, "OPTIONS", ("--scene", "FloorPlan7"))
    speed = float(options[options.index("--speed") + 1]) if "--speed" in options else 1.0
    running = Emulator(tmp_path_factory.mktemp("spot"), *options)
    with _clock_of_clients(speed):
        yield running
    assert running.close() == 0


@pytest.fixture
def program(emulator: Emulator) -> Iterator[Program]:
    """Give a program that is logged in to a robot at rest; it ends with the test."""
    made = Program(emulator)
    yield made
    made.close()
