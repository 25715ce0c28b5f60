"""The record of a run on disk: plan, decisions, revisions and result, in files that are the same for the same seed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pred_core.outcome import Outcome
from pred_core.plan_language import Plan, PlanRevision
from pred_core.run_folder import check_free
from pred_core.tree_record import TREE, TreeNode
from pred_recovery.mission.mission import Assignment
from pred_recovery.mission.world import KnownWorld, Log
from pred_recovery.tree.build import SUBGOAL
from pred_recovery.tree.executive import TaskEnd

RECORD = "events.jsonl"
"""The file that every record has."""
RUNNING, ENDED = "RUNNING", ("SUCCESS", "FAILURE")


class RunRecord:
    """A log that passes everything on to another one and keeps it in a folder.

    ``plan.json`` the first plan, ``events.jsonl`` every decision, ``recoveries.jsonl``, ``revisions.jsonl``,
    ``behaviour_tree.jsonl`` how the tree was at the end of each subgoal, and ``result.json``.
    """

    def __init__(self, folder: Path, log: Log, world: KnownWorld) -> None:
        """Make the folder.

        :raises OSError: when it cannot be written to, or holds something already
        """
        self._folder = folder
        self._log = log
        self._world = world
        self._planned = False
        check_free(folder).mkdir(parents=True, exist_ok=True)
        for name in (RECORD, "recoveries.jsonl", "revisions.jsonl", TREE):
            (folder / name).write_text("", "utf-8")

    def event(self, kind: str, subgoal_id: str, text: str, data: Mapping[str, Any]) -> None:
        """Keep a decision."""
        entry = {"kind": kind, "subgoal": subgoal_id, "text": text, "data": dict(data)}
        self._append(RECORD, entry)
        self._log.event(kind, subgoal_id, text, data)

    def recovery(
        self, subgoal_id: str, failure: Outcome, strategy: str, attempt: int, outcome: Outcome
    ) -> None:
        """Keep one attempt to recover."""
        entry = {
            "subgoal": subgoal_id,
            "failure": asdict(failure),
            "strategy": strategy,
            "attempt": attempt,
            "outcome": asdict(outcome),
        }
        self._append("recoveries.jsonl", entry)
        self._log.recovery(subgoal_id, failure, strategy, attempt, outcome)

    def plan(self, plan: Plan) -> None:
        """Keep the first plan; revisions hold the others."""
        if not self._planned:
            self._write("plan.json", asdict(plan))
            self._planned = True
        self._log.plan(plan)

    def revision(self, revision: PlanRevision) -> None:
        """Keep a change of the plan."""
        self._append("revisions.jsonl", asdict(revision))
        self._log.revision(revision)

    def tree(self, root: TreeNode) -> None:
        """Keep the behaviour tree at the end of each subgoal and of the task."""
        ended = root.status != RUNNING or any(n.name == SUBGOAL and n.status in ENDED for n in root.nodes())
        if ended:
            self._append(TREE, {"tree": root.as_dict()})
        self._log.tree(root)

    def progress(self, plan: Plan | None, actions: int, reason: str) -> None:
        """Pass on; progress is not kept."""
        self._log.progress(plan, actions, reason)

    def finish(self, task: Assignment, result: TaskEnd) -> None:
        """Keep how the task ended."""
        summary = {
            "instruction": task.instruction,
            "success": bool(result.outcome),
            "code": result.outcome.code,
            "message": result.outcome.message,
            "swayed_by": [str(kind) for kind in result.swayed_by],
            "actions": result.actions,
            "failures": result.failures,
            "goal_conditions": result.goals,
            "goal_conditions_total": result.goals_total,
            "not_used": list(result.not_used),
            "notes": list(result.not_verified),
            "final_plan": asdict(result.plan) if result.plan else None,
        }
        self._write("result.json", summary)

    def _append(self, name: str, entry: Mapping[str, Any]) -> None:
        with (self._folder / name).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"step": self._world.robot.step, **entry}, sort_keys=True) + "\n")

    def _write(self, name: str, content: Mapping[str, Any]) -> None:
        text = json.dumps(content, indent=2, sort_keys=True)
        part = self._folder / f"{name}.part"
        part.write_text(text + "\n", "utf-8")
        part.replace(self._folder / name)  # who waits for the file finds it whole
