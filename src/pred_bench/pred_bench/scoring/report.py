"""The summary of a benchmark as Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pred_bench.scoring.claims import acted, ground_truth, kept_apart, told
from pred_bench.scoring.scores import Episode, Scores, by_type, score
from pred_core.model_calls import Call, Spent

COLUMNS = (
    ("tasks", "episodes"),
    ("SR", "success_rate"),
    ("GC", "goal_conditions"),
    ("PLW SR", "weighted_success_rate"),
    ("PLW GC", "weighted_goal_conditions"),
    ("actions", "actions"),
    ("failed actions", "failures"),
    ("steps/s", "steps_per_second"),
    ("false success", "false_success"),
    ("of it with a reservation", "false_reserved"),
    ("questions", "questions"),
)
_SHARES = {
    "false_success",
    "false_reserved",
    "success_rate",
    "goal_conditions",
    "weighted_success_rate",
    "weighted_goal_conditions",
}


def write_summary(
    folder: Path, episodes: Sequence[Episode], settings: Mapping[str, Any], calls: Sequence[Call] = ()
) -> str:
    """Write summary.md, summary.csv and summary.json and return the Markdown; '' when there is nothing to sum up.

    :param calls: to a model; what they cost is summed up, too
    """
    if not episodes:
        return ""
    rows = {**by_type(episodes), "all": score(episodes)}
    text = _markdown(rows, settings, told(episodes, settings), calls)
    (folder / "summary.md").write_text(text, "utf-8")
    (folder / "summary.csv").write_text(_csv(rows), "utf-8")
    data: dict[str, Any] = {
        "settings": dict(settings),
        "scores": {name: asdict(s) for name, s in rows.items()},
    }
    count, kinds = acted(episodes)
    data |= {"ground_truth": ground_truth(settings), "modules": {"episodes": count, "revisions": dict(kinds)}}
    apart = kept_apart(episodes, settings)
    if apart is not None:
        data["kept_apart"] = asdict(apart)
    if calls:
        data["llm"] = asdict(Spent.on(calls))
    (folder / "summary.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    return text


def _markdown(
    rows: Mapping[str, Scores], settings: Mapping[str, Any], claims: Sequence[str], calls: Sequence[Call]
) -> str:
    titles = ["task type", *(title for title, _ in COLUMNS)]
    lines = [
        "# Benchmark",
        "",
        ", ".join(f"{key}: {value}" for key, value in settings.items() if value not in ("", None, [], {})),
        "",
        f"| {' | '.join(titles)} |",
        f"|{'---|' * len(titles)}",
    ]
    lines += [f"| {' | '.join([name, *_cells(row)])} |" for name, row in rows.items()]
    meaning = "SR: success rate. GC: goal conditions. PLW: weighted by path length. Shares in %."
    false = (
        "False success: called done by the robot, and not; with a reservation: the robot named what it took instead "
        "or did not see to hold."
    )
    lines += ["", meaning, false, ""]
    for claim in claims:
        lines += [claim, ""]
    if calls:
        lines += [f"Model, over all tasks: {Spent.on(calls).report()}.", ""]
    failures = [f"| {name} | {code} | {n} |" for name, row in rows.items() for code, n in row.codes.items()]
    if failures:
        lines += ["## How failed tasks ended", "", "| task type | code | tasks |", "|---|---|---|", *failures]
    return "\n".join(lines) + "\n"


def _cells(row: Scores) -> list[str]:
    return [_cell(key, getattr(row, key)) for _, key in COLUMNS]


def _cell(key: str, value: float | None) -> str:
    if value is None:
        return "-"
    if key in _SHARES:
        return f"{100.0 * value:.1f}"
    return str(value) if isinstance(value, int) else f"{value:.1f}"


def _csv(rows: Mapping[str, Scores]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["task_type", *(key for _, key in COLUMNS)])
    for name, row in rows.items():
        values = [getattr(row, key) for _, key in COLUMNS]
        writer.writerow([name, *("" if v is None else v for v in values)])
    return out.getvalue()
