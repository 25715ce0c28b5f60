"""Questions to a language model whose answers are plans: parsed, judged, and asked again once with the objection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from pred_core.feedback import describe
from pred_core.model_calls import Question
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import one_sentence
from pred_core.plan_language import Discrepancy, Level
from pred_planner.dialects import registry
from pred_planner.dialects.cleaning import clean, refuses
from pred_planner.dialects.forms import FORMS, PRED
from pred_planner.dialects.name_repair import repairer
from pred_planner.llm.client import ModelAnswer
from pred_planner.model import prompts
from pred_planner.plan.parsed import Parsed, Rejected, Rejection, Repairs
from pred_planner.rows.guides import Row
from pred_planner.rows.objections import objection

ASKED = 2
"""How often a question is put before the rules decide: once, and once more with the objection."""


NO_STEPS = ("[]", "[[]]", '{"plan":[]}', '{"subgoals":[]}')
"""Plans of nothing, without blanks."""


@dataclass(frozen=True)
class NoAnswer:
    """There is no answer that can be used, and why."""

    why: str


class Asker(Protocol):
    """What answers questions: a client of a server, or a record of answers."""

    def ask(self, question: Question) -> ModelAnswer:
        """Have a question answered."""

    def start_task(self) -> None:
        """Begin a new task."""


def asked[T](
    asker: Asker,
    question: Callable[[str], Question],
    level: Level,
    judge: Callable[[Parsed], tuple[T, str]],
    dialect: str = PRED,
    first: Callable[[], Parsed | Rejection] | None = None,
) -> T | NoAnswer:
    """Ask, parse and judge; ask once more with the objection; why there is no good answer where there is none.

    :param dialect: in which the question asks for the plan
    :param first: gives the plan that came with an answer before, which is then not asked for
    """
    complaint = ""
    if first is not None:
        result, complaint = _judged(first(), level, judge)
        if result is not None:
            return result
    for _ in range(ASKED if first is None else ASKED - 1):
        answer = asker.ask(replace(question(complaint), schema=FORMS[dialect].schema))
        if answer.outcome.code is Code.PLAN_REJECTED:
            complaint = answer.outcome.message
            continue
        if not answer.outcome:
            return NoAnswer(answer.outcome.message)
        result, complaint = _judged(_read(answer.text, level, dialect), level, judge)
        if result is not None:
            return result
    return NoAnswer(complaint)


def _judged[T](
    parsed: Parsed | Rejection, level: Level, judge: Callable[[Parsed], tuple[T, str]]
) -> tuple[T | None, str]:
    """Return what is made of an answer, or None and why it is not taken."""
    if isinstance(parsed, Rejection):
        return None, parsed.message
    if parsed.level is not level:
        return None, f"Write {level}s."
    result, complaint = judge(parsed)
    return (None, complaint) if complaint else (result, "")


def _read(text: str, level: Level, dialect: str) -> Parsed | Rejection:
    """Return the plan of an answer. An empty list is one: nothing is left to be done."""
    try:
        if "".join(clean(text, Repairs()).split()) in NO_STEPS:
            return Parsed(level, ())
    except Rejected as rejected:
        return rejected.rejection
    return registry.parse(dialect, text, repairer())


def described(asker: Asker, discrepancy: Discrepancy) -> Discrepancy:
    """Put a discrepancy into words (listing 8); the client's cache makes it once per condition.

    An answer that is no sentence, or refuses, is replaced by the rules' own sentence.
    """
    if discrepancy.sentence:
        return discrepancy
    answer = asker.ask(prompts.describe(discrepancy))
    text = one_sentence(answer.text) if answer.outcome and not refuses(answer.text) else ""
    return replace(discrepancy, sentence=text or describe(discrepancy))


def revised(
    asker: Asker,
    discrepancy: Discrepancy,
    level: Level,
    before: list[Row],
    parent: str,
    works: Callable[[list[Row]], Outcome] | None = None,
) -> list[Row] | NoAnswer:
    """Ask for the plan changed because of a discrepancy (Eq. 1); why not, when there is no answer that is good.

    Good is what its listing's GUIDE says, and what works otherwise.

    :param before: the plan from the current step on, as rows of words
    :param parent: where a wrong object is put back
    :param works: judges rows that go beyond the GUIDE by what they do; without it none may
    """

    def judge(parsed: Parsed) -> tuple[list[Row], str]:
        after = [tuple(row) for row in parsed.as_lists()]
        beyond = objection(discrepancy, level, before, after, parent)
        if not beyond or works is None:
            return after, beyond
        verdict = works(after)
        return after, "" if verdict else f"{verdict.message} {beyond}"

    return asked(asker, lambda why: prompts.revise(discrepancy, level, before, parent, why), level, judge)
