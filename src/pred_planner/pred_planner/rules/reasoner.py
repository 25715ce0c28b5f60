"""The questions a reasoner answers, and the ``rules`` reasoner, which answers them without a model of language."""

from __future__ import annotations

import collections
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pred_core.action_history import ActionHistory
from pred_core.domain_file import HOUSEHOLD
from pred_core.feedback import describe
from pred_core.objects import ObjectMemory, Truth
from pred_core.outcome import Code, Outcome
from pred_core.people import PERSON
from pred_core.plan_language import (
    ANSWERS,
    LOOK_AT,
    OFFERED,
    UNDECIDED,
    Discrepancy,
    High,
    Level,
    Plan,
    PlanRevision,
    Subgoal,
)
from pred_core.referring.open_references import SINGLE
from pred_core.vocabulary import can_be_carried, domain, object_types, spoken
from pred_language.choice.second_reading import unheard
from pred_language.discourse.typed import as_typed
from pred_language.discourse.utterances import heard
from pred_language.goals.heeding import asks_for_no_goal, hangs_on_something
from pred_language.goals.ranking import OFFERED_FROM, TAKEN_FROM, likeliest_goal
from pred_language.goals.telling import as_order
from pred_language.meaning import encoder
from pred_language.meaning.context import Refusal, TaskContext
from pred_language.meaning.grounding import Grounder, shares
from pred_language.meaning.promise import promise
from pred_language.questions.answering import Answer, Earlier
from pred_language.questions.conditions import Decision, Undecided, decided
from pred_language.questions.remembered import as_remembered
from pred_language.questions.replies import answers_to
from pred_language.reader import Texts, understand
from pred_language.retelling.retold import likeliest, told_again
from pred_planner.plan.appliances import NoAppliance
from pred_planner.plan.check import check
from pred_planner.plan.done_before import history_of, without_done
from pred_planner.plan.expansion import expand
from pred_planner.plan.intentions import UNCOUNTED, integrate
from pred_planner.plan.referents import refers, singled
from pred_planner.rules.numbers import told_numbers
from pred_planner.rules.regrounding import OURS, reground
from pred_planner.rules.revision import SOURCE, revise

RETOLD = "retold"
"""Where a plan's context has the plain orders that the words were taken for."""
STATED = frozenset({"open", "on", "clean", "filled", "sliced", "cooked"})
"""The attributes that a camera shows and that people tell things by."""


@dataclass(frozen=True)
class Planned:
    """The answer to a request for a plan: SUCCESS with the plan, or why there is none.

    ``refusal`` is what the words were refused for, where they were.
    """

    outcome: Outcome
    plan: Plan | None = None
    understood: str = ""
    refusal: Refusal | None = None


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
    """Return the plan of these triplets, whoever made them, without what was done before, if the checker passes it."""
    history = () if context.count == 0 else history_of(texts.dialogue)  # of all, those done are seen to be so
    rest = without_done(triplets, history)
    plan = Plan(
        plan_id=plan_id(texts, memory),
        instruction=texts.instruction,
        task_type=context.task_type,
        source=source,
        triplets=rest.triplets,
        subgoals=rest.marked(expand(rest.triplets)),
        context={**context.as_mapping(), **_referring(context, rest.triplets)},
    )
    verdict = check(plan)
    return Planned(verdict, plan if verdict else None, promise(context) + told_numbers(context, memory))


def told_only(texts: Texts, memory: ObjectMemory, answers: Sequence[Answer]) -> Planned:
    """Return answers as a plan that does nothing."""
    told = " ".join(one.sentence for one in answers)
    plan = Plan(
        plan_id=plan_id(texts, memory),
        instruction=texts.instruction,
        task_type="answer",
        source=SOURCE,
        triplets=(Subgoal("t1", Level.TRIPLET, High.PASS, ""),),
        subgoals=(),
        context={ANSWERS: [one.as_mapping() for one in answers], **_to_look_at(answers)},
    )
    return Planned(Outcome.success(told), plan, told)


def _not_decided(texts: Texts, memory: ObjectMemory, found: Undecided) -> Planned:
    """Return a plan that only looks at what may decide it, NOT_UNDERSTOOD where no look would."""
    if not found.look_at:
        return Planned(Outcome(Code.NOT_UNDERSTOOD, found.message))
    only = told_only(texts, memory, (Answer("condition", found.message, look_at=found.look_at),))
    assert only.plan is not None
    return replace(only, plan=replace(only.plan, context={**only.plan.context, UNDECIDED: found.message}))


def as_said(made: Planned, texts: Texts, settled: Decision) -> Planned:
    """Return a plan with the words as the person said them, and what decided which part of them is to be done."""
    if made.plan is None:
        return made
    told = f"{settled.because} {made.understood}".strip()
    context = {**made.plan.context, **({LOOK_AT: list(settled.look_at)} if settled.look_at else {})}
    return replace(made, plan=replace(made.plan, instruction=texts.instruction, context=context), understood=told)


def _is_full(made: Planned) -> bool:
    """Tell whether all of what was said has its part in a plan."""
    context = made.plan.context if made.plan is not None else {"left_out": True}
    return not context.get("left_out") and not context.get("guessed")


def _is_final(made: Planned) -> bool:
    """Tell whether it was understood, and is refused for what it asks."""
    return made.refusal is not None and made.refusal.final


def _is_of_what_is_here(made: Planned, memory: ObjectMemory) -> bool:
    """Tell whether furniture that a plan is about was seen: no guess is made about what may not be there."""
    named = made.plan.triplets if made.plan is not None else ()
    kinds = {kind for step in named for kind in (step.object, step.receptacle) if kind in object_types()}
    return all(memory.of_class((kind,)) for kind in kinds if not can_be_carried(kind) and kind != PERSON)


def as_retold(made: Planned, texts: Texts, plainly: str) -> Planned:
    """Return a plan of plain orders as one of what the person said, with how that was taken."""
    if made.plan is None:
        return made
    plan = replace(made.plan, instruction=texts.instruction, context={**made.plan.context, RETOLD: plainly})
    return replace(made, plan=plan, understood=f"I take that as {plainly!r}. {made.understood}".strip())


def as_offered(made: Planned, texts: Texts, plainly: str) -> Planned:
    """Return a plan of plain orders as one that is asked about before it is done."""
    if made.plan is None:
        return made
    context = {**made.plan.context, OFFERED: plainly}
    told = f"I am not sure what you mean: do you mean {plainly!r}?"
    return replace(made, plan=replace(made.plan, instruction=texts.instruction, context=context), understood=told)


def _referring(context: TaskContext, triplets: tuple[Subgoal, ...]) -> dict[str, Any]:
    found = {"refers": refers(context, triplets), SINGLE: singled(context, triplets)}
    return {key: told for key, told in found.items() if told}


def _to_look_at(answers: Iterable[Answer]) -> dict[str, list[str]]:
    classes = list(dict.fromkeys(name for one in answers for name in one.look_at))
    return {LOOK_AT: classes} if classes else {}


def nothing_before() -> None:
    """Know of no earlier launch, and of nothing that was done."""


class RulesReasoner:
    """Grammar, lexicon and templates. Deterministic."""

    def __init__(
        self,
        replacement: str = OURS,
        literal: bool = True,
        earlier: Callable[[], Earlier | None] = nothing_before,
        history: Callable[[], ActionHistory | None] = nothing_before,
        retells: bool = True,
    ) -> None:
        """Make one.

        :param replacement: how classes that were not found are replaced
            (:data:`~pred_planner.rules.regrounding.REPLACEMENTS`)
        :param literal: whether a type's name means that type where one is there, whatever people often mean by
            it
        :param earlier: returns what earlier launches saw in this home
        :param history: returns what the robot has done since it was started
        :param retells: whether what has no full meaning is told again in plain orders
        """
        self._earlier, self._history = earlier, history
        self._replacement = replacement
        self._literal = literal
        self._retells = retells
        self._grounded: tuple[ObjectMemory, Grounder] | None = None

    def make_plan(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return the plan of the texts, the answer of questions, or NOT_UNDERSTOOD with what was understood.

        What has no full meaning is told again in plain orders, and taken so where these have one; what has none at all
        is offered in those that it likeliest means.
        """
        seen = frozenset(one.class_name for one in memory.objects)
        made = self._plan_as_typed(replace(texts, instruction=as_typed(texts.instruction, seen)), memory)
        return replace(made, plan=made.plan and replace(made.plan, instruction=texts.instruction))

    def _plan_as_typed(self, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return the same of a text that is written out and spelt."""
        made = self._plan_as_worded(texts, memory)
        alone = self._retells and not (texts.steps or texts.dialogue) and domain().name == HOUSEHOLD
        forbidden = made.outcome.code is Code.PLAN_REJECTED or (made.refusal is not None and made.refusal.forbidden)
        if not alone or forbidden or _is_full(made):
            return made
        for plainly, served in told_again(texts.instruction):
            again = self._plan_as_worded(Texts(plainly), memory)
            taken = _is_full(again) and _is_of_what_is_here(again, memory)
            if taken and not self._misses(plainly, served, memory):
                return as_retold(again, texts, plainly)
        read = made.plan is not None or _is_final(made)  # what a reading leaves out may matter
        goal = None if read else self._as_a_goal(texts, memory)
        return goal or self._offered(made, texts, memory)

    def _as_a_goal(self, texts: Texts, memory: ObjectMemory) -> Planned | None:
        """Return the plan for what of the room is likeliest wanted, to be asked about where that is less sure.

        None for what asks for nothing, and for an order of which a part is not served: that is told.
        """
        if asks_for_no_goal(texts.instruction):
            return None
        goal, likely = likeliest_goal(texts.instruction, memory)
        plainly = as_order(goal, memory) if likely >= OFFERED_FROM else ""
        again = self._plan_as_worded(Texts(plainly), memory) if plainly else None
        if again is None or not _is_full(again) or again.plan is None or ANSWERS in again.plan.context:
            return None
        hangs = hangs_on_something(texts.instruction)
        return (as_offered if hangs or likely < TAKEN_FROM else as_retold)(again, texts, plainly)

    def in_plain_orders(self, texts: Texts, memory: ObjectMemory) -> Texts:
        """Return the plain orders that texts without a full meaning are taken for, else the texts."""
        made = self.make_plan(texts, memory)
        context = made.plan.context if made.plan is not None else {}
        return Texts(str(context[RETOLD])) if RETOLD in context and ANSWERS not in context else texts

    def _misses(self, plainly: str, said: str, memory: ObjectMemory) -> bool:
        """Tell whether plain orders lack what the second reading finds in a person's own words."""
        reading = self.read(Texts(plainly), memory)
        return isinstance(reading, TaskContext) and bool(unheard(heard(said).orders, reading))

    def _offered(self, made: Planned, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return a plan to be asked about in place of none, where the words likely ask for something that is here."""
        plainly = likeliest(texts.instruction) if made.plan is None else ""
        again = self._plan_as_worded(Texts(plainly), memory) if plainly else made
        if again.plan is None or ANSWERS in again.plan.context:
            return made
        if _is_final(made) or not _is_full(again) or not _is_of_what_is_here(again, memory):
            return made
        return as_offered(again, texts, plainly)

    def _plan_as_worded(self, texts: Texts, memory: ObjectMemory) -> Planned:
        settled = self.settled(texts, memory)
        if isinstance(settled, Planned):
            return settled
        if settled.refused:
            return Planned(Outcome(Code.NOT_UNDERSTOOD, settled.refused))
        orders = settled.texts
        return as_said(self.plan_of(self.read(orders, memory), orders, memory), texts, settled)

    def settled(self, texts: Texts, memory: ObjectMemory) -> Planned | Decision:
        """Return the answer of what only asks or of an order with nothing to do, or the texts that are to be done.

        What is to be done on a condition is decided here by what was seen.
        """
        grounder = self._grounder(memory)
        named = as_remembered(texts, memory, grounder)
        refused = ""
        if isinstance(named, Refusal):
            if named.final:
                return Planned(Outcome(Code.NOT_UNDERSTOOD, named.message))
            refused, named = named.message, texts
        found = decided(named, memory, grounder, self._earlier())
        if isinstance(found, Undecided):
            return _not_decided(texts, memory, found)
        if isinstance(found, Answer):
            return told_only(texts, memory, (found,))
        answered = self.answered(texts, memory) if found is None else None
        return answered or replace(found or Decision(named, ""), refused=refused)

    def answered(self, texts: Texts, memory: ObjectMemory) -> Planned | None:
        """Return the answer of what only asks, as a plan that does nothing; None for anything else."""
        found = answers_to(texts, memory, self._grounder(memory), self._earlier(), self._history())
        return told_only(texts, memory, found) if found else None

    def read(self, texts: Texts, memory: ObjectMemory) -> TaskContext | Refusal:
        """Return what the texts mean, or that they cannot be read."""
        return understand(texts, self._grounder(memory))

    def _grounder(self, memory: ObjectMemory) -> Grounder:
        """Return the chooser for a memory: one for all that is asked of it while it is the same."""
        if self._grounded is None or self._grounded[0] is not memory:
            self._grounded = memory, grounder_for(memory, self._literal)
        return self._grounded[1]

    @staticmethod
    def plan_of(reading: TaskContext | Refusal, texts: Texts, memory: ObjectMemory) -> Planned:
        """Return the plan of a reading, by the recipe of its task."""
        if isinstance(reading, Refusal):
            refused = Outcome(Code.NOT_UNDERSTOOD, reading.message)
            return Planned(refused, understood=reading.understood, refusal=reading)
        try:
            triplets = template_of(reading, texts, memory)
        except NoAppliance as why:
            return Planned(Outcome(Code.PLAN_REJECTED, str(why)), understood=promise(reading))
        return planned(texts, memory, reading, triplets, SOURCE)

    def revise_plan(
        self, plan: Plan, discrepancies: tuple[Discrepancy, ...], memory: ObjectMemory
    ) -> PlanRevision:
        """Return the plan revised by the rule for each kind of discrepancy, each put into a sentence."""
        told = tuple(d if d.sentence else replace(d, sentence=describe(d)) for d in discrepancies)
        return revise(plan, told, memory)

    def reground_plan(self, plan: Plan, subgoal_id: str, missing: str, memory: ObjectMemory) -> PlanRevision:
        """Return the plan with the next best meaning, by rank and then by likeness of the words."""
        return reground(plan, subgoal_id, missing, memory, _likeness, self._replacement)


def template_of(context: TaskContext, texts: Texts, memory: ObjectMemory) -> tuple[Subgoal, ...]:
    """Return the triplets of a reading's recipe.

    :raises NoAppliance: when this domain has no appliance for it
    """
    return integrate(_with_more(context, texts, memory), memory)


def _with_more(context: TaskContext, texts: Texts, memory: ObjectMemory) -> TaskContext:
    """Return a task of "all" that was begun before with one thing more than may have been done: else all is done."""
    if context.count or not history_of(texts.dialogue):
        return context
    return replace(context, count=max(len(memory.of_class(context.target.best)), UNCOUNTED))


def _likeness(words: str, class_name: str) -> float:
    return encoder.similarity(spoken(words), class_name)


def grounder_for(memory: ObjectMemory, literal: bool = False) -> Grounder:
    """Return the chooser among meanings for what was seen so far.

    :param literal: whether a type's name means that type where one is there
    """
    counts = collections.Counter(o.class_name for o in memory.objects)
    parents = ((o, memory.get(o.parent_id)) for o in memory.objects)
    lying = shares((o.class_name, parent.class_name) for o, parent in parents if parent is not None)
    on = collections.Counter(o.class_name for o in memory.objects if o.truth("on") is Truth.TRUE)
    burning = {name: number / counts[name] for name, number in on.items()}
    states: dict[str, collections.Counter[str]] = {}
    for seen in memory.objects:
        for name, shown in seen.attributes.items():
            if name in STATED and shown.value is not Truth.UNKNOWN:
                told = name if shown.value is Truth.TRUE else f"not {name}"
                states.setdefault(seen.class_name, collections.Counter())[told] += 1
    return Grounder(counts, encoder.nearest, lying, counts, burning, literal, states, memory)


def plan_id(texts: Texts, memory: ObjectMemory) -> str:
    """Return an id that is the same for the same words at the same moment of an episode."""
    said = "\n".join(
        (texts.instruction, *texts.steps, *texts.dialogue, str(memory.episode), str(memory.step))
    )
    return "plan-" + hashlib.sha256(said.encode()).hexdigest()[:12]
