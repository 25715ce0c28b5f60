"""Waiting, in coroutines, for what messages bring."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.node import Node
from rclpy.task import Future


class ObservationWait:
    """What coroutines of one node wait for together."""

    def __init__(self, node: Node, patience: float) -> None:
        """Prepare; nothing is waited for longer than ``patience``, s."""
        self._node = node
        self._patience = patience
        self._waiting: list[Future] = []

    def tell(self) -> None:
        """Let all who wait look again."""
        self._wake(True)

    def give_up(self) -> None:
        """Let all who wait do so no longer."""
        self._wake(False)

    def _wake(self, heard: bool) -> None:
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            future.set_result(heard)

    async def until(self, arrived: Callable[[], bool]) -> bool:
        """Return whether it has arrived, at the latest when the patience is at its end."""
        if arrived():
            return True
        deadline = self._node.create_timer(self._patience, self.give_up)
        try:
            while not arrived():
                future: Future = Future()
                self._waiting.append(future)
                if not await future:
                    return False
        finally:
            self._node.destroy_timer(deadline)
        return True
