"""What is to stay as it is, beside an order: "the candle stays", "and nothing else does", "leave one there"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon.inflection import known_noun, plural
from pred_language.lexicon.shapes import END, NO_NOUN, PREP, START

_THING = (
    rf"(?:(?:and|but|so|while) )?(?P<thing>(?:(?:all|both)(?: of)? )?(?:(?:the|my|our|that|those|these) )?"
    rf"(?:{NO_NOUN}[a-z]+ ){{0,2}}?{NO_NOUN}[a-z]+(?: \d)?)"
)
_AS_IS = (
    r"put|there|here|dry|unchanged|as is|untouched|alone|where (?:it|they)(?: is| are|'s|'re)|"
    r"(?:just )?(?:as|the way|like) (?:it|they)(?: is| are|'s|'re)(?: now)?"
)
_SO = r"open|closed|shut|on|off|lit"
_DOES = r"(?:(?:can|may|should|shall|must|will|has to|is to|are to) )?(?:stays?|remains?)"


_POINTS = re.compile(r"\b(?:the|that|this) (?:[a-z]+ )?ones?\b", re.IGNORECASE)
"""What needs the thing that stays for its noun: "the other one"."""


def _stays(match: re.Match[str]) -> str:
    """Return "leave the candle alone" of "the candle stays", "leave the laptop closed" of "laptop stays closed"."""
    thing = match["thing"]
    things = re.split(r",? and |, ", re.sub(r" \d$", "", thing))
    if not all(map(known_noun, things)) or _POINTS.search(match.string, match.end()):
        return match.group()
    with_article = thing if re.match(r"(?:all|both|the|my|our|that|those|these)\b", thing, re.I) else f"the {thing}"
    return f"{match['start']}leave {with_article} {match['so'] or 'alone'}"


def _others(match: re.Match[str]) -> str:
    """Return "leave the red cloth alone, the other cloths ..." of "the red cloth stays dry, the other two ..."."""
    noun = known_noun(match["thing"])
    told = f"{match['start']}leave the {match['thing']} alone, the other {plural(noun)} {match['rest']}"
    return told if noun else match.group()


def _one_left(match: re.Match[str]) -> str:
    """Return "set one of the rolls that are there on the toilet" of "leave one there and set the other ..."."""
    if not known_noun(match["thing"]):
        return match.group()
    return f"{match['verb']} one of the {match['thing']} that are {match['at']}{match['rest']}"


_FORMS: tuple[tuple[str, Change], ...] = (
    (r"[,.;]? (?:the )?other [a-z]+ (?:is|are) (?:fine|ok(?:ay)?|all right|good)(?=\s*[.!]*$)", ""),
    (r"[.,;] (?:and )?nothing else (?:from|on|in) (?:that|the) [a-z]+(?=\s*[.!]*$)", ""),
    ((r",? (?:and |but )?(?:please )?(?:the )?(?:rest|others?|other (?:things|stuff|ones|[a-z]+s)) "
      r"(?:can|may|could|should|will|please) (?:wait|stay|stand|be left|not touch|not)"
      r"[^.;!?]*(?=\s*[.!]*$)"), ""),
    ((r"(?P<only>\b(?:only|just) the [^.;!?]*?),? (?:dear,? )?and (?:please )?leave (?:all )?the "
     r"(?:other|rest)\b[^.;!?]*(?=\s*[.!]*$)"), r"\g<only>"),
    (
        (
            r"[,;.]? ?\b(?:and|but) nothing else(?: (?:does|is|should|goes|has to|needs to|may|must)(?: be)?(?: "
            r"there)?)?"
            r"(?=\s*(?:[.,;!?]|$))"
        ),
        "",
    ),
    (r"(?<=[a-z]), (?:and )?(?:just|only) th(?:at|is) (?:one|thing)(?: please)?(?=\s*[.!]*\s*$)", ""),
    (
        (
            rf"(?P<start>^\W*)(?:the |my )?(?P<thing>(?:[a-z]+ ){{0,2}}?[a-z]+) {_DOES} (?:{_AS_IS})[,;.] (?:and |but "
            rf")?the other(?:s| "
            r"(?:two|three)(?: ones)?) (?P<rest>[a-z]+)\b"
        ),
        _others,
    ),
    (rf"{START}{_THING} {_DOES}(?: (?:{_AS_IS}|(?P<so>{_SO})))?(?:,? (?:though|mind|please))?{END}", _stays),
    (
        (
            rf"{START}(?P<thing>(?:(?:the|my) [a-z]+(?: [a-z]+)?, )*(?:the|my) [a-z]+(?: [a-z]+)?(?:,? and (?:the|my) "
            rf"[a-z]+(?: [a-z]+)?)?) "
            rf"{_DOES} (?:{PREP}) the [a-z]+(?: [a-z]+)?(?P<so>)(?=\s*(?:[.,;!]|$))"
        ),
        _stays,
    ),
    (rf"{START}{_THING} unchanged(?P<so>){END}", _stays),
    (
        (
            r"^\W*(?:there are )?(?:the )?two (?P<thing>[a-z]+(?: of [a-z]+)?(?: [a-z]+)?) (?:are |lie |stand )?"
            rf"(?P<at>{PREP} the [a-z]+(?: [a-z]+)?)[,;.] (?:please )?leave one (?:there|of them|in it|on it|where it "
            rf"is)"
            r"(?: there)?,? (?:and|but) (?P<verb>[a-z]+) the other(?: one)?(?P<rest> [^.;!?]+)"
        ),
        _one_left,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
