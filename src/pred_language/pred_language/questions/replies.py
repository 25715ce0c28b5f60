"""Answers to what a person only asks."""

from __future__ import annotations

from dataclasses import replace

from pred_core.action_history import ActionHistory
from pred_core.objects import ObjectMemory
from pred_language.discourse.utterances import heard
from pred_language.meaning.grounding import Grounder
from pred_language.questions.answering import Answer, Earlier, answer
from pred_language.questions.asks import Ask, asked
from pred_language.reader import Texts


def answers_to(
    texts: Texts,
    memory: ObjectMemory,
    grounder: Grounder,
    earlier: Earlier | None = None,
    history: ActionHistory | None = None,
) -> tuple[Answer, ...]:
    """Return the answers to all that was asked; none where anything else was said, or a question is not understood."""
    told = heard(texts.instruction)
    if told.orders or texts.steps or texts.dialogue or len(told.questions) != len(told.unserved):
        return ()
    asks = [asked(question, grounder) for question in told.questions]
    known = [ask for ask in asks if ask is not None]
    if len(known) != len(asks):
        return ()
    return tuple(_plainly(ask, answer(ask, memory, earlier, history)) for ask in known)


def _plainly(ask: Ask, found: Answer) -> Answer:
    """Return the answer of "is it on or off", which of both; of "are there more than two", yes or no."""
    how, number = ask.number
    if how and isinstance(found.value, int):
        count = found.value
        so = {"more": count >= number, "less": count <= number, "just": count == number}[how]
        return replace(found, sentence=f"{'Yes' if so else 'No'}: {found.sentence}", value=so)
    if not ask.either or not isinstance(found.value, bool):
        return found
    _, _, told = found.sentence.partition(", ")
    return replace(found, sentence=f"{told[:1].upper()}{told[1:]}", value=told.rstrip(".").split()[-1])
