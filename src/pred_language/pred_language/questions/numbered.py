"""Questions for a number: "are there more than two mugs?", "is only one of the drawers open?"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pred_language.lexicon import words
from pred_language.lexicon.inflection import plural, singular

_HOW = r"(?:more than|over|at least|less than|fewer than|under|at most|exactly|only|just)"
_NUMBER = "|".join(n for n in words.NUMBERS if n not in ("another", "single", "couple", "pair", "both"))
_NOUN = r"(?P<np>[a-z]+(?: [a-z]+){0,2}?)"
_TRUE = r"(?:is it (?:true|right|correct) that )?"
_THERE = re.compile(rf"^(?:are|is) there (?P<how>{_HOW} )?(?P<number>{_NUMBER}) (?P<rest>(?!of\b).+)$")
_OF_THEM = tuple(
    re.compile(form)
    for form in (
        (rf"^(?:are|is) (?P<how>{_HOW} )?(?P<number>{_NUMBER}) of (?:the|my|our|these|those) {_NOUN} "
        rf"(?P<so>(?:not )?\S+|"
        r"(?:not )?(?:in|on|under|inside) .+)$"),
        (rf"^(?:are|is) (?P<how>{_HOW} )(?P<number>{_NUMBER}) {_NOUN} (?P<so>(?:not )?\S+|(?:not "
        rf")?(?:in|on|under|inside) .+)$"),
        rf"^{_TRUE}(?P<how>{_HOW} )?(?P<number>{_NUMBER}) of (?:the|my|our|these|those) {_NOUN} (?:is|are) (?P<so>.+)$",
        rf"^{_TRUE}(?P<how>{_HOW} )(?P<number>{_NUMBER}) {_NOUN} (?:is|are) (?P<so>.+)$",
    )
)


@dataclass(frozen=True)
class Numbered:
    """The question for how many, and at least ("more"), at most ("less") or just how many they are asked to be."""

    asks: str
    number: tuple[str, int]


def number_asked(question: str) -> Numbered | None:
    """Return how many of what are asked about, None of any other question.

    :param question: in lower case, without its sign
    """
    if match := _THERE.match(question):
        return Numbered(f"how many {match['rest']}", _compared(match))
    if match := next((found for form in _OF_THEM if (found := form.match(question))), None):
        return Numbered(f"how many {plural(singular(match['np']))} are {match['so']}", _compared(match))
    return None


def _compared(match: re.Match[str]) -> tuple[str, int]:
    """Return what a number is asked to be: "more than two" is ("more", 3), "at most two" ("less", 2)."""
    number, how = words.NUMBERS[match["number"]], (match["how"] or "").strip()
    if how in ("more than", "over"):
        return "more", number + 1
    if how in ("less than", "fewer than", "under"):
        return "less", number - 1
    return {"at most": "less", "exactly": "just", "only": "just", "just": "just"}.get(how, "more"), number
