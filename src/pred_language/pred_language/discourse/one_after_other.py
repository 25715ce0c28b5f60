"""Orders that follow each other, with what joins them in plain words: "one more thing: ...", "1. ... 2. ..."."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.shapes import DET

_VERB = r"(?:turn|switch) (?:on|off)|[a-z]+(?: (?:me|up|on|off|out))?"
_ORDER = rf"(?:{_VERB}) (?:{DET}|it|them|all|both|every)\b[^.;!?]*?"


_POINTS = re.compile(r"\b(?:it|them|that|there|one|ones)\b|\b(?:in|on|inside|back|away)$", re.IGNORECASE)
"""What points back to the order before it."""


def _turned_round(match: re.Match[str]) -> str:
    """Return "bring me the apple, then open the box" of "open the box, but bring me the apple first"."""
    both = first_order_verb(match["one"]) and first_order_verb(match["two"]) and not _POINTS.search(match["two"])
    return f"{match['two']}, then {match['one']}." if both else match.group()


def _in_turn(match: re.Match[str]) -> str:
    """Return two orders one after the other, where both are."""
    both = first_order_verb(match["one"]) and first_order_verb(match["two"])
    return f"{match['one']}. Then {match['two']}" if both else match.group()


def _numbered(match: re.Match[str]) -> str:
    """Return "open the box. Then wash the cup" of "1. open the box 2. wash the cup"."""
    found = [one.strip(" ,;.") for one in re.split(r"(?:^|\s)\d[.):]\s+", match.group()) if one.strip(" ,;.")]
    return ". Then ".join(found) + "." if len(found) > 1 and all(map(first_order_verb, found)) else match.group()


def _not_first(match: re.Match[str]) -> str:
    """Return nothing of the "first" of "rinse the cup first, then ..."; what is opened first may be closed then."""
    return match.group() if re.match(r"\W*(?:please )?open\b", match.string, re.IGNORECASE) else ""


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (r"(?<!\bthe)(?<!\bmy)(?<=[a-z]) first(?=,?(?: (?:would|will|could|can) you,?| please,?)? (?:and "
        r")?(?:then|after that|"
        r"afterwards)\b)"),
        _not_first,
    ),
    (r",? (?:would|will|could|can) you(?: please)?,? (?=(?:and )?then\b)", " "),
    (r"^\W*1[.):] [^?]*?\s2[.):] [^?]*$", _numbered),
    ((rf"^(?P<one>(?:{_ORDER})(?:(?:,| and|, then|,? and then) {_ORDER})*)[.;,] (?:but |and )?(?:before (?:all "
    rf"(?:of )?)?(?:that|this),? |"
     rf"first of all,? )(?P<two>{_ORDER})[.!]*$"), _turned_round),
    (rf"^(?P<one>{_ORDER}),? but (?:before that,? |first,? )(?P<two>{_ORDER})[.!]*$", _turned_round),
    (rf"^(?P<one>{_ORDER}),? but (?P<two>{_ORDER}) (?:first|beforehand|before that)[.!]*$", _turned_round),
    (
        (rf"^(?P<one>{_ORDER})(?:,? plus|[,.;]? (?:and )?while you(?:'re| are) (?:at it|there|about it),?|[.;,]+ "
         r"(?:in addition|additionally|(?:one (?:more|last)|another|a second) thing|furthermore|last but not "
         rf"least|moreover)\s*[,:-]?|,? as well as| now and)\s+(?P<two>{_ORDER})(?: later)?[.!]*$"),
        _in_turn,
    ),
    (r"^\W*(?:start (?:by doing|with) this|(?:please )?do this first|(?:here is|here's) what to do)\s*[:-]+ ", ""),
    (rf"^\W*(?:once|as soon as) you (?:have done this - )?(?P<one>{_ORDER})(?:,| -) (?P<two>{_ORDER})[.!]*$", _in_turn),
    (rf"^\W*not only (?P<one>{_ORDER}),? but (?:also )?(?P<two>{_ORDER})[.!]*$", _in_turn),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
