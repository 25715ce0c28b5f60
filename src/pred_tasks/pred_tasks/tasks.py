"""Benchmark tasks: one JSON object a line, with ALFRED's fields or TEACh's ``components``; and both sets' own files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from pred_core.plain_text import ended_well
from pred_tasks.alfred.files import AlfredFileError, alfred_files, alfred_tasks, is_trial
from pred_tasks.alfred.goals import DEFINITIONS, NEEDS, AlfredGoal, Condition
from pred_tasks.bring_goals import BRING, BringError, BringGoal
from pred_tasks.json_files import JsonFileError, text_of
from pred_tasks.service_goals import SERVICE, ServiceError, ServiceGoal
from pred_tasks.teach.files import TeachFileError, teach_tasks
from pred_tasks.teach.goals import GoalError, TeachGoal
from pred_tasks.world import WorldState

LAYOUT_KEYS = (
    "init_action",
    "object_poses",
    "object_toggles",
    "dirty_and_empty",
    "random_spawn",
    "duplicates",
    "keep_temperature",
    "changes",
    "history",
)


MOST_PROBLEMS = 5
"""How many lines that are no tasks are named of a file."""


class TaskError(ValueError):
    """A task file that cannot be used; the sentence names the file, the line and what is wrong."""


class Goal(Protocol):
    """What a task wants of the world."""

    def conditions(self, state: WorldState) -> tuple[Condition, ...]:
        """Return each condition, and whether the world meets it."""


@dataclass(frozen=True)
class Annotation:
    """One person's words for a task: the goal sentence, step-by-step texts, 'Speaker: text' lines of a dialogue."""

    goal: str
    steps: tuple[str, ...] = ()
    dialogue: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """One task. ``expert_actions`` is L*, the expert's number of actions, None where there was no expert.

    ``seed`` draws its world; None leaves that to the benchmark's own seed. ``table``: it is one of the arm's, which has
    to be got ready first. ``reference`` is how a person would do it: primitives, each with a type.
    """

    task_id: str
    task_type: str
    scene: str
    goal: Goal
    annotations: tuple[Annotation, ...]
    layout: Mapping[str, Any]
    expert_actions: int | None
    seed: int | None = None
    table: bool = False
    reference: tuple[tuple[str, str], ...] = ()

    @property
    def max_failures(self) -> int:
        """How many failed actions end it: TEACh 30, ALFRED 10."""
        return 30 if isinstance(self.goal, TeachGoal) else 10

    def layout_json(self) -> str:
        """Return the layout as LoadWorld takes it."""
        return json.dumps(self.layout)


def read_tasks(path: Path) -> list[Task]:
    """Return the tasks of a file, or of a folder of ALFRED's or TEACh's.

    :raises TaskError: naming the first lines that are no tasks, or repeat a task's id
    """
    return tasks_and_content(path)[0]


def tasks_and_content(path: Path) -> tuple[list[Task], bytes]:
    """Return the tasks, and what stands in the file; of a folder its tasks one a line.

    :raises TaskError: as :func:`read_tasks`
    """
    try:
        lines, content, part = _read(path)
    except (AlfredFileError, TeachFileError, JsonFileError) as error:
        raise TaskError(str(error)) from error
    tasks: dict[str, Task] = {}
    problems: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            task = parse_task(line)
        except TaskError as error:
            problems.append(f"{path}, {part} {number}: {error}")
            continue
        if task.task_id in tasks:
            problems.append(f"{path}, {part} {number}: task_id {task.task_id!r} is there twice.")
        tasks[task.task_id] = task
    if len(problems) > MOST_PROBLEMS:
        problems[MOST_PROBLEMS:] = [f"... and {len(problems) - MOST_PROBLEMS} more."]
    if problems or not tasks:
        raise TaskError("\n".join(problems) or f"{path}: there is no task in it.")
    return list(tasks.values()), content


def _read(path: Path) -> tuple[list[str], bytes, str]:
    """Return one JSON object a line, also of ALFRED's and TEACh's own files, what stands in the file, and of what.

    :raises AlfredFileError, TeachFileError, JsonFileError: when it cannot be read
    """
    if trials := alfred_files(path):
        return _as_lines(alfred_tasks(trials))
    if path.is_dir():
        return _as_lines(teach_tasks(path))
    text = text_of(path)
    try:
        data = json.loads(text)
    except json.JSONDecodeError:  # one task a line
        return text.split("\n"), text.encode(), "line"
    if is_trial(data):
        return _as_lines(alfred_tasks([path]))
    if isinstance(data, dict) and path.suffix == ".json" and "annotations" not in data:
        return _as_lines(teach_tasks(path))
    if not isinstance(data, list):
        return _as_lines([data])[0], text.encode(), "line"
    return _as_lines(data)


def _as_lines(tasks: Iterable[Any]) -> tuple[list[str], bytes, str]:
    lines = [json.dumps(task) for task in tasks]
    return lines, "\n".join(lines).encode(), "task"


def parse_task(line: str) -> Task:
    """Return the task of one line.

    :raises TaskError: saying what is wrong
    """
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise TaskError(ended_well(f"not JSON: {error}")) from error
    if not isinstance(data, dict):
        raise TaskError("a task must be a JSON object.")
    missing = [key for key in ("task_id", "task_type", "floor_plan", "annotations") if not data.get(key)]
    if missing:
        raise TaskError(f"it lacks {', '.join(missing)}.")
    expert = data.get("expert_low_actions")
    if expert is not None and (not isinstance(expert, int) or expert <= 0):
        raise TaskError(f"expert_low_actions must be a positive number, got {expert!r}.")
    return Task(
        task_id=str(data["task_id"]),
        task_type=str(data["task_type"]),
        scene=str(data["floor_plan"]),
        goal=_goal(data),
        annotations=_with_history(_annotations(data["annotations"]), data.get("history", ())),
        layout={key: data[key] for key in LAYOUT_KEYS if key in data},
        expert_actions=expert,
        reference=tuple((str(one[0]), str(one[1])) for one in data.get("reference", ())),
    )


def _with_history(annotations: tuple[Annotation, ...], history: Any) -> tuple[Annotation, ...]:
    """Return the annotations, each with what was done before in its dialogue (TEACh's EDH)."""
    if not isinstance(history, (list, tuple)) or not all(isinstance(action, dict) for action in history):
        raise TaskError("history must be a list of objects.")
    done = tuple(f"Driver did: {d.get('action')} {str(d.get('object')).partition('|')[0]}" for d in history)
    return tuple(replace(a, dialogue=(*a.dialogue, *done)) for a in annotations)


def _goal(data: Mapping[str, Any]) -> Goal:
    kind = str(data["task_type"])
    if kind == BRING or kind.startswith(SERVICE):
        try:
            return (BringGoal if kind == BRING else ServiceGoal).parse(data.get("goal"))
        except (BringError, ServiceError) as error:
            raise TaskError(str(error)) from error
    if "components" in data:
        try:
            return TeachGoal.parse(data["components"])
        except (GoalError, TypeError) as error:
            raise TaskError(str(error)) from error
    goal = data.get("goal")
    if kind not in DEFINITIONS:
        known = ", ".join(DEFINITIONS)
        raise TaskError(f"task_type {kind!r} is none of {known}, and there are no components.")
    needed = NEEDS.get(kind, ("object_target", "parent_target"))
    if not isinstance(goal, dict) or not all(goal.get(key) for key in needed):
        raise TaskError(f"the goal of a {kind} needs {', '.join(needed)}.")
    return AlfredGoal(
        kind=kind,
        object_target=str(goal["object_target"]),
        parent_target=str(goal.get("parent_target", "")),
        mrecep_target=str(goal.get("mrecep_target", "")),
        toggle_target=str(goal.get("toggle_target", "")),
        object_sliced=bool(goal.get("object_sliced", False)),
    )


def _annotations(entries: Any) -> tuple[Annotation, ...]:
    if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
        raise TaskError("annotations must be a list of objects.")
    return tuple(map(_annotation, entries))


def _annotation(entry: Mapping[str, Any]) -> Annotation:
    """Return one person's words; of a dialogue alone the first thing that is asked for is the goal sentence."""
    dialogue = tuple(str(line) for line in entry.get("dialogue", ()))
    asked = [
        line for line in dialogue if line.lower().startswith("commander:") and line.partition(":")[2].strip()
    ]
    goal = str(entry.get("task_desc") or "").strip()
    if not goal and not asked:
        raise TaskError(
            "an annotation needs a task_desc, or a dialogue in which the commander says something."
        )
    if not goal:
        goal = asked[0].partition(":")[2].strip()
        dialogue = tuple(line for line in dialogue if line is not asked[0])
    steps = tuple(str(s).strip() for s in entry.get("high_descs", ()))
    return Annotation(goal, steps, dialogue)
