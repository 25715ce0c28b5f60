"""Questions about two things or two states at once: "are the mug and the plate on the table?" is answered once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pred_language.lexicon.shapes import NP, PLACE
from pred_language.questions.answering import Answer

_SO = r"(?:on|off|open|closed|shut|clean|dirty|full|empty|sliced|cut)"
_FORMS = tuple(
    (re.compile(pattern), one, two)
    for pattern, one, two in (
        (
            rf"^(?:is|are) (?P<one>{NP}) and (?P<two>{NP}) (?:both )?(?P<so>{PLACE}|{_SO})$",
            r"is \g<one> \g<so>",
            r"is \g<two> \g<so>",
        ),
        (
            (
                r"^(?:is|are) there (?P<one>(?:an?|any) [a-z]+(?: [a-z]+)?) and (?P<two>(?:an?|any) [a-z]+(?: "
                r"[a-z]+)??)"
                rf"(?P<so> {PLACE}| here| in here|)$"
            ),
            r"is there \g<one>\g<so>",
            r"is there \g<two>\g<so>",
        ),
        (
            rf"^(?P<is>(?:is|are) {NP}) (?P<one>{PLACE}|{_SO}) and (?P<two>{PLACE}|{_SO})$",
            r"\g<is> \g<one>",
            r"\g<is> \g<two>",
        ),
    )
)


def parts_of(question: str) -> tuple[str, ...]:
    """Return the questions that one asks together, itself where it asks one thing.

    :param question: in lower case, without its sign
    """
    for pattern, one, two in _FORMS:
        match = pattern.match(question)
        if match is not None:
            return match.expand(one), match.expand(two)
    return (question,)


_EITHER = re.compile(
    r"^(?P<is>(?:is|are) there) (?:still )?(?P<one>(?:an?|any|some) [a-z]+(?: [a-z]+)?),? or (?P<two>(?:an?|any|some) "
    rf"[a-z]+(?: [a-z]+)??)(?P<so> {PLACE}| here| in here| left|)$"
)


def alternatives_of(question: str) -> tuple[str, ...]:
    """Return the questions of "is there a fork or a spoon here", of which one may be so; none where it asks no such."""
    match = _EITHER.match(question)
    return tuple(match.expand(rf"\g<is> \g<{name}>\g<so>") for name in ("one", "two")) if match else ()


def any_of(answers: Sequence[Answer]) -> Answer:
    """Return one answer: yes where one is, not known where none is and one is not known."""
    both = together(answers)
    some = [one for one in answers if one.value is True]
    if some:
        return replace(both, sentence=" ".join(one.sentence for one in some), value=True)
    return replace(both, value=None if any(one.value is None for one in answers) else False)


def together(answers: Sequence[Answer]) -> Answer:
    """Return one answer: yes where all are, not known where one is not."""
    first, *others = answers
    if not others:
        return first
    sure = True if all(one.value is True for one in answers) else None
    value = False if any(one.value is False for one in answers) else sure
    sentences = " ".join(one.sentence for one in answers)
    things = tuple(name for one in answers for name in one.things)
    return replace(first, sentence=sentences, value=value, things=things, look_at=_looks(answers))


def _looks(answers: Sequence[Answer]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in answers for name in one.look_at))
