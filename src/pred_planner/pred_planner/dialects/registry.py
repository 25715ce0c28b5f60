"""All dialects by name, and the one call that turns any text into a plan or a typed rejection."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pred_planner.dialects import cmfr, flare, helper, pred
from pred_planner.dialects.names import Names
from pred_planner.plan.parsed import Parsed, Rejected, Rejection, RejectionCode

DIALECTS: Mapping[str, Callable[[str, Names], Parsed]] = {
    "pred": pred.parse,
    "flare": flare.parse,
    "cmfr": cmfr.parse,
    "helper": helper.parse,
}


def parse(dialect: str, text: str, names: Names) -> Parsed | Rejection:
    """Read a model's answer. Whatever the text is, the result is a plan of known actions and objects, or a rejection.

    :raises KeyError: for a dialect that does not exist (a programming error, not a model's)
    """
    read = DIALECTS[dialect]
    try:
        return read(text, names)
    except Rejected as rejected:
        return rejected.rejection
    except RecursionError:
        return Rejection(RejectionCode.SYNTAX, "The answer is nested too deeply.")
