"""What an order leaves away because it was just said: "the second on the bed", "then the blue one", "laptop: chair".

The verb, the noun or the place that is missing is that of the clause before. Nothing here knows single things.
"""

from __future__ import annotations

import re

from pred_core.vocabulary import object_types
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon.inflection import known_noun, plural, singular, with_article
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import DET, NAME, NP, NPS, PLACE, PREP

_LAST = r"(?=\s*[.!]*\s*$)"
_TO = rf"(?:to|{PREP}) {NP}"
_ORDINAL = r"(?:first|second|third|other|next)"
_ONES = r"(?:ones?|[a-z]+)"


def _second_named(match: re.Match[str]) -> str:
    """Return "the first book on the desk and the second book on the bed", the noun said again."""
    noun = known_noun(match["noun"])
    return f"{match['before']}{match['joint']}the {match['which']} {noun} " if noun else match.group()


def _with_verb(match: re.Match[str]) -> str:
    """Return "put the white plates into the sink, then put the blue plate into the sink"."""
    noun, to = known_noun(match["thing"]), match["to"]
    other = re.sub(r"\bones\b", plural(noun), match["other"]) if noun else match["other"]
    other = re.sub(r"\bone\b", singular(noun), other)
    if not noun or not (noun in other or known_noun(other)):
        return match.group()
    return f"{match['lead']}put {match['thing']} {to}, then put {other} {match['more'] or to}"


def _one_of_kind(match: re.Match[str]) -> str:
    """Return "bring me a white cup" of "either cup will do, just bring me a white one"."""
    noun = known_noun(match["noun"])
    return f"{match['rest']}{singular(noun)}" if noun else match.group()


def _where_that_is(match: re.Match[str]) -> str:
    """Return "put the red book where the purple book is" of "... where the purple one is"."""
    noun = known_noun(match["thing"])
    return f"{match['before']}the {match['which']} {singular(noun)}" if noun else match.group()


def _from_there(match: re.Match[str]) -> str:
    """Return "and put the cushion that is on the chair on the sofa" of "and the one from the chair on the sofa"."""
    noun = known_noun(match["thing"])
    if not noun:
        return match.group()
    named = singular(noun) if match["one"].lower() == "one" else plural(noun)
    return f"{match['before']} and {match['verb']} the {named} from {match['at']} {match['to']}"


def _bare_pair(match: re.Match[str]) -> str:
    """Return "put the laptop on the chair" of "laptop, chair", where the one is carried and the other holds things."""
    thing, place = known_noun(match["thing"]), known_noun(match["place"])
    kinds = [object_types()[name] for name in nouns().get(place, {})]
    holds = any(kind.can("receptacle") and not kind.can("pickupable") for kind in kinds)
    carried = any(object_types()[name].can("pickupable") for name in nouns().get(thing, {}))
    plain = re.sub(rf"^{DET} ", "", match["thing"], flags=re.IGNORECASE).lower()
    if not (holds and carried and singular(plain) == thing):  # "the second beaker, shelf" says more
        return match.group()
    return f"{match['start']}put {with_article(match['thing'])} on {with_article(match['place'])}"


def _once_done(match: re.Match[str]) -> str:
    """Return "wash the spoon, then put it in the drawer" of "put the spoon, once washed, in the drawer"."""
    base = base_of_participle(match["done"])
    if not base or match["verb"].lower() not in order_verbs():
        return match.group()
    return f"{match['start']}{base} {match['thing']}, then {match['verb']} it "


def _closed_first(match: re.Match[str]) -> str:
    """Return "close the laptop, then bring me it" of "bring me the laptop, but close it first"."""
    verbs = order_verbs()
    if match["verb"].lower() not in verbs or match["later"].lower() not in verbs:
        return match.group()
    first = f"{match['verb']} {match['thing']}{match['how'] or ''}"
    return f"{match['start']}{first}, then {match['later']} it{match['rest']}"


def _one_each(match: re.Match[str]) -> str:
    """Return "put one statue into the box, then put another statue onto the desk"."""
    noun = known_noun(match["noun"])
    if not noun:
        return match.group()
    return f"{match['lead']}put one {noun} {match['to']}, then put another {noun} {match['more']}"


def _once_inside(match: re.Match[str]) -> str:
    """Return "put the watch in the drawer, then close the drawer" of "close the drawer once the watch is inside"."""
    if match["verb"].lower() not in order_verbs():
        return match.group()
    return f"{match['lead']}put {match['inner']} in {match['thing']}, then {match['verb']} {match['thing']}"


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"^(?P<lead>\W*)(?:put )?one (?P<noun>[a-z]+(?: [a-z]+)?) (?P<to>{_TO}),? (?:and )?(?:the other|"
        rf"another|one)(?: one)? "
        rf"(?P<more>{_TO}){_LAST}"),
        _one_each,
    ),
    (
        (
            rf"^(?P<lead>\W*)(?P<verb>[a-z]+) (?P<thing>{NP}),? (?:but )?(?:only )?(?:as soon as|once|when|"
            rf"after) (?P<inner>{NP}) "
            rf"(?:is|are|'s) (?:inside|in there|in it|in){_LAST}"
        ),
        _once_inside,
    ),
    (
        (
            rf"\bopen (?P<place>{NP}),? (?:and )?(?:then )?put (?P<thing>{NP}) (?:in|inside|in it|into it),? "
            rf"(?:and )?(?:then )?"
            r"(?:close|shut|lock) it(?: up)?(?: again)?(?=\s*(?:[.,;!?]|$))"
        ),
        r"put \g<thing> in \g<place> and close \g<place>",
    ),
    (
        (
            rf"^(?P<things>{NPS}) are {PLACE}\s*[.;,]+\s*(?:(?:so|please|now|and)\b,? )*(?P<verb>bring|fetch|"
            rf"get)(?: me)? "
            r"(?:both|them|all)(?: of them| both| all)?(?: to me| here| over)*(?=\s*[.!]*\s*$)"
        ),
        r"bring me \g<things>",
    ),
    (
        (
            rf"\bgo (?:over )?to (?P<place>{NP}),? (?:and )?(?:then )?put (?P<thing>{NP}) (?:inside|in|in there|"
            rf"in it)"
            r"(?=\s*(?:[.,;!?]|$|and\b|then\b))"
        ),
        r"put \g<thing> in \g<place>",
    ),
    (
        (
            rf"(?P<before>\bthe first (?P<noun>[a-z]+(?: [a-z]+)??) (?=to\b|{PREP}\b)[^.;!?]*?)"
            rf"(?P<joint>,? and (?:then )?|, (?:then )?)the (?P<which>{_ORDINAL})(?: one)? (?=to\b|{PREP}\b)"
        ),
        _second_named,
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:first(?: of all)?,? )?(?P<thing>{NP}) (?P<to>{_TO})(?:,|;|\.)? (?:and )?then "
            rf"(?P<other>the (?:[a-z]+ )?{_ONES})(?P<more> {_TO})?{_LAST}"
        ),
        _with_verb,
    ),
    (
        (
            r"^(?:either|any|any old)(?: of the)? (?P<noun>[a-z]+?)s? (?:will|would|'ll) do(?: for me)?"
            r"\s*[,.;]+\s*(?:but )?(?P<rest>(?:(?:just|so|only|please) )*[a-z]+ (?:me )?(?:an?|the|any) "
            r"(?:[a-z]+ )?)one\b"
        ),
        _one_of_kind,
    ),
    (
        (
            rf"(?P<before>\b[a-z]+ (?P<thing>{NP}) (?:over )?(?:to )?where )the (?P<which>[a-z]+) one"
            r"(?= (?:is|are|was|lies|stands)\b)"
        ),
        _where_that_is,
    ),
    (
        (
            rf"(?P<before>\b(?P<verb>put|move|take|bring|place) (?P<thing>{NP}) (?:from|off|that (?:is|are) "
            rf"(?:on|in)) {NP} "
            rf"(?:to|{PREP}) {NP}),? and the (?P<one>ones?) (?:from|off|on|in) (?P<at>{NAME}) (?P<to>{_TO}){_LAST}"
        ),
        _from_there,
    ),
    (
        (
            rf"(?P<start>^\W*(?:(?:robot|hey|please|now|ok|okay|and)\b,? )*)(?P<thing>(?:{DET} )?[a-z]+(?: "
            rf"[a-z]+)?)\s*[,:]\s*"
            rf"(?P<place>(?:{DET} )?[a-z]+(?: [a-z]+)?){_LAST}"
        ),
        _bare_pair,
    ),
    (
        (
            rf"(?P<start>(?:^|[.;!] )\W*)(?P<thing>(?:{DET} )?[a-z]+(?: [a-z]+)?)\s*:\s*(?P<place>(?:{DET} )"
            rf"?[a-z]+(?: [a-z]+)?)"
            r"(?=\s*(?:[.;!]|$))"
        ),
        _bare_pair,
    ),
    (
        (
            rf"(?P<start>^|\b)(?P<verb>put|place|set|lay|bring|leave) (?P<thing>{NP}),? (?:once|after|when)(?: "
            rf"it(?:'s| is))? "
            rf"(?P<done>[a-z]+),? (?=(?:to|{PREP}) )"
        ),
        _once_done,
    ),
    (
        (
            rf"(?P<start>^|[.;!] )(?P<later>bring|give|put|take|move|place)(?: me)? (?P<thing>{NP})"
            rf"(?P<rest>[^.;!?,]*?),? "
            rf"(?:but|and|only|just)(?: please)? (?P<verb>[a-z]+) (?:it|them)(?P<how> on| off| up| down)? "
            rf"first{_LAST}"
        ),
        _closed_first,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
