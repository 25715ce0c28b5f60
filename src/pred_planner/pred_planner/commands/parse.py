"""``./pred parse --dialect D``: one model answer a line (a JSON string), one JSON line out for each, in their order.

A blank line, and one that is no JSON string, has its line out too: a rejection. The exit code is 0 when every line was
answered, whatever the answers hold, or nobody reads on (``| head -1``), and 2 for bad arguments. The lines out are
ASCII.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from pred_core.domain_file import HOUSEHOLD, DomainError
from pred_core.lines import answer_lines
from pred_core.vocabulary import choose_domain
from pred_planner.dialects.name_repair import repairer
from pred_planner.dialects.registry import DIALECTS, parse
from pred_planner.plan.parsed import Rejection, RejectionCode

_BYTE_ORDER_MARK = "\ufeff"


def parse_line(dialect: str, line: str) -> dict[str, Any]:
    """Return what is printed for one line: ok with plan and repairs, or the rejection."""
    if not line.strip():
        return _rejected(Rejection(RejectionCode.EMPTY, "The line is blank."))
    try:
        text = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _rejected(Rejection(RejectionCode.SYNTAX, f"The line is not a JSON string: {error}"))
    if not isinstance(text, str):
        return _rejected(Rejection(RejectionCode.SYNTAX, "The line is JSON, but not a string."))
    result = parse(dialect, text, repairer())
    if isinstance(result, Rejection):
        return _rejected(result)
    return {
        "ok": True,
        "level": str(result.level),
        "plan": result.as_lists(),
        "repairs": list(result.repairs),
    }


def _rejected(rejection: Rejection) -> dict[str, Any]:
    return {
        "ok": False,
        "rejection": {"code": str(rejection.code), "message": rejection.message},
        "repairs": [],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="pred parse", description=__doc__)
    parser.add_argument(
        "--dialect", required=True, choices=sorted(DIALECTS), help="how the answers are written"
    )
    parser.add_argument("--domain", default=HOUSEHOLD, help="object types: household, table, or a JSON file")
    given = parser.parse_args(arguments)
    try:
        choose_domain(given.domain)
    except DomainError as error:
        parser.error(str(error))
    answer_lines(lambda line: parse_line(given.dialect, line.removeprefix(_BYTE_ORDER_MARK)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
