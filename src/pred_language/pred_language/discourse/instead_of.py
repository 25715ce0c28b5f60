"""One thing named to say that another is meant: "not the white plate, I meant the blue one, put that in the sink"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun

_WHICH = "|".join(sorted(words.COLOURS.keys() | words.SIZES.keys() | {"clean", "dirty", "open", "closed", "left", "right"}))
_NOUN = r"(?P<noun>[a-z]+(?: [a-z]+)?)"
_NO = r"^\W*(?:(?:no|wait|oh|hey|hold on|hang on|stop|sorry|please)\b[\s,.!-]*)*"
_ASIDE = r"(?:,? (?:that(?:'s| is)|it(?:'s| is)) [^,.;!?]+)?"


def _other(match: re.Match[str]) -> str:
    """Return "put the blue plate in the sink" of "not the white plate, I meant the blue one, put that in the sink"."""
    if not first_order_verb(match["verb"]) or not known_noun(match["noun"]):
        return match.group()
    rest = re.sub(r"^,? instead\b|,? instead(?=\s*[.,;!]|$)", "", match["rest"], count=1)
    return f"{match['verb']} the {match['which']} {match['noun']}{rest}"


def _the_one(match: re.Match[str]) -> str:
    """Return "if both toasters are off, turn on the toaster on the counter" of "..., turn on the one on the counter"."""
    noun = known_noun(match["nouns"])
    return f"{match['if']}the {noun} {match['at']}" if noun else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"{_NO}not the (?:{_WHICH}) {_NOUN}{_ASIDE}[,;.-]+ (?:but )?i (?:meant?|said|want(?:ed)?) the "
            rf"(?P<which>{_WHICH})(?: ones?)?[,;.-]+ (?:so )?(?:please )?(?P<verb>[a-z]+) (?:that|it)(?: one)?(?P<rest>\b[^?]*)$"
        ),
        _other,
    ),
    (
        (
            rf"{_NO}not the (?:{_WHICH}) {_NOUN}{_ASIDE}[,;.-]+ (?:but )?(?:please )?(?P<verb>[a-z]+(?: me)?) the "
            rf"(?P<which>{_WHICH}) ones?(?P<rest>\b[^?]*)$"
        ),
        _other,
    ),
    (
        (
            rf"^\W*(?:please )?(?:instead of|rather than) the (?:{_WHICH}) {_NOUN},? (?:please )?(?P<verb>[a-z]+(?: me)?) the "
            rf"(?P<which>{_WHICH}) ones?(?P<rest>\b[^?]*)$"
        ),
        _other,
    ),
    (
        (
            rf"^\W*(?P<verb>[a-z]+(?: me)?) the (?:{_WHICH}) {_NOUN}[,.-]+ (?:sorry|no|i mean|or rather|oops)[,.]* (?:i mean )?the "
            rf"(?P<which>{_WHICH})(?: one)?(?=\s*(?:[.,;!]|$))(?P<rest>[^?]*)$"
        ),
        _other,
    ),
    (
        (
            r"^(?P<if>\W*(?:if|unless|when) (?:both|all|the|all the|both the|neither of the|none of the) (?P<nouns>[a-z]+s) "
            r"(?:is|are) [^,;.!?]+, (?:please )?[a-z]+(?: on| off)? )the one (?P<at>(?:on|in|under|by|next to) (?:the|my) )"
        ),
        _the_one,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
