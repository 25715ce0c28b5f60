"""Decisions of a run and of its replay side by side: the same, for another reason, other, missing or new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pred_core.outcome import Outcome
from pred_core.plan_language import Discrepancy, Plan, PlanRevision
from pred_tools.plan_diff import Mark, Row, diff, in_words, shortened

TENTH_OF_PERCENT = 0.0005
"""By how much confidences may differ and still be the same reason."""


class DecisionChange(StrEnum):
    """What became of a decision."""

    SAME = "same"
    OTHER_REASON = "other reason"
    OTHER_OUTCOME = "other outcome"
    MISSING = "missing"
    NEW = "new"

    @property
    def acts_otherwise(self) -> bool:
        """Whether the robot would do something else."""
        return self not in (DecisionChange.SAME, DecisionChange.OTHER_REASON)


@dataclass(frozen=True)
class Decision:
    """One decision: on which step, who made it, about what, and what became of it.

    ``counterfactual``: after the first other action, so what is seen is no longer what would be seen.
    """

    step: int
    by: str
    about: str
    change: DecisionChange
    old: str = ""
    new: str = ""
    rows: tuple[Row, ...] = ()
    counterfactual: bool = False

    def line(self) -> str:
        """Return it as a line for people."""
        where = f"step {self.step}, {self.by}, {self.about}: {self.change}"
        if self.change is DecisionChange.SAME:
            return f"{where}: {self.old}"
        if self.change is DecisionChange.MISSING:
            return f"{where}: was: {self.old}"
        if self.change is DecisionChange.NEW:
            return f"{where}: {self.new}"
        return f"{where}: was: {self.old}; is: {self.new}"


@dataclass(frozen=True)
class CheckFound:
    """What a check found: by kind and object, with whether it was certain."""

    outcome: Outcome
    certain: tuple[Discrepancy, ...] = ()
    doubtful: tuple[Discrepancy, ...] = ()

    def by_object(self) -> dict[tuple[str, str], tuple[bool, Discrepancy]]:
        """Return the findings by kind and object."""
        found = {(str(d.kind), d.subject_id or d.subject): (False, d) for d in self.doubtful}
        return found | {(str(d.kind), d.subject_id or d.subject): (True, d) for d in self.certain}


@dataclass(frozen=True)
class PlannerAnswer:
    """What the planner answered: how it ended, the plan from then on, and why."""

    outcome: Outcome
    plan: Plan | None
    reason: str

    def told(self) -> str:
        """Return it in words."""
        steps = (
            " ".join(in_words(s) for s in self.plan.subgoals[self.plan.cursor :]) if self.plan else "no plan"
        )
        return f"{self.reason} [{steps}]" if self.outcome else f"{self.outcome} {self.reason}".strip()


def compare_found(step: int, about: str, old: CheckFound, new: CheckFound) -> Iterator[Decision]:
    """Yield the decisions of one check of expectations."""
    if old.outcome.code != new.outcome.code:
        change = DecisionChange.OTHER_OUTCOME
        yield Decision(step, "detectors", about, change, str(old.outcome), str(new.outcome))
        return
    before, after = old.by_object(), new.by_object()
    if not before and not after:
        yield Decision(step, "detectors", about, DecisionChange.SAME, "nothing contradicts the plan")
    for key in [*before, *(k for k in after if k not in before)]:
        was, now = before.get(key), after.get(key)
        yield Decision(
            step,
            str(key[0]),
            key[1],
            _change_of_finding(was, now),
            _finding(was) if was else "",
            _finding(now) if now else "",
        )


def compare_plans(step: int, about: str, old: PlannerAnswer, new: PlannerAnswer) -> Decision:
    """Return the decision of the planner on a question."""
    was, now = old.told(), new.told()
    if old.outcome.code != new.outcome.code or _steps(old.plan) != _steps(new.plan):
        return Decision(step, "planner", about, DecisionChange.OTHER_OUTCOME, was, now, plan_rows(old.plan, new.plan))
    change = DecisionChange.SAME if old.reason == new.reason else DecisionChange.OTHER_REASON
    return Decision(step, "planner", about, change, was, now)


def _change_of_finding(was: tuple[bool, Discrepancy] | None, now: tuple[bool, Discrepancy] | None) -> DecisionChange:
    if was is None:
        return DecisionChange.NEW
    if now is None:
        return DecisionChange.MISSING
    (sure, old), (sure_now, new) = was, now
    if (sure, old.expected, old.observed) != (sure_now, new.expected, new.observed):
        return DecisionChange.OTHER_OUTCOME
    alike = old.sentence == new.sentence and abs(old.confidence - new.confidence) < TENTH_OF_PERCENT
    return DecisionChange.SAME if alike else DecisionChange.OTHER_REASON


def _finding(finding: tuple[bool, Discrepancy]) -> str:
    sure, d = finding
    return (
        f"{'' if sure else 'doubtful: '}expected {d.expected or 'nothing'}, observed {d.observed or 'nothing'} "
        f"(confidence {d.confidence:.3f})"
    )


def _steps(plan: Plan | None) -> tuple[tuple[str, ...], ...]:
    """Return what the robot would do from the cursor on, with the objects it would do it to."""
    if plan is None:
        return ()
    return tuple((*s.as_tuple(), s.receptacle, s.object_id) for s in plan.subgoals[plan.cursor :])


def plan_rows(old: Plan | None, new: Plan | None) -> tuple[Row, ...]:
    """Return what the second plan has otherwise than the first, row by row."""
    if old is None or new is None:
        return ()
    rows = diff(PlanRevision("replay", "replay", "", old, new)).rows
    return shortened(rows)


def marked(decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions with those after the first other action marked as counterfactual."""
    first = first_divergence(decisions)
    if first is None:
        return list(decisions)
    return [replace(d, counterfactual=index > first) for index, d in enumerate(decisions)]


def first_divergence(decisions: Sequence[Decision]) -> int | None:
    """Return the index of the first decision after which the robot would do something else."""
    return next((i for i, d in enumerate(decisions) if d.change.acts_otherwise), None)


def counted(decisions: Sequence[Decision]) -> Mapping[DecisionChange, int]:
    """Return how many decisions of each kind there are."""
    return {change: sum(d.change is change for d in decisions) for change in DecisionChange}


def as_text(rows: Sequence[Row]) -> list[str]:
    """Return the rows of a plan's difference as lines."""
    return [f"{row.mark if row.mark is not Mark.LEFT_OUT else ' '} {row.text}" for row in rows]
