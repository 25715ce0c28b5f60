"""A story or an outcry before an order that names what the order is about: "who left the drawer open? Shut it!"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.taken_back import nouns_in
from pred_language.discourse.wrapping import first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun, name_any

_IT = re.compile(r"\b(?:it|them|that one|this one)\b", re.IGNORECASE)


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
    if match["verb"].lower() not in order_verbs() or not known_noun(match["thing"]):
        return match.group()
    return f"{match['verb']} the {match['thing']}{match['rest']}"


def _there(match: re.Match[str]) -> str:
    """Return "get the rag that is in the tub out" of "yuck, there's a rag in the tub! Get it out of there!"."""
    if match["verb"].lower() not in order_verbs() or not known_noun(match["thing"]):
        return match.group()
    out = re.sub(r"\b(?:out of|from|off) (?:there|it)\b", "out", match["rest"])
    return f"{match['verb']} the {match['thing']} that is {match['at']}{out}"


def _checked(match: re.Match[str]) -> str:
    """Return "if the laptop is open, close it" of "did I close the laptop? Check, and if it is open, close it"."""
    return f"if {match['thing']} {match['if']}" if known_noun(match["thing"]) else match.group()


def _found(match: re.Match[str]) -> str:
    """Return "lay the book on the bed" of "no idea what I did with the book, please find it and lay it on the bed"."""
    known = known_noun(match["thing"]) and match["verb"].lower() in order_verbs()
    return f"{match['verb']} {match['thing']}{match['rest']}" if known else match.group()


def _into_that(match: re.Match[str]) -> str:
    """Return "put the roll in the bin" of "next to the toilet there's a bin, put the roll into it"."""
    return f"{match['order']}the {match['holder']}{match['rest']}" if known_noun(match["holder"]) else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            r"^\W*(?:i|we) (?:can't remember|can not remember|don't (?:know|remember)|forget|forgot|am not sure|'m "
            r"not sure|wonder|wonder whether)"
            r" (?:if|whether) (?:i|we|he|she|somebody|someone|you) [a-z]+(?: [a-z]+)? (?P<thing>(?:the|my) [a-z]+(?: "
            r"[a-z]+)??)[,.;]+ (?:so )?(?:please )?(?:have a "
            r"look|take a look|check|go and see|look|(?:can|could) you check)(?: it| please)?,? (?:and )?if "
            r"(?:it|they) (?P<if>(?:is|are) "
            r"[^?]+)$"
        ),
        _checked,
    ),
    (
        (
            r"^\W*(?:(?:i have )?no (?:idea|clue)|i (?:don't know|can't remember|forgot|forget)|i wonder|god knows) "
            r"(?:what|where) (?:i|we|she|he)"
            r"(?:'ve| have)? [a-z]+(?: with)? (?P<thing>(?:the|my|that) (?:[a-z]+ ){0,2}?[a-z]+)[,.;]+ (?:so |but "
            r")?(?:please )?(?:find|look for|search "
            r"for) (?:it|them) and (?P<verb>[a-z]+) (?:it|them)(?P<rest>\b[^?]*)$"
        ),
        _found,
    ),
    (
        (
            r"^\W*(?:(?:next to|by|beside|near|under|behind|in|on) the [a-z]+(?: [a-z]+)? )?there(?:'s| is) (?:a|an) "
            r"(?P<holder>[a-z]+(?: [a-z]+)?)"
            r"(?: (?:in|on|by|under|next to) the [a-z]+(?: [a-z]+)?)?[,.;]+ (?P<order>(?:please )?[a-z]+ "
            r"(?:the|my|that|a|all|both|everything)\b[^.;!?]*? "
            r"(?:in|on|into|onto) )it\b(?P<rest>[^?]*)$"
        ),
        _into_that,
    ),
    (
        (
            r"^(?:[^?]*[,.;] (?:and )?(?:so )?)?there(?:'s| is) (?:a|an) (?P<thing>[a-z]+(?: [a-z]+)??) "
            r"(?P<at>(?:in|on|under) (?:the|that|this|my) "
            r"[a-z]+(?: [a-z]+)??)(?: again)?[!.,]+ (?:so )?(?:can|could|would|will) you (?:please )?(?P<verb>[a-z]+) "
            r"it(?P<rest>\b[^?]*)\??$"
        ),
        _there,
    ),
    (
        (
            r"^\W*there(?:'s| is) (?:a|an) (?P<thing>[a-z]+(?: [a-z]+)??) (?:ringing|buzzing|lying|standing|sitting|ha"
            r"nging|rolling|"
            r"going off)(?: around)? (?P<at>(?:in|on|under) (?:the|that|this|my) [a-z]+(?: [a-z]+)?)[!.,]+ (?:please "
            r")?(?P<verb>[a-z]+) it"
            r"(?P<rest>\b[^?]*)$"
        ),
        _there,
    ),
    (
        (
            r"^(?P<story>[^?]*?)[,.;!]+ (?:but |so |well,? )?(?:anyway|anyhow|long story short|be that as it may|the "
            r"point "
            r"is|to cut a long story short)[,:.]* (?:please )?(?P<order>[a-z]+ [^?]+?)(?:,? (?:will|would|could|can) "
            r"you)?"
            r"(?P<end>[.!?]*)$"
        ),
        _named,
    ),
    (
        (
            r"^\W*(?:who|why|how(?: often| many times)?|what|which (?:idiot|one of you))\b[^?!.]*? "
            r"(?:left|leaves?|have|has|is|"
            r"forgot|keeps?|put) (?:the|that|a) (?P<thing>[a-z]+(?: [a-z]+)??) (?:hanging |standing |lying |wide "
            r")?(?:open|on|off|there|"
            r"running|lit|burning|unlocked|going)[^?!.]*?[?!,]+ (?:please )?(?P<verb>[a-z]+) "
            r"(?:it|them)(?P<rest>\b[^?]*)$"
        ),
        _left_so,
    ),
    (
        (
            r"^\W*(?:how [a-z]+|yuck|ugh|eww*|oh no|gosh|what a [a-z]+|disgusting|gross|look|hey|help)[,!.]+ "
            r"there(?:'s| is) (?:a|an|the) "
            r"(?P<thing>[a-z]+(?: [a-z]+)?) (?P<at>(?:in|on|under) the [a-z]+(?: [a-z]+)?)[!.,]+ (?:please "
            r")?(?P<verb>[a-z]+) it"
            r"(?P<rest>\b[^?]*)$"
        ),
        _there,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
