"""Waiting, in coroutines of a node, for something nobody tells of: that a server is there."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.task import Future

POLL = 0.1
"""How often it is looked whether it is so, s."""

_WALL = Clock(clock_type=ClockType.STEADY_TIME)


async def pause(node: Node, seconds: float) -> None:
    """Return after some seconds of wall time, while the node's executor goes on."""
    future: Future = Future(executor=node.executor)
    timer = node.create_timer(seconds, lambda: future.done() or future.set_result(None), clock=_WALL)
    await future
    node.destroy_timer(timer)


async def appears(node: Node, ready: Callable[[], bool], patience: float) -> bool:
    """Return whether it is so, as soon as it is, at the latest after ``patience`` (s)."""
    for _ in range(int(patience / POLL)):
        if ready():
            return True
        await pause(node, POLL)
    return ready()
