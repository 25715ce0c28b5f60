"""The reasoner that asks a language model (PRED Eq. 1 and 3), with the rules behind it for whatever goes wrong.

Every answer is parsed, checked against its GUIDE and simulated; a rejected one is asked again once with the reason.
After that, or when the model cannot be had, the rules decide, and the plan's ``source`` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import ordered_group
from pred_planner import context_answer, prompts
from pred_planner.asking import Asker, asked, described, revised
from pred_planner.check import check
from pred_planner.dialects.parsed import Parsed, Rejected
from pred_planner.expansion import expand
from pred_planner.guides import Row, level_of
from pred_planner.intentions import integrate
from pred_planner.language import Discrepancy, Kind, Level, Plan, PlanRevision, Primitive, Subgoal
from pred_planner.llm_binding import bound, expected, missed
from pred_planner.reasoner import Planned, RulesReasoner, grounder_for, planned, sentence
from pred_planner.revision import RESULTS, Unrevised, position, remaining, revise
from pred_planner.understanding.context import Refusal, TaskContext
from pred_planner.understanding.reader import Texts, understand


class LlmReasoner:
    """Asks a model; falls back to rules."""

    def __init__(self, asker: Asker, source: str = "llm") -> None:
        """:param source: what plans made by the model are marked with: llm or replay."""
        self._asker = asker
        self._rules = RulesReasoner()
        self._source = source

    # -- initial plans ----------------------------------------------------------------------------------------------
    def make_plan(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Ask for the context, then for the triplets (Eq. 3); the template of the task type stands in for bad ones."""
        self._asker.start_task()
        context = self._context(texts, memory)
        if context is None:
            return self._rules.make_plan(texts, memory)
        triplets = self._triplets(context, memory)
        source = self._source
        if triplets is None:
            triplets, source = integrate(context, memory), "rules"
        return planned(texts, memory, context, triplets, source)

    def _context(self, texts: Texts, memory: ObjectMemory) -> TaskContext | None:
        answer = self._asker.ask(prompts.context(texts, memory))
        if not answer.outcome:
            return None
        try:
            context = context_answer.read(answer.text, texts.instruction)
        except Rejected:
            return None
        read = understand(texts, grounder_for(memory))
        if isinstance(read, Refusal):
            return context
        if read.also or read.parts:
            return read  # the question has no words for several things
        same_place = read.destination.best == context.destination.best
        return replace(context, places=read.places) if same_place else context  # nor for "in each"

    def _triplets(self, context: TaskContext, memory: ObjectMemory) -> tuple[Subgoal, ...] | None:
        template = integrate(context, memory)

        def judge(parsed: Parsed) -> tuple[tuple[Subgoal, ...], str]:
            triplets = bound(parsed, template)
            complaint = missed(template, triplets)
            verdict = check_triplets(triplets) if not complaint else Outcome.success()
            return triplets, complaint or ("" if verdict else verdict.message)

        return asked(
            self._asker, lambda why: prompts.plan(sentence(context), memory, why), Level.TRIPLET, judge
        )

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
        before = _rows(plan, index, level)
        parent = _parent_in(ruled, index)
        after = revised(self._asker, discrepancy, level, before, parent)
        if after is None:
            return ruled
        return self._applied(plan, index, discrepancy, ruled, before, after)

    def _applied(
        self,
        plan: Plan,
        index: int,
        discrepancy: Discrepancy,
        ruled: PlanRevision,
        before: list[Row],
        after: list[Row],
    ) -> PlanRevision:
        """Turn the model's rows into a plan. Where the GUIDE leaves one edit only, it is the rules' own."""
        if after == before:
            reason = f"{discrepancy.sentence} The model leaves the plan as it is."
            outcome = Outcome(Code.ALREADY_SO, reason)
            return replace(ruled, source=self._source, reason=reason, after=plan, outcome=outcome)
        if discrepancy.kind in (Kind.DTA, Kind.ASR) or len(after) < len(before):
            return replace(ruled, source=self._source)
        kept = 1 if discrepancy.kind is Kind.OHV else 0
        added = after[kept : kept + len(after) - len(before)]
        changed = _with_added(plan, index + kept, added)
        rejected = ruled.after.context if ruled.accepted else plan.context
        changed = replace(changed, context=rejected, cursor=max(plan.cursor, index + kept))
        verdict = check(changed)
        if not verdict:
            return ruled
        return PlanRevision(
            str(discrepancy.kind), self._source, discrepancy.sentence, plan, changed, (discrepancy,), verdict
        )


def check_triplets(triplets: tuple[Subgoal, ...]) -> Outcome:
    """Return whether the tuples of these triplets can be done."""
    return check(Plan("", "", "", "", triplets, expand(triplets)))


def _is_redundant(plan: Plan, index: int, discrepancy: Discrepancy) -> bool:
    """Tell whether the attribute seen is the very effect the current triplet is there for."""
    triplet = next((t for t in plan.triplets if t.id == plan.subgoals[index].parent), None)
    words = discrepancy.observed.lower().split()
    return bool(
        triplet
        and words
        and "not" not in words
        and triplet.object == discrepancy.subject
        and RESULTS.get(triplet.action) == words[-1]
    )


def _rows(plan: Plan, index: int, level: Level) -> list[Row]:
    if level is Level.TUPLE:
        return [s.as_tuple() for s in plan.subgoals[index:]]
    return [t.as_triplet() for t in remaining(replace(plan, cursor=index))]


def _parent_in(ruled: PlanRevision, index: int) -> str:
    """Return where the rules would put a wrong object: the place named in the GUIDE."""
    rows = [s for s in ruled.after.subgoals[index:] if s.action == Primitive.PUT]
    return rows[0].object if ruled.accepted and rows else ordered_group("surfaces")[0]


def _with_added(plan: Plan, at: int, added: Sequence[Row]) -> Plan:
    """Return the plan with tuples inserted; each acts on the variable of its class, where the plan has one."""
    near = plan.subgoals[min(at, len(plan.subgoals) - 1)]
    refs = {s.object: s for s in reversed(plan.subgoals)}
    made = []
    for number, (name, action) in enumerate(added):
        known = refs.get(name)
        base = known if known is not None and action == Primitive.PICKUP else None
        made.append(
            replace(
                base
                or Subgoal(
                    "",
                    Level.TUPLE,
                    action,
                    name,
                    object_ref=known.object_ref if known else name.lower(),
                    expectation=expected(action, name),
                ),
                id=f"{near.id}r{plan.revision + 1}{chr(97 + number)}",
                action=action,
                object_id="",
                parent=near.parent,
            )
        )
    subgoals = (*plan.subgoals[:at], *made, *plan.subgoals[at:])
    return replace(plan, subgoals=subgoals, revision=plan.revision + 1)
