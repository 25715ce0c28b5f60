"""Questions about the robot's own hand: "what are you holding?", "is the mug in your hand?"."""

from __future__ import annotations

import re

from pred_language.questions.rewordings import DET

_HAND = r"(?:in|inside) (?:your|the robot's) (?:hand|hands|gripper|grip|claw|fist|arm)"
_NOW = r"(?: (?:there|now|right now|at the moment|just now|already|still))*"
_HOLD = r"(?:holding|carrying|clutching|gripping)"
_ANY = r"(?:anything|something)"
_WHAT = tuple(
    re.compile(form)
    for form in (
        rf"^what(?:'s| is) (?:that |it )?{_HAND}{_NOW}$",
        rf"^what (?:have you(?: got)?|do you have|do you hold|are you {_HOLD}|you have got) ?(?:{_HAND})?{_NOW}$",
        rf"^what(?:'s| is) (?:that |it )?(?:that )?you(?:'re| are|'ve got| have)(?: {_HOLD})?(?: {_HAND})?{_NOW}$",
        rf"^(?:are you {_HOLD}|do you (?:have|hold)|have you got) {_ANY}(?: {_HAND})?{_NOW}$",
        rf"^(?:is|have you got|do you have) (?:there )?{_ANY} {_HAND}{_NOW}$",
        rf"^(?:is|are) your (?:hand|hands|gripper) (?:full|empty|free){_NOW}$",
    )
)
_OF_THING = tuple(
    re.compile(form)
    for form in (
        rf"^(?:is|are) (?P<np>{DET} .+?) (?:still )?{_HAND}{_NOW}$",
        rf"^are you (?:still )?{_HOLD} (?P<np>{DET} .+?){_NOW}$",
        rf"^(?:have you got|do you have) (?P<np>{DET} .+?) {_HAND}{_NOW}$",
    )
)
_EMPTY = re.compile(rf"^(?:is|are) your (?:hand|hands|gripper) (?:empty|free){_NOW}$")


def asks_whether_empty(question: str) -> bool:
    """Tell whether a question asks for an empty hand rather than for what is in it."""
    return _EMPTY.match(question) is not None


def held_asked(question: str) -> str | None:
    """Return the thing that is asked to be held, '' where it is asked what is; None for any other question.

    :param question: in lower case, without its sign
    """
    if any(form.match(question) for form in _WHAT):
        return ""
    match = next((found for form in _OF_THING if (found := form.match(question))), None)
    return match["np"] if match is not None else None
