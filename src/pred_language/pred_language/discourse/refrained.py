"""What is not to be done, beside an order about other things: leaving these alone is all that it asks for."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.taken_back import is_whole_order, nouns_in
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon.shapes import NAME, PREP

_NOT = (
    r"(?:please,? )?(?:(?:you )?(?:do not|don'?t)(?: (?:have|need) to| bother to)?|never|(?:there(?:'s| is) "
    r")?no need to|"
    r"you (?:needn'?t|need not))(?: please)?"
)
_EXCEPT = r"(?:, (?:except|apart from|other than|but not)(?: for)? [^.;!?,]+)?"
_KEPT = frozenset({"leave", "let", "keep", "forget", "open", "use", "touch", "move", "make", "go"})
"""What a refusal of asks for something, or forbids a means of the other order."""
_SWITCH = re.compile(r"^(?:turn|switch|put|power)\b.*\b(?:on|off)\b")
_PARTICLE = re.compile(r"^[a-z]+ (?:on|off|up|away|out|down) ")
_TREATS = re.compile(
    r"\b(?:heat|warm|cook|boil|toast|fry|wash|rinse|clean|scrub|fill|make|brew|microwave|water|light)\b", re.IGNORECASE
)
_OPEN_SET = re.compile(
    r"\b(?:everything|anything|something|whatever|whichever|things|stuff|else|others?|another|rest|remaining)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:until|till|unless|if|when|before|after|while|yet|without|because|only|just|more than|less than)\b",
    re.IGNORECASE,
)
_JOINT = re.compile(r"^[\s.,;!:-]*(?:(?:but|and|just|only|rather|instead|please|simply)\b[\s,]*)*", re.IGNORECASE)
_INSTEAD = re.compile(r",? (?:instead|though|please)(?=\s*[.!]*\s*$)", re.IGNORECASE)


def _beside(match: re.Match[str]) -> str:
    """Return the orders beside what is not to be done, the whole where these may be about the same things."""
    before, what = re.sub(r"(?:[\s,;]|\b(?:but|and|only)\b)+$", "", match["before"]), match["what"]
    after = _INSTEAD.sub("", _JOINT.sub("", match["after"])).strip()
    verb = what.split(maxsplit=1)[0].lower()
    rest = f"{before.rstrip('.!')}. {after}" if before and after else before or after
    things = nouns_in(re.split(rf" (?:to|from|off|{PREP}) ", _PARTICLE.sub("", what), maxsplit=1)[0])
    known = verb in order_verbs() - _KEPT and bool(things) and not (_BOUND.search(what) or _OPEN_SET.search(what))
    apart = not things & nouns_in(rest) and not _OPEN_SET.search(rest)
    means = _SWITCH.match(what.lower()) is not None and _TREATS.search(rest) is not None
    goes_on = re.search(r" and ([a-z]+) ", what)
    if not known or not apart or means or (goes_on is not None and goes_on[1].lower() in order_verbs()):
        return match.group()
    whole = all(is_whole_order(part, notes=False) for part in (before, after) if part)
    return rest if rest and whole else match.group()


def _not_that(match: re.Match[str]) -> str:
    """Return "put the books on the bed" of "not the cloth. Put the books on the bed"."""
    order = match["order"].strip()
    named = nouns_in(match["what"])
    apart = bool(named) and not named & nouns_in(order) and not _OPEN_SET.search(order)
    return order if apart and is_whole_order(order, notes=False) else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"^\W*(?:please,? )?not (?P<what>{NAME})[.,;!]+ (?:please |just |but )*(?P<order>[^?]+)$", _not_that),
    (rf"^(?P<order>[^?]+?)[.;!]+ (?:and |but )?not (?P<what>{NAME})[.!]*\s*$", _not_that),
    (
        (
            rf"^(?P<before>(?:[^?]*?[.;!,]\s*)?(?:(?:but|and|only) )?){_NOT} (?P<what>[a-z]+ [^.;!?,]+?{_EXCEPT})"
            r"(?P<after>\s*(?:[.;!,]|(?=\bbut\b)|$)[^?]*)$"
        ),
        _beside,
    ),
    (
        (
            rf"^(?P<before>[^?]*?),? (?:but|and) {_NOT} (?P<what>[a-z]+ [^.;!?,]+?{_EXCEPT})"
            r"(?P<after>\s*(?:[.;!,]|(?=\bbut\b)|$)[^?]*)$"
        ),
        _beside,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
