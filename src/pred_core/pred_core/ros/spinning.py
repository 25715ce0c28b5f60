"""Which executor runs a node.

rclpy's own executors build their wait set anew, out of everything a node has, for every single message; that is more
than half of what a small node does. The events executor is told what has arrived.
"""

from __future__ import annotations

import gc
from io import UnsupportedOperation

from rclpy.context import Context
from rclpy.executors import Executor, SingleThreadedExecutor

from pred_core.memory_back import give_back


def make_executor(context: Context | None = None) -> Executor:
    """Return the leanest executor for one thread that this rclpy has (the first Jazzy releases have one only)."""
    try:
        from rclpy.experimental import EventsExecutor
    except ImportError:
        return SingleThreadedExecutor(context=context)
    try:
        executor: Executor = EventsExecutor(context=context)
    except UnsupportedOperation:  # it has crashes told on stderr, which is no real one in notebooks
        return SingleThreadedExecutor(context=context)
    return executor


def settle_memory() -> None:
    """Tell Python's garbage collector that what is there now stays, and give back what is free.

    A node imports some hundred thousand objects and then makes thousands of short-lived ones a step; looking
    through all of them again and again takes a tenth of its time.
    """
    gc.collect()
    gc.freeze()
    give_back()
