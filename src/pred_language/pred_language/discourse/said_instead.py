"""One thing or place said instead of another, behind or inside an order: "put the cup in the sink. Sorry, the mug".

What is replaced is found by its part in the order: its own noun where that is said again, else the one thing that is
acted on or the one place, by what the new words name. Where more than one would do the text stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, named_can, types_named
from pred_language.lexicon.shapes import DET, NO_NOUN, PLACE, PREP

_LONGEST = 4
"""Words of a noun phrase after its article."""
_PHRASE = rf"{DET} (?:{NO_NOUN}[a-z][a-z-]*)(?: {NO_NOUN}[a-z][a-z-]*){{0,{_LONGEST - 1}}}?"
_WHOLE = rf"{DET} (?:{NO_NOUN}[a-z][a-z-]*)(?: {NO_NOUN}[a-z][a-z-]*){{0,{_LONGEST - 1}}}"
_LIST = rf"{_PHRASE}(?:,? and {_PHRASE})?"
_SIGN = r"\s*(?:[.,;:!?…]|\s[-–—]|\()+\s*"
_HESITATES = r"(?:(?:oh|ah|hm+|er+m?|uh+m?|um+|well|and|but|or|ugh|oops|whoops|ooh)\b[\s,.!…]*)"
_TAKES_BACK = (
    r"(?:(?:no|nope|(?:wait|stop)(?=\s*[,.;:!…–—-]| (?:no|not|sorry|actually)\b)|hang on|hold on|"
    r"sorry|so sorry|i(?:'m| am) sorry|pardon(?: me)?|forgive me|excuse me|"
    r"(?:silly|stupid) me|i (?:do )?apologi[sz]e|my (?:mistake|bad|apologies)|correction|revision|on "
    r"reflection|wrong (?:one|thing)|"
    r"(?:that|it)(?:'s| is| was) (?:wrong|not right|a mistake|the wrong (?:one|thing))|actually|rather|or "
    r"rather|better|"
    r"even better|make (?:that|it)|on (?:second|further) thoughts?|thinking about it|come to think of it|"
    r"scratch that|strike that|not that(?: one)?|i(?:'ve| have)? changed my mind|let me correct myself|"
    r"i (?:mean|meant)|(?:what )?i (?:mean|meant|wanted|want|need) (?:is|was|to say)|i (?:wanted|meant) to say|"
    r"i'?d (?:rather|prefer)(?: have)?)\b[\s,.:;!…–—-]*)"
)
_WHY = r"(?:(?:it|that|they|i|that one)(?:'s|s|'ve|'m| is| has| have| am) [a-z' ]{2,30}[,.;!]+ (?:so )?)"
"""Why something else is wanted."""
_MARKS = rf"(?:{_HESITATES}*{_TAKES_BACK}(?:{_TAKES_BACK}|{_HESITATES}|{_WHY})*(?:it(?:'s| is| was) )?)"
_MEANT = (
    r"(?: (?:that |which |what )?i (?:actually |really )?(?:need|want|mean|meant|wanted|needed|was after)| "
    r"i had in mind)?"
)
_TAIL = r"(?:,? (?:instead|please|pls|i mean|i meant|though|rather|sorry|not that one|of course|dear|robot))*"
_FROM = rf"(?:from|off|out of) {DET} (?:{NO_NOUN}[a-z]+)(?: {NO_NOUN}[a-z]+)?"
_NEW = rf"(?P<new>{_LIST})(?P<at> (?:that is |which is )?{PLACE}| {_FROM})?"
_END = r"\s*[.!)]*\s*$"
_SAID_OLD = (
    rf"(?:did i (?:just )?say (?P<old1>(?:{DET} )?[a-z]+(?: [a-z]+)?)\?|i (?:just )?said "
    rf"(?P<old2>{_PHRASE})[,.]?(?: but)?|"
    rf"(?:no,? )?(?:wait,? )?(?:no,? )?not (?P<old3>{_PHRASE})[,.;:–—-]+(?: but| rather)?)"
)
_BEHIND = re.compile(
    rf"^(?P<order>[^?]+?\??){_SIGN}{_MARKS}{_NEW}{_MEANT}{_TAIL}{_END}", re.IGNORECASE
)
_PLACE_BEHIND = re.compile(
    rf"^(?P<order>[^?]+ )(?:to|{PREP}) {_PHRASE}{_SIGN}{_MARKS}(?P<new>(?:to|{PREP}) {_LIST}){_TAIL}{_END}",
    re.IGNORECASE,
)
_OLD_NAMED = re.compile(
    rf"^(?P<order>[^?]+?){_SIGN}(?:{_MARKS})?{_SAID_OLD}\s*(?:{_MARKS})?{_NEW}{_MEANT}{_TAIL}{_END}", re.IGNORECASE
)
_PUTS = re.compile(r"\b(?:put|place|set|lay|stick|pop|leave) $", re.IGNORECASE)
_BEFORE = re.compile(
    rf"^\W*(?:did i (?:just )?say|i (?:just )?said) (?P<old>{_PHRASE})\s*[?,.!]+(?: but)? ?i (?:mean|meant) "
    rf"(?P<new>{_LIST})[.,;!]+ (?P<order>[^?]+)$",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    rf"^(?P<lead>\W*(?:[^.;!?]*? )?)not (?P<old>{_WHOLE}),? but (?:rather |instead )?(?P<new>{_WHOLE})(?P<rest>\W.*)?$",
    re.IGNORECASE,
)
_IN_PLACE_OF = re.compile(
    rf"^(?P<lead>\W*(?:please )?[a-z]+(?: me| on| off)? )(?P<new>{_WHOLE}),? (?:instead of|rather than|in place of|"
    rf"in lieu of) (?P<old>{_WHOLE})(?P<rest>(?:\W.*)?)$",
    re.IGNORECASE,
)


_DETERMINER = re.compile(rf"\b{DET}\b", re.IGNORECASE)
_PHRASES = tuple(
    re.compile(rf"{DET}(?: {NO_NOUN}[a-z][a-z-]*){{{many}}}\b", re.IGNORECASE) for many in range(1, _LONGEST + 1)
)
"""Noun phrases of one word after the article, of two, and so on."""
_PREPOSITION = re.compile(rf"\b(?:{PREP}|to|of|with|from|off|at)$", re.IGNORECASE)
_SWITCHES = re.compile(r"\b(?:turn|switch)(?:ed|ing)? (?:on|off)$", re.IGNORECASE)


@dataclass(frozen=True)
class _Named:
    """A noun phrase of an order, and whether it stands behind a preposition."""

    start: int
    end: int
    noun: str
    place: bool


def _named(order: str) -> Iterator[_Named]:
    """Yield the noun phrases with a known noun of the last sentence of an order."""
    since = max((match.end() for match in re.finditer(r"[.;!?]\s+", order)), default=0)
    for match in _DETERMINER.finditer(order, since):
        start, end, named = match.start(), 0, ""
        for shape in _PHRASES:
            phrase = shape.match(order, start)
            if phrase is None:
                break
            noun = known_noun(phrase.group())
            if noun and (noun.endswith(named) or " " in noun):
                end, named = phrase.end(), noun
        if named:
            before = order[:start].rstrip()
            yield _Named(start, end, named, bool(_PREPOSITION.search(before)) and not _SWITCHES.search(before))


def _replaced(order: str, new: str, at: str, old: str = "") -> str:
    """Return an order with one of its noun phrases replaced by another, '' where it is not clear which."""
    found = list(_named(order))
    noun = known_noun(new)
    one_of_these = re.search(r"\bones?$", new, re.IGNORECASE) is not None
    if old:
        meant = [one for one in found if one.noun == known_noun(old)][:1]
    elif one_of_these:
        alike = [one for one in found if any(_are_alike(word, new) for word in order[one.start : one.end].split())]
        meant = alike if len(alike) == 1 else [one for one in found if not one.place]
    else:
        meant = [one for one in found if one.noun == noun] or [one for one in found if _has_role(one, new)]
    if len(meant) != 1 or not (noun or one_of_these):
        return ""
    one = meant[0]
    said = re.sub(r"\bones?$", one.noun, new, flags=re.IGNORECASE)
    puts = _PUTS.search(order[: one.start]) is not None
    if puts and at and not at.startswith((" that is", " which is")) and one.noun != noun and not one.place:
        placed = any(other.place and other.start > one.start for other in found)
        return "" if placed else f"{order[: one.start]}{said}{at}{order[one.end :]}"
    where = re.sub(r"^ (?:that is |which is )?(?!(?:from|off|out) )", " that is ", at) if at else ""
    rest = order[one.end :]
    if where and not puts:  # where the first one is goes with it
        rest = re.sub(rf"^ (?:(?:that is )?{PLACE}|{_FROM})", "", rest, flags=re.IGNORECASE)
    return f"{order[: one.start]}{said}{where}{rest}"


_POSITIONS = frozenset(
    {"top", "bottom", "middle", "left", "right", "upper", "lower", "first", "second", "third", "last"}
)


def _are_alike(word: str, new: str) -> bool:
    """Tell whether a word tells things apart as one of those does that are said anew: by place, by colour."""
    said = set(new.lower().split())
    return any(word.lower() in kind and not said.isdisjoint(kind) for kind in (_POSITIONS, words.COLOURS.keys()))


def _has_role(one: _Named, new: str) -> bool:
    """Tell whether what is named anew may stand where something stands: a thing is no place to put one on."""
    kinds = types_named(new)
    if not kinds:
        return False
    carried = any(kind.can("pickupable") for kind in kinds)
    if one.place:
        return not carried
    return carried == named_can(f"the {one.noun}", "pickupable")


def _is_order(text: str) -> bool:
    last = re.split(r"[.;!?]\s+", text.strip())[-1]
    return bool(first_order_verb(last) or re.match(r"\W*(?:can|could|would|will) you\b|\W*i(?:'d| would)? (?:want|need|"
                r"like|should like)\b|\W*i should like\b", last, re.IGNORECASE))


def as_meant(text: str) -> str:
    """Return an order with what is meant in the place of what was said first; other texts stay."""
    before = _BEFORE.match(text)
    if before is not None and known_noun(before["new"]) in before["order"].lower():
        return before["order"]
    for pattern in (_IN_PLACE_OF, _INSIDE):
        match = pattern.match(text)
        if match is None or not first_order_verb(match["lead"]):
            continue
        if known_noun(match["old"]) and known_noun(match["new"]):
            return f"{match['lead']}{match['new']}{match['rest'] or ''}"
    match = _OLD_NAMED.match(text)
    if match is not None and _is_order(match["order"]):
        old = next(one for one in (match["old1"], match["old2"], match["old3"]) if one)
        return _ended(_replaced(match["order"], match["new"], match["at"] or "", old), text)
    match = _PLACE_BEHIND.match(text)
    if match is not None and _is_order(match["order"]) and known_noun(match["new"]):
        return _ended(f"{match['order']}{match['new']}", text)
    match = _BEHIND.match(text)
    if match is not None and _is_order(match["order"]):
        return _ended(_replaced(match["order"], match["new"], match["at"] or ""), text)
    return text


def _ended(told: str, text: str) -> str:
    """Return what is told with the sign that a text ends with, the text itself for nothing."""
    ends = text.rstrip()[-1:] in (".", "!") and told[-1:] not in (".", "!", "?")
    return f"{told}." if told and ends else told or text
