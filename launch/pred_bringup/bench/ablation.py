"""The ablation: the same episodes with all modules, without each, and without any, as in PRED's Table 3."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pred_bringup.bench.intervals import METRICS, Estimate, Interval, compare
from pred_bringup.bench.options import MODULES
from pred_bringup.bench.results import TaskResult
from pred_bringup.bench.scores import Episode
from pred_bringup.bench.shards import Gathered

FULL = "full"
ARMS: Mapping[str, str] = {
    FULL: ",".join(MODULES),
    **{f"without_{left_out}": ",".join(m for m in MODULES if m != left_out) for left_out in MODULES},
    "none": "none",
}
"""Folder of each arm: the modules it has."""

FEW = 30
"""Below this many episodes the bootstrap's intervals are too narrow to call any difference one."""

_SHARES = frozenset(METRICS) - {"steps"}


def carried_over(full: Mapping[str, TaskResult], arm: str) -> dict[str, TaskResult]:
    """Return the results, by key, that need no run in an arm: none of the modules it lacks had a say with all of them.

    The same seed gives the same run, so these tasks are done in the same way without those modules.
    """
    left_out = set(MODULES) - set(ARMS[arm].split(","))
    return {
        key: replace(result, carried=True)
        for key, result in full.items()
        if arm != FULL and result.swayed_by is not None and left_out.isdisjoint(result.swayed_by)
    }


def write_table(out: Path, arms: Mapping[str, Gathered], settings: Mapping[str, Any], seed: int) -> str:
    """Write ablation.md and ablation.csv over the episodes that all arms have, and return the Markdown.

    Returns '' while there is no such episode. Arms without any result yet are left out.
    """
    begun = {name: arm for name, arm in arms.items() if arm.results}
    keys = sorted(set.intersection(*(set(arm.results) for arm in begun.values()))) if begun else []
    if not keys or FULL not in begun:
        return ""
    results = {name: [arm.results[key] for key in keys] for name, arm in begun.items()}
    episodes = {name: [r.episode(None) for r in rows] for name, rows in results.items()}
    estimates = compare(episodes, FULL, seed)
    text = _markdown(estimates, results, episodes, settings, seed)
    (out / "ablation.md").write_text(text, "utf-8")
    (out / "ablation.csv").write_text(_csv(estimates), "utf-8")
    return text


def _runs(results: Mapping[str, Sequence[TaskResult]]) -> list[str]:
    """Return a sentence on what was not run again, and how many runs that left."""
    carried = {arm: sum(r.carried for r in rows) for arm, rows in results.items()}
    if not any(carried.values()):
        return []
    left = ", ".join(f"{arm} {len(results[arm]) - count}" for arm, count in carried.items())
    told = "An episode in which the modules that an arm lacks had no say with all modules is the same without them: "
    return [f"{told}it was not run again. Run were: {left}.", ""]


def _markdown(
    estimates: Mapping[str, Mapping[str, Estimate]],
    results: Mapping[str, Sequence[TaskResult]],
    episodes: Mapping[str, Sequence[Episode]],
    settings: Mapping[str, Any],
    seed: int,
) -> str:
    count = len(episodes[FULL])
    told = ", ".join(
        f"{k}: {v}" for k, v in settings.items() if k != "modules" and v not in ("", None, [], {})
    )
    header = [f"| arm | {' | '.join(METRICS)} |", f"|{'---|' * (len(METRICS) + 1)}"]
    lines = ["# Ablation", "", told, ""]
    lines += [
        f"{count} episodes that every arm has. In brackets 95 % intervals (paired bootstrap).",
        "",
        *_runs(results),
        *header,
    ]
    lines += [
        f"| {arm} | {' | '.join(_cell(m, row[m].score) for m in METRICS)} |" for arm, row in estimates.items()
    ]
    marks = (
        f"too few episodes to judge by, below {FEW}" if count < FEW else "bold where the interval excludes 0"
    )
    lines += ["", f"Differences to full; {marks}.", "", *header]
    lines += [
        f"| {arm} | {' | '.join(_difference(m, row[m].difference, count) for m in METRICS)} |"
        for arm, row in estimates.items()
        if arm != FULL
    ]
    lines += ["", "SR: success rate. GC: goal conditions. PLW: weighted by path length. Shares in %.", ""]
    return "\n".join([*lines, *_by_kind(results, episodes, seed)]) + "\n"


def _by_kind(
    results: Mapping[str, Sequence[TaskResult]], episodes: Mapping[str, Sequence[Episode]], seed: int
) -> list[str]:
    """Return SR and steps on the episodes that had each kind of injection: of full, and how the other arms differ."""
    injected = [{str(entry["kind"]) for entry in result.injected} or {"nothing"} for result in results[FULL]]
    kinds = sorted(set.union(*injected))
    if kinds == ["nothing"]:
        return []
    lines = ["## By what was injected", "", "SR in % / steps; of the other arms the differences to full.", ""]
    lines += [f"| injected | episodes | {' | '.join(episodes)} |", f"|{'---|' * (len(episodes) + 2)}"]
    for kind in kinds:
        numbers = [i for i, found in enumerate(injected) if kind in found]
        estimates = compare({n: [rows[i] for i in numbers] for n, rows in episodes.items()}, FULL, seed)
        cells = [_kind_cell(arm, row, len(numbers)) for arm, row in estimates.items()]
        lines.append(f"| {kind} | {len(numbers)} | {' | '.join(cells)} |")
    return lines


def _kind_cell(arm: str, row: Mapping[str, Estimate], count: int) -> str:
    if arm == FULL:
        return " / ".join(format(_scaled(m, row[m].score.value), ".1f") for m in ("SR", "steps"))
    return " / ".join(_difference(m, row[m].difference, count) for m in ("SR", "steps"))


def _scaled(metric: str, value: float) -> float:
    return 100.0 * value if metric in _SHARES else value


def _cell(metric: str, interval: Interval, sign: str = "") -> str:
    if math.isnan(interval.value):
        return "-"
    value, low, high = (
        format(_scaled(metric, number), f"{sign}.1f")
        for number in (interval.value, interval.low, interval.high)
    )
    return f"{value} [{low}, {high}]"


def _difference(metric: str, interval: Interval, episodes: int) -> str:
    text = _cell(metric, interval, "+")
    return f"**{text}**" if interval.excludes_zero and episodes >= FEW else text


def _csv(estimates: Mapping[str, Mapping[str, Estimate]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = ("value", "low", "high", "difference", "difference_low", "difference_high")
    writer.writerow(["arm", "metric", *names])
    for arm, row in estimates.items():
        for metric, estimate in row.items():
            numbers = [getattr(part, n) for part in (estimate.score, estimate.difference) for n in names[:3]]
            writer.writerow([arm, metric, *("" if math.isnan(n) else f"{n:.6g}" for n in numbers)])
    return out.getvalue()
