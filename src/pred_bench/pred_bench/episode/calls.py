"""The calls to a model during a benchmark, each kept with the task that it was made for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from pred_bench.episode.robot import Listener
from pred_core.model_calls import CALLS, CallLog
from pred_core.plain_text import one_line
from pred_core.ros.call_conversions import call_from_msg
from pred_core.ros.plan_conversions import PlanMessageError
from pred_core.ros.qos import EVENTS
from pred_msgs.msg import LlmCall as LlmCallMsg


class TaskCalls:
    """Appends calls to a folder's llm_calls.jsonl and tells of those that failed; the planner has masked all keys."""

    def __init__(self, folder: Path) -> None:
        self._log = CallLog(folder / CALLS)
        self._task = ""

    @property
    def listener(self) -> Listener:
        """What the benchmark's client has to listen to."""
        return Listener(LlmCallMsg, "llm_calls", EVENTS, self._hear)

    def begin(self, task: str) -> None:
        """Take the calls heard from now on for a task's. They are heard before its world is judged."""
        self._task = task

    def _hear(self, message: LlmCallMsg) -> None:
        try:
            call = replace(call_from_msg(message), task=self._task)
        except PlanMessageError as error:
            tqdm.write(f"{self._task}: llm_calls: {error}")
            return
        self._log.add(call)
        if not call.outcome:
            tqdm.write(one_line(f"{self._task}: model ({call.purpose}): {call.message}"))
