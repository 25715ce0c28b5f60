"""One emulated robot a module, put back to where it began for every test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # what the tests share lies beside them

from spot_client import Emulator, Program


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Emulator]:
    """Give the module's emulator; the module may name OPTIONS for it."""
    options = getattr(request.module, "OPTIONS", ("--scene", "FloorPlan7"))
    running = Emulator(tmp_path_factory.mktemp("spot"), *options)
    yield running
    assert running.close() == 0


@pytest.fixture
def program(emulator: Emulator) -> Iterator[Program]:
    """Give a program that is logged in to a robot at rest; it ends with the test."""
    made = Program(emulator)
    yield made
    made.close()
