"""One thing named to say that another is meant: "not the white plate, I meant the blue one, put that in the sink"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, named_can, plural

_TOLD = words.COLOURS.keys() | words.SIZES.keys() | {"clean", "dirty", "open", "closed", "left", "right"}
_WHICH = "|".join(sorted(_TOLD))
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
    """Return "if both toasters are off, turn on the toaster there" of "..., turn on the one there"."""
    noun = known_noun(match["nouns"])
    return f"{match['if']}the {noun} {match['at']}" if noun else match.group()


def _brought(match: re.Match[str]) -> str:
    """Return "bring me the towel that is hanging up" of "bring the towel that is hanging up"."""
    return f"{match['start']}bring me {match['thing']}" if known_noun(match["noun"]) else match.group()


def _with_others(match: re.Match[str]) -> str:
    """Return "put the book on the shelf with the other books" of "put the book on the shelf with the other two"."""
    noun = known_noun(match["noun"])
    return f"{match['before']}{plural(noun)}" if noun and named_can(noun, "pickupable") else match.group()


def _named_before(match: re.Match[str]) -> str:
    """Return "bring me the yellow mug, no, bring me the white mug" of "..., bring me the white one"."""
    noun = known_noun(match["thing"])
    if not noun or not first_order_verb(match["verb"]) or not named_can(noun, "pickupable"):
        return match.group()
    anew = re.sub(
        rf"(?P<does>{_DOES}) the (?P<which>{_WHICH}) one\b",
        rf"\g<does> the \g<which> {noun}",
        match["anew"],
        flags=re.IGNORECASE,
    )
    if " from " not in match["rest"]:
        anew = _IT_ANEW.sub(rf"\g<does> {match['thing']}", anew, count=1)
    return f"{match['verb']} {match['thing']}{match['rest']}{match['sign']}{anew}"


_ANEW = (
    r"(?:no|wait|cancel that|scratch that|actually|never mind|forget (?:it|that)|on second thoughts?|hm+|sorry|hang "
    r"on|hold on|or rather)"
)
_DOES = r"\b(?:give|put|bring|wash|take|move|throw|hand|place|leave|fetch)(?: me)?"
_IT_ANEW = re.compile(
    rf"(?P<does>^(?:(?:{_ANEW}|oh|but|well|just|please)\b[\s,.!]*)*{_DOES}) (?:it|them)\b", re.IGNORECASE
)
"""An order anew that says "it" for the thing of the one that it takes back."""
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            r"^(?P<verb>\W*(?:please )?[a-z]+(?: me)?) (?P<thing>(?:the|my|both|all the) (?:[a-z]+ "
            r"){0,2}?[a-z]+)(?P<rest>(?: (?:in|on|to|from|into|under) [^.,;!?…]+)?)"
            rf"(?P<sign>\s*[,.;!…-]+\s*(?:oh,? |but |well,? )?(?={_ANEW}\b))(?P<anew>[^?]*)$"
        ),
        _named_before,
    ),
    (
        (
            r"(?P<before>\b(?:the|that|this|my) (?:[a-z]+ ){0,2}?(?P<noun>[a-z]+)\b[^.;!?]*? (?:with|beside|next "
            r"to|by|near) the other )"
            r"(?:two|three|four|ones)(?=\s*(?:[.,;!]|$))"
        ),
        _with_others,
    ),
    (
        (
            r"(?P<before>\b(?:the|that|this|my) (?:[a-z]+ ){0,2}?(?P<noun>[a-z]+)\b[^.;!?]*? (?:with|beside|next "
            r"to|by|near) the other)"
            r"s(?=\s*(?:[.,;!]|$))"
        ),
        lambda m: _with_others(m).replace(" the other", " the other ") if _with_others(m) != m.group() else m.group(),
    ),
    ((r"(?<=[a-z] )(?:[a-z]+ )?[a-z]+ (?:it|them),? i mean(?:t)?,? (?=(?:put|bring|take|wash|give|move|throw|place) "
     r"(?:it|them)\b)"), ""),
    (
        (
            rf"{_NO}not the (?:{_WHICH}) {_NOUN}{_ASIDE}[,;.-]+ (?:but )?i (?:meant?|said|want(?:ed)?) the "
            rf"(?P<which>{_WHICH})(?: ones?)?[,;.-]+ (?:so )?(?:please )?(?P<verb>[a-z]+) (?:that|it)(?: "
            rf"one)?(?P<rest>\b[^?]*)$"
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
            rf"^\W*(?:please )?(?:instead of|rather than) the (?:{_WHICH}) {_NOUN},? (?:please )?(?P<verb>[a-z]+(?: "
            rf"me)?) the "
            rf"(?P<which>{_WHICH}) ones?(?P<rest>\b[^?]*)$"
        ),
        _other,
    ),
    (
        (
            rf"^\W*(?P<verb>[a-z]+(?: me)?) the (?:{_WHICH}) {_NOUN}[,.-]+ (?:sorry|no|i mean|or rather|oops)[,.]* "
            rf"(?:i mean )?the "
            rf"(?P<which>{_WHICH})(?: one)?(?=\s*(?:[.,;!]|$))(?P<rest>[^?]*)$"
        ),
        _other,
    ),
    (
        (
            r"^(?P<if>\W*(?:if|unless|when) (?:both|all|the|all the|both the|neither of the|none of the) "
            r"(?P<nouns>[a-z]+s) "
            r"(?:is|are) [^,;.!?]+, (?:please )?[a-z]+(?: on| off)? )the one (?P<at>(?:on|in|under|by|next to) "
            r"(?:the|my) )"
        ),
        _the_one,
    ),
)
def _apposed(match: re.Match[str]) -> str:
    """Return "the white mug in the cabinet" of "the mug in the cabinet, the white one"."""
    noun = match["noun"].lower()
    told = any(word in _TOLD for word in noun.split())
    if told or not known_noun(noun):
        return match.group()
    at = f" {match['at']}" if match["at"] else ""
    det = "the" if match["second"].lower() == "the" else match["det"]
    return f"{det} {match['which']} {match['noun']}{at}"


_APPOSED: tuple[tuple[str, Change], ...] = (
    (
        (r"(?P<thing>\b(?:the|my) (?:[a-z]+ )?[a-z]+), the one (?P<which>(?:that|which) (?:is|are|has|stands|lies)\b[^,"
        r".;!?]*),?"),
        lambda m: f"{m['thing']} {m['which']}" if known_noun(m["thing"]) else m.group(),
    ),
    (
        (
            r"(?P<det>\b(?:the|my|that|a|an|some)) (?P<noun>(?:[a-z]+ )?[a-z]+)(?: (?P<at>(?:in|on|from|by) the "
            r"[a-z]+(?: [a-z]+)?))?, "
            rf"(?P<second>the|a|an|some) (?P<which>{_WHICH}|dry|empty|full) ones?(?P<end>)(?=\s*(?:[.,;!?]|$| please| "
            rf"from ))"
        ),
        _apposed,
    ),
    ((r"^[^.;!?]*?,? or rather,? (?:simply |just )?(?=(?:bring|give|put|take|get|fetch|wash|turn|open|close) "
     r"(?:me|the|a|my) )"), ""),
)
_BROUGHT: tuple[tuple[str, Change], ...] = (
    (
        (
            r"(?P<start>^\W*(?:(?:please|now|so|and|(?:can|could|would|will) you)\b[\s,]*)*)bring "
            r"(?P<thing>(?:the|my|that|a|an|some) "
            r"(?P<noun>(?:[a-z]+ ){0,2}?[a-z]+)(?P<which> (?:that|which)(?:'s| is| are)(?: not|n't)? "
            r"[^,.;!?]+)?)(?:,? please)?"
            r"(?=\s*(?:[.;!?]|$|, (?:not|i|it|he|she|we)\b))"
        ),
        _brought,
    ),
)
RULES: tuple[Rule, ...] = rules((*_FORMS, *_APPOSED, *_BROUGHT))
