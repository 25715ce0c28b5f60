"""Things said to be there before the order: "there is a red book and a black one. Put the first in the box, ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pred_language.discourse.rewriting import Rule, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, plural, singular
from pred_language.lexicon.people import KIN
from pred_language.lexicon.shapes import NAME, PREP

_SEEN = (
    r"(?:there(?:'s| is| are|re|s)|here(?:'s| is| are)|(?:i|we|you)(?: can)? (?:see|have|have got)|(?:i|we|you)'ve got|"
    r"you'll (?:see|find))"
)
_EARLIER = r"(?:yesterday|earlier(?: today)?|this morning|last (?:night|week)|before|just now|today)"
_COUNTS = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
_COUNT = "|".join(_COUNTS)
_RANKS = ("first", "second", "third", "fourth")
_AT = (
    rf"(?: (?:that (?:is|are) |lying |standing )?(?P<at>{PREP} {NAME}))?(?: here| there| around| in (?:here|"
    r"this room))?"
)
_ITEM = re.compile(
    rf"^(?:(?P<one>an?|one|another)|(?P<many>{_COUNT})) (?:(?P<how>{words.TELLING_WORD}|dirty) )?"
    rf"(?P<noun>ones?|[a-z]+(?: [a-z]+)??)(?: (?:that (?:is|are) |lying |standing )?(?P<at>{PREP} {NAME}))?$",
    re.IGNORECASE,
)
_REFERRED = re.compile(
    rf"\b(?:the (?P<rank>{'|'.join(_RANKS)}|last|former|latter|other)(?: one)?(?= (?:{PREP}|to|away|up|off|goes|"
    r"belongs|stays|can|should|must|is|has|where|there)\b|[,.;!]|$| and\b| please\b)|(?P<set>(?:(?P<some>one|any|"
    rf"{_COUNT}|all|each|both) of |both of |all )?(?:them|these|those))\b|the (?P<how>{words.TELLING_WORD}|"
    r"dirty) ones?\b|(?P<which>the one)(?= (?:that|which|with) ))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Named:
    """What was said to be there: how many, what tells it, its noun and where it is ('' for nothing said)."""

    count: int
    how: str
    noun: str
    at: str

    @property
    def phrase(self) -> str:
        """The one thing as a noun phrase."""
        return " ".join(f"the {self.how} {self.noun}{self.at}".split())


def _pointed_at(match: re.Match[str]) -> str:
    """Return "put the red book in the box and the black book on the bed" for what was said of things to be there."""
    named = _named(match["list"], match["at"] or "")
    first = match["rest"].lower().split()[0].strip(",")
    begins = first in order_verbs() or _REFERRED.match(match["rest"])
    if not named or not begins or not _REFERRED.search(match["rest"]):
        return match.group()
    told: list[str] = []
    for one in _REFERRED.finditer(match["rest"]):
        found = _other_than(told, named) if (one["rank"] or "").lower() == "other" else _meant(one, named)
        if not found:
            return match.group()
        told.append(found)
    phrases = iter(told)
    rest = _REFERRED.sub(lambda _: next(phrases), match["rest"])
    return f"{match['lead']}{rest}" if rest != match["rest"] else match.group()


def _named(listed: str, last_at: str) -> list[_Named]:
    """Return what is named to be there; none where anything is not known.

    :param last_at: the place behind all of it: that of the last one alone where another has its own
    """
    found: list[_Named] = []
    plain = re.sub(r" (?:here|there)(?=,| and)", "", listed.strip())
    for item in re.split(r",? and (?:there(?:'s| is) )?|, |: ", plain):
        one = _ITEM.match(item.strip())
        if one is None:
            return []
        noun = found[0].noun if one["noun"].lower() in ("one", "ones") and found else known_noun(one["noun"])
        if not noun:
            return []
        at = f" that is {one['at']}" if one["at"] else ""
        found.append(_Named(_COUNTS[one["many"].lower()] if one["many"] else 1, (one["how"] or "").lower(), noun, at))
    apart = any(one.at for one in found)
    told = f" that is {last_at}" if last_at else ""
    found = [replace(one, at=one.at or ("" if apart and i < len(found) - 1 else told)) for i, one in enumerate(found)]
    whole = found[0]  # "two books, a red one and a black one"
    parts = [one for one in found[1:] if one.noun == whole.noun]
    listed_apart = whole.count > 1 and not whole.how and sum(one.count for one in parts) == whole.count
    return found[1:] if listed_apart else found


def _other_than(told: Sequence[str], named: Sequence[_Named]) -> str:
    """Return the one of two things that was not spoken of, '' where that is not clear."""
    left = [one.phrase for one in named if one.phrase not in told]
    return left[0] if len(named) == 2 and len(left) == 1 else ""


def _meant(one: re.Match[str], named: Sequence[_Named]) -> str:
    """Return the noun phrase that words point back to, '' where nothing named is meant."""
    if one["rank"]:
        rank = {"former": "first", "latter": "second"}.get(one["rank"].lower(), one["rank"].lower())
        index = -1 if rank == "last" else _RANKS.index(rank)
        single = len(named) > max(index, 1) and all(thing.count == 1 for thing in named)
        return named[index].phrase if single else ""
    nouns = {thing.noun for thing in named}
    places = {thing.at for thing in named}
    at = places.pop() if len(places) == 1 else ""
    if one["which"]:
        return f"the {nouns.pop()}" if len(nouns) == 1 else ""
    if one["how"]:
        return _so_told(one, named, at)
    if len(named) != 1 or named[0].count < 2 or not one["some"]:  # "them" of two kinds is read as it is
        return one.group()
    thing = named[0]
    ones = f"{thing.how} {plural(singular(thing.noun))}".strip()
    some = one["some"].lower()
    if some in ("all", "each", "both"):
        return f"all the {ones}{at}"
    return f"{some} of the {'' if at else f'{_word(thing.count)} '}{ones}{at.replace(' is ', ' are ')}"


def _so_told(one: re.Match[str], named: Sequence[_Named], at: str) -> str:
    """Return "the red book" of "the red one": the one named so, else one of the only kind that is named."""
    how = one["how"].lower()
    same = [thing for thing in named if thing.how == how]
    if len(same) == 1 and same[0].count == 1:
        return same[0].phrase
    kinds = {thing.noun for thing in named}
    if len(kinds) != 1 or (same and len(named) > 1):
        return ""
    noun = kinds.pop()
    several = one.group().lower().endswith("ones")
    return f"the {how} {plural(noun) if several else noun}{at}"


def _told_of(match: re.Match[str]) -> str:
    """Return "put the plate in the sink" of "my friend has put the plate on the bed. Put it in the sink"."""
    known = match["verb"].lower() in order_verbs() and known_noun(match["thing"])
    return f"{match['verb']} {match['thing']}{match['rest']}" if known else match.group()


def _word(count: int) -> str:
    return next(word for word, value in _COUNTS.items() if value == count)


RULES: tuple[Rule, ...] = rules(
    (
        (
            (
                rf"^(?P<lead>\W*)(?:(?:ok(?:ay)?|so|well|look),? )?{_SEEN} (?P<list>[^.;:!?]+?){_AT}\s*(?:[.;:!]|"
                r",(?! an? )|\s[-–—])+\s*(?:(?:so|please|now|and|then|can you|could you|would you|"
                r"will you),? )*(?P<rest>[^?]+)$"
            ),
            _pointed_at,
        ),
        (
            (
                rf"^\W*(?:{_EARLIER},? )?(?:i|we|he|she|they|somebody|someone|{KIN})(?: have| has| "
                rf"had|'ve|'d)?(?: just| already|"
                rf" accidentally)* (?:put|left|placed|dropped|brought|set|forgot|forgotten|moved) (?P<thing>{NAME})"
                rf"(?: (?:{PREP}|to) {NAME})?(?: {_EARLIER})?\s*[.;,!]+ (?:(?:so|please|now|and|then|can "
                rf"you|could you|would you|"
                r"will you|but),? )*(?P<verb>[a-z]+) (?:it|them)\b(?P<rest>[^?]*)\?*$"
            ),
            _told_of,
        ),
    )
)
