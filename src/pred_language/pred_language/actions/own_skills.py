"""Skills of a legged robot as words: "sit down", "stand up", "localize", "touch the mug", "look at the fridge" (CAPE).

They are clauses of their own. What stands between them is read as anything else is, and so is what they are done to:
"touch the mug on the counter" means the mug that "find the mug on the counter" means.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pred_core.action_model.effects import has_primitive
from pred_core.itself import ROBOT
from pred_core.plan_language import Primitive
from pred_core.vocabulary import domain
from pred_language.discourse.antecedents import with_antecedent
from pred_language.meaning.context import (
    FOUND,
    LOCALIZED,
    NEAR,
    SEEN,
    SITTING,
    STANDING,
    TOUCHED,
    Ranked,
    Refusal,
    TaskContext,
    TaskType,
)
from pred_language.meaning.parts import joined

Reading = TaskContext | Refusal

_CUT = re.compile(r"\s*(?:[.,;!]|\b(?:and|then|after that|afterwards|finally)\b)[\s.,;!]*", re.IGNORECASE)
_ASIDE = r"(?:(?:please|now|first|robot|spot|hey|again|can you|could you)[\s,]+)*"
_AFTER = r"(?:\s+(?:again|now|please|there|here|for me))*"
_ALONE: tuple[tuple[str, str], ...] = (
    (SITTING, r"(?:sit|lie|lay|crouch)(?: yourself)?(?: back)? down|sit|take a seat"),
    (STANDING, r"(?:stand|get|rise)(?: back)? up|stand|rise|get (?:back )?(?:on|to) your feet"),
    (
        LOCALIZED,
        r"(?:re)?locali[sz]e(?: yourself)?|(?:find|work) out where you are|get your bearings",
    ),
)
_ON_THING: tuple[tuple[str, str], ...] = (
    (TOUCHED, r"(?:touch|poke|tap(?! (?:is )?(?:on|off|running)\b))"),
    (SEEN, r"(?:look|gaze|stare) at"),
)
_FORMS = tuple(
    (state, re.compile(rf"{_ASIDE}(?:{words}){_AFTER}", re.IGNORECASE)) for state, words in _ALONE
) + tuple(
    (state, re.compile(rf"{_ASIDE}(?:{words}) (?P<thing>.+?){_AFTER}", re.IGNORECASE))
    for state, words in _ON_THING
)
_LIT = re.compile(r"\b(?:lamp|light|lit|lighted|illuminat\w+)\b", re.IGNORECASE)
"""Looking at a thing by a lamp's light is another task."""


_NAMES = re.compile(r"(?:the|a|an|my) [a-z]+(?: [a-z]+)?", re.IGNORECASE)


@dataclass(frozen=True)
class _Clause:
    """A part of an instruction: a skill's state with what it is done to, or words that are no skill of these."""

    text: str
    state: str = ""
    thing: str = ""


def read_skills(instruction: str, read: Callable[[str], Reading]) -> Reading | None:
    """Return the reading of an instruction in which such a skill is a clause of its own, None where none is.

    :param read: reads everything else
    """
    clauses = _clauses(instruction)
    if not any(clause.state for clause in clauses):
        return None
    tasks: list[TaskContext] = []
    said = ""
    for clause in clauses:
        found = _reading(clause, said, read)
        if isinstance(found, Refusal):
            return found
        tasks.append(found)
        said = f"{said}. {clause.thing or clause.text}" if said else clause.thing or clause.text
    return replace(joined(tasks), instruction=instruction, confidence=min(t.confidence for t in tasks))


def _clauses(instruction: str) -> list[_Clause]:
    """Return the instruction cut into skills and the text between them."""
    ends = [match.span() for match in _CUT.finditer(instruction)]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(instruction)]
    found: list[_Clause] = []
    plain: list[int] = []  # where the text that is no skill begins and ends
    for start, stop in zip(starts, stops, strict=True):
        skill = _skill(instruction[start:stop].strip())
        if skill is None and instruction[start:stop].strip():
            plain = [plain[0] if plain else start, stop]
        if skill is not None:
            found += [_Clause(instruction[plain[0] : plain[-1]].strip())] if plain else []
            found.append(skill)
            plain = []
    return [*found, *([_Clause(instruction[plain[0] : plain[-1]].strip())] if plain else [])]


def _skill(text: str) -> _Clause | None:
    for state, form in _FORMS:
        match = form.fullmatch(text)
        thing = match.groupdict().get("thing", "") if match is not None else ""
        if match is not None and not (state == SEEN and (_LIT.search(thing) or not _looks())):
            return _Clause(text, state, thing)
    return None


def _looks() -> bool:
    """Tell whether looking at a thing is a skill of the robot; others hold it under a lamp."""
    return bool(domain().robot) and has_primitive(Primitive.LOOK_AT)


def _reading(clause: _Clause, said: str, read: Callable[[str], Reading]) -> Reading:
    """Return the reading of one clause.

    :param said: what stands before it, for what "it" may mean
    """
    if not clause.state and _NAMES.fullmatch(clause.text):
        return Refusal(f"I do not know what to do with {clause.text!r}.", final=True)
    if not clause.state:
        return read(clause.text)
    if not clause.thing:
        itself = Ranked(words="robot", classes=(ROBOT,), weights=(1.0,))
        return TaskContext(clause.text, TaskType.DO, target=itself, count=1, states=frozenset({clause.state}))
    found = read(with_antecedent(f"find {clause.thing}", said))
    if isinstance(found, Refusal):
        return found
    if found.then or found.states not in (frozenset({FOUND}), frozenset({NEAR})) or found.count != 1 or found.left_out:
        return Refusal(f"I do not know what to {clause.text.split()[0]}: name one thing.", final=True)
    return replace(found, states=frozenset({clause.state}))
