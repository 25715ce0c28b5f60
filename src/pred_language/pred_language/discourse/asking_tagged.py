"""Remarks that a tag makes questions: "the lamp by the desk is off, isn't it?" asks for nothing to be done."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon.inflection import known_noun, names_several, with_article
from pred_language.lexicon.shapes import NAME, PREP

_IT = r"(?:it|they|he|she|that)"
_STATE = r"(?:on|off|open|closed|shut|clean|dirty|full|empty|sliced|cut|whole|lit|running|burning|hot|cold)"
_THING = rf"{NAME}(?: {PREP} {NAME})?"
_WISHES = (
    r"(?!(?:needs?|wants?|should|could|ought|belongs?|goes|go|has to|have to|must|requires?|deserves?|would|"
    r"might|may|can|shall)\b)"
)
_DONE = {
    "washed": "clean", "cleaned": "clean", "rinsed": "clean", "closed": "closed", "shut": "closed", "opened": "open",
    "sliced": "sliced", "cut": "sliced", "filled": "full", "emptied": "empty",
}  # fmt: skip
_END = r"\s*\?+\s*$"


def _known(told: str) -> Change:
    """Return what tells a question so where what it is about is known, and leaves it else."""

    def change(match: re.Match[str]) -> str:
        return match.expand(told) if known_noun(re.split(rf" {PREP} ", match["np"])[0]) else match.group()

    return change


def _brought_about(match: re.Match[str]) -> str:
    """Return "are the plates clean?" of "the plates have been washed, haven't they?"."""
    be = "are" if names_several(match["np"]) else "is"
    return f"{be} {match['np']} {_DONE[match['done'].lower()]}?" if known_noun(match["np"]) else match.group()


def _in_which_state(match: re.Match[str]) -> str:
    """Return "is the microwave open or closed?" of "open or closed, the microwave?"."""
    be = "are" if names_several(match["np"]) else "is"
    asks = f"{be} {with_article(match['np'])} {match['so'].lower()} or {match['other']}?"
    return asks if known_noun(match["np"]) else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"^\W*(?P<np>{_THING}) (?P<be>is|are) (?:still |already )?(?P<so>{_STATE}|{PREP} {NAME}),? "
        rf"(?:isn't|aren't) {_IT}"
        rf"{_END}"),
        _known(r"\g<be> \g<np> \g<so>?"),
    ),
    (
        (rf"^\W*(?P<np>{NAME}) (?:lies|lie|sits|sit|stands|stand|hangs|hang) (?P<at>{PREP} {NAME}),? "
        rf"(?:doesn't|don't) {_IT}"
        rf"{_END}"),
        _known(r"is \g<np> \g<at>?"),
    ),
    (
        (rf"^\W*(?P<np>{_THING}) (?:has|have) (?:already )?been (?P<done>{'|'.join(_DONE)}),? "
        rf"(?:hasn't|haven't) {_IT}{_END}"),
        _brought_about,
    ),
    (
        rf"^\W*(?P<np>{NAME}) (?P<be>was|were) (?P<so>[^?,]+?),? (?:wasn't|weren't) {_IT}{_END}",
        _known(r"\g<be> \g<np> \g<so>?"),
    ),
    (
        (rf"^\W*(?P<np>{NAME}) {_WISHES}(?P<does>[a-z]+s|[a-z]+|won't [a-z]+)(?P<rest> [^?,]+?)?,? "
        rf"(?:doesn't|don't|didn't|will|"
        rf"don't you think|wouldn't) (?:{_IT}|you think){_END}"),
        _known(r"is it so that \g<np> \g<does>\g<rest>?"),
    ),
    (
        (rf"^\W*(?P<so>{_STATE}) or (?P<other>{_STATE}|not)\s*[,:–-]+ (?:is )?(?P<np>(?:the |my |our )?[a-z]+(?: "
        rf"[a-z]+)?){_END}"),
        _in_which_state,
    ),
    (
        (rf"^\W*(?P<asks>(?:has|have|did) (?:any(?:one|body)|some(?:one|body)|you) [^?,]*?\b(?P<np>{NAME})(?: "
        rf"[^?,]*?)?), "
        rf"(?:it's|it is) (?P<so>{_STATE}|{PREP} {NAME}),? isn't it{_END}"),
        _known(r"\g<asks>? is \g<np> \g<so>?"),
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
