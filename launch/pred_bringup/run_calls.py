"""The calls to a model during a run: kept in its folder as they are heard, and what they cost in its result."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from rclpy.node import Node

from pred_bringup.run_files import RESULT
from pred_core.ros.qos import EVENTS
from pred_msgs.msg import LlmCall as LlmCallMsg
from pred_planner.conversions import PlanMessageError, call_from_msg
from pred_planner.llm.calls import CALLS, CallLog, Spent


class RunCalls:
    """Listens while a task runs. Calls hold no key: the planner masks it before they are sent."""

    def __init__(self, node: Node, folder: Path) -> None:
        self._folder = folder
        self._log: CallLog | None = None
        self._logger = node.get_logger()
        node.create_subscription(LlmCallMsg, "llm_calls", self._on_call, EVENTS)

    def begin(self) -> None:
        """Keep calls from now on; those heard before are of an earlier task."""
        self._log = CallLog(self._folder / CALLS)

    def write(self) -> None:
        """Add what the calls cost to the run's result, if a model was asked and there is a result.

        :raises OSError: when it cannot be written
        """
        result = self._folder / RESULT
        if self._log is None or not self._log.calls or not result.is_file():
            return
        summary = json.loads(result.read_text("utf-8"))
        summary["llm"] = asdict(Spent.on(self._log.calls))
        result.write_text(json.dumps(summary, indent=2, sort_keys=True) + "\n", "utf-8")

    def report(self) -> str:
        """Return what the calls cost as a line for people, '' when no model was asked."""
        return Spent.on(self._log.calls).report() if self._log is not None and self._log.calls else ""

    def _on_call(self, msg: LlmCallMsg) -> None:
        if self._log is None:
            return
        try:
            self._log.add(call_from_msg(msg))
        except PlanMessageError as error:
            self._logger.warning(f"llm_calls: {error}")
