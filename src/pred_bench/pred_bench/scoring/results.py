"""The results of a benchmark on disk: one JSON line a task, written as soon as it is known, so that a run can go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pred_bench.scoring.claims import ground_truth
from pred_bench.scoring.scores import Episode
from pred_core.model_calls import CALLS, Call

RESULTS, TIMING, SETTINGS = "results.jsonl", "timing.jsonl", "settings.json"

GOAL_NOT_MET = "GOAL_NOT_MET"
"""How a task ended that the robot believed done and that the judge does not."""


class ResumeError(RuntimeError):
    """A folder that holds another benchmark's results."""


@dataclass(frozen=True)
class TaskResult:
    """What one task came to. Holds no wall-clock time, so that equal runs give equal lines.

    ``injected`` are the discrepancies put into its world, ``scheduled`` what came of those that were to come later.
    ``swayed_by`` are the modules that had a say in what was done, None where that is not known; ``revised_by`` is the
    module that caused each revision of the plan; ``notes`` say what the scene calls otherwise than the task, what was
    taken in place of what was said, and what was not seen to hold in the end; ``reserved`` tells that something is of
    the last two; ``carried`` that the task was not run again without other modules, as it would be done in the same
    way. ``ground_truth`` is what the robot was told as it is.
    """

    task_id: str
    annotation: int
    task_type: str
    scene: str
    instruction: str
    success: bool
    open_at_start: int
    open_at_end: int
    conditions: Mapping[str, bool]
    actions: int
    failures: int
    expert_actions: int | None
    code: str
    message: str
    believed: bool = False
    reserved: bool = False
    notes: tuple[str, ...] = field(default_factory=tuple)
    injected: tuple[Mapping[str, Any], ...] = ()
    scheduled: tuple[Mapping[str, Any], ...] = ()
    swayed_by: tuple[str, ...] | None = None
    carried: bool = False
    revised_by: tuple[str, ...] = ()
    ground_truth: str = ""
    questions: int = 0

    @property
    def key(self) -> str:
        """Which task and whose words."""
        return f"{self.task_id}#{self.annotation}"

    def episode(self, seconds: float | None) -> Episode:
        """Return what is scored."""
        code = GOAL_NOT_MET if not self.success and self.believed else self.code
        return Episode(
            task_type=self.task_type,
            success=self.success,
            open_at_start=self.open_at_start,
            open_at_end=self.open_at_end,
            actions=self.actions,
            failures=self.failures,
            expert_actions=self.expert_actions,
            code=code,
            seconds=seconds,
            task_id=self.task_id,
            swayed=bool(self.swayed_by),
            revisions=self.revised_by,
            believed=self.believed,
            reserved=self.reserved,
            questions=self.questions,
        )


class ResultFolder:
    """results.jsonl, timing.jsonl and settings.json of one benchmark; llm_calls.jsonl is its listener's."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Open or make the folder.

        :param settings: what decides the results; a folder made with others is refused
        :raises ResumeError: when the folder belongs to a benchmark with other settings
        :raises OSError: when it cannot be made
        """
        self.path = path
        self._ground_truth = ground_truth(settings)
        path.mkdir(parents=True, exist_ok=True)
        self._check_settings(settings)
        for name in (RESULTS, TIMING, CALLS):
            _cut(path / name)
        self.results = read_results(path)
        self.seconds = read_seconds(path)

    def add(self, result: TaskResult, seconds: float, load_seconds: float) -> None:
        """Write one result and its times (s)."""
        self._keep(result)
        self.seconds[result.key] = seconds
        _append(
            self.path / TIMING,
            {"key": result.key, "seconds": round(seconds, 3), "load_seconds": round(load_seconds, 3)},
        )

    def carry(self, result: TaskResult) -> None:
        """Write the result of a task that need not be run, as another run says how it would end."""
        self._keep(result)

    def _keep(self, result: TaskResult) -> None:
        result = replace(result, ground_truth=self._ground_truth)
        self.results[result.key] = result
        _append(self.path / RESULTS, asdict(result))

    def take(self, part: Path) -> None:
        """Take note of the results of another folder, whose files are appended to this one's."""
        self.results |= read_results(part)
        self.seconds |= read_seconds(part)

    def lines_of(self, result: TaskResult) -> dict[str, bytes]:
        """Return what :meth:`add` would append for a task that took no time, by the name of the file."""
        result = replace(result, ground_truth=self._ground_truth)
        timing = {"key": result.key, "seconds": 0.0, "load_seconds": 0.0}
        return {RESULTS: _line(asdict(result)).encode(), TIMING: _line(timing).encode()}

    def episodes(self) -> list[Episode]:
        """Return all results for scoring."""
        return [result.episode(self.seconds.get(key)) for key, result in self.results.items()]

    def _check_settings(self, settings: Mapping[str, Any]) -> None:
        check_settings(self.path, settings)
        text = json.dumps(settings, indent=1, sort_keys=True) + "\n"
        file = self.path / SETTINGS
        if not file.exists():
            file.write_text(text, "utf-8")


def check_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Make sure that a folder is new or was made with these settings; an option that was not used is None.

    :raises ResumeError: naming the settings that differ
    """
    file = folder / SETTINGS
    if not file.exists():
        return
    before, now = json.loads(file.read_text("utf-8")), json.loads(json.dumps(settings))
    differing = sorted(k for k in {*before, *now} if before.get(k) != now.get(k))
    if differing:
        raise ResumeError(
            f"{folder} holds a benchmark with another {', '.join(differing)}. "
            "Use another --out, or the same settings."
        )


def read_results(folder: Path) -> dict[str, TaskResult]:
    """Return a folder's results by key."""
    lists = ("notes", "injected", "scheduled", "swayed_by", "revised_by")
    found = (
        TaskResult(**{**entry, **{key: tuple(entry[key]) for key in lists if entry.get(key) is not None}})
        for entry in _lines(folder / RESULTS)
    )
    return {result.key: result for result in found}


def read_seconds(folder: Path) -> dict[str, float]:
    """Return how long each of a folder's tasks took, in seconds, by key."""
    return {entry["key"]: float(entry["seconds"]) for entry in _lines(folder / TIMING)}


def read_task_calls(folder: Path) -> tuple[Call, ...]:
    """Return the calls to a model that a folder's tasks took."""
    return tuple(Call.recorded(entry) for entry in _lines(folder / CALLS))


def _append(path: Path, entry: Mapping[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(_line(entry))


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False) + "\n"


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries of a file; what comes after the last whole line is left out."""
    if not path.exists():
        return
    text = path.read_text("utf-8")
    for line in text[: text.rfind("\n") + 1].splitlines():
        yield json.loads(line)


def _cut(path: Path) -> None:
    """Cut an unfinished last line off, left by a hard stop, so that the next one is a line of its own."""
    if not path.exists():
        return
    text = path.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, "utf-8")
