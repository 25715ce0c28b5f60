"""What is said before an order to lead up to it: reasons ("my feet ache, so ..."), wishes ("I'd kill for ...").

A reason is dropped where the order says everything by itself: it points to nothing, and the reason names nothing that
is known, or is about people and says of no thing where it is or what it is like.
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.taken_back import nouns_in
from pred_language.discourse.wrapping import base_of_participle, first_order_verb
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import known_noun, name_any, named_can, plural
from pred_language.lexicon.people import KIN
from pred_language.lexicon.shapes import DET, LAST, NAME, NP, PLACE, PREP

_WANTING = re.compile(
    r"\W*(?:(?:just|now|then|please|first|maybe|perhaps)\b,? )*(?:(?:can|could|would|will) (?:you|u)\b|(?:i|we)(?:'d| "
    r"would)? (?:really )?(?:like|love|want|need)\b|(?:it|that)(?:'d| would) be\b|(?:turn|switch|go and|do|make|light|"
    r"leave|keep|clear|tidy|empty|set|lay|hang|stack|pour|fill)\b)",
    re.IGNORECASE,
)
_NOTED = re.compile(
    r"\W*(?:the |my )?(?P<noun>[a-z]+(?: [a-z]+)?) (?:on|off|open|closed|shut)(?:,? please)?\W*$",
    re.IGNORECASE,
)
"""An order without its verb: "so laptop off"."""
_POINTS = re.compile(
    r"\b(?:it|them|they|that(?!'s\b| (?:is|are|was|were|i|you|we)\b)|those|these|this|there|ones?|others?|him|her|"
    r"same|too|also|as well|instead|both)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    rf"\W*(?:(?:and|but|well|so|oh|look|listen|see|now)\b,? )*(?:i|we|he|she|they|people|nobody|no one|{KIN}|my "
    r"[a-z]+|our [a-z]+|[a-z]+(?= (?:says?|said|thinks?|told|texted|called)\b)|(?:can't|cannot|couldn't|don't|won't))("
    r"?:'[a-z]+)? ",
    re.IGNORECASE,
)
_LIMITS = closed(
    "if unless until till except instead only not other others one ones first second third last left right top bottom "
    "mean meant said want wants need needs should must please dirty clean"
)
"""Words by which a reason may say which thing is meant, or what else is."""
_QUALITIES = words.COLOURS.keys() | words.SIZES.keys() | words.MATERIALS.keys()
_OF_PEOPLE = closed("not one need needs left last first right want wants must should")
"""Of the limits those that say nothing of things where people are told of: "I need a rest"."""
_ANYTHING = re.compile(r"\b(?:something(?! to [a-z ]+ with\b)|anything|somewhere|whatever)\b", re.IGNORECASE)
"""What is told of more closely by what stands around it."""
_ONE = re.compile(
    rf"\b(?P<which>the (?:(?:two|three|four|other) )?(?:{'|'.join(sorted(words.COLOURS.keys() | words.SIZES.keys()))}|"
    rf"dirty|"
    r"clean|open|closed|empty|full)) one(?P<many>s?)\b",
    re.IGNORECASE,
)
_SMALL = re.compile(r"\b(?:the|my|our) little ones?\b", re.IGNORECASE)
"""Children are no things."""


_FOR_USE = re.compile(r"\bsomething to [a-z ]+ with\b", re.IGNORECASE)
_HARD_LIMITS = closed("if unless until till except instead only other others")
_OF_ITSELF = re.compile(
    rf"^\W*(?P<thing>(?:the|my|that) (?:[a-z]+ )?[a-z]+)(?: (?P<at>{PREP} (?:the|my) [a-z]+(?: [a-z]+)?))? "
    rf"(?:has|is|was|looks|smells)\b",
    re.IGNORECASE,
)
"""A reason that tells of a thing, with where it is."""
_ALL = re.compile(r"\b(?:every|any|some|no)thing\b", re.IGNORECASE)
"""What names nothing in a story."""
_WISHED = re.compile(r"^\W*(?:it|that)(?:'d| would) be ", re.IGNORECASE)
"""How a wish begins: its "it" is nothing."""


def _asks(order: str) -> bool:
    noted = _NOTED.match(order)
    return bool(first_order_verb(order) or _WANTING.match(order)) or (
        noted is not None and bool(known_noun(noted["noun"]))
    )


_OWN_PLACE = re.compile(rf"\bthat(?:'s| is| are) (?:{PREP}) {DET} ", re.IGNORECASE)
"""What says in the order itself which thing is meant."""


def _about_the_one(order: str, named: set[str]) -> str:
    """Return "throw the egg away" of "throw it away" where one thing that is carried was named before, else ''."""
    carried = [noun for noun in named if named_can(noun, "pickupable")]
    about = _ABOUT_IT.match(order)
    if about is None or len(carried) != 1:
        return ""
    return f"{about['verb']} the {carried[0]}{order[about.end() :]}"


_THERE = re.compile(r"\bfrom there\b", re.IGNORECASE)
_ABOUT_IT = re.compile(
    r"(?P<verb>\W*[a-z]+(?: me)?(?: (?:on|off|up|out|away))?) (?:it|(?:just )?that one)\b", re.IGNORECASE
)
"""An order that says "it" for what it is about."""


def _in_number(noun: str, *, many: bool) -> str:
    return plural(noun) if many else noun


def _without_reason(match: re.Match[str]) -> str:
    """Return what follows "so", where what stands before it only says why."""
    reason, order = _SMALL.sub("they", match["reason"]), match["order"]
    names = name_any(order) or _ONE.search(order) is not None or _FOR_USE.search(order) is not None
    if not _asks(order) or not names or first_order_verb(reason) or _ANYTHING.search(order):
        return match.group()
    said = set(re.findall(r"[a-z]+", re.sub(r"n['’]t\b", " not", reason.lower())))
    of_people = _PEOPLE.match(reason) is not None
    limits = _LIMITS - (_OF_PEOPLE if of_people else frozenset())
    if not name_any(_ALL.sub("", reason)):
        return match.group() if said & (limits if of_people else limits | _QUALITIES) else order
    if of_people and _OWN_PLACE.search(order) and not _POINTS.search(order):
        return order
    named = nouns_in(reason)
    itself = _OF_ITSELF.match(reason)
    about = _ABOUT_IT.match(order)
    plain = not said & _HARD_LIMITS
    if plain and itself is not None and about is not None and named_can(itself["thing"], "pickupable"):
        at = f" that is {itself['at']}" if itself["at"] else ""
        return f"{about['verb']} {itself['thing']}{at}{order[about.end() :]}"
    apart = of_people and plain and not _POINTS.search(_WISHED.sub("", order))
    if apart and named and named.isdisjoint(nouns_in(order)):
        return order
    if said & (limits | _QUALITIES):
        return match.group()
    one = _ONE.search(order)
    if one is not None and of_people and len(named) == 1:
        noun = _in_number(named.pop(), many=bool(one["many"]))
        order = f"{order[: one.start()]}{one['which']} {noun}{order[one.end() :]}"
        return match.group() if _POINTS.search(_WISHED.sub("", order)) else order
    placed = re.search(rf"\b(?:{PREP}|from|to|with) {DET} ", reason, re.IGNORECASE)
    places = [noun for noun in named if not named_can(noun, "pickupable") and named_can(noun, "receptacle")]
    if of_people or len(places) == 1:
        order = _THERE.sub(f"from the {places[0]}", order) if len(places) == 1 else order
    pointed = _about_the_one(order, named) if of_people and not said & limits else ""
    if pointed:
        return pointed
    if placed or _POINTS.search(_WISHED.sub("", order)) or not (of_people or named <= nouns_in(order)):
        return match.group()
    return order


def _asked_for(match: re.Match[str]) -> str:
    """Return "I'd like a towel" of "I'd kill for a towel"."""
    return f"{match['lead']}i'd like {match['thing']}{match['rest'] or ''}"


def _there(match: re.Match[str]) -> str:
    """Return "put the potato in the microwave" of "the microwave has been open since noon. Put the potato in there"."""
    if not first_order_verb(match["order"]) or not known_noun(match["thing"].split(maxsplit=1)[-1]):
        return match.group()
    return f"{match['order']}{match['prep']} {match['thing']}{match['rest']}"


def _it(match: re.Match[str]) -> str:
    """Return "put it back" of "put him back", said of a thing."""
    kinds = named_can(match["thing"], "pickupable")
    return f"{match['before']}{match['verb']} it" if kinds else match.group()


def _same_of_other(match: re.Match[str]) -> str:
    """Return "wash the red mug" of "I've already washed the white mug, so just do the red one"."""
    base = base_of_participle(match["done"])
    return (
        f"{base} the {match['which']} {match['noun']}"
        if base and known_noun(match["noun"])
        else match.group()
    )


def _only_some(match: re.Match[str]) -> str:
    """Return "put the blue plate in the sink" of "put both plates in the sink, no wait, only the blue one"."""
    noun = known_noun(match["nouns"])
    if not noun or not first_order_verb(match["order"]):
        return match.group()
    return f"{match['order']} the {match['which']} {noun}{match['rest'] or ''}"


def _not_that_but(match: re.Match[str]) -> str:
    """Return "put the apple in the fridge" of "discard the apple. No, do not discard it; put it in the fridge"."""
    if (
        not first_order_verb(match["old"])
        or not first_order_verb(match["new"])
        or not known_noun(match["thing"])
    ):
        return match.group()
    return f"{match['new']}{match['thing']}{match['rest']}"


def _just_one(match: re.Match[str]) -> str:
    """Return "bring me the card" of "bring me the phone and the card - no, just the card"."""
    kept = [one for one in (match["one"], match["two"]) if known_noun(match["only"]) == known_noun(one)]
    exact = [one for one in (match["one"], match["two"]) if one.lower().endswith(match["only"].lower().split()[-1])]
    chosen = kept if len(kept) == 1 else exact
    if len(chosen) != 1 or not first_order_verb(match["order"]):
        return match.group()
    return f"{match['order']} {chosen[0]}{match['rest'] or ''}"


_NO = r"(?:(?:no|wait|hmm?|oh|actually|sorry|hang on|hold on|well|or|rather|stop|but)\b[\s,.!…-]*)+"
_FORMS: tuple[tuple[str, Change], ...] = (
    (r"(?:,? if you ask me(?=\s*[,.;!]| so\b)|^\W*if you ask me,? )", ""),
    (
        (
            r"^(?P<lead>\W*(?:(?:oh|well|ah|god|man|please)\b,? )*)(?:i|we)(?:'d| would| could)(?: really| just)? "
            rf"(?:kill|die|murder|give (?:anything|an arm|my right arm)) for (?P<thing>{NP}|some [a-z]+)(?: right now|"
            r" now| about now)?(?P<rest>[.,;!]|$)"
        ),
        _asked_for,
    ),
    (
        (
            r"^(?P<order>\W*(?:please )?[a-z]+(?: me)?) (?:both|all|all the|both the|the|both of the) "
            rf"(?P<nouns>[a-z]+s)(?P<rest> [^.,;!?]+?)?\s*(?:[.,;!?…]|\s[-–—])+\s*{_NO}(?:only|just) the "
            rf"(?P<which>(?:{'|'.join(sorted(words.COLOURS.keys() | words.SIZES.keys()))}|dirty|clean|open|closed)) "
            rf"ones?{LAST}"
        ),
        _only_some,
    ),
    (
        (
            rf"^(?P<order>\W*(?:please )?[a-z]+(?: me)?) (?P<one>{NAME}) and (?P<two>{NAME})(?P<rest> "
            rf"{PLACE})?\s*(?:[.,;!?…]|\s[-–—])+\s*{_NO}(?:just|only) (?P<only>{NAME})(?:,? please)?{LAST}"
        ),
        _just_one,
    ),
    (
        (
            rf"^(?P<old>\W*(?:please )?(?P<verb>[a-z]+)) (?P<thing>{NP})[^.,;!?]*\s*[.,;!?…]+\s*{_NO}(?:please "
            r")?(?:do not|don't) (?:do|(?P=verb)) (?:it|that|so)(?: away)?\s*[.,;!]+ (?:but |instead |just |please |"
            r"rather )*(?P<new>[a-z]+ )(?:it|that)\b(?P<rest>[^?]*)$"
        ),
        _not_that_but,
    ),
    (
        (
            r"^\W*(?:i|we)(?:'ve| have)(?: already| just)* (?P<done>[a-z]+) the [a-z]+ (?P<noun>[a-z]+)\s*[,.;]+ "
            r"(?:so |and |but |then )*(?:now )?(?:please )?(?:just |only )?(?:do|you do|it's only|that leaves) the "
            r"(?P<which>[a-z]+) ones?(?=\s*[,.;!?]|$)(?:,? (?:would|could|can|will) you\b)?[^.;!?]*"
        ),
        _same_of_other,
    ),
    (
        (
            rf"^\W*(?P<thing>{NAME}) (?:has been|is|was|have been|'s been) [^.;!?]*[.!;] (?P<order>(?:please )?[a-z]+ "
            r"[^.;!?]*?)(?P<prep>in|on) there\b(?P<rest>[^?]*)$"
        ),
        _there,
    ),
    (
        (
            rf"^(?P<before>\W*(?P<thing>{NAME}) [^?]*?[.,;!]\s*(?:and |so |please )*)(?P<verb>put|bring|give|hand|"
            r"lift|get|fetch|pick|take|set|wash|move) (?:him|her)(?= (?:back|over|up|to|on|in|out|here|off)\b|"
            r"\s*[.!]*$)"
        ),
        _it,
    ),
    (
        (r"^(?P<reason>[^?]*?[a-z'’])(?:,? so,?|, (?=just |please )) (?:now |then |please |just |first "
        r")*(?P<order>[^?]+\??)$"),
        _without_reason,
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
"""Reasons and wishes before an order, without what says nothing of it."""
