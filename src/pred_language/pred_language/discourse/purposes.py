"""What stands behind an order and only tells what it is for, or who wants it: "for the cat", "I'm going to peel them".

None of it is an order, and nothing in it says which thing or place is meant. What would name one that is known stays,
and is accounted for like other words.
"""

from __future__ import annotations

import re

from pred_language.discourse.wrapping import base_of_gerund, order_verbs
from pred_language.lexicon.inflection import name_any
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.people import NAMES, RELATED
from pred_language.lexicon.shapes import DET, PREP

_PEOPLE = rf"(?:{NAMES}|{RELATED}|he|she|they)"
_AT_END = (
    r"(?=\s*(?:[.!;]|$|,? (?:and )?then\b|,? (?:would|could|can|will) you\W*$|"
    r",? (?:please|thanks|cheers|sweetie|dear|love|honey|darling|mate|buddy)\W*$))"
)
_FOR = LatePattern(
    r"(?<!look)(?<!looking)(?<!search)(?<!wait)(?<!ask)(?<!except)(?<!save)(?<!but)(?<!room)(?<!care)(?<!mistake)"
    rf",? for (?P<whom>(?:{DET} |[a-z]+'?s )(?:[a-z'-]+ ){{0,2}}?[a-z'-]+|{NAMES}|her|him|them|"
    rf"later|tomorrow|tonight|today|now|dinner|lunch|breakfast|supper|tea){_AT_END}"
)
_TIMES = re.compile(r"\b(?:secs?|seconds?|min(?:ute)?s?|hours?|while|moment|bit|days?|weeks?|times?|next|first|"
                    r"last)\b")
_GIVEN = re.compile(r"\b(?:bring|give|get|hand|fetch|take|carry|deliver|pass|serve|make)\b", re.IGNORECASE)
_GOES_SOMEWHERE = re.compile(rf"\b(?:me|us|{PREP}) ?", re.IGNORECASE)
_TOLD = (
    (
        r"(?:i|we)(?:'m| am|'re| are)(?: just| now| only| really)* (?:about|going|off|planning|trying|hoping|"
        r"getting ready) "
        r"to (?!need\b|want\b|have\b|ask\b|get\b|take\b|tell\b|use\b)[a-z]+\b[^,.;!?]*"
    ),
    (
        r"(?:i|we)(?:'ve| have)(?: got)? (?:(?:some|a|an|the|my|no|more|lots of|a lot of) )?(?:[a-z]+ ){1,3}"
        r"(?:to [a-z]+|for)\b[^,.;!?]*"
    ),
    (
        r"(?:because |as |since )?(?:i|we)(?:'ve got| really| just| have got)* "
        r"(?:need|want|have|must|can'?t|cannot|could)"
        r"(?: to| hardly| not)? (?:wake up|see (?:a thing|anything|nothing)|sleep|think|eat|work|cook|leave|go "
        r"out|concentrate|"
        r"hear (?:a thing|anything|myself think)|read|study|rest|relax|breathe)\b[^,.;!?]*"
    ),
    (r"(?:water|electricity|power|energy|money|gas|it)(?: is|'s| does| do)(?:n't| not)?[^,.;!?]*"
    r"(?:free|cheap|expensive|money|dear|on trees)"),
    r"(?:because |as )?(?:my|both my) hands are [a-z]+",
    r"sorry,? (?:i(?! mean| want| said)|it|we(?! mean)|my|about|for)\b[^.;!?]*",
    rf"(?:(?:my|the|our) )?{_PEOPLE} (?:said|says|told (?:me|us|you)|asked|insists?|insisted)(?: so| it)?(?: to)?",
    rf"(?:(?:on )?(?:my |the |our )?{_PEOPLE}'?s (?:orders?|wish(?:es)?|rules?|request|idea)|that'?s the rule)",
    r"(?:a+(?:tch|ch)oo+|phew|ugh|brr+|ouch|yum+|oops|hooray|yippee|yay|hurrah)",
)
_TELLS = LatePattern(rf"\s*(?:[,;.!]|\s[-–—]+|…)+\s*(?:{'|'.join(_TOLD)})(?P<end>\s*[.!]*\s*)$")
_NO_ORDER = re.compile(r"\?|\b(?:if|when|whenever|unless|until)\b|^\W*(?:i|we|he|she|they|it)\b", re.IGNORECASE)
_WISHED = re.compile(r"^\W*(?:(?:i|we)(?:'d| would)? )?(?:want|need|like|love)\b", re.IGNORECASE)
_BACK = re.compile(r"\b(?:not|the other|the [a-z]+ ones?|that one)\b|n't", re.IGNORECASE)


def without_purpose(text: str) -> str:
    """Return a text of orders without what they are for at its end."""
    match = _TELLS.search(text)
    if match is not None and _is_order(text[: match.start()]) and not _BACK.search(text[match.start() :]):
        text = f"{text[: match.start()]}{match['end'].strip() or '.'}"
    for match in reversed(list(_FOR.compiled.finditer(text))):
        clause = re.sub(r"^.*(?:[.;!?]|,? (?:and )?then )\s*", "", text[: match.start()], flags=re.DOTALL)
        if _is_order(clause) and not _TIMES.search(match["whom"]) and not name_any(match["whom"]) and _is_whole(clause):
            text = text[: match.start()] + text[match.end() :]
    return text


def _is_whole(clause: str) -> bool:
    """Tell whether an order says where its thing goes: who gets it is no purpose."""
    return _GIVEN.search(clause) is None or _GOES_SOMEWHERE.search(clause) is not None


def _is_order(before: str) -> bool:
    """Tell whether what stands before is told as an order, or as a wish: it has a verb of one, or only a place."""
    if _NO_ORDER.search(before) and not _WISHED.match(before):
        return False
    said = re.findall(r"[a-z]+", before.lower())
    if said[:1] == ["light"] or any(word in order_verbs() or base_of_gerund(word) for word in said):
        return True
    placed = re.search(rf"\b(?:{PREP}|goes|go|belongs?)\b", before, re.IGNORECASE)
    return _WISHED.match(before) is not None or placed is not None
