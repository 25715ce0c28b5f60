"""Hears what the executive does, so that the planner can answer what was done."""

from __future__ import annotations

from rclpy.node import Node

from pred_core.action_history import ActionHistory
from pred_core.ros.qos import EVENTS
from pred_msgs.msg import TaskEvent
from pred_planner.task_ends import data_of


class HistoryHeard:
    """Keeps count of what was done in the world that is loaded."""

    def __init__(self, node: Node) -> None:
        """Listen to the executive's events."""
        self._history = ActionHistory()
        self._episode = 0
        node.create_subscription(TaskEvent, "task_events", self._hear, EVENTS)

    def known(self) -> ActionHistory:
        """Return what was done so far."""
        return self._history

    def within(self, episode: int) -> None:
        """Forget what was done in another world than this one."""
        if episode != self._episode:
            self._episode, self._history = episode, ActionHistory(asked=self._history.asked)

    def _hear(self, message: TaskEvent) -> None:
        self._history = self._history.after(message.kind, message.text, data_of(message))
