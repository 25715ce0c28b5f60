"""The recovery table: the same episodes with every kind of recovery, as CMFR's Table 1 and CAPE's Table I."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pred_bench.episode.recoveries import TaskRecovery, read_recoveries
from pred_bench.scoring.cells import cell, difference
from pred_bench.scoring.intervals import METRICS, compare
from pred_bench.scoring.results import TaskResult
from pred_bench.scoring.shards import Gathered
from pred_core.model_calls import Spent
from pred_planner.dialects.forms import GRADES
from pred_planner.plan.spoiling import KINDS as PLAN_KINDS

ARMS = ("none", "positioning", "rules", "staged", "cmfr", "cape", "helper", "cot", "resample", "saycan")
"""The values of ``recovery:=`` that are compared, unless only some are asked for; the first is the base."""
GRADED = {f"cape_{grade}": grade for grade in GRADES}
"""CAPE with each grade of its errors, in order: arms that are compared only where they are asked for by name."""
NAMED_ARMS = (*ARMS, *GRADED)
"""All that may be asked for."""
_LEGEND = (
    "Executable: plans of which every step could be done; afforded: steps that could be (CAPE IV-D), in %. "
    "Corrections of the plan and model calls are means of an episode. The stages: of all steps begun, in how many % "
    "each was reached (CMFR Figure 2; the last look is one an episode)."
)
STAGES = ("importance", "preconditions", "workaround", "last_look")


class ArmsError(ValueError):
    """Kinds of recovery that do not exist, with a sentence that says which do."""


def parse_arms(text: str) -> tuple[str, ...]:
    """Return the kinds of recovery of a comma-separated text, in the table's order.

    :raises ArmsError: naming what is none
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in NAMED_ARMS]
    if unknown or not names:
        raise ArmsError(
            f"there is no recovery {', '.join(unknown) or repr(text)}; there is: {', '.join(NAMED_ARMS)}"
        )
    return tuple(name for name in NAMED_ARMS if name in names)


@dataclass(frozen=True)
class Counted:
    """What recovery came to over episodes; shares from 0 to 1.

    ``reached`` is the share of all begun steps on which each stage was tried (CMFR's Figure 2).
    """

    executable: float
    afforded: float
    corrections: float
    reached: Mapping[str, float]


def counted(recoveries: Sequence[TaskRecovery]) -> Counted:
    """Return the counts of at least one episode (CAPE IV-D, CMFR Figure 2)."""
    number, begun = len(recoveries), sum(r.begun for r in recoveries)
    reached: Counter[str] = Counter()
    for one in recoveries:
        reached.update(one.reached)
    helped = sum(count for one in recoveries for name, count in one.helped.items() if name in STAGES)
    return Counted(
        executable=sum(r.executable for r in recoveries) / number,
        afforded=sum(r.afforded for r in recoveries) / number,
        corrections=helped / number,
        reached={name: reached[name] / begun if begun else 0.0 for name in STAGES},
    )


def write_table(out: Path, arms: Mapping[str, Gathered], settings: Mapping[str, Any], seed: int) -> str:
    """Write recovery.md and recovery.csv over the episodes that all arms have, and return the Markdown; '' for none."""
    begun = {name: arm for name, arm in arms.items() if arm.results}
    keys = sorted(set.intersection(*(set(arm.results) for arm in begun.values()))) if begun else []
    if not keys:
        return ""
    base = next(iter(begun))
    results = {name: [arm.results[key] for key in keys] for name, arm in begun.items()}
    counts = {name: _counts(out / name, keys) for name in begun}
    calls = {name: Spent.on(c for c in arm.calls if c.task in keys) for name, arm in begun.items()}
    told = ", ".join(
        f"{k}: {v}" for k, v in settings.items() if k != "recovery" and v not in ("", None, [], {})
    )
    lines = ["# Recovery", "", told, ""]
    lines += [f"{len(keys)} episodes that every arm has. In brackets 95 % intervals (paired bootstrap)."]
    lines += ["", *_scores(results, base, seed), "", *_counted_lines(counts, calls, len(keys))]
    lines += ["", *_by_fault(results, counts, base), ""]
    text = "\n".join(lines)
    (out / "recovery.md").write_text(text, "utf-8")
    (out / "recovery.csv").write_text(_csv(results, counts, calls, base, seed), "utf-8")
    return text


def _counts(folder: Path, keys: Sequence[str]) -> dict[str, TaskRecovery]:
    found = read_recoveries((folder, *sorted(folder.glob("shard-*-of-*"))))
    return {key: found[key] for key in keys if key in found}


def _scores(results: Mapping[str, Sequence[TaskResult]], base: str, seed: int) -> list[str]:
    episodes = {name: [r.episode(None) for r in rows] for name, rows in results.items()}
    estimates = compare(episodes, base, seed)
    count = len(next(iter(results.values())))
    titles = ["recovery", *METRICS, f"SR against {base}"]
    lines = [f"| {' | '.join(titles)} |", f"|{'---|' * len(titles)}"]
    for name, row in estimates.items():
        cells = [cell(m, row[m].score) for m in METRICS]
        against = "" if name == base else difference("SR", row["SR"].difference, count)
        lines.append(f"| {' | '.join([name, *cells, against])} |")
    return lines


def _counted_lines(
    counts: Mapping[str, Mapping[str, TaskRecovery]], calls: Mapping[str, Spent], episodes: int
) -> list[str]:
    titles = ["recovery", "executable", "afforded", "corrections", "model calls", "tokens", *STAGES]
    lines = [_LEGEND, "", f"| {' | '.join(titles)} |", f"|{'---|' * len(titles)}"]
    for name, found in counts.items():
        if not found:
            continue
        own, spent = counted(list(found.values())), calls[name]
        cells = [f"{100 * own.executable:.1f}", f"{100 * own.afforded:.1f}", f"{own.corrections:.2f}"]
        cells += [
            f"{spent.calls / episodes:.1f}",
            f"{(spent.prompt_tokens + spent.completion_tokens) / episodes:.0f}",
        ]
        cells += [f"{100 * own.reached[stage]:.1f}" for stage in STAGES]
        lines.append(f"| {' | '.join([name, *cells])} |")
    return lines


def _by_fault(
    results: Mapping[str, Sequence[TaskResult]], counts: Mapping[str, Mapping[str, TaskRecovery]], base: str
) -> list[str]:
    """Return the success rates on the episodes with each kind of fault, and with a spoiled plan."""
    kinds: dict[str, set[str]] = {}
    for result in results[base]:
        spoiled = counts[base].get(result.key)
        faults = [*result.injected, *(spoiled.plan_faults if spoiled is not None else ())]
        for kind in {str(entry["kind"]) for entry in faults}:
            kinds.setdefault(kind, set()).add(result.key)
            if kind in PLAN_KINDS:
                kinds.setdefault("any spoiled plan", set()).add(result.key)
    if not kinds:
        return []
    lines = ["## Success by fault, %", "", f"| fault | episodes | {' | '.join(results)} |"]
    lines += [f"|{'---|' * (len(results) + 2)}"]
    for kind, keys in sorted(kinds.items()):
        shares = [sum(r.success for r in rows if r.key in keys) / len(keys) for rows in results.values()]
        lines.append(f"| {kind} | {len(keys)} | {' | '.join(f'{100 * share:.0f}' for share in shares)} |")
    return lines


def _csv(
    results: Mapping[str, Sequence[TaskResult]],
    counts: Mapping[str, Mapping[str, TaskRecovery]],
    calls: Mapping[str, Spent],
    base: str,
    seed: int,
) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["recovery", "metric", "value", "low", "high"])
    estimates = compare({n: [r.episode(None) for r in rows] for n, rows in results.items()}, base, seed)
    for name, row in estimates.items():
        for metric, estimate in row.items():
            score = estimate.score
            writer.writerow([name, metric, *(f"{n:.6g}" for n in (score.value, score.low, score.high))])
        found = list(counts[name].values())
        if found:
            own = counted(found)
            plain = {"executable": own.executable, "afforded": own.afforded, "corrections": own.corrections}
            for metric, value in {**plain, **own.reached, "model calls": calls[name].calls}.items():
                writer.writerow([name, metric, f"{value:.6g}", "", ""])
    return out.getvalue()
