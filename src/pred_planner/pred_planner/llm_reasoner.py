"""The reasoner that asks a language model (PRED Eq. 1 and 3), with the rules behind it for whatever goes wrong.

Every answer is parsed, checked against its GUIDE and simulated; a rejected one is asked again once with the reason.
After that, or when the model cannot be had, the rules decide, and the plan's ``source`` says so.
"""

from __future__ import annotations

from dataclasses import replace

from pred_core.action_model.effects import results
from pred_core.action_model.goals import conditions_of
from pred_core.model_calls import Question
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, Kind, Level, Plan, PlanRevision, Primitive, Subgoal
from pred_core.vocabulary import ordered_group
from pred_planner import context_answer, prompts
from pred_planner.agreement import agreed, apart, differences, unsupported
from pred_planner.asking import ASKED, Asker, asked, described, revised
from pred_planner.check import check
from pred_planner.dialects.forms import PRED
from pred_planner.dialects.parsed import Parsed, Rejected
from pred_planner.examples import Examples
from pred_planner.guides import PASS, Row, level_of
from pred_planner.intentions import NoAppliance, integrate
from pred_planner.judging import objection_to
from pred_planner.llm_binding import bound
from pred_planner.reasoner import Planned, RulesReasoner, grounder_for, planned, sentence
from pred_planner.revision import SOURCE, Unrevised, position, revise
from pred_planner.revision_judging import verdict_on
from pred_planner.row_plans import revised_rows, rows_of, with_rows
from pred_planner.understanding.context import Refusal, TaskContext
from pred_planner.understanding.reader import Texts, said_to_robot, understand


class LlmReasoner:
    """Asks a model; falls back to rules."""

    def __init__(
        self,
        asker: Asker,
        source: str = "llm",
        dialect: str = PRED,
        examples: Examples | None = None,
        rules: RulesReasoner | None = None,
    ) -> None:
        """Make one that asks so.

        :param source: what plans made by the model are marked with: llm or replay
        :param dialect: in which plans are asked for; revisions are in PRED's own
        :param examples: plans of other tasks that the model is shown, None for none
        :param rules: what answers where the model does not
        """
        self._examples = examples or Examples(0)
        self._asker = asker
        self._dialect = dialect
        self._rules = rules or RulesReasoner()
        self._source = source

    # -- initial plans ----------------------------------------------------------------------------------------------
    def make_plan(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Ask for the context, then for the triplets (Eq. 3); the template of the task type stands in for bad ones."""
        self._asker.start_task()
        context = self._context(texts, memory)
        if context is None:
            return self._rules.make_plan(texts, memory)
        try:
            template = integrate(context, memory)
        except NoAppliance as why:
            return Planned(Outcome(Code.PLAN_REJECTED, str(why)), understood=sentence(context))
        shown = self._examples.text(". ".join(said_to_robot(texts)), self._dialect)
        triplets = self._triplets(context, template, memory, shown)
        if triplets is None:
            return planned(texts, memory, context, template, SOURCE)
        return planned(texts, memory, context, triplets, self._source)

    def _context(self, texts: Texts, memory: ObjectMemory) -> TaskContext | None:
        """Return what is asked for, as the model and the rules understand it; None to leave it to the rules.

        Where both differ the model is asked once more, with both readings. What no word speaks for is refused.
        """
        read = understand(texts, grounder_for(memory))
        rules = None if isinstance(read, Refusal) else read
        complaint = ""
        for _ in range(ASKED):
            answer = self._asker.ask(prompts.context(texts, memory, complaint))
            if not answer.outcome:
                return None
            try:
                context = context_answer.read(answer.text, texts.instruction)
            except Rejected:
                return None
            if rules is None:
                return None if unsupported(context, texts) else apart(context)
            context = context_answer.completed(context, rules)
            differing = differences(context, rules)
            if not differing:
                return agreed(rules)  # it says the same, and what else the words may mean
            complaint = (
                f"Another reader understood it otherwise: {'; '.join(differing)} (your reading first). "
                "Look at the words again and write which is meant."
            )
        return None if unsupported(context, texts, rules) else apart(context)

    def _triplets(
        self, context: TaskContext, template: tuple[Subgoal, ...], memory: ObjectMemory, examples: str
    ) -> tuple[Subgoal, ...] | None:
        conditions = conditions_of(template)
        held = memory.held.class_name if memory.held is not None else ""

        def judge(parsed: Parsed) -> tuple[tuple[Subgoal, ...], str]:
            triplets = bound(parsed, template)
            if triplets == template:  # what the template of the task does is never senseless
                return triplets, ""
            return triplets, objection_to(triplets, conditions, memory, held)

        def question(why: str) -> Question:
            return prompts.plan(sentence(context), memory, why, self._dialect, examples)

        return asked(self._asker, question, Level.TRIPLET, judge, self._dialect)

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
        if after is None:
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
