"""CAPE, re-sampling and SayCan: a failed step is preceded by corrective steps until it can be done (CAPE III).

A model names the next step in words; the text encoder grounds them; the action model tells what a step would violate.
Without a model the failed step's own words stand in for a model's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pred_core.action_model.logic import State
from pred_core.action_model.sentences import explain, say_step
from pred_core.action_model.simulation import Simulation
from pred_core.action_model.stepping import Step, applied, violated
from pred_core.model_calls import Question
from pred_core.outcome import Outcome
from pred_core.plan_language import Subgoal
from pred_planner.dialects.forms import FEW_SHOT
from pred_planner.model.asking import Asker
from pred_planner.model.skill_words import (
    SCORES,
    Grounded,
    Score,
    ranked,
    skills,
    weighted,
    where_it_can,
)
from pred_planner.recovering import by_search
from pred_planner.recovering.answers import objection
from pred_planner.recovering.cape_examples import nearest
from pred_planner.recovering.errors import as_graded, error_of, said
from pred_planner.recovering.questions import correction, refusal
from pred_planner.recovering.situation import Advice, Proposal, Situation, Stage, nothing

MOST = 4
"""Corrective steps before one failed step."""
ASKED = 8
"""Answers that are asked for one failed step, rejected ones among them."""
TRIED = 8
"""Groundings that are tried of one answer when it is re-sampled."""


@dataclass
class Corrector:
    """Makes corrective steps.

    ``grade``: how much a model is told of the error; ``score``: sw or sg; ``asker``: None where there is no model;
    ``search``: whether the search stands in where the model gives nothing.
    """

    asker: Asker | None = None
    source: str = by_search.MADE_BY
    grade: str = "few_shot"
    score: str = "sg"
    search: bool = True

    def cape(self, situation: Situation) -> Advice:
        """Re-prompt with the precondition error until the failed step can be done (CAPE III-A)."""
        if self.asker is None:
            return by_search.preconditions(situation)
        return _Run(situation, self, SCORES[self.score]).corrected(told=True, pick=_first)

    def resample(self, situation: Situation) -> Advice:
        """Try the next best groundings of an answer that knows nothing of the error (CAPE III-B)."""
        return _Run(situation, self, weighted).corrected(told=False, pick=_first_possible)

    def saycan(self, situation: Situation) -> Advice:
        """Take the step of the highest product of likelihood and affordance, again and again (CAPE III-C)."""
        return _Run(situation, self, SCORES["sg"]).corrected(told=False, pick=_afforded)


Pick = Callable[[Sequence[Grounded]], Grounded | None]


def _first(found: Sequence[Grounded]) -> Grounded | None:
    return found[0] if found else None


def _first_possible(found: Sequence[Grounded]) -> Grounded | None:
    return next((g for g in found[:TRIED] if g.skill.afforded), None)


def _afforded(found: Sequence[Grounded]) -> Grounded | None:
    return max((g for g in found if g.skill.afforded), key=lambda g: g.score, default=None)


@dataclass
class _Run:
    situation: Situation
    by: Corrector
    score: Score
    made: list[Step] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    vain: set[Step] = field(default_factory=set)
    asked: int = 0
    rejected: int = 0

    def corrected(self, *, told: bool, pick: Pick) -> Advice:
        """Return the corrective steps before the failed one.

        :param told: whether the answer is asked for with the error
        """
        step = self.situation.step
        if step is None or self.situation.stage is not Stage.PRECONDITIONS:
            return nothing("Only a failed step can be corrected.")
        state = self.situation.here.state
        error = error_of(self.situation, self.by.grade) if told else ""
        for _ in range(ASKED):
            answers = self._answers(step, error)
            if not answers or len(self.made) == MOST:
                return self._without_model(told)
            chosen = pick(self._meant(answers, state, narrowly=told))
            if chosen is None and not told:
                return self._without_model(told)
            if chosen is None:
                self.told.append(refusal(error, answers[0]))
                continue
            wrong = self._error(chosen.skill.step, state)
            if wrong:
                self.rejected += 1
                self.told.append(refusal(error, chosen.skill.words))
                self.vain.add(chosen.skill.step)
                error = wrong if told else error
                continue
            self.made.append(chosen.skill.step)
            self.words.append(chosen.skill.words)
            self.told.append(f"Step: {chosen.skill.words}")
            self.vain.clear()
            state = applied(self.situation.here.plan_world.world, chosen.skill.step, state)
            if self._possible(step, state):
                return self._accepted()
            error = error_of(self.situation, self.by.grade, state) if told else ""
        return self._without_model(told)

    def _answers(self, step: Subgoal, error: str) -> Sequence[str]:
        """Return what the model says is next, in words; nothing where it gives no answer."""
        if self.by.asker is None:
            return (said(step),)
        answer = self.by.asker.ask(self._question(error))
        if not answer.outcome:
            return ()
        self.asked += 1
        return [line.strip(' .-\t"') for line in answer.text.splitlines() if line.strip()][:MOST]

    def _meant(self, answers: Sequence[str], state: State, *, narrowly: bool) -> Sequence[Grounded]:
        """Return the skills that answers mean, the best first, without those that were tried in this state."""
        known = {_key(s) for s in self.made}
        new = [
            s
            for s in skills(self.situation.here, state)
            if _key(s.step) not in known and s.step not in self.vain
        ]
        found = ranked(answers, new, self.score, narrowly=narrowly)
        return where_it_can(found, answers) if narrowly else found

    def _question(self, error: str) -> Question:
        """Return the question for the next step, in the highest grade with demonstrations of errors."""
        shown = nearest(error) if error and self.by.grade == FEW_SHOT else ()
        return correction(self.situation, error, self.told, shown)

    def _error(self, step: Step, state: State) -> str:
        """Return the error of a corrective step that cannot be done itself, in the grade; '' when it can."""
        world = self.situation.here.plan_world.world
        wrong = explain(world, step, state)
        return as_graded(self.by.grade, say_step(world, step), wrong) if wrong else ""

    def _possible(self, step: Subgoal, state: State) -> bool:
        here = self.situation.here
        grounded = Simulation(here.plan_world).grounded(step, state)
        return grounded is not None and not violated(here.plan_world.world, grounded, state)

    def _accepted(self) -> Advice:
        step, here = self.situation.step, self.situation.here
        name = f"{step.id if step else ''}c{self.situation.plan.revision + 1}"
        before = here.tuples_of(self.made, name, step.parent if step else "")
        rest = (*before, *self.situation.rest)
        wrong = objection(self.situation, before, rest)
        count = max(self.asked, 1)
        if wrong:
            return nothing(wrong, count, self.rejected + 1)
        reason = f"First: {', '.join(self.words)}."
        made_by = self.by.source if self.by.asker is not None else by_search.MADE_BY
        return Advice(Outcome.success(reason), Proposal(rest, reason, made_by), count, self.rejected)

    def _without_model(self, told: bool) -> Advice:
        """Return what the search finds where CAPE's model gives nothing; the baselines stay without."""
        if told and self.by.search:
            found = by_search.preconditions(self.situation)
            return Advice(found.outcome, found.proposal, self.asked + found.proposed, self.rejected)
        return nothing("No step was found after which the failed one can be done.", self.asked, self.rejected)


def _key(step: Step) -> tuple[str, ...]:
    return step.action, *step.objects[:1]


METHODS: Mapping[str, Callable[[Corrector, Situation], Advice]] = {
    "cape": Corrector.cape,
    "resample": Corrector.resample,
    "saycan": Corrector.saycan,
}
