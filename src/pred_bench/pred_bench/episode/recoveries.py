"""What recovery came to in each task: steps begun, failed and given up, stages reached, and faults of the plan.

Read from the executive's decisions (``task_events``) while tasks run; one line a task in ``recoveries.jsonl``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pred_bench.episode.robot import Listener
from pred_core.outcome import Code
from pred_core.ros.qos import EVENTS, LATCHED
from pred_msgs.msg import Plan as PlanMsg
from pred_msgs.msg import TaskEvent
from pred_planner.plan.spoiling import CONTEXT_KEY
from pred_recovery.recover.recover import END

RECOVERIES = "recoveries.jsonl"
SKIPPING = "importance"
"""The strategy that ends a failure by leaving the step out."""


@dataclass(frozen=True)
class TaskRecovery:
    """What recovery came to in one task.

    ``begun`` counts the plan's steps that were begun, ``failed`` those of them that failed at first, ``given_up`` those
    that were left out or on which the task ended; ``reached`` the failed ones on which each strategy was tried,
    ``helped`` how often each ended a failure.
    """

    key: str
    begun: int = 0
    failed: int = 0
    given_up: int = 0
    reached: Mapping[str, int] = field(default_factory=dict)
    helped: Mapping[str, int] = field(default_factory=dict)
    plan_faults: tuple[Mapping[str, Any], ...] = ()

    @property
    def executable(self) -> bool:
        """Tell whether every step could be done (% executable, CAPE IV-D)."""
        return self.given_up == 0

    @property
    def afforded(self) -> float:
        """Return the share of steps that could be done (% afforded, CAPE IV-D)."""
        return 1.0 - self.given_up / self.begun if self.begun else 1.0


class TaskRecoveries:
    """Listens to the executive and appends a line for each task that ended."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / RECOVERIES
        self._task = self._begun_task = ""
        self._clear()

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """What the benchmark's client has to listen to."""
        return (
            Listener(TaskEvent, "task_events", EVENTS, self.hear),
            Listener(PlanMsg, "plan", LATCHED, self.hear_plan),
        )

    def begin(self, task: str) -> None:
        """Take what the executive begins from now on for a task's; the end of the last may still be heard."""
        self._task = task

    def _clear(self) -> None:
        self._begun: list[str] = []
        self._tried: dict[str, list[tuple[str, str]]] = {}
        self._faults: tuple[Mapping[str, Any], ...] = ()

    def hear_plan(self, plan: PlanMsg) -> None:
        """Note how the plan was spoiled, if it was."""
        self._faults = tuple(json.loads(plan.context or "{}").get(CONTEXT_KEY, ())) or self._faults

    def hear(self, event: TaskEvent) -> None:
        """Take a decision in; the last one of a task writes its line."""
        if event.kind == "start":
            self._begun_task = self._task
            self._clear()
        elif event.kind == "subgoal" and event.subgoal_id not in self._begun:
            self._begun.append(event.subgoal_id)
        elif event.kind == "recovery":
            data = json.loads(event.data)
            self._tried.setdefault(event.subgoal_id, []).append((data["strategy"], data["code"]))
        elif event.kind == "end" and self._begun_task:
            self._write(json.loads(event.data)["code"])

    def _write(self, code: str) -> None:
        tried = self._tried
        steps = {name: tries for name, tries in tried.items() if name != END.id}
        left = {
            name for name, tries in steps.items() if tries[-1][1] != Code.SUCCESS or tries[-1][0] == SKIPPING
        }
        if code != Code.SUCCESS and self._begun:
            left.add(self._begun[-1])
        found = TaskRecovery(
            self._begun_task,
            begun=len(self._begun),
            failed=len({*steps, *left}),
            given_up=len(left),
            reached=dict(Counter(name for tries in tried.values() for name in {name for name, _ in tries})),
            helped=dict(Counter(n for tries in tried.values() for n, end in tries if end == Code.SUCCESS)),
            plan_faults=self._faults,
        )
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(found), sort_keys=True) + "\n")


def read_recoveries(folders: Iterable[Path]) -> dict[str, TaskRecovery]:
    """Return the lines of some folders by task; of a task that was run again, the last."""
    found: dict[str, TaskRecovery] = {}
    for folder in folders:
        file = folder / RECOVERIES
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            data = json.loads(line)
            one = TaskRecovery(**{**data, "plan_faults": tuple(data["plan_faults"])})
            found[one.key] = one
    return found
