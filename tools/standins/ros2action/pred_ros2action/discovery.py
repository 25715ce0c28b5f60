"""Waiting for what a graph just joined shows late: nodes come before their actions."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_S = 6.0
"""Twice what passes between two announcements of a participant whose first ones were missed."""

STEP_S = 0.1


def discovered(look: Callable[[], T], enough: Callable[[T], bool] = bool) -> T:
    """Return what `look` finds, as soon as it is enough or patience is over."""
    found = look()
    deadline = time.monotonic() + PATIENCE_S
    while not enough(found) and time.monotonic() < deadline:
        time.sleep(STEP_S)
        found = look()
    return found
