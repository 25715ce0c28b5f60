"""What becomes of a model's answer, read with the planner's own repairer."""

from __future__ import annotations

from pred_planner.dialects.name_repair import repairer
from pred_planner.dialects.registry import parse
from pred_planner.plan.parsed import Parsed, Rejection, RejectionCode


def parsed(dialect: str, text: str) -> Parsed:
    """Return the plan in an answer that must hold one."""
    result = parse(dialect, text, repairer())
    assert isinstance(result, Parsed), result
    return result


def plan_of(dialect: str, text: str) -> list[list[str]]:
    """Return the steps of the plan in an answer that must hold one."""
    return parsed(dialect, text).as_lists()


def code_of(dialect: str, text: str) -> RejectionCode:
    """Return why an answer is rejected that must be."""
    result = parse(dialect, text, repairer())
    assert isinstance(result, Rejection), result
    assert result.message
    return result.code
