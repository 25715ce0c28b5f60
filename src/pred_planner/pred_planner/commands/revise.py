"""``./pred revise``: one discrepancy with its plan a line (JSON), the revised plan and its sentence out for each.

In: {"kind": "dta|ohv|apm|asr", "level": "triplet|tuple", "plan": [[...]], "subject", "expected", "observed"}.
Out: {"ok", "plan", "sentence", "source", "changed", "repairs"} or {"ok": false, "error"}, in ASCII, for every line,
blank ones too. Names and actions come out as the plan language has them; ``repairs`` lists what was written otherwise.
Exit code: 0 when every line was answered, also with an error, or nobody reads on (``| head -1``); 2 when the options
cannot be used.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pred_core.domain_file import HOUSEHOLD, DomainError
from pred_core.exit_codes import BAD_INPUT, DONE
from pred_core.feedback import describe
from pred_core.lines import answer_lines
from pred_core.model_calls import Call, CallLog, RecordError
from pred_core.plan_language import Discrepancy, Level
from pred_core.vocabulary import choose_domain, within_domain
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.endpoint import ServerError
from pred_planner.llm.replay import ReplayClient
from pred_planner.model.asking import Asker, NoAnswer, described, revised
from pred_planner.rows.guides import GUIDED, Row
from pred_planner.rows.request import LineError, Request, UnknownName, read_line
from pred_planner.rows.revision import PARENT, revise_rows

OTHERS = ("table",)
"""Domains a line is read in when the household does not have what it names, unless a domain is given."""
Reviser = Callable[[Discrepancy, Level, list[Row]], tuple[list[Row], str, str]]
"""From a discrepancy and rows to the revised rows, the sentence and who decided."""


def by_rules(discrepancy: Discrepancy, level: Level, rows: list[Row]) -> tuple[list[Row], str, str]:
    """Revise by rule."""
    return revise_rows(discrepancy, level, rows), describe(discrepancy), "rules"


def by_model(asker: Asker, source: str, begin: Callable[[], None] | None = None) -> Reviser:
    """Return a reviser that asks a model, with the rules behind it.

    :param begin: called before each request, which is a task of its own
    """
    start = begin or asker.start_task

    def revise(discrepancy: Discrepancy, level: Level, rows: list[Row]) -> tuple[list[Row], str, str]:
        start()
        told = described(asker, discrepancy)
        asked = bool(rows) and (discrepancy.kind, level) in GUIDED
        after = revised(asker, told, level, rows, PARENT) if asked else NoAnswer("no model is asked here")
        if isinstance(after, NoAnswer):
            return revise_rows(discrepancy, level, rows), told.sentence, "rules"
        return after, told.sentence, source

    return revise


def revise_line(line: str, reviser: Reviser, others: Sequence[str] = ()) -> dict[str, Any]:
    """Return what is printed for one line.

    :param others: domains to read it in when it names what the one in use does not have
    """
    try:
        return _revised(read_line(line), reviser)
    except UnknownName as error:
        for name in others:
            with within_domain(name), suppress(LineError):
                return _revised(read_line(line), reviser)
        return {"ok": False, "error": str(error)}
    except LineError as error:
        return {"ok": False, "error": str(error)}


def _revised(request: Request, reviser: Reviser) -> dict[str, Any]:
    after, sentence, source = reviser(request.discrepancy, request.level, request.rows)
    return {
        "ok": True,
        "plan": [list(row) for row in after],
        "sentence": sentence,
        "source": source,
        "changed": after != request.rows,
        "repairs": list(request.repairs),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="pred revise", description=__doc__)
    parser.add_argument("--reasoner", choices=("rules", "llm", "replay"), default="rules", help="who revises")
    parser.add_argument("--base-url", help="OpenAI-compatible endpoint (llm)")
    parser.add_argument("--model", default="gpt-4o-mini", help="its model (llm); the key is OPENAI_API_KEY")
    parser.add_argument("--record", type=Path, help="append the calls to this JSON-lines file (llm)")
    parser.add_argument("--replay", type=Path, help="recorded calls to answer from (replay)")
    parser.add_argument(
        "--domain", help="object types: household, table, or a JSON file; by default what fits a line"
    )
    given = parser.parse_args(arguments)
    try:
        choose_domain(given.domain or HOUSEHOLD)
        reviser = _reviser(given)
    except (DomainError, RecordError, ServerError) as error:
        print(f"pred revise: {error}", file=sys.stderr)
        return BAD_INPUT
    others = () if given.domain else OTHERS
    answer_lines(lambda line: revise_line(line, reviser, others))
    return DONE


def _reviser(given: argparse.Namespace) -> Reviser:
    log = CallLog(given.record)
    if given.reasoner == "llm":
        client = LlmClient(ModelSettings(given.model, given.base_url), _told(log))

        def begin() -> None:
            if not client.breaker.lasting:  # a server that hangs is not waited for at every line
                client.start_task()

        return by_model(client, "llm", begin)
    if given.reasoner == "replay":
        if given.replay is None:
            raise RecordError("--reasoner replay needs --replay FILE.")
        return by_model(ReplayClient(given.replay, log.add), "replay")
    return by_rules


def _told(log: CallLog) -> Callable[[Call], None]:
    """Return what keeps a call, and says at once why one failed."""

    def keep(call: Call) -> None:
        log.add(call)
        if not call.outcome:
            print(f"pred revise: model ({call.purpose}): {call.message}", file=sys.stderr, flush=True)

    return keep


if __name__ == "__main__":
    sys.exit(main())
