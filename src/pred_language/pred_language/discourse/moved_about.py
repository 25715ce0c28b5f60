"""All that is in a place, and things beside each other, in other words: "nothing should stay on the shelf"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon.inflection import named_can
from pred_language.lexicon.shapes import DET, LAST, LEAD, NAME, NO_NOUN, PREP, THANKS

_FROM = rf"(?P<prep>on|in|inside|under) (?P<place>{NAME})"
_TO = rf"(?P<to>(?:to|{PREP}) {NAME})"
_ALL = r"(?:everything|all(?: of it)?|it all|it|them|the lot|the things)"


def _all_moved(match: re.Match[str]) -> str:
    """Return "put everything that is on the shelf on the desk" of "nothing should stay on the shelf; put it ..."."""
    found = match.groupdict()
    if not named_can(found["place"], "receptacle"):
        return match.group()
    return f"{match['lead']}put everything that is {found.get('prep') or 'on'} {found['place']} {found['to']}"


def _beside(match: re.Match[str]) -> str:
    """Return "put the watch next to the pen" of "move the watch over to the pen, right next to it"."""
    carried = named_can(match["thing"], "pickupable")
    return f"{match['lead']}put {match['thing']} next to {match['by']}" if carried else match.group()


def _wanted_from(match: re.Match[str]) -> str:
    """Return "bring me the tomato that is on the counter" of "the counter has a tomato on it. I want it"."""
    carried = named_can(f"the {match['noun']}", "pickupable")
    told = f"{match['lead']}bring me the {match['noun']} that is {match['prep']} {match['place']}"
    return told if carried else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"{LEAD}(?:put|move|bring|take) (?:anything|whatever|everything|all)(?: that)? (?:you (?:can "
        rf")?(?:find|see)|there is|is|lies|stands) {_FROM} {_TO}{THANKS}{LAST}"),
        _all_moved,
    ),
    (
        (rf"{LEAD}(?:(?:i|we) (?:want|would like)|let there be) nothing (?:left )?{_FROM}\s*[,.;]+ (?:but |and "
        rf")*(?:put )?{_ALL} (?:goes )?{_TO}{THANKS}{LAST}"),
        _all_moved,
    ),
    (
        (rf"{LEAD}nothing (?:should|must|may|is to) (?:stay|be(?: left)?|remain|lie|stand) {_FROM}\s*[,.;]+ (?:so |and "
        rf")*(?:put|move|bring|take) {_ALL} {_TO}{THANKS}{LAST}"),
        _all_moved,
    ),
    (
        (rf"{LEAD}(?:clear|empty|strip) (?:off |out )?(?P<place>{NAME})(?: off| out)?\s*[,.;:–-]+ (?:and )?{_ALL} "
        rf"(?:goes )?{_TO}{THANKS}{LAST}"),
        _all_moved,
    ),
    (
        (rf"{LEAD}(?:move|put|bring|take|set) (?P<thing>{NAME})(?: over)? to (?P<by>{NAME}),? (?:and )?(?:right |just "
        rf"|put it |set it )*(?:next to|beside|close to|near) (?:it|them|that){THANKS}{LAST}"),
        _beside,
    ),
    (
        (rf"{LEAD}(?P<place>{NAME}) has {DET} (?P<noun>{NO_NOUN}[a-z]+(?: {NO_NOUN}[a-z]+)?) "
        rf"(?P<prep>on|in) (?:it|them)"
        r"\s*[.,;]+ (?:and )?(?:(?:i|we)(?:'d like| want| need| would like) (?:it|that|to have it)|"
        rf"(?:please )?(?:bring|give|hand|fetch|get) (?:it to me|me (?:it|that)|it)){THANKS}{LAST}"),
        _wanted_from,
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
