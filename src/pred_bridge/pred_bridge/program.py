"""How the program of a robot's bridge runs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from functools import partial

from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node

from pred_core.ros.parameters import ParameterError
from pred_core.ros.running import run_until_told

NICER = -5
"""Where it may, who holds the robot goes before who thinks about it."""
THREADS = 8
"""For goals, questions to a person, services and measurements at the same time."""


def run_bridge[B: Node](
    make: Callable[[], B],
    start: Callable[[B], None],
    close: Callable[[B], None],
    refusals: tuple[type[Exception], ...] = (),
    args: list[str] | None = None,
) -> int:
    """Run a bridge until it is told to end. Returns 0, or 2 when it could not start.

    :param refusals: what ends it at the start with its sentence, beside parameters that cannot be used
    """
    with contextlib.suppress(OSError):
        os.nice(NICER)
    return run_until_told(
        "bridge",
        make,
        start=start,
        close=close,
        refusals=(ParameterError, *refusals),
        executor=partial(MultiThreadedExecutor, num_threads=THREADS),
        args=args,
    )
