"""Half of what is known of a kind, told as a number: of four apples "half of the apples" are two."""

from __future__ import annotations

import re

from pred_core.objects import ObjectMemory
from pred_language.lexicon.inflection import known_noun, named_can, names_several
from pred_language.lexicon.shapes import NAME, PREP
from pred_language.meaning.grounding import Grounder
from pred_language.questions.asks import describe
from pred_language.questions.meant import meant_by
from pred_language.questions.wording import number

_SET = (
    r"\b(?:exactly |about )?(?:one |a )?half(?: of)? (?P<set>(?:the|my|our|these|those) [a-z]+(?: [a-z]+)??)"
)
_ENDS = rf"(?=\s*(?:[.,;!?]|$)|\s(?:to|{PREP}|and|away|up|over)\b)"
_HALVES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<=\bme ){_SET}(?P<at> (?:(?:that are )?{PREP}|from) {NAME}){_ENDS}",  # it needs no other place
        rf"{_SET}(?P<at> that are {PREP} {NAME}){_ENDS}",
        rf"{_SET}(?P<at> (?:{PREP}|from) {NAME}(?= (?:to|{PREP})\b))?{_ENDS}",
    )
)


def halves_counted(text: str, memory: ObjectMemory, grounder: Grounder) -> tuple[str, str]:
    """Return a text with the number of things that half of them are, and a question where they are an odd number.

    :return: the text as it is where nothing is halved, or none of it was seen
    """
    match = next((half for form in _HALVES if (half := form.search(text)) is not None), None)
    if match is None or not known_noun(match["set"]) or not names_several(match["set"]):
        return text, ""
    if not named_can(match["set"], "pickupable"):
        return text, ""
    at = re.sub(r"^ from ", " on ", match["at"] or "")
    found = meant_by(describe(f"{match['set']}{at}".lower(), grounder)[0], memory)
    if not found:
        return text, ""
    name = re.sub(r"^(?:the|my|our|these|those) ", "", match["set"])
    if len(found) % 2:
        return text, f"I have seen {number(len(found))} {name}, which is no even number. How many shall it be?"
    told = f"{number(len(found) // 2)} of {match['set']}{match['at'] or ''}"
    return f"{text[: match.start()]}{told}{text[match.end() :]}", ""
