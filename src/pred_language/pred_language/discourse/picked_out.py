"""One of several things, told of before or after the order: "of the two forks I want the one on the table"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.inflection import known_noun
from pred_language.lexicon.shapes import LAST, PLACE

_WHERE = rf"(?P<so>(?:that is |that's |which is |which's |you (?:can )?see |lying |standing )?(?:not )?{PLACE})"
_WANT = (
    r"(?:i(?:'d| would)? (?:rather )?(?:want|need|like|have|prefer|take)(?: to have)?|i'll (?:have|take)|(?:please "
    r")?(?:bring|give|hand|get) me)"
)
_LEAD = re.compile(r"^(?:that is|that's|which is|which's|you (?:can )?see|lying|standing) ", re.IGNORECASE)


def _at(match: re.Match[str]) -> str:
    return f"that is {_LEAD.sub('', match['so'])}"


def _one_there(match: re.Match[str]) -> str:
    """Return "bring me the fork that is on the table" of "of the two forks I want the one on the table"."""
    noun = known_noun(match["noun"])
    return f"bring me the {noun} {_at(match)}" if noun else match.group()


def _that_one(match: re.Match[str]) -> str:
    """Return "bring me the spoon that is in the sink" of "bring me a spoon. The one in the sink, I mean"."""
    noun = known_noun(match["noun"])
    if not noun or not (first_order_verb(match["order"]) or re.match(r"\W*i\b", match["order"], re.IGNORECASE)):
        return match.group()
    return f"{match['order']} the {noun} {_at(match)}"


def _all_of_them(match: re.Match[str]) -> str:
    """Return "put all the books on the desk" of "the books are everywhere. They belong on the desk"."""
    return f"put all the {match['nouns']} {match['to']}" if known_noun(match["nouns"]) else match.group()


def _fronted(match: re.Match[str]) -> str:
    """Return "bring the mug that is not on the desk" of "the mug that's not on the desk, please bring it"."""
    known = known_noun(match["noun"]) and first_order_verb(match["verb"])
    return f"{match['verb']} me the {match['noun']} {_at(match)}" if known else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    ((rf"^\W*of the (?:two |three |four |several )?(?P<noun>[a-z]+(?: [a-z]+)?),? {_WANT} the ones? "
      rf"{_WHERE}{LAST}"), _one_there),
    ((r"^\W*the (?P<noun>[a-z]+(?: [a-z]+)?) (?:that )?i(?:'d| would)? (?:want|need|like|mean) is the one "
      rf"{_WHERE}{LAST}"), _one_there),
    ((r"^\W*(?:(?:do )?you see the|see the|there are (?:two|three|several|some)) (?P<noun>[a-z]+(?: "
      rf"[a-z]+)?)\s*[?.,;]+ {_WANT} the one {_WHERE}{LAST}"),
     _one_there),
    ((rf"^\W*if there are (?:several|two|more|many) (?P<noun>[a-z]+(?: [a-z]+)?),? (?:then )?{_WANT} the one "
      rf"{_WHERE}{LAST}"), _one_there),
    (rf"^\W*(?:a|an|one|the) (?P<noun>[a-z]+(?: [a-z]+)?), the one {_WHERE},? to me(?:,? please)?{LAST}", _one_there),
    (rf"^\W*the one {_WHERE}, that (?P<noun>[a-z]+(?: [a-z]+)?) i(?:'d| would)? (?:like|want|need){LAST}", _one_there),
    ((r"^(?P<order>\W*(?:please )?(?:[a-z]+(?: me)?|i(?:'d| would)? (?:want|need|like))) (?:a|an|the) "
      r"(?P<noun>[a-z]+(?: [a-z]+)?)\s*[,.;]+ (?:and )?(?:i mean |specifically |namely |that is |to be (?:exact|"
      rf"precise),? )?the one {_WHERE},?(?: i mean| that is)?{LAST}"), _that_one),
    ((rf"^\W*the (?P<noun>[a-z]+(?: [a-z]+)?) {_WHERE},? (?:please )?(?P<verb>bring|fetch|hand|give) (?:it|that)(?: "
      rf"to me| over| here)*{LAST}"), _fronted),
    ((rf"^\W*(?:bring|fetch|get|give)(?: me)? (?:the )?(?P<noun>[a-z]+(?: [a-z]+)?) {_WHERE},? (?:and |but )?not "
      rf"(?:the one )?{PLACE}{LAST}"), _one_there),
    ((r"^\W*(?:the |my )?(?P<nouns>[a-z]+(?: [a-z]+)?s) are (?:everywhere|all over(?: the place)?|scattered(?: about|"
      r" around)?)\s*[.,;!]+ (?:they|these) (?:all )?(?:belong|go|should be|should go|live)(?: back)? "
      rf"(?P<to>{PLACE}){LAST}"), _all_of_them),
    ((r"\bany (?P<noun>[a-z]+(?: [a-z]+)?) (?:that )?you (?:see|find|come across) (?P<goes>goes|belongs|should go|"
      r"must go)\b"), r"every \g<noun> \g<goes>"),
    (r"\bthe one (?:that )?you (?:can )?see (?=(?:on|in|under|by|next|near|at|behind)\b)", "the one that is "),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
"""Rules that tell such an order with what picks the thing out."""
