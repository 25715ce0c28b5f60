"""Questions to a language model whose answers are plans: parsed, judged, and asked again once with the objection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from pred_planner import prompts
from pred_planner.dialects import registry
from pred_planner.dialects.cleaning import clean
from pred_planner.dialects.parsed import Parsed, Rejected, Rejection, Repairs
from pred_planner.feedback import describe
from pred_planner.guides import Row
from pred_planner.language import Discrepancy, Level
from pred_planner.llm.calls import Question
from pred_planner.llm.client import Answer
from pred_planner.name_repair import repairer
from pred_planner.objections import objection

ASKED = 2
"""How often a question is put before the rules decide: once, and once more with the objection."""

PLAN_SCHEMA = {
    "type": "object",
    "properties": {"plan": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}},
    "required": ["plan"],
    "additionalProperties": False,
}
"""The form of a plan where the server has structured output. Its outermost value must be an object."""


class Asker(Protocol):
    """What answers questions: a client of a server, or a record of answers."""

    def ask(self, question: Question) -> Answer:
        """Have a question answered."""

    def start_task(self) -> None:
        """Begin a new task."""


def asked[T](
    asker: Asker, question: Callable[[str], Question], level: Level, judge: Callable[[Parsed], tuple[T, str]]
) -> T | None:
    """Ask, parse and judge; ask once more with the objection; None when there is no good answer."""
    complaint = ""
    for _ in range(ASKED):
        answer = asker.ask(replace(question(complaint), schema=PLAN_SCHEMA))
        if not answer.outcome:
            return None
        parsed = _read(answer.text, level)
        if isinstance(parsed, Rejection):
            complaint = parsed.message
            continue
        if parsed.level is not level:
            complaint = f"Write {level}s."
            continue
        result, complaint = judge(parsed)
        if not complaint:
            return result
    return None


def _read(text: str, level: Level) -> Parsed | Rejection:
    """Return the plan of an answer. An empty list is one: nothing is left to be done."""
    try:
        if "".join(clean(text, Repairs()).split()) in ("[]", "[[]]", '{"plan":[]}'):
            return Parsed(level, ())
    except Rejected as rejected:
        return rejected.rejection
    return registry.parse("pred", text, repairer())


def described(asker: Asker, discrepancy: Discrepancy) -> Discrepancy:
    """Put a discrepancy into words (listing 8); the client's cache makes it once per condition."""
    if discrepancy.sentence:
        return discrepancy
    answer = asker.ask(prompts.describe(discrepancy))
    text = " ".join(answer.text.split()) if answer.outcome else ""
    return replace(discrepancy, sentence=text or describe(discrepancy))


def revised(
    asker: Asker, discrepancy: Discrepancy, level: Level, before: list[Row], parent: str
) -> list[Row] | None:
    """Ask for the plan changed because of a discrepancy (Eq. 1); None when there is no answer within its GUIDE.

    :param before: the plan from the current step on, as rows of words
    :param parent: where a wrong object is put back
    """

    def judge(parsed: Parsed) -> tuple[list[Row], str]:
        after = [tuple(row) for row in parsed.as_lists()]
        return after, objection(discrepancy, level, before, after, parent)

    return asked(asker, lambda why: prompts.revise(discrepancy, level, before, parent, why), level, judge)
