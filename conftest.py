"""Property tests draw the same cases in each worker, in a run of all tests and in one of a single file."""

from __future__ import annotations

import pytest
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants


def pytest_configure(config: pytest.Config) -> None:
    """Keep hypothesis from drawing constants of the code of whatever modules this process happens to have loaded.

    It reads them all before the first test, for eleven seconds of each worker the first time. Who looks for other
    cases, by another profile, has them.
    """
    if config.getoption("--hypothesis-profile") == "ci":
        providers._get_local_constants = Constants  # noqa: SLF001 (no setting does)
