"""``./pred revise``: one discrepancy with its plan a line (JSON), the revised plan and its sentence out for each.

In: {"kind": "dta|ohv|apm|asr", "level": "triplet|tuple", "plan": [[...]], "subject", "expected", "observed"}.
Out: {"ok", "plan", "sentence", "source", "changed"} or {"ok": false, "error"}.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pred_core.vocabulary import HOUSEHOLD, DomainError, choose_domain
from pred_planner.asking import Asker, described, revised
from pred_planner.feedback import describe
from pred_planner.guides import Row
from pred_planner.language import Discrepancy, Kind, Level
from pred_planner.llm.calls import CallLog, RecordError
from pred_planner.llm.client import LlmClient, Settings
from pred_planner.llm.replay import ReplayClient
from pred_planner.row_revision import PARENT, revise_rows

Reviser = Callable[[Discrepancy, Level, list[Row]], tuple[list[Row], str, str]]
"""From a discrepancy and rows to the revised rows, the sentence and who decided."""


class LineError(ValueError):
    """A line that is no revision request."""


def by_rules(discrepancy: Discrepancy, level: Level, rows: list[Row]) -> tuple[list[Row], str, str]:
    """Revise by rule."""
    return revise_rows(discrepancy, level, rows), describe(discrepancy), "rules"


def by_model(asker: Asker, source: str) -> Reviser:
    """Return a reviser that asks a model, with the rules behind it."""

    def revise(discrepancy: Discrepancy, level: Level, rows: list[Row]) -> tuple[list[Row], str, str]:
        told = described(asker, discrepancy)
        after = revised(asker, told, level, rows, PARENT)
        if after is None:
            return revise_rows(discrepancy, level, rows), told.sentence, "rules"
        return after, told.sentence, source

    return revise


def read_line(line: str) -> tuple[Discrepancy, Level, list[Row]]:
    """Return the request a line holds.

    :raises LineError: naming what is wrong
    """
    try:
        values = json.loads(line)
    except ValueError as error:
        raise LineError(f"The line is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise LineError("The line is not a JSON object.")
    try:
        kind, level = Kind(str(values["kind"]).lower()), Level(str(values["level"]).lower())
        rows = [tuple(str(word) for word in row) for row in values["plan"]]
    except (KeyError, ValueError, TypeError) as error:
        raise LineError(f"The line lacks a good kind, level or plan: {error}") from error
    width = 2 if level is Level.TUPLE else 3
    if any(len(row) != width for row in rows):
        raise LineError(f"A {level} has {width} words.")
    texts = (str(values.get(key) or "") for key in ("subject", "expected", "observed"))
    subject, expected, observed = texts
    return Discrepancy(kind, "", subject, expected=expected, observed=observed), level, rows


def revise_line(line: str, reviser: Reviser) -> dict[str, Any]:
    """Return what is printed for one line."""
    try:
        discrepancy, level, rows = read_line(line)
    except LineError as error:
        return {"ok": False, "error": str(error)}
    after, sentence, source = reviser(discrepancy, level, rows)
    return {
        "ok": True,
        "plan": [list(row) for row in after],
        "sentence": sentence,
        "source": source,
        "changed": after != rows,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="pred revise", description=__doc__)
    parser.add_argument("--reasoner", choices=("rules", "llm", "replay"), default="rules", help="who revises")
    parser.add_argument("--base-url", help="OpenAI-compatible endpoint (llm)")
    parser.add_argument("--model", default="gpt-4o-mini", help="its model (llm); the key is OPENAI_API_KEY")
    parser.add_argument("--record", type=Path, help="append the calls to this JSON-lines file (llm)")
    parser.add_argument("--replay", type=Path, help="recorded calls to answer from (replay)")
    parser.add_argument("--domain", default=HOUSEHOLD, help="object types: household, table, or a JSON file")
    given = parser.parse_args(arguments)
    try:
        choose_domain(given.domain)
        reviser = _reviser(given)
    except (DomainError, RecordError) as error:
        print(f"pred revise: {error}", file=sys.stderr)
        return 2
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(revise_line(line, reviser), ensure_ascii=False), flush=True)
    return 0


def _reviser(given: argparse.Namespace) -> Reviser:
    log = CallLog(given.record)
    if given.reasoner == "llm":
        return by_model(LlmClient(Settings(given.model, given.base_url), log.add), "llm")
    if given.reasoner == "replay":
        if given.replay is None:
            raise RecordError("--reasoner replay needs --replay FILE.")
        return by_model(ReplayClient(given.replay, log.add), "replay")
    return by_rules


if __name__ == "__main__":
    sys.exit(main())
