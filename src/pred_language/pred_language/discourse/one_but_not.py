"""One of a kind that a certain one is not: "a towel, but not the one on the floor" is one that is not on the floor."""

from __future__ import annotations

import re

from pred_core.feedback import preposition
from pred_language.discourse.rewriting import Rule, rules
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, named_can, names_several, types_named
from pred_language.lexicon.shapes import LAST, NAME, NP, PREP

_VERB = r"(?:bring|take|give|use|get|pick|touch|want|fetch|grab|choose|hand|need|try|mean|pass)"
_NOT = (
    r"(?:(?:(?:and|but|just|only|please|though|no|oh)\b,? )*(?:(?:(?:i|we) )?(?:don'?t|do not|never) "
    rf"(?:you )?(?:dare )?(?:to )?{_VERB}(?: me| us)?(?: up)?|not|any but|anything but|except(?: for)?|other "
    r"than|apart from|but)|any (?:one )?but)"
)
_LIES = r"(?: (?:that|which)(?: is|'s| lies| stands| hangs| sits)?| lying| standing| hanging| sitting)*"
_WHICH = rf"(?P<which>{words.TELLING_WORD}|dirty|running|burning|unlit|lit|sliced|broken)"
_ONE_OF_A_KIND = re.compile(
    r"\b(?:an?|any|another|one|some|two|three) (?:other )?(?P<told>(?:[a-z]+ ){0,2}?[a-z]+(?: of [a-z]+(?: [a-z]+)?)?)"
    r"(?=\s|$|[.,;])",
    re.IGNORECASE,
)


def _without_that(match: re.Match[str]) -> str:
    """Return "bring me a towel that is not on the floor" of "bring me a towel, but not the one from the floor"."""
    kind = _kind(match["before"], match["again"])
    told = _told(match)
    whole = match["sign"] or re.search(rf"\b(?:me|us)\b|\b(?:to|{PREP}) {NP}", match["before"], re.IGNORECASE)
    if kind is None or not told or not whole:  # "put any mug but the red one in the sink" is not whole before "but"
        return match.group()
    before = match["before"]
    clause = f" that {'are' if names_several(kind.group()) else 'is'} not {told}"
    return f"{before[: kind.end()]}{clause}{before[kind.end() :].rstrip(' ,')}{match['more'] or ''}"


def _told(match: re.Match[str]) -> str:
    """Return what tells that one: where it is, or how."""
    if match["which"]:
        if match["which"].lower() in ("burning", "running"):
            return "lit" if match["which"].lower() == "burning" else "on"
        size = match["which"].lower() in words.SIZES
        return f"the {match['which']} one" if size else match["which"]
    prep = (match["prep"] or "").lower()
    if prep in ("from", "off", "out of"):
        types = types_named(match["place"])
        return f"{preposition(types[0].name)} {match['place']}" if types else ""
    return f"{prep} {match['place']}" if prep else ""


def _kind(before: str, again: str | None) -> re.Match[str] | None:
    """Return where an order names the one kind of thing of which any will do, None where that is not clear.

    :param again: the noun with which that one is named, too
    """
    found = [match for match in _ONE_OF_A_KIND.finditer(before) if named_can(match["told"], "pickupable")]
    if len(found) != 1:
        return None
    same = again is None or known_noun(again) == known_noun(found[0]["told"])
    return found[0] if same else None


RULES: tuple[Rule, ...] = rules(
    (
        (
            (
                rf"^(?P<before>[^.;!?]+?)\s*(?P<sign>[,.;]|\s[-–—])?\s+{_NOT} (?:the |that )(?:{_WHICH} )?"
                rf"(?:ones?|(?P<again>[a-z]+(?: [a-z]+)??))(?:{_LIES} (?P<prep>from|off|out of|{PREP}) "
                rf"(?P<place>{NAME}))?(?:,? (?:though|please|however))*(?P<more>(?:,| and| then) [^?]+)?{LAST}"
            ),
            _without_that,
        ),
    )
)
