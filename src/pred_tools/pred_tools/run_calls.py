"""The calls to a model during a run: failures told as they are heard, all kept in its folder, costs in its result."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rclpy.node import Node

from pred_core.model_calls import CALLS, CallLog, Spent
from pred_core.ros.call_conversions import call_from_msg
from pred_core.ros.plan_conversions import PlanMessageError
from pred_core.ros.qos import EVENTS
from pred_msgs.msg import LlmCall as LlmCallMsg
from pred_tools.run_files import RESULT


class RunCalls:
    """Listens while tasks run. Calls hold no key: the planner masks it before they are sent.

    :param say: prints a line for people
    """

    def __init__(self, node: Node, say: Callable[[str], None]) -> None:
        self._say = say
        self._log: CallLog | None = None
        self._logger = node.get_logger()
        node.create_subscription(LlmCallMsg, "llm_calls", self._on_call, EVENTS)

    def begin(self, folder: Path | None) -> None:
        """Keep calls from now on, in a folder if one is given; those heard before are of an earlier task."""
        self._log = CallLog(folder / CALLS if folder is not None else None)

    def take(self) -> Spent | None:
        """Return what the calls of the task that has ended cost, None when no model was asked."""
        log, self._log = self._log, None
        return Spent.on(log.calls) if log is not None and log.calls else None

    def _on_call(self, msg: LlmCallMsg) -> None:
        if self._log is None:
            return
        try:
            call = call_from_msg(msg)
        except PlanMessageError as error:
            self._logger.warning(f"llm_calls: {error}")
            return
        self._log.add(call)
        if not call.outcome:
            self._say(f"Model ({call.purpose}): {call.message}")


def write_cost(folder: Path, spent: Spent | None) -> None:
    """Add what a model's calls cost to a run's result, if a model was asked and there is a result.

    :raises OSError: when it cannot be written
    """
    result = folder / RESULT
    if spent is None or not result.is_file():
        return
    summary = json.loads(result.read_text("utf-8"))
    summary["llm"] = asdict(spent)
    result.write_text(json.dumps(summary, indent=2, sort_keys=True) + "\n", "utf-8")
