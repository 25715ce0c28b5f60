"""A story or an outcry before an order that names what the order is about: "who left the drawer open? Shut it!"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.taken_back import nouns_in
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.inflection import known_noun, name_any

_IT = re.compile(r"\b(?:it|them|that one|this one)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:the|a|an|my|our|that|this|those|these|all|both|every)\b", re.IGNORECASE)


def _named(match: re.Match[str]) -> str:
    """Return an order whose "it" is the one thing that the story before it names, or the order alone."""
    order = match["order"]
    if not first_order_verb(order):
        return match.group()
    points = _IT.search(order)
    if points is None:
        return order if name_any(order) else match.group()
    named = nouns_in(match["story"])
    if len(named) != 1:
        return match.group()
    noun = next(iter(named))
    return f"{order[: points.start()]}the {noun}{order[points.end() :]}"


def _left_so(match: re.Match[str]) -> str:
    """Return "shut the drawer" of "who on earth left the drawer hanging open again? Shut it!"."""
    if not first_order_verb(match["verb"]) or not known_noun(match["thing"]):
        return match.group()
    return f"{match['verb']} the {match['thing']}{match['rest']}"


def _there(match: re.Match[str]) -> str:
    """Return "get the rag that is in the tub out" of "how disgusting, there's a rag in the tub! Get it out of there!"."""
    if not first_order_verb(match["verb"]) or not known_noun(match["thing"]):
        return match.group()
    out = re.sub(r"\b(?:out of|from|off) (?:there|it)\b", "out", match["rest"])
    return f"{match['verb']} the {match['thing']} that is {match['at']}{out}"


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            r"^(?P<story>[^?]*?)[,.;!]+ (?:but |so |well,? )?(?:anyway|anyhow|long story short|be that as it may|the point "
            r"is|to cut a long story short)[,:.]* (?:please )?(?P<order>[a-z]+ [^?]+?)(?:,? (?:will|would|could|can) you)?"
            r"(?P<end>[.!?]*)$"
        ),
        _named,
    ),
    (
        (
            r"^\W*(?:who|why|how(?: often| many times)?|what|which (?:idiot|one of you))\b[^?!.]*? (?:left|leaves?|have|has|is|"
            r"forgot|keeps?|put) the (?P<thing>[a-z]+(?: [a-z]+)?) (?:hanging |standing |lying |wide )?(?:open|on|off|there|"
            r"running|lit|burning|unlocked)[^?!.]*[?!]+ (?:please )?(?P<verb>[a-z]+) (?:it|them)(?P<rest>\b[^?]*)$"
        ),
        _left_so,
    ),
    (
        (
            r"^\W*(?:how [a-z]+|yuck|ugh|eww*|oh no|gosh|what a [a-z]+|disgusting|gross|look|hey|help)[,!.]+ there(?:'s| is) (?:a|an|the) "
            r"(?P<thing>[a-z]+(?: [a-z]+)?) (?P<at>(?:in|on|under) the [a-z]+(?: [a-z]+)?)[!.,]+ (?:please )?(?P<verb>[a-z]+) it"
            r"(?P<rest>\b[^?]*)$"
        ),
        _there,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
