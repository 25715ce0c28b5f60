"""Hears how tasks end, and what people say of them, so that what worked is remembered."""

from __future__ import annotations

import json
from typing import Any

from rclpy.node import Node

from pred_core.outcome import Code
from pred_core.ros.qos import EVENTS, LATCHED
from pred_msgs.msg import Plan, TaskEvent
from pred_planner.memory.remembering import RememberingReasoner
from pred_planner.memory.store import Pair

END, FEEDBACK = "end", "feedback"
"""Kinds of task events: how a task ended, and what a person said of it."""


class TaskEnds:
    """Tells a remembering reasoner which plan was done, and which of them the person is content with."""

    def __init__(self, node: Node, reasoner: RememberingReasoner) -> None:
        """Listen to the executive's plans and events."""
        self._reasoner = reasoner
        self._logger = node.get_logger()
        self._plan_id = ""
        node.create_subscription(Plan, "plan", self._hear_plan, LATCHED)
        node.create_subscription(TaskEvent, "task_events", self._hear_event, EVENTS)

    def _hear_plan(self, message: Plan) -> None:
        self._plan_id = message.plan_id

    def _hear_event(self, message: TaskEvent) -> None:
        if message.kind == END and data_of(message).get("code") == Code.SUCCESS:
            self._tell(self._reasoner.measured(self._plan_id))
        elif message.kind == FEEDBACK and data_of(message).get("satisfied") is True:
            self._tell(self._reasoner.confirmed(self._plan_id))

    def _tell(self, kept: Pair | None) -> None:
        if kept is not None:
            self._logger.info(f"remembered: {kept.name or kept.words}")


def data_of(message: TaskEvent) -> dict[str, Any]:
    """Return the data of an event, nothing of one whose data cannot be read."""
    try:
        data = json.loads(message.data)
    except json.JSONDecodeError:
        return {}
    return data if isinstance(data, dict) else {}
