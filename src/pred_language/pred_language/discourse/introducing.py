"""Things said to be there before the order: "there is a red book and a black one. Put the first in the box, ..."."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Rule, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, plural, singular
from pred_language.lexicon.shapes import NAME, PREP

_SEEN = (
    r"(?:there(?:'s| is| are)|here(?:'s| is| are)|(?:i|we|you)(?: can)? (?:see|have|have got)|(?:i|we|you)'ve got|"
    r"you'll (?:see|find))"
)
_COUNTS = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
_COUNT = "|".join(_COUNTS)
_RANKS = ("first", "second", "third", "fourth")
_AT = (
    rf"(?: (?:that (?:is|are) |lying |standing )?(?P<at>{PREP} {NAME}))?"
    r"(?: here| there| around| in (?:here|this room))?"
)
_ITEM = re.compile(
    rf"^(?:(?P<one>an?|one|another)|(?P<many>{_COUNT})) (?:(?P<how>{words.TELLING_WORD}|dirty) )?"
    r"(?P<noun>ones?|[a-z]+(?: [a-z]+)??)$",
    re.IGNORECASE,
)
_REFERRED = re.compile(
    rf"\b(?:the (?P<rank>{'|'.join(_RANKS)}|last)(?: one)?(?= (?:{PREP}|to|away|up|off|goes|"
    rf"belongs|stays|can|should|must|is|has)\b|"
    rf"[,.;!]|$| and\b| please\b)|(?P<set>(?:(?P<some>one|any|{_COUNT}|all|each|both) of |both of |all )?"
    rf"(?:them|these|those))\b|the (?P<how>{words.TELLING_WORD}|dirty) ones?\b)",
    re.IGNORECASE,
)


def _pointed_at(match: re.Match[str]) -> str:
    """Return "put the red book in the box and the black book on the bed" for what was said of things to be there."""
    named = _named(match["list"])
    at = f" that is {match['at']}" if match["at"] else ""
    first = match["rest"].lower().split()[0].strip(",")
    begins = first in order_verbs() or _REFERRED.match(match["rest"])
    if not named or not begins or not _REFERRED.search(match["rest"]):
        return match.group()
    missed: list[str] = []

    def told(one: re.Match[str]) -> str:
        """Return the words for what is referred to, and keep what nothing was named for."""
        found = _meant(one, named, at)
        missed.extend([] if found else [one.group()])
        return found

    rest = _REFERRED.sub(told, match["rest"])
    return match.group() if missed or rest == match["rest"] else f"{match['lead']}{rest}"


def _named(listed: str) -> list[tuple[int, str, str]]:
    """Return how many there are of each thing, what tells it and its noun; none where anything is not known."""
    found: list[tuple[int, str, str]] = []
    for item in re.split(r",? and |, |: ", re.sub(r" (?:here|there)(?=,| and)", "", listed.strip())):
        one = _ITEM.match(item.strip())
        if one is None:
            return []
        noun = found[0][2] if one["noun"].lower() in ("one", "ones") and found else known_noun(one["noun"])
        if not noun:
            return []
        count = _COUNTS[one["many"].lower()] if one["many"] else 1
        found.append((count, (one["how"] or "").lower(), noun))
    whole = found[0]  # "two books, a red one and a black one"
    apart = whole[0] > 1 and not whole[1] and sum(count for count, _, noun in found[1:] if noun == whole[2]) == whole[0]
    return found[1:] if apart else found


def _meant(one: re.Match[str], named: list[tuple[int, str, str]], at: str) -> str:
    """Return the noun phrase that words point back to, '' where nothing named is meant."""
    if one["rank"]:
        index = -1 if one["rank"].lower() == "last" else _RANKS.index(one["rank"].lower())
        told = named[index] if len(named) > max(index, 1) and all(count == 1 for count, _, _ in named) else None
        return f"the {told[1]} {told[2]}{at}".replace("  ", " ") if told is not None else ""
    if one["how"]:
        how = one["how"].lower()
        kinds = {noun for _, told, noun in named if told in ("", how)}
        several = one.group().lower().endswith("ones")
        noun = kinds.pop() if len(kinds) == 1 else ""
        return f"the {how} {plural(noun) if several else noun}{at}" if noun else ""
    if len(named) != 1 or named[0][0] < 2 or not one["some"]:  # "them" of two kinds is read as it is
        return one.group()
    count, how, noun = named[0]
    ones = f"{how} {plural(singular(noun))}".strip()
    some = one["some"].lower()
    if some in ("all", "each", "both"):
        return f"all the {ones}{at}"
    return f"{some} of the {'' if at else f'{_word(count)} '}{ones}{at.replace(' is ', ' are ')}"


def _word(count: int) -> str:
    return next(word for word, value in _COUNTS.items() if value == count)


RULES: tuple[Rule, ...] = rules(
    (
        (
            (
                rf"^(?P<lead>\W*)(?:(?:ok(?:ay)?|so|well|look),? )?{_SEEN} (?P<list>[^.;:!?]+?){_AT}"
                r"\s*(?:[.;:!]|,(?! an? )|\s[-–—])+\s*(?:(?:so|please|now|and|then|can you|could you|would "
                r"you|will you),? )*"
                r"(?P<rest>[^?]+)$"
            ),
            _pointed_at,
        ),
    )
)
