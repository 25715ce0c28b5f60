"""The reasoner that asks a language model (PRED Eq. 1 and 3), with the rules behind it for whatever goes wrong.

Every answer is parsed, checked against its GUIDE and simulated; a rejected one is asked again once with the reason.
After that, or when the model cannot be had, the rules decide, and the plan's ``source`` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pred_core.action_model.effects import results
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, Kind, Level, Plan, PlanRevision, Primitive
from pred_core.vocabulary import ordered_group
from pred_language.reader import Texts
from pred_planner.dialects.forms import PRED
from pred_planner.model.asking import Asker, NoAnswer, described, revised
from pred_planner.model.examples import PromptExamples
from pred_planner.model.revision_judging import verdict_on
from pred_planner.model.two_readings import TwoReadings
from pred_planner.plan.check import check
from pred_planner.rows.guides import PASS, Row, level_of
from pred_planner.rows.plans import revised_rows, rows_of, with_rows
from pred_planner.rules.reasoner import Planned, RulesReasoner, as_said
from pred_planner.rules.revision import Unrevised, position, revise


class LlmReasoner:
    """Asks a model; falls back to rules."""

    def __init__(
        self,
        asker: Asker,
        source: str = "llm",
        dialect: str = PRED,
        examples: PromptExamples | None = None,
        rules: RulesReasoner | None = None,
        warn: Callable[[str], None] = lambda _: None,
        *,
        at_once: bool = False,
    ) -> None:
        """Make one that asks so.

        :param source: what plans made by the model are marked with: llm or replay
        :param dialect: in which plans are asked for; revisions are in PRED's own
        :param examples: plans of other tasks that the model is shown, None for none
        :param rules: what answers where the model does not
        :param warn: told when the rules decide though the model was asked
        :param at_once: whether what is wanted and the first plan are asked for in one question
        """
        self._asker = asker
        self._rules = rules or RulesReasoner()
        self._source = source
        self._warn = warn
        shown = examples or PromptExamples(0)
        self._readings = TwoReadings(asker, source, dialect, shown, self._rules, warn, at_once=at_once)

    def make_plan(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return the first plan, of the model or of the rules (:mod:`pred_planner.model.two_readings`)."""
        self._asker.start_task()
        return self._planned(texts, memory, chosen=False)

    def make_other_plan(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return the plan of the model's reading: a person was asked, and meant that."""
        return self._planned(texts, memory, chosen=True)

    def _planned(self, texts: Texts, memory: ObjectMemory, *, chosen: bool) -> Planned:
        settled = self._rules.settled(texts, memory)
        if isinstance(settled, Planned):
            return settled
        return as_said(self._readings.make_plan(settled.texts, memory, chosen=chosen), texts, settled)

    # -- revisions --------------------------------------------------------------------------------------------------
    def revise_plan(
        self, plan: Plan, discrepancies: tuple[Discrepancy, ...], memory: ObjectMemory
    ) -> PlanRevision:
        """Ask for the plan changed because of each discrepancy in turn (Eq. 1)."""
        after, reasons, sources, told, outcome = (
            plan,
            [],
            [],
            [],
            Outcome(Code.ALREADY_SO, "Nothing to revise."),
        )
        for given in discrepancies:
            discrepancy = described(self._asker, given)
            told.append(discrepancy)
            step = self._revise_one(after, discrepancy, memory)
            reasons.append(step.reason)
            if step.accepted:
                after, outcome = step.after, step.outcome
                sources.append(step.source)
        trigger = str(discrepancies[0].kind) if discrepancies else "user"
        source = "rules" if not sources or "rules" in sources else self._source
        if after is plan:
            outcome = Outcome(Code.ALREADY_SO, " ".join(reasons) or "Nothing to revise.")
        return PlanRevision(trigger, source, " ".join(reasons), plan, after, tuple(told), outcome)

    def reground_plan(self, plan: Plan, subgoal_id: str, missing: str, memory: ObjectMemory) -> PlanRevision:
        """Return the plan with another meaning for a class; no model is needed for it."""
        return self._rules.reground_plan(plan, subgoal_id, missing, memory)

    def _revise_one(self, plan: Plan, discrepancy: Discrepancy, memory: ObjectMemory) -> PlanRevision:
        ruled = revise(plan, (discrepancy,), memory)
        try:
            index = position(plan, discrepancy)
        except Unrevised:
            return ruled
        redundant = _is_redundant(plan, index, discrepancy)
        level = level_of(discrepancy.kind, redundant=redundant)
        before = rows_of(plan, index, level)
        parent = _parent_in(ruled, index)

        def works(rows: list[Row]) -> Outcome:
            return verdict_on(plan, with_rows(plan, index, level, rows), index, discrepancy, memory)

        after = revised(self._asker, discrepancy, level, before, parent, works)
        if isinstance(after, NoAnswer):
            self._warn(f"The rules revise the plan: {after.why}")
            return ruled
        if after == before:
            reason = f"{discrepancy.sentence} The model leaves the plan as it is."
            outcome = Outcome(Code.ALREADY_SO, reason)
            return replace(ruled, source=self._source, reason=reason, after=plan, outcome=outcome)
        return self._applied(plan, index, level, discrepancy, ruled, after)

    def _applied(
        self,
        plan: Plan,
        index: int,
        level: Level,
        discrepancy: Discrepancy,
        ruled: PlanRevision,
        after: list[Row],
    ) -> PlanRevision:
        """Return the model's plan, as the model wrote it; where the rules wrote the same, with what they bound."""
        if ruled.accepted and _same_rows(revised_rows(ruled.after, index, level), after):
            return replace(ruled, source=self._source)
        changed = with_rows(plan, index, level, after)
        if discrepancy.kind is Kind.OHV:
            rejected = ruled.after.context if ruled.accepted else plan.context
            changed = replace(changed, context=rejected, cursor=max(plan.cursor, index + 1))
        verdict = check(changed)
        if not verdict:
            self._warn(f"The rules revise the plan: {verdict.message}")
            return ruled
        return PlanRevision(
            str(discrepancy.kind), self._source, discrepancy.sentence, plan, changed, (discrepancy,), verdict
        )


def _is_redundant(plan: Plan, index: int, discrepancy: Discrepancy) -> bool:
    """Tell whether the attribute seen is the very effect the current triplet is there for."""
    triplet = next((t for t in plan.triplets if t.id == plan.subgoals[index].parent), None)
    words = discrepancy.observed.lower().split()
    return bool(
        triplet
        and words
        and "not" not in words
        and triplet.object == discrepancy.subject
        and results().get(triplet.action) == words[-1]
    )


def _same_rows(ruled: list[Row], after: list[Row]) -> bool:
    """Tell whether the rules' rows are the model's; what is passed over may stay in a model's list (listing 5)."""
    moves = [row for row in after if row != PASS]
    return ruled == after or (after[:1] == [PASS] and ruled in (after, [PASS, *moves[1:]]))


def _parent_in(ruled: PlanRevision, index: int) -> str:
    """Return where the rules would put a wrong object: the place named in the GUIDE."""
    rows = [s for s in ruled.after.subgoals[index:] if s.action == Primitive.PUT]
    return rows[0].object if ruled.accepted and rows else ordered_group("surfaces")[0]
