"""A thing named before the order that is about it: "the cup nearest to the sink, wash it", "the pot stinks, wash it".

What tells it apart goes into the order; what goes on with it is only why something is asked for. Clauses with "is" or
"has" are told by :mod:`situations`, and what names its thing in any other way by :mod:`situated`.
"""

from __future__ import annotations

import re

from pred_core.vocabulary import object_types
from pred_language.discourse.situated import IT_FOLLOWED, named_first, needed
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import known_noun, singular
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import ASKING, NAME, NO_NOUN, PREP, THE

_BE = r"(?:is|are|was|were|has|have|had|will|would|should)(?:n't| not)?"
_PLACE = rf"{PREP} {NAME}"
_NEAREST = (
    r"(?:(?:nearest|closest|next|nearer|closer)(?: to)?|(?:farthest|furthest|farther|further)(?: away)?(?: from)?) "
    rf"(?:{NAME}|you|me)"
)
_SIDE = r"(?:from|on|to) the (?:very |far )?(?:left|right|top|bottom|front|back)(?: (?:side|end))?|in the middle"
_CLAUSE = rf"(?:that|which) (?:{_BE}|lies|stands|sits|hangs|looks)(?: (?!{_BE}\b)[a-z][a-z'-]*){{1,6}}?"
_SIGN = r"\s*(?:[,:.!?]|\s[-–—]+)\s*"
_ORDER = rf"{ASKING}(?P<verb>[a-z]+)(?P<particle> (?:on|off|up|out|away|over))?(?P<me> me)?"
_REST = r"(?P<rest>[^?]*)\??$"
_TOLD_APART = LatePattern(
    rf"^\W*(?P<lead>(?:(?:and|now|so|ok|okay|then|please|robot|hey),? )*)(?:(?:do |did |can )?(?:you )?"
    rf"(?:see|know|remember|notice|spot) )?(?P<thing>{NAME})"
    rf"(?P<told>(?: (?:(?P<at>{_NEAREST}|{_PLACE})|{_SIDE}|{_CLAUSE})){{1,3}}){_SIGN}{_ORDER} {IT_FOLLOWED}{_REST}"
)
_GOES_ON = LatePattern(
    rf"^\W*(?:(?:oh|ah|ugh|hey|well|look|so|and|but|no|yes|robot),? )*(?P<before>{THE} [a-z][a-z -]*?)"
    rf"{_SIGN}{_ORDER} {IT_FOLLOWED}{_REST}"
)
_WAY = re.compile(
    rf" (?:on|off|away|out|up)\b(?! (?:{THE}|an?|of|in|on|to|from|at|under)\b)", re.IGNORECASE
)
_TO_ME = re.compile(r" (?:over |back )?(?:here|to me)\b(?: over)?", re.IGNORECASE)
_BROUGHT = frozenset({"bring", "hand", "give", "get", "fetch", "pass", "carry", "take"})
_MORE_VERBS = frozenset({"bin", "light", "blow", "kill"})
"""What begins an order, too, beside the verbs of the grammar: later steps tell it in these."""
_OFF = re.compile(rf"\b(?P<off>off|out of) (?P<place>{NAME})$", re.IGNORECASE)
_BACK = re.compile(r" back(?: up| there)?(?=\s*(?:please)?\s*[.!]*$)", re.IGNORECASE)
_ADVERBS = closed(
    "just always still really never constantly suddenly already now simply also only even nearly almost"
)
_PAST = closed(
    "fell got went broke came began ran rang stood lay made took had did kept stank burst let sprang shook spilt bled "
    "blew burnt drove gave left lost sat slid smelt sank threw"
)
_KEPT = closed("belongs belong goes go lives live")
"""What says where a thing is to be."""
_GOES_BEHIND = re.compile(
    rf"{NO_NOUN}(?!(?:above|below|underneath|there|here|all|both|nearest|closest|farthest|furthest)\b)[a-z]+(?<!ing)"
)
"""A word that begins no place and no clause that tells apart."""
_CAME_TO_LIE = closed("fell dropped landed rolled lies lie stands stand sits sit hangs hang slid lay sat stood")


def with_fronted(text: str) -> str:
    """Return an order with the thing that was named before it in place of its "it"; others stay as they are."""
    return _told_apart(_gone_on(text))


def _told_apart(text: str) -> str:
    match = _TOLD_APART.match(text)
    if match is None or match["verb"].lower() not in order_verbs() | _MORE_VERBS or not known_noun(match["thing"]):
        return text
    if match["at"] and not re.search(r"\b(?:you|me)$", match["at"]) and not known_noun(match["at"]):
        return text  # "the lamp in the corner keeps flickering"
    told = re.sub(r"\bwhich (?=is|are)", "that ", match["told"].strip().replace("n't", " not"), flags=re.IGNORECASE)
    at = re.match(rf"{PREP} {THE}\b", told, re.IGNORECASE) is not None
    return f"{match['lead']}{_order(match, f'{match["thing"]} {"that is " if at else ""}{told}')}"


def _gone_on(text: str) -> str:
    """Return "wash the pot that is in the sink" of "the pot in the sink stinks, wash it"."""
    match = _GOES_ON.match(text)
    if match is None or match["verb"].lower() not in order_verbs() | _MORE_VERBS:
        return text
    before = match["before"]
    thing, rest = _split(before)
    at, rest = _split_place(rest)
    said = [word for word in rest.lower().split() if word not in _ADVERBS]
    if not thing or not said or not _tells(said[0], thing, match["it"]):
        return text
    if said[0] in _CAME_TO_LIE and not at:
        found = re.search(rf"\b{PREP} {THE} ", rest, re.IGNORECASE)
        at = _split_place(rest[found.start() :])[0] if found is not None else ""
    need = needed(match["verb"].lower(), match["particle"] or "", match["rest"])
    if not any(object_types()[name].can(need) for name in nouns()[known_noun(thing)]):
        return text
    order = _order(match, f"{thing}{f' that is {at}' if at else ''}")
    came_from = _OFF.search(rest)
    if came_from is None or not known_noun(came_from["place"]):
        return order
    there = f"{'on' if came_from['off'].lower() == 'off' else 'in'} {came_from['place']}"
    return _BACK.sub(lambda back: f"{back.group()} {there}", order)


def _split(text: str) -> tuple[str, str]:
    """Return the noun phrase that a text begins with, up to its last word of a known name, and what follows."""
    thing = named_first(text)
    return thing, text[len(thing) :].strip()


def _split_place(text: str) -> tuple[str, str]:
    """Return the place that a text begins with, '' for none, and what follows."""
    prep = re.match(rf"{PREP} (?={THE} )", text, re.IGNORECASE)
    if prep is None:
        return "", text
    place, rest = _split(text[prep.end() :])
    return (f"{prep.group()}{place}", rest) if place else ("", text)


def _tells(word: str, thing: str, it: str) -> bool:
    """Tell whether a word behind a thing is what it does: "stinks", "keeps", "fell", of several "stink"."""
    noun = thing.lower().split()[-1]
    many = singular(noun) != noun
    several = it.lower() in ("them", "these", "those")
    if word in _KEPT or singular(word) in nouns() or many is not several or not _GOES_BEHIND.fullmatch(word):
        return False
    plain = word.isalpha() and not word.endswith("ss")
    return word in _PAST or word.endswith("ed") or (plain and many is not word.endswith("s"))


def _order(match: re.Match[str], thing: str) -> str:
    """Return the order about a thing; what it is brought to or how it is turned stands before a long name."""
    verb, particle, rest = match["verb"], match["particle"] or "", match["rest"]
    way, to_me = _WAY.match(rest), _TO_ME.match(rest)
    if to_me is not None and verb.lower() in _BROUGHT:
        return f"bring me {thing}{rest[to_me.end() :]}"
    if way is not None and verb.lower() not in _BROUGHT:
        particle, rest = way.group(), rest[way.end() :]
    return f"{verb}{particle}{match['me'] or ''} {thing}{rest}"
