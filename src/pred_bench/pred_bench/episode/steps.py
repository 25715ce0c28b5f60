"""What the executive did to what, kept a line a skill with the task that it was done for."""

from __future__ import annotations

import json
from pathlib import Path

from pred_bench.episode.robot import Listener
from pred_core.ros.qos import EVENTS
from pred_msgs.msg import TaskEvent

STEPS = "steps.jsonl"


class TaskSteps:
    """Listens to the executive and appends what was done to what, a line a skill, with the task's key."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / STEPS
        self._task = ""

    @property
    def listener(self) -> Listener:
        """What the benchmark's client has to listen to."""
        return Listener(TaskEvent, "task_events", EVENTS, self.hear)

    def begin(self, task: str) -> None:
        """Take what is heard from now on for a task's."""
        self._task = task

    def hear(self, event: TaskEvent) -> None:
        """Keep a skill with how it ended."""
        if event.kind != "skill" or not self._task:
            return
        data = json.loads(event.data)
        kind = str(data["id"]).rpartition("_")[0] or str(data["id"])
        line = {"key": self._task, "skill": data["skill"], "type": kind, "code": data["code"]}
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
