"""Answers to what a person only asks."""

from __future__ import annotations

import re
from dataclasses import replace

from pred_core.action_history import ActionHistory
from pred_core.objects import ObjectMemory
from pred_language.discourse.utterances import heard
from pred_language.meaning.grounding import Grounder
from pred_language.questions.amounts import amounts_in, weighed
from pred_language.questions.answering import Answer, Earlier, answer
from pred_language.questions.asks import Ask, asked
from pred_language.questions.conjoined import alternatives_of, any_of, parts_of, together
from pred_language.questions.negated import none_asked
from pred_language.questions.same_place import together_there
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
    found: list[Answer] = []
    for question in told.questions:
        one_place = together_there(question, memory, grounder)
        if one_place is not None:
            found.append(one_place)
            continue
        amounts = amounts_in(question)
        denied = none_asked(question)
        either = alternatives_of(question)
        parts = amounts.counts if amounts else either or parts_of(denied or question)
        asks = [asked(part, grounder) for part in parts]
        known = [ask for ask in asks if ask is not None]
        if len(known) != len(asks):
            return ()
        answers = [_plainly(ask, answer(ask, memory, earlier, history)) for ask in known]
        one_will_do = any_of(answers) if either else together(answers)
        whole = weighed(amounts, answers) if amounts else one_will_do
        found.append(turned_round(whole) if denied else _yes_to_any(question, whole))
    return tuple(found)


def _yes_to_any(question: str, found: Answer) -> Answer:
    """Return the answer of "is anything burning?" with a yes before what it is."""
    counted = isinstance(found.value, int) and not isinstance(found.value, bool) and found.value > 0
    if not counted or not _ANY.match(question):
        return found
    return replace(found, sentence=f"Yes: {found.sentence[:1].lower()}{found.sentence[1:]}", value=True)


_ANY = re.compile(r"(?:is|are) (?:there )?(?:still )?(?:anything|something|any things?)\b")


def turned_round(found: Answer) -> Answer:
    """Return the answer of what is denied from that of what is asked: no where it is so."""
    if not isinstance(found.value, int):
        return found
    told = re.sub(r"^(?:yes|no)[,:] ", "", found.sentence, flags=re.IGNORECASE)
    so = "No" if found.value else "Yes"
    return replace(found, sentence=f"{so}: {told}", value=not found.value)


def compared(ask: Ask, found: Answer) -> Answer:
    """Return the answer of "are there more than two": yes or no; any other as it is."""
    how, number = ask.number
    if how and isinstance(found.value, int):
        count = found.value
        so = {"more": count >= number, "less": count <= number, "just": count == number}[how]
        told, joins = found.sentence, ":"
        if not told.startswith(("I ", "I'")):
            told, joins = f"{told[:1].lower()}{told[1:]}", ","
        return replace(found, sentence=f"{'Yes' if so else 'No'}{joins} {told}", value=so)
    return found


def _plainly(ask: Ask, told: Answer) -> Answer:
    """Return the answer of "is it on or off": which of both."""
    found = compared(ask, told)
    if not ask.either or not isinstance(found.value, bool):
        return found
    _, _, which = found.sentence.partition(", ")
    return replace(found, sentence=f"{which[:1].upper()}{which[1:]}", value=which.rstrip(".").split()[-1])
