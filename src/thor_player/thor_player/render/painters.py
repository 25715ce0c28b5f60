"""Two threads for one picture's colours, where there is another core: they take most of a picture's time."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

WORTH_SHARING = 20_000
"""Pixels from which on a picture takes much longer than waking a thread does."""
_helpers: list[ThreadPoolExecutor] = []


def shared_out(paint: Callable[[int, int], None], pixels: int, cores: int | None = None) -> None:
    """Paint a picture of so many pixels, half of its rows in another thread.

    :param paint: paints the rows from its first argument on, as far apart as its second, and lets other threads run
    :param cores: this process may use, None for what the system says
    """
    if pixels < WORTH_SHARING or (len(os.sched_getaffinity(0)) if cores is None else cores) < 2:
        paint(0, 1)
        return
    if not _helpers:
        _helpers.append(ThreadPoolExecutor(1, "painter"))
    other_half = _helpers[0].submit(paint, 1, 2)
    paint(0, 2)
    other_half.result()


# a thread does not come along into a forked process
os.register_at_fork(after_in_child=_helpers.clear)
