"""CMFR's stages, chain of thought and HELPER's reflection by a language model; the search answers where it cannot.

Every answer is parsed and judged from where the robot is; a rejected one is asked again once with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pred_core.model_calls import Question
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import one_sentence
from pred_core.plan_language import Level, Subgoal
from pred_planner.dialects import registry
from pred_planner.dialects.cleaning import clean
from pred_planner.dialects.name_repair import repairer
from pred_planner.model.asking import ASKED, NO_STEPS, Asker
from pred_planner.plan.parsed import Parsed, Rejected, Rejection, Repairs
from pred_planner.recovering import by_search, questions
from pred_planner.recovering.answers import importance_of, objection, steps_or_complaint
from pred_planner.recovering.examples import Example, nearest
from pred_planner.recovering.situation import Advice, Proposal, Situation, Stage, nothing


@dataclass
class ModelAdviser:
    """Asks a model. ``few_shot``: whether demonstrations are shown; ``warn`` is told when the search stands in."""

    asker: Asker
    source: str
    few_shot: bool = False
    warn: Callable[[str], None] = lambda _: None
    matters: str = ""

    def staged(self, situation: Situation) -> Advice:
        """Return a stage's answer (CMFR 4.5)."""
        if situation.stage is Stage.IMPORTANCE:
            return self._importance(situation)
        examples = self.examples(situation)

        def question(why: str) -> Question:
            return questions.of_stage(situation, examples, self.matters, why)

        before = situation.rest if situation.stage is Stage.PRECONDITIONS else ()
        return self._asked(situation, question, "cmfr", before)

    def _importance(self, situation: Situation) -> Advice:
        answer = self.asker.ask(questions.of_stage(situation, self.examples(situation)))
        found = importance_of(answer.text) if answer.outcome else None
        if found is None:
            why = "it does not say whether the step matters" if answer.outcome else answer.outcome.message
            return self._searched(situation, why)
        important, self.matters = found
        if important:
            return nothing(self.matters or "The step matters.", 1)
        rest = situation.rest[1:]
        wrong = objection(situation, (), rest)
        if wrong:
            self.matters = wrong
            return nothing(f"The model would leave the step out, but {wrong}", 1, 1)
        return self._accepted(rest, self.matters)

    def thought(self, situation: Situation) -> Advice:
        """Return the answer to one prompt that asks for everything (chain of thought)."""

        def question(why: str) -> Question:
            return questions.chain_of_thought(situation, why)

        return self._asked(situation, question, "cmfr", ())

    def reflected(self, situation: Situation) -> Advice:
        """Return the script of a reflection (HELPER 3.1.3); its explanation is kept as the reason."""
        examples = self.examples(situation)

        def question(why: str) -> Question:
            return questions.reflection(situation, examples, why)

        return self._asked(situation, question, "helper", situation.rest)

    def examples(self, situation: Situation) -> Sequence[Example]:
        """Return the demonstrations to show."""
        if not self.few_shot:
            return ()
        step = f"({situation.step.object}, {situation.step.action})" if situation.step else ""
        return nearest(situation.stage, situation.texts.instruction, step, situation.failure.message)

    def _asked(
        self,
        situation: Situation,
        question: Callable[[str], Question],
        dialect: str,
        after: Sequence[Subgoal],
    ) -> Advice:
        """Ask, parse and judge; once more with the objection; what the search finds where there is no good answer.

        :param after: what follows the answer's steps
        """
        complaint, made = "", 0
        for _ in range(ASKED):
            answer = self.asker.ask(question(complaint))
            if not answer.outcome:
                complaint = answer.outcome.message
                break
            made += 1
            parsed = _read(answer.text, dialect)
            if isinstance(parsed, Rejection):
                complaint = parsed.message
                continue
            if not parsed.steps:
                return nothing(
                    _explained(answer.text) or "The model sees nothing to be done.", made, made - 1
                )
            new, complaint = steps_or_complaint(parsed, situation)
            rest = (*new, *after)
            complaint = complaint or objection(situation, new, rest)
            if not complaint:
                advice = self._accepted(rest, _explained(answer.text))
                return Advice(advice.outcome, advice.proposal, made, made - 1)
        found = self._searched(situation, complaint)
        return Advice(found.outcome, found.proposal, made + found.proposed, made + found.rejected)

    def _searched(self, situation: Situation, why: str) -> Advice:
        """Return what the search finds, with a warning: the model was to say it."""
        self.warn(f"How to go on ({situation.stage}) is searched for without the model: {why}")
        return by_search.advice(situation)

    def _accepted(self, rest: tuple[Subgoal, ...], reason: str) -> Advice:
        return Advice(Outcome(Code.SUCCESS, reason), Proposal(rest, reason, self.source), 1)


def _read(text: str, dialect: str) -> Parsed | Rejection:
    try:
        cleaned = clean(text, Repairs())
    except Rejected as rejected:
        return rejected.rejection
    tail = "".join(cleaned.split())
    if any(tail.endswith(form) for form in (*NO_STEPS, '"actions":[]}', '"solution":[]}', "do_nothing()")):
        return Parsed(Level.TRIPLET, ())
    return registry.parse(dialect, text, repairer())


def _explained(text: str) -> str:
    """Return the first sentence of what a model wrote before its steps, '' where it wrote none."""
    words = text.strip().removeprefix("Explain:").strip()
    return one_sentence(words.split("\n")[0]) if words and words[0] not in "{[" else ""
