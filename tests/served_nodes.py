"""Nodes of a test, served by one executor only while the test waits for something."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rclpy.action import ActionClient, ActionServer
from rclpy.context import Context
from rclpy.node import Node

from pred_core.ros.spinning import make_executor

PATIENCE = 60.0


def leave(node: Node) -> None:
    """Destroy a node with its actions, which rclpy leaves in the graph until the garbage collector comes by.

    Until then the next test's clients find a server that nobody serves, and when it goes they find none at all.
    """
    for waitable in list(node.waitables):
        if isinstance(waitable, ActionServer | ActionClient):
            waitable.destroy()
    node.destroy_node()


class ServedNodes:
    """What a test does with nodes: wait for a fact, for an answer, for a goal's end."""

    def __init__(self, *nodes: Node, context: Context | None = None) -> None:
        self._executor = make_executor(context)
        self._nodes = nodes
        for node in nodes:
            self._executor.add_node(node)

    def until(self, fact: Callable[[], Any], seconds: float = PATIENCE) -> None:
        """Serve the nodes until it is so; fail when it does not come to pass in time."""
        deadline = time.monotonic() + seconds
        while not fact():
            assert time.monotonic() < deadline, "it did not come to pass"
            self._executor.spin_once(timeout_sec=0.05)

    def result(self, future: Any, seconds: float = PATIENCE) -> Any:
        """Return what a future brings."""
        self.until(future.done, seconds)
        return future.result()

    def pursue(
        self,
        client: ActionClient,
        goal: Any,
        cancel_when: Callable[[], bool] | None = None,
        feedback: Callable[[Any], Any] | None = None,
    ) -> Any:
        """Send a goal, cancel it when it is time for that, and return its result."""
        self.until(client.server_is_ready)
        handle = self.result(client.send_goal_async(goal, feedback_callback=feedback))
        assert handle.accepted
        ended = handle.get_result_async()
        if cancel_when is not None:
            self.until(lambda: cancel_when() or ended.done())
            assert not ended.done(), f"it ended before it was time to cancel it: {ended.result().result}"
            handle.cancel_goal_async()
        return self.result(ended).result

    def close(self) -> None:
        """Destroy the nodes."""
        self._executor.shutdown()
        for node in self._nodes:
            leave(node)
