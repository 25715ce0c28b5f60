"""CAPE's figures of whole episodes (section IV-D), beside SR and GC: from the executive's decisions and the true room.

Executable: whether every step could be done; afforded: the share of steps that could; scene graph: the share of the
wished facts that are true in the end; LCS: longest common subsequence with how a person would do it, as a share of the
longer one; steps: manipulations tried; corrections: failures that recovery ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pred_bench.episode.recoveries import TaskRecovery, read_recoveries
from pred_bench.episode.steps import STEPS
from pred_bench.scoring.results import TaskResult
from pred_core.action_model.skills import common
from pred_core.action_model.stepping import Step
from pred_core.outcome import Code
from pred_tasks.tasks import Task

TABLE = "cape.md"
_TITLES = ("", "episodes", "executable", "afforded", "scene graph", "LCS", "steps", "corrections")


def write_figures(
    out: Path, folders: Iterable[Path], tasks: Mapping[str, Task], results: Mapping[str, TaskResult]
) -> str:
    """Write cape.md with a row for each task type and one for all, and return it; '' where nothing was run.

    :param tasks: by the key of their results
    """
    places = list(folders)
    done, recoveries = _steps(places), read_recoveries(places)
    rows: dict[str, list[list[float]]] = {}
    for key, result in results.items():
        if key in tasks:
            figures = _figures(tasks[key], result, done.get(key, []), recoveries.get(key))
            rows.setdefault(result.task_type, []).append(figures)
    if not rows:
        return ""
    lines = [f"| {' | '.join(_TITLES)} |", f"|{'---|' * len(_TITLES)}"]
    named = {**dict(sorted(rows.items())), "all": [one for found in rows.values() for one in found]}
    for name, found in named.items():
        means = [sum(column) / len(found) for column in zip(*found, strict=True)]
        shares = [f"{100.0 * value:.1f}" for value in means[:4]]
        lines.append(f"| {' | '.join([name, str(len(found)), *shares, *(f'{v:.1f}' for v in means[4:])])} |")
    text = "\n".join(lines) + "\n"
    (out / TABLE).write_text(text, "utf-8")
    return text


def _figures(
    task: Task, result: TaskResult, done: Sequence[Mapping[str, str]], recovery: TaskRecovery | None
) -> list[float]:
    """Return executable, afforded, scene graph, LCS, steps and corrections of one episode."""
    program = [Step(one["skill"], (one["type"],)) for one in done if one["code"] == Code.SUCCESS]
    reference = [Step(skill, (kind,)) for skill, kind in task.reference]
    met = sum(result.conditions.values()) / len(result.conditions) if result.conditions else 1.0
    executable = float(recovery.executable) if recovery is not None else 0.0
    afforded = recovery.afforded if recovery is not None else 0.0
    helped = sum(recovery.helped.values()) if recovery is not None else 0
    return [executable, afforded, met, common(program, reference), float(len(done)), float(helped)]


def _steps(folders: Iterable[Path]) -> dict[str, list[Mapping[str, str]]]:
    """Return what was done in each task; of a task that was run again all of it."""
    found: dict[str, list[Mapping[str, str]]] = {}
    for folder in folders:
        file = folder / STEPS
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            data = json.loads(line)
            found.setdefault(data["key"], []).append(data)
    return found
