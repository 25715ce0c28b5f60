"""The ablation: the same episodes with all modules, without each, and without any, as in PRED's Table 3."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from pred_bench.scoring.cells import FEW, cell, difference
from pred_bench.scoring.intervals import METRICS, Estimate, compare
from pred_bench.scoring.results import TaskResult
from pred_bench.scoring.scores import Episode
from pred_bench.scoring.shards import Gathered

MODULES = ("dta", "ohv", "apm", "asr")
"""PRED's four modules, as the parameter `modules` names them."""
FULL = "full"
ARMS: Mapping[str, str] = {
    FULL: ",".join(MODULES),
    **{f"without_{left_out}": ",".join(m for m in MODULES if m != left_out) for left_out in MODULES},
    "none": "none",
}
"""Folder of each arm: the modules it has."""


class ArmsError(ValueError):
    """Arms that do not exist, with a sentence that says which do."""


def parse_arms(text: str) -> tuple[str, ...]:
    """Return the arms of a comma-separated text, in the table's order; all are compared with full, so it is added.

    :raises ArmsError: naming what is none
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in ARMS]
    if unknown or not names:
        raise ArmsError(f"there is no arm {', '.join(unknown) or repr(text)}; there is: {', '.join(ARMS)}")
    return tuple(name for name in ARMS if name == FULL or name in names)


NOTHING = "nothing"
"""The kind of the episodes into which nothing was injected."""


class Compared(NamedTuple):
    """How many episodes were compared, and every score of every arm on them."""

    episodes: int
    estimates: Mapping[str, Mapping[str, Estimate]]


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
    """Write ablation.md and .csv over the episodes that all arms have, and of each kind, and return the Markdown.

    Returns '' while there is no such episode. Arms without any result yet are left out.
    """
    begun = {name: arm for name, arm in arms.items() if arm.results}
    keys = sorted(set.intersection(*(set(arm.results) for arm in begun.values()))) if begun else []
    if not keys or FULL not in begun:
        return ""
    results = {name: [arm.results[key] for key in keys] for name, arm in begun.items()}
    episodes = {name: [r.episode(None) for r in rows] for name, rows in results.items()}
    everything = Compared(len(keys), compare(episodes, FULL, seed))
    kinds = _by_kind(results[FULL], episodes, seed)
    text = "\n".join([*_markdown(everything, results, settings), *_kind_lines(kinds, list(episodes))]) + "\n"
    (out / "ablation.md").write_text(text, "utf-8")
    (out / "ablation.csv").write_text(_csv({"": everything, **kinds}), "utf-8")
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
    compared: Compared, results: Mapping[str, Sequence[TaskResult]], settings: Mapping[str, Any]
) -> list[str]:
    count, estimates = compared
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
        f"| {arm} | {' | '.join(cell(m, row[m].score) for m in METRICS)} |" for arm, row in estimates.items()
    ]
    marks = (
        f"too few episodes to judge by, below {FEW}" if count < FEW else "bold where the interval excludes 0"
    )
    lines += ["", f"Differences to full; {marks}.", "", *header]
    lines += [
        f"| {arm} | {' | '.join(difference(m, row[m].difference, count) for m in METRICS)} |"
        for arm, row in estimates.items()
        if arm != FULL
    ]
    lines += ["", "SR: success rate. GC: goal conditions. PLW: weighted by path length. Shares in %.", ""]
    return lines


def _by_kind(
    results: Sequence[TaskResult], episodes: Mapping[str, Sequence[Episode]], seed: int
) -> dict[str, Compared]:
    """Return the scores on the episodes that had each kind of injection, {} where nothing was injected."""
    injected = [{str(entry["kind"]) for entry in result.injected} or {NOTHING} for result in results]
    kinds = sorted(set.union(*injected))
    found: dict[str, Compared] = {}
    for kind in kinds if kinds != [NOTHING] else ():
        numbers = [i for i, had in enumerate(injected) if kind in had]
        own = {arm: [rows[i] for i in numbers] for arm, rows in episodes.items()}
        found[kind] = Compared(len(numbers), compare(own, FULL, seed))
    return found


def _kind_lines(kinds: Mapping[str, Compared], arms: Sequence[str]) -> list[str]:
    if not kinds:
        return []
    lines = ["## By what was injected", "", "Of full the score, of the other arms the differences to it."]
    header = [f"| injected | episodes | {' | '.join(arms)} |", f"|{'---|' * (len(arms) + 2)}"]
    for metric in METRICS:
        lines += ["", f"### {metric}", "", *header]
        for kind, (count, estimates) in kinds.items():
            cells = (
                cell(metric, row[metric].score)
                if arm == FULL
                else difference(metric, row[metric].difference, count)
                for arm, row in estimates.items()
            )
            lines.append(f"| {kind} | {count} | {' | '.join(cells)} |")
    return lines


def _csv(kinds: Mapping[str, Compared]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = ("value", "low", "high", "difference", "difference_low", "difference_high")
    writer.writerow(["injected", "episodes", "arm", "metric", *names])
    for kind, (count, estimates) in kinds.items():
        for arm, row in estimates.items():
            for metric, estimate in row.items():
                numbers = [
                    getattr(part, n) for part in (estimate.score, estimate.difference) for n in names[:3]
                ]
                told = ("" if math.isnan(n) else f"{n:.6g}" for n in numbers)
                writer.writerow([kind, count, arm, metric, *told])
    return out.getvalue()
