"""The questions a reasoner answers, and the ``rules`` reasoner, which answers them without a model of language."""

from __future__ import annotations

import collections
import hashlib
from dataclasses import dataclass, replace
from typing import Protocol

from pred_core.objects import ObjectMemory, Truth
from pred_core.outcome import Code, Outcome
from pred_planner.check import check
from pred_planner.expansion import expand
from pred_planner.feedback import describe
from pred_planner.intentions import integrate
from pred_planner.language import Discrepancy, Plan, PlanRevision, Subgoal
from pred_planner.regrounding import reground
from pred_planner.revision import SOURCE, revise
from pred_planner.understanding import encoder
from pred_planner.understanding.context import Refusal, TaskContext
from pred_planner.understanding.grounding import Grounder, shares
from pred_planner.understanding.reader import Texts, understand
from pred_planner.understanding.selectors import unheeded
from pred_planner.understanding.tagger import spoken


@dataclass(frozen=True)
class Planned:
    """The answer to a request for a plan: SUCCESS with the plan, or why there is none."""

    outcome: Outcome
    plan: Plan | None = None
    understood: str = ""


class Reasoner(Protocol):
    """Whatever makes and changes plans. Its answers go through the checker, so it is never trusted."""

    def make_plan(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return an initial plan for an instruction, grounded in what was seen."""

    def revise_plan(
        self, plan: Plan, discrepancies: tuple[Discrepancy, ...], memory: ObjectMemory
    ) -> PlanRevision:
        """Return the plan changed before a mistake is made (PRED Eq. 1)."""

    def reground_plan(self, plan: Plan, subgoal_id: str, missing: str, memory: ObjectMemory) -> PlanRevision:
        """Return the plan with another meaning for a class that cannot be found."""


def planned(
    texts: Texts, memory: ObjectMemory, context: TaskContext, triplets: tuple[Subgoal, ...], source: str
) -> Planned:
    """Return the plan of these triplets, whoever made them, if the checker passes it."""
    plan = Plan(
        plan_id=plan_id(texts, memory),
        instruction=texts.instruction,
        task_type=context.task_type,
        source=source,
        triplets=triplets,
        subgoals=expand(triplets),
        context=context.as_mapping(),
    )
    verdict = check(plan)
    return Planned(verdict, plan if verdict else None, sentence(context))


class RulesReasoner:
    """Grammar, lexicon and templates. Deterministic."""

    def make_plan(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return the plan of the texts, or NOT_UNDERSTOOD with what was understood."""
        context = understand(texts, grounder_for(memory))
        if isinstance(context, Refusal):
            return Planned(Outcome(Code.NOT_UNDERSTOOD, context.message), understood=context.understood)
        triplets = integrate(context, memory)
        return planned(texts, memory, context, triplets, SOURCE)

    def revise_plan(
        self, plan: Plan, discrepancies: tuple[Discrepancy, ...], memory: ObjectMemory
    ) -> PlanRevision:
        """Return the plan revised by the rule for each kind of discrepancy, each put into a sentence."""
        told = tuple(d if d.sentence else replace(d, sentence=describe(d)) for d in discrepancies)
        return revise(plan, told, memory)

    def reground_plan(self, plan: Plan, subgoal_id: str, missing: str, memory: ObjectMemory) -> PlanRevision:
        """Return the plan with the next best meaning, by rank and then by likeness of the words."""
        return reground(plan, subgoal_id, missing, memory, _likeness)


def _likeness(words: str, class_name: str) -> float:
    return encoder.similarity(spoken(words), class_name)


def grounder_for(memory: ObjectMemory) -> Grounder:
    """Return the chooser among meanings for what was seen so far."""
    counts = collections.Counter(o.class_name for o in memory.objects)
    parents = ((o, memory.get(o.parent_id)) for o in memory.objects)
    lying = shares((o.class_name, parent.class_name) for o, parent in parents if parent is not None)
    on = collections.Counter(o.class_name for o in memory.objects if o.truth("on") is Truth.TRUE)
    burning = {name: number / counts[name] for name, number in on.items()}
    return Grounder(counts, encoder.nearest, lying, counts, burning)


def plan_id(texts: Texts, memory: ObjectMemory) -> str:
    """Return an id that is the same for the same words at the same moment of an episode."""
    said = "\n".join(
        (texts.instruction, *texts.steps, *texts.dialogue, str(memory.episode), str(memory.step))
    )
    return "plan-" + hashlib.sha256(said.encode()).hexdigest()[:12]


def sentence(context: TaskContext) -> str:
    """Return what was understood as one sentence."""
    number = {0: "every", 1: "one"}.get(context.count, str(context.count))
    states = ", ".join(sorted(context.states))
    target = " or ".join(context.target.classes) if context.target.any_will_do else context.target.best
    text = f"{context.task_type.replace('_', ' ')}: {number} {states + ' ' if states else ''}{target}"
    for link, ranked in (("with", context.movable), ("to", context.destination), ("under", context.toggle)):
        if ranked:
            each = (
                {0: "each ", 1: ""}.get(context.places, f"each of {context.places} ") if link == "to" else ""
            )
            text += f" {link} {each}{ranked.best}"
    first = [f"{part.thing.best} to {part.destination.best}" for part in context.also]
    if first:
        text += f", after {' and '.join(first)}"
    chosen_by = unheeded(context.instruction, context.target.words)
    note = f" I cannot choose by {chosen_by!r}: I take the one that is handiest." if chosen_by else ""
    return text + f" (confidence {context.confidence:.2f}).{note}"
