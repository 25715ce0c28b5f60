"""Forty requests for ten routines, without change and with one to three (HELPER, section 4.4), scored by their plans.

``python -m pred_learning.reading.evaluate_routines``: each routine is told once and kept in a fresh memory; each
request gets a plan from it. A request counts when its plan passes checker and judge and wants exactly the things,
numbers, states and places that the suite names.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from pred_core.objects import ObjectMemory
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.memory.order import order_of
from pred_planner.memory.remembering import RememberingReasoner
from pred_planner.memory.store import Store
from pred_planner.rules.reasoner import Planned, RulesReasoner

Wanted = frozenset[tuple[str, int, frozenset[str], str]]
CHANGES = ("no change", "one change", "two changes", "three changes")


@dataclass(frozen=True)
class RequestVerdict:
    """How one request was answered: what was wanted, what is planned, and in how many seconds."""

    words: str
    changes: int
    wanted: Wanted
    planned: Wanted
    said: str
    seconds: float

    @property
    def good(self) -> bool:
        """Whether the plan is for exactly what was wanted."""
        return self.wanted == self.planned


def suite() -> list[Mapping[str, Any]]:
    """Return the routines, each with its words and four requests."""
    text = resources.files("pred_learning").joinpath("data/personal_requests.json").read_text("utf-8")
    found: list[Mapping[str, Any]] = json.loads(text)
    return found


def judged(path: Path) -> Iterator[RequestVerdict]:
    """Yield a verdict for each request, with a memory in this file.

    :raises AssertionError: when a routine is not understood as it is told
    """
    teller = RememberingReasoner(RulesReasoner(), Store(path, embed))
    for routine in suite():
        told = teller.make_plan(Texts(routine["words"]), ObjectMemory())
        assert told.plan is not None, f"{routine['words']}: {told.outcome.message}"
        teller.measured(told.plan.plan_id)
    asked = RememberingReasoner(RulesReasoner(), Store(path, embed))  # as after a restart
    for routine in suite():
        for changes, request in enumerate(routine["requests"]):
            begun = time.perf_counter()
            planned = asked.make_plan(Texts(request["words"]), ObjectMemory())
            seconds = time.perf_counter() - begun
            wanted = frozenset(map(_wanted, request["wanted"]))
            yield RequestVerdict(request["words"], changes, wanted, _planned(planned), str(planned.outcome), seconds)


def _planned(planned: Planned) -> Wanted:
    return order_of(planned.plan.triplets).wanted() if planned.plan is not None else frozenset()


def _wanted(text: str) -> tuple[str, int, frozenset[str], str]:
    """Return what an entry like "2 Bread cooked sliced @Plate" wants."""
    words, _, place = text.partition("@")
    count, name, *states = words.split()
    return name, int(count), frozenset(states), place.strip()


def report(verdicts: Sequence[RequestVerdict]) -> str:
    """Return the table and every request that was planned otherwise."""
    lines = []
    for number, told in enumerate(CHANGES):
        those = [v for v in verdicts if v.changes == number]
        lines.append(f"{told:14s} {sum(v.good for v in those):3d} of {len(those)}")
    lines.append(f"{'all':14s} {sum(v.good for v in verdicts):3d} of {len(verdicts)}")
    slowest = max(v.seconds for v in verdicts) * 1e3
    mean = sum(v.seconds for v in verdicts) / len(verdicts) * 1e3
    lines.append(f"plan of a request: {mean:.1f} ms on average, {slowest:.1f} ms at most")
    return "\n".join([*lines, *(_miss(v) for v in verdicts if not v.good)])


def _miss(verdict: RequestVerdict) -> str:
    wanted, planned = sorted(verdict.wanted, key=str), sorted(verdict.planned, key=str)
    return f"x {verdict.words}\n    {verdict.said}\n    wanted  {wanted}\n    planned {planned}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table. Returns 0 when every request was planned as wanted, else 1."""
    argparse.ArgumentParser(prog="pred_learning.reading.evaluate_routines", description=__doc__).parse_args(
        arguments
    )
    with tempfile.TemporaryDirectory() as folder:
        verdicts = list(judged(Path(folder) / "memory.sqlite"))
    print(report(verdicts))
    return 0 if all(v.good for v in verdicts) else 1


if __name__ == "__main__":
    raise SystemExit(main())
