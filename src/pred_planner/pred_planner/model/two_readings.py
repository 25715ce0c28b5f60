"""The first plan with a model beside the rules (PRED Eq. 3): whose reading runs, who makes its plan, and why.

Both read the words. Where they agree the model plans, and the rules' recipe stands in for a plan that is refused.
Where they differ, and the model stays with its reading when it has heard the other, the words decide
(:mod:`pred_planner.model.weighing`). A task that the rules would do is never lost to a model. Nor is half a sentence:
what the rules refuse for what it asks (a question, a place that is not named) stays refused, and of a reading that
only the model has the words that have no part in it are left out by name, and so asked about.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pred_core.action_model.goals import conditions_of
from pred_core.model_calls import Question
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from pred_core.plan_language import DECISION, OTHERWISE, Level, Subgoal
from pred_language.meaning.context import Refusal, TaskContext
from pred_language.meaning.promise import promise
from pred_language.reader import Texts, accounted, said_to_robot
from pred_planner.dialects import registry
from pred_planner.dialects.forms import PRED
from pred_planner.dialects.name_repair import repairer
from pred_planner.llm.client import ModelAnswer
from pred_planner.model import context_answer, prompts, wants
from pred_planner.model.agreement import agreed, apart, as_read, differences, unsupported
from pred_planner.model.asking import Asker, NoAnswer, asked
from pred_planner.model.examples import PromptExamples
from pred_planner.model.reading_in_words import sentence
from pred_planner.model.weighing import weighed
from pred_planner.plan.appliances import NoAppliance
from pred_planner.plan.binding import bound
from pred_planner.plan.judging import objection_to
from pred_planner.plan.parsed import Parsed, Rejected, Rejection
from pred_planner.rules.reasoner import Planned, RulesReasoner, as_retold, planned, template_of
from pred_planner.rules.revision import SOURCE

ALIKE = "The model and the rules read the words alike"


@dataclass(frozen=True)
class _Reading:
    """What a model understood, whether the rules read it alike, and else in what not."""

    context: TaskContext
    alike: bool = False
    why: str = ""
    rows: tuple[Sequence[object], ...] = ()
    """The plan that came with it, if one did."""


@dataclass(frozen=True)
class _Against(NoAnswer):
    """The words speak against a model's reading; ``otherwise`` is what it would do, where a person may be asked."""

    otherwise: str = ""


class TwoReadings:
    """Has the words read by the rules and by a model."""

    def __init__(
        self,
        asker: Asker,
        source: str,
        dialect: str,
        examples: PromptExamples,
        rules: RulesReasoner,
        warn: Callable[[str], None],
        *,
        at_once: bool = False,
    ) -> None:
        """Make one that asks so.

        :param source: what plans made by the model are marked with
        :param dialect: in which plans are asked for
        :param warn: told when the rules' plan runs though a model was to make it
        :param at_once: whether what is wanted and the plan are asked for in one question; PRED's own way is two
        """
        self._at_once = at_once and dialect == PRED
        self._asker = asker
        self._source = source
        self._dialect = dialect
        self._examples = examples
        self._rules = rules
        self._warn = warn

    def make_plan(self, texts: Texts, memory: ObjectMemory, *, chosen: bool = False) -> Planned:
        """Return the first plan; its context says under :data:`DECISION` who made it, and why.

        :param chosen: whether a person was asked, and meant what the model reads
        """
        plainly = self._rules.in_plain_orders(texts, memory)
        ruled = self._rules.read(plainly, memory)
        by_rules = self._rules.plan_of(ruled, plainly, memory)
        if plainly is not texts:
            by_rules = as_retold(by_rules, texts, plainly.instruction)
        if isinstance(ruled, Refusal) and ruled.final:
            return by_rules
        if isinstance(ruled, TaskContext) and ruled.comes_to_speaker:  # wants say how things are to be, not the robot
            return self._left_to_rules(by_rules, "it says where the robot goes, and models are asked about things.")
        planned_by_rules = ruled if by_rules.plan is not None and isinstance(ruled, TaskContext) else None
        heard = self._hear(texts, memory, planned_by_rules, retold=plainly is not texts, chosen=chosen)
        if isinstance(heard, NoAnswer):
            left = self._left_to_rules(by_rules, heard.why)
            return _open(left, heard.otherwise) if isinstance(heard, _Against) else left
        if heard.alike:
            return self._plan(heard, texts, memory, ALIKE) if by_rules.plan is not None else by_rules
        decision = heard.why
        if by_rules.plan is None:
            decision = (
                f"The rules have no plan ({by_rules.outcome.message.rstrip('.')}), the model read the words"
            )
        made = self._plan(heard, texts, memory, decision)
        return made if made.plan is not None else self._left_to_rules(by_rules, made.outcome.message)

    def _left_to_rules(self, by_rules: Planned, why: str) -> Planned:
        if by_rules.plan is None:
            self._warn(f"The rules have no plan, and the model has none: {why}")
            return by_rules
        return self._told(by_rules, f"The rules read the words and made the plan: {why}")

    def _told(self, made: Planned, decision: str) -> Planned:
        """Return a plan of the rules with the reason, which is a warning: a model was to make it."""
        self._warn(decision)
        return _decided(made, decision)

    # -- the readings -----------------------------------------------------------------------------------------------
    def _hear(
        self, texts: Texts, memory: ObjectMemory, rules: TaskContext | None, *, retold: bool, chosen: bool
    ) -> _Reading | NoAnswer:
        """Ask for the model's reading; once more if it is rejected, and once more if it differs from the rules'.

        :param retold: whether the rules read plain orders that the words were taken for
        """
        complaint, differing, rejected = "", "", False
        while True:
            answer = self._asker.ask(self._question(texts, memory, complaint))
            if not answer.outcome and answer.outcome.code is not Code.PLAN_REJECTED:
                return NoAnswer(differing or answer.outcome.message)
            read = _read(answer, texts, memory)
            if isinstance(read, NoAnswer):
                if rejected or differing:
                    return NoAnswer(differing or f"the model's reading cannot be used. {read.why}")
                rejected, complaint = True, read.why
                continue
            context = read.context
            if rules is None:
                return _supported(read, texts, memory)
            context = context_answer.completed(context, rules)
            found = "; ".join(differences(context, rules))
            if not found:
                # it says the same, and what else the words may mean
                return replace(read, context=agreed(rules), alike=True)
            if differing and chosen:
                return replace(read, context=apart(context), why="A person was asked, and meant what the model read")
            if differing:  # it stays with it
                served = _serving_all(read, rules, texts, memory) if retold else None
                return served or _weighed(replace(read, context=context), rules, found)
            differing = f"the model read otherwise: {found} (its reading first)."
            complaint = (
                f"Another reader understood it otherwise: {found} (your reading first). {weighed(rules, context).why}. "
                "Look at the words again and write which is meant."
            )

    def _question(self, texts: Texts, memory: ObjectMemory, complaint: str) -> Question:
        if not self._at_once:
            return prompts.context(texts, memory, complaint)
        return prompts.task(texts, memory, complaint, self._examples.text(". ".join(said_to_robot(texts)), PRED))

    # -- the plan ---------------------------------------------------------------------------------------------------
    def _plan(self, heard: _Reading, texts: Texts, memory: ObjectMemory, decision: str) -> Planned:
        """Have the triplets of a reading; the recipe of its task stands in for bad ones."""
        context = heard.context
        try:
            template = template_of(context, texts, memory)
        except NoAppliance as why:
            return Planned(Outcome(Code.PLAN_REJECTED, str(why)), understood=promise(context))
        triplets = self._triplets(heard, template, texts, memory)
        refused = triplets.why if isinstance(triplets, NoAnswer) else ""
        if not isinstance(triplets, NoAnswer):
            made = planned(texts, memory, context, triplets, self._source)
            if made.plan is not None:
                return _decided(made, f"{decision}; the model made the plan.")
            refused = made.outcome.message
        by_recipe = planned(texts, memory, context, template, SOURCE)
        if by_recipe.plan is None:
            return by_recipe
        return self._told(by_recipe, f"{decision}; the rules made the plan: {refused}")

    def _triplets(
        self, heard: _Reading, template: tuple[Subgoal, ...], texts: Texts, memory: ObjectMemory
    ) -> tuple[Subgoal, ...] | NoAnswer:
        context = heard.context
        conditions = as_read(conditions_of(template))
        held = memory.held.class_name if memory.held is not None else ""
        named = [name for t in template for name in (t.object, t.receptacle) if name]
        examples = self._examples.text(". ".join(said_to_robot(texts)), self._dialect)

        def judge(parsed: Parsed) -> tuple[tuple[Subgoal, ...], str]:
            triplets = bound(parsed, template)
            if triplets == template:  # what the template of the task does is never senseless
                return triplets, ""
            return triplets, objection_to(triplets, conditions, memory, held)

        def question(why: str) -> Question:
            return prompts.plan(texts, sentence(context), memory, why, self._dialect, examples, named)

        def brought() -> Parsed | Rejection:
            return registry.parse(PRED, json.dumps(heard.rows), repairer())

        first = brought if heard.rows else None
        return asked(self._asker, question, Level.TRIPLET, judge, self._dialect, first)


def _read(answer: ModelAnswer, texts: Texts, memory: ObjectMemory) -> _Reading | NoAnswer:
    """Return the reading in an answer, in either form, with the plan beside it, or why there is none."""
    if not answer.outcome:  # it was cut off
        return NoAnswer(answer.outcome.message)
    try:
        values = context_answer.object_in(answer.text)
        if "wants" not in values:
            return _Reading(context_answer.read(answer.text, texts.instruction))
        context = wants.reading_of(values["wants"], texts.instruction, memory)
    except Rejected as rejected:
        return NoAnswer(rejected.rejection.message)
    plan = values.get("plan")
    return _Reading(context, rows=tuple(row for row in plan if isinstance(row, list)) if isinstance(plan, list) else ())


def _weighed(read: _Reading, rules: TaskContext, found: str) -> _Reading | NoAnswer:
    """Return the reading that the words speak for where a model stays with another than the rules'."""
    result = weighed(rules, read.context)
    why = f"the model read otherwise: {found} (its reading first); {result.why}"
    if not result.by_model:
        return _Against(ended_well(why), promise(read.context) if result.ask else "")
    heard = f"The words speak for the model, which read otherwise: {found} (its reading first); {result.why}"
    return replace(read, context=apart(result.reading), why=heard)


def _supported(read: _Reading, texts: Texts, memory: ObjectMemory) -> _Reading | NoAnswer:
    """Return a reading that the rules do not have, unless no word speaks for it."""
    unsaid = unsupported(read.context, texts, memory)
    if unsaid:
        return NoAnswer(f"no word speaks for the {unsaid} of the model's reading.")
    return replace(read, context=apart(accounted(read.context, texts)))


def _serving_all(read: _Reading, rules: TaskContext, texts: Texts, memory: ObjectMemory) -> _Reading | None:
    """Return a reading that serves each word, where the rules read only others that the words were taken for."""
    served = _supported(read, texts, memory)
    if isinstance(served, NoAnswer) or served.context.left_out:
        return None
    why = f"The rules only took the words for {rules.instruction!r}, and the model serves each of them"
    return replace(served, why=why)


def _open(made: Planned, otherwise: str) -> Planned:
    """Return a plan of the rules with what the model would do, where the words leave it open."""
    if made.plan is None or not otherwise or otherwise == made.understood:
        return made
    return replace(made, plan=replace(made.plan, context={**made.plan.context, OTHERWISE: otherwise}))


def _decided(made: Planned, decision: str) -> Planned:
    """Return a plan with who made it, and why, in its context."""
    if made.plan is None:
        return made
    return replace(made, plan=replace(made.plan, context={**made.plan.context, DECISION: decision}))
