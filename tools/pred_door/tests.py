"""How the tests are run."""

from __future__ import annotations

import os
from typing import Callable

from .console import say

WORKERS = min(os.cpu_count() or 1, 5) + 2
"""Many tests wait for a robot or another process (tests/conftest.py has who takes which)."""
TOGETHER = ("-n", str(WORKERS), "--dist", "loadfile")
"""The tests of one file stay together and in order."""
ALONE = ("--last-failed", "--last-failed-no-failures=none")
SOME_FAILED = 1
"""What pytest ends with when all tests were run and some of them failed."""


def run_tests(pytest: Callable[[list[str]], int], options: list[str]) -> int:
    """Run the tests that the options ask for, or all of them; return pytest's exit code.

    Of all tests, those that failed are run once more without others beside them: robots that run in the clock's time
    may be late on a busy machine (colcon's ``--retest-until-pass`` is there for the same).
    """
    if options:
        return pytest(options)
    ended = pytest(list(TOGETHER))
    if ended != SOME_FAILED:
        return ended
    say("what failed is run once more, alone")
    return pytest(list(ALONE))
