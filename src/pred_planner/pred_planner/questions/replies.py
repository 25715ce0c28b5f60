"""Answers to what a person only asks."""

from __future__ import annotations

from pred_core.objects import ObjectMemory
from pred_planner.questions.answering import Answer, answer
from pred_planner.questions.asks import asked
from pred_planner.understanding.grounding import Grounder
from pred_planner.understanding.reader import Texts
from pred_planner.understanding.utterances import heard


def answers_to(texts: Texts, memory: ObjectMemory, grounder: Grounder) -> tuple[Answer, ...]:
    """Return the answers to all that was asked; none where anything else was said, or a question is not understood."""
    told = heard(texts.instruction)
    if told.orders or texts.steps or texts.dialogue or len(told.questions) != len(told.unserved):
        return ()
    asks = [asked(question, grounder) for question in told.questions]
    known = [ask for ask in asks if ask is not None]
    return tuple(answer(ask, memory) for ask in known) if len(known) == len(asks) else ()
