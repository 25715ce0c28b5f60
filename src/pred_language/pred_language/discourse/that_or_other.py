"""That one or the other, told by where one of them is: "one apple is on the table. Bring me the other one".

Whatever is said of the one that is named with its place, an order about "the other" is about those that are not there,
and an order about "the one" somewhere is about one of its kind.
"""

from __future__ import annotations

import re

from pred_core.feedback import preposition
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.situated import place_named
from pred_language.discourse.wrapping import first_order_verb, order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import (
    known_noun,
    named_can,
    names_several,
    plural,
    singular,
    types_named,
)
from pred_language.lexicon.shapes import LAST, NAME, NP, PREP

_LIES = r"(?:(?:that|which) (?:is|lies|stands|sits) |is |that's |lying |standing |sitting |there is |there's )?"
_ONE = rf"(?:the|an?|one|that|my|another) (?P<noun>[a-z]+(?: [a-z]+)??) {_LIES}(?P<at>{PREP} {NAME})"
_SIGN = r"(?:\s*[,.;:!?]+\s*|\s+[-–—]\s+|\s)(?:(?:and|but|so|now|please|just|rather|instead|then|only)\b,? )*"
_ASK = r"(?:(?:can|could|would|will) you (?:please )?|i(?:'d| would)? (?:want|need|like|rather have|prefer) )?"
_VERB = r"(?P<verb>[a-z]+)(?P<way> (?:on|off|up|out))?(?P<me> (?:me|us|over))?"
_TO = rf"(?P<to>(?: (?:back )?(?:to|{PREP}) (?:me\b|us\b|{NP})| over here| here)?)"
_END = rf"(?:,? please)?\??{LAST}"
_STAYS = (
    r"(?:stays?|remains?|can stay|may stay|should stay|is fine|is okay|is ok|can wait)(?: (?:there|put|here|where "
    r"(?:it is|they are)|as it is|alone))*"
)


_LET_BE = {"leave", "keep", "skip", "ignore", "spare"}


def _carried(phrase: str) -> bool:
    return named_can(phrase, "pickupable")


def _names_order(before: str) -> bool:
    """Tell whether what stands before is an order itself, and not only to leave something."""
    return bool(first_order_verb(before)) and first_order_verb(before) not in _LET_BE


def _place(match: re.Match[str]) -> str:
    """Return where that one is, up to the last word of the place's name."""
    return place_named(match.string[match.start("at") :]) or match["at"]


def _verb_of(match: re.Match[str]) -> str:
    """Return the verb of an order with its particle and whom it is for, '' for no verb of an order."""
    asked = (match["asks"] or "").strip().lower()
    if asked.startswith("i"):
        return "bring me"
    known = match["verb"] is not None and match["verb"].lower() in order_verbs() - _LET_BE
    return f"{match['verb']}{match['way'] or ''}{match['me'] or ''}" if known else ""


def _other(match: re.Match[str]) -> str:
    """Return "bring me the apple that is not on the table" of "one apple is on the table. Bring me the other one"."""
    noun, verb = known_noun(match["noun"]), _verb_of(match)
    if not _carried(noun) or not verb or _names_order(match["before"]):
        return match.group()
    again = match["again"]
    if again and (known_noun(again) != noun or names_several(again)):
        return match.group()
    return f"{verb} the {singular(noun)} that is not {_place(match)}{match['to']}"


def _others(match: re.Match[str]) -> str:
    """Return "put all the cups that are not in the sink ..." of "the cup in the sink stays, the others ..."."""
    noun = known_noun(match["noun"])
    ordered = not match["verb"] or match["verb"].lower() in order_verbs()
    if not _carried(noun) or _names_order(match["before"]) or not ordered:
        return match.group()
    again = match["again"] or match["more"]
    if again and known_noun(again) != noun:
        return match.group()
    verb = "put" if match["verb"] is None else match["verb"]
    return f"{verb} all the {plural(singular(noun))} that are not {_place(match)}{match['to']}"


def _that_one(match: re.Match[str]) -> str:
    """Return "bring me the spoon that is on the table" of "not the one on the counter, bring me ..."."""
    noun, verb = known_noun(match["noun"]), _verb_of(match)
    if not _carried(noun) or not verb or _names_order(match["before"]):
        return match.group()
    return f"{verb} the {singular(noun)} that is {match['there']}{match['to']}"


def _of_two(match: re.Match[str]) -> str:
    """Return "bring me the apple that is in the fridge" of "there's one here and one there: the latter"."""
    noun, verb = known_noun(match["noun"]), _verb_of(match)
    first = match["which"].lower() in ("first", "former")
    if not noun or not verb:
        return match.group()
    return f"{verb} the {singular(noun)} that is {match['at'] if first else match['there']}{match['to']}"


def _named_behind(match: re.Match[str]) -> str:
    """Return "bring me the mug that is in the cabinet" of "bring me the one in the cabinet, the mug"."""
    noun = known_noun(match["noun"])
    return f"{match['order']}the {noun} that is {match['there']}" if _carried(noun) else match.group()


def _seen_there(match: re.Match[str]) -> str:
    """Return "bring the fork that is in the drawer to me" of "look in the drawer, there's a fork. Bring it to me"."""
    noun, verb = known_noun(match["noun"]), match["verb"].lower()
    wished = "put" if re.match(rf" (?:{PREP}) ", match["to"], re.IGNORECASE) else "bring me"
    ask = wished if match["wish"] else f"{verb}{match['me'] or ''}" if verb in order_verbs() else ""
    return f"{ask} the {noun} that is {match['at']}{match['to']}" if _carried(noun) and ask else match.group()


def _from_there(match: re.Match[str]) -> str:
    """Return "bring me the fork that is in the drawer" of "go to the drawer and bring me the fork that's there"."""
    types = types_named(match["place"])
    if not types or not _carried(match["noun"]):
        return match.group()
    return f"{match['order']}the {match['noun']} that is {preposition(types[0].name)} {match['place']}"


def _same_kind(match: re.Match[str]) -> str:
    """Return an order without the other one of its kind, which is left anyway: "..., leave the other"."""
    if not _carried(match["noun"]):
        return match.group()
    there = match.groupdict().get("not_there")
    placed = re.search(rf"\b(?:{PREP}|from) {NAME}", match["order"], re.IGNORECASE)
    return f"{match['order']} that is not {there}" if there and placed is None else match["order"]


def _other_told(match: re.Match[str]) -> str:
    """Return "take the white mug to the table and wash the mug that is not white" of "... and wash the other one"."""
    noun = known_noun(match["noun"])
    known = _names_order(match["one"]) and first_order_verb(match["verb"]) and not names_several(match["again"] or "")
    if not known or not _carried(noun) or (match["again"] and known_noun(match["again"]) != noun):
        return match.group()
    if not match["which"] and not match["at"]:
        return match.group()
    told = match["which"] if match["which"] else _place(match)
    return f"{match['one']}{match['join']}{match['verb']} the {noun} that is not {told}{match['to']}"


def _that_too(match: re.Match[str]) -> str:
    """Return "bring me the mug on the table and wash the mug that is in the cabinet" of "... the one in ..."."""
    noun = known_noun(match["noun"])
    if not (_names_order(match["one"]) and _names_order(match["verb"]) and _carried(noun)):
        return match.group()
    return f"{match['one']}{match['join']}{match['verb']} the {noun} that is "


def _other_said(match: re.Match[str]) -> str:
    """Return "wash the mug that is not green" of "the green mug is clean already, but wash the other one"."""
    noun = known_noun(match["noun"])
    if not _names_order(match["verb"]) or not _carried(noun):
        return match.group()
    return f"{match['verb']} the {noun} that is not {match['which']}{match['to']}"


def _other_alike(match: re.Match[str]) -> str:
    """Return "bring me the red apple that is not on the table" of "there's a red apple ...; the other red one"."""
    noun, verb = known_noun(match["noun"]), _verb_of(match)
    if not verb or not _carried(noun) or match["which"].lower() != match["which2"].lower():
        return match.group()
    return f"{verb} the {match['which']} {noun} that is not {_place(match)}{match['to']}"


def _rest_put(match: re.Match[str]) -> str:
    """Return "put all the cups that are not in the sink on the shelf" of "the others"."""
    if not match["at"] or not known_noun(match["again"]):
        return match.group()
    return f"{match['verb']} all the {match['again']} that are not {match['at']}{match['to']}"


def _not_there(match: re.Match[str]) -> str:
    """Return "bring me the mug that is not on the desk" of "bring me the other mug, not the one on the desk"."""
    carried = _carried(match["noun"])
    return f"{match['order']}the {match['noun']} that is not {match['at']}" if carried else match.group()


_WHICH = rf"(?P<which>{words.TELLING_WORD}|dirty|sliced)"
_BEFORE = rf"^(?!\W*(?:if|unless)\b)(?P<before>[^.;!?]*?\b{_ONE}[^.;!?]*?){_SIGN}"
_THING = r"the (?P<noun>[a-z]+(?: [a-z]+)??)"
_NOT_ALSO = r"(?:leave|not|and not|but not|rather than|instead of|don't (?:bring|take|touch)|forget|ignore)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (r"\s*\((?P<one>the ones? [^()]+)\)", r", \g<one>"),
    (
        (rf"^\W*not {_THING} {_LIES}{PREP} {NAME},? but (?:rather )?the one {_LIES}(?P<there>{PREP} {NAME})[,.;:]+ "
         rf"(?P<order>[a-z]+ (?:me )?)(?:that|it)(?: one)?{_END}"),
        _named_behind,
    ),
    (
        rf"^\W*i(?:'d| would)? (?:like|want|need) the one (?P<there>{PREP} {NAME})\s*[,.;-]+ {_THING}{_END}",
        lambda m: f"bring me the {m['noun']} that is {m['there']}" if _carried(m["noun"]) else m.group(),
    ),
    (rf"(?P<order>^\W*[a-z]+ (?:me )?)the one (?P<there>{PREP} {NAME})\s*[,.;-]+ {_THING}{_END}", _named_behind),
    (
        (rf"(?P<order>^\W*[a-z]+ (?:me )?){_THING}\s*,? not the one {_LIES}{PREP} {NAME},? but the one {_LIES}"
         rf"(?P<there>{PREP} {NAME}){_END}"),
        _named_behind,
    ),
    (
        (r"(?P<order>^\W*(?:bring|give|hand|pass|get|fetch)[^.;!?]*?\bthe "
         rf"(?P<noun>[a-z]+(?: [a-z]+)??) {_LIES}(?:{PREP}|from) {NAME})[,.;]+ "
         rf"(?:please,? )?{_NOT_ALSO} the other(?: one)?(?: alone| there| where it is)?{_END}"),
        _same_kind,
    ),
    (
        (r"(?P<order>^\W*(?:bring|give|hand|pass|get|fetch|wash|clean|rinse|take|heat|fill|empty|slice)"
         rf"[^.;!?]*?\bthe (?P<noun>[a-z]+(?: [a-z]+)??)(?: {_LIES}(?:{PREP}|from) {NAME})?)[,.;]+ "
         rf"(?:please,? |but |and )*(?:(?:leave|ignore|keep|don't touch) the one {_LIES}{PREP} {NAME}(?: alone| "
         rf"there| where it is)?|the one {_LIES}(?P<not_there>{PREP} {NAME}) {_STAYS}|the other(?: one)? "
         rf"{_STAYS}){_END}"),
        _same_kind,
    ),
    (
        (rf"^(?P<before>\W*which (?P<noun>[a-z]+(?: [a-z]+)??)\? the one {_LIES}(?P<at>{PREP} {NAME})){_SIGN}"
         rf"(?P<wish>i (?:need|want) )?(?P<verb>[a-z]+)(?P<me> me)? (?:it|that)(?: one)?{_TO}{_END}"),
        _seen_there,
    ),
    (
        (rf"^(?P<before>\W*(?:(?:do )?you (?:know|see|remember)|see) the (?P<noun>[a-z]+(?: [a-z]+)??) {_LIES}"
         rf"(?P<at>{PREP} {NAME})){_SIGN}(?P<wish>i(?:'d| would)? (?P<verb>need|want|like) "
         rf"(?=it|that))(?P<me>)(?:it|that)(?: one)?{_TO}{_END}"),
        _seen_there,
    ),
    (
        (rf"^(?P<before>\W*(?:look |have a look |check )?(?P<at>{PREP} {NAME})[,:;]?(?: and)? "
         r"(?:there(?:'s| is)|is|you(?:'ll| will) (?:see|find)|lies|stands) (?:an?|the|my) "
         rf"(?P<noun>[a-z]+(?: [a-z]+)??)){_SIGN}(?P<wish>i (?:need|want) )?(?P<verb>[a-z]+)(?P<me> me)? "
         rf"(?:it|that)(?: one)?{_TO}{_END}"),
        _seen_there,
    ),
    (
        (rf"^\W*(?:please )?(?:go|walk|head|move) (?:over )?to (?P<place>{NAME}),? and (?P<order>(?:then )?[a-z]+ "
         rf"(?:me )?)the (?P<noun>[a-z]+(?: [a-z]+)??) (?:that(?:'s| is) there|from there|there){_END}"),
        _from_there,
    ),
    (
        (rf"^\W*there(?:'s| is) (?:an?|one) (?P<noun>[a-z]+(?: [a-z]+)??) {_LIES}(?P<at>{PREP} {NAME}),? and "
         rf"(?:another|one|a second)(?: one)? {_LIES}(?P<there>{PREP} {NAME}){_SIGN}(?P<asks>{_ASK})(?:{_VERB} "
         rf")??the (?P<which>first|second|former|latter)(?: one)?{_TO}{_END}"),
        _of_two,
    ),
    (
        (rf"(?P<one>^[^.;!?]*?\bthe (?:{_WHICH} )?(?P<noun>[a-z]+(?: [a-z]+)??)(?: {_LIES}(?P<at>{PREP} {NAME}))?(?: "
         rf"(?:to|{PREP}) (?:me|{NP}))?)(?P<join>,? (?:and|but|then|and then) )(?P<verb>(?!leave\b|keep\b)[a-z]+(?: "
         rf"(?:me|on|off|out))?) the other(?: one|(?P<again> (?!one\b)[a-z]+))?{_TO}{_END}"),
        _other_told,
    ),
    (
        (rf"(?P<one>^[^.;!?]*?\bthe (?P<noun>[a-z]+(?: [a-z]+)??) {_LIES}(?P<at>{PREP} {NAME})(?: (?:to|{PREP}) "
         rf"(?:me|{NP}))?)(?P<join>(?:,|,? and|,? but|,? then|,? and then) )(?P<verb>(?!leave\b|keep\b)[a-z]+(?: "
         rf"(?:me|on|off|out))?) the one {_LIES}(?={PREP} )"),
        _that_too,
    ),
    (
        (rf"^\W*the {_WHICH} (?P<noun>[a-z]+(?: [a-z]+)??)(?:'s| is| are| can| looks| stays| was| "
         rf"has)\b[^.;!?]*?{_SIGN}{_ASK}(?P<verb>[a-z]+(?: (?:me|on|off|out))?) the other(?: one)?{_TO}{_END}"),
        _other_said,
    ),
    (
        (rf"^\W*there(?:'s| is) (?:an?|one|the) {_WHICH} (?P<noun>[a-z]+(?: [a-z]+)??) {_LIES}(?P<at>{PREP} "
         rf"{NAME})[^.;!?]*?{_SIGN}(?P<asks>{_ASK})(?:{_VERB} )??the other (?P<which2>[a-z]+) one{_TO}{_END}"),
        _other_alike,
    ),
    (
        (rf"^\W*(?:please )?(?:don't|do not) (?P<verb>[a-z]+)(?P<me> me| us)? the {_WHICH} (?P<noun>[a-z]+(?: "
         rf"[a-z]+)??)(?P<rest>(?: (?:to|{PREP}) {NP})?)\s*[,.;-]+ (?:but |just |only |instead )?(?:(?P=verb)(?: me|"
         rf" us)?|take|bring(?: me)?) the other(?: one)?(?: instead)?{_END}"),
        lambda m: f"{m['verb']}{m['me'] or ''} the {m['noun']} that is not {m['which']}{m['rest']}"
        if known_noun(m["noun"]) else m.group(),
    ),
    (
        (rf"^(?P<lead>\W*)the other (?P<noun>[a-z]+(?: [a-z]+)??),? (?:and )?not the one {_LIES}(?P<at>{PREP} "
         rf"{NAME})\s*(?:[,:;]|\s[-–—])+ (?P<verb>[a-z]+) (?:it|that|that one)(?P<way>(?: (?:on|off|up|away|open|"
         rf"shut))?)(?P<rest>(?: (?:to|{PREP}) (?:me|{NP}))?){_END}"),
        lambda m: f"{m['lead']}{m['verb']}{m['way']} the {m['noun']} that is not {m['at']}{m['rest']}"
        if known_noun(m["noun"]) else m.group(),
    ),
    (rf"{_BEFORE}(?P<asks>{_ASK})(?:{_VERB} )??the other(?: one|(?P<again> (?!one\b)[a-z]+))?{_TO}{_END}", _other),
    (rf"{_BEFORE}(?P<asks>{_ASK})(?:{_VERB} )??(?:the|that) one {_LIES}(?P<there>{PREP} {NAME}){_TO}{_END}", _that_one),
    (
        (rf"{_BEFORE}(?:(?P<verb>put|move|place|bring|take) )?(?:(?:all )?(?:the )?others|the rest|all "
         r"(?:the )?(?:others?|other (?P<again>[a-z]+s))|the other (?P<more>[a-z]+s))(?: of them)?(?: "
         rf"(?:go|belong|should go|should be|must go|can go|have to go))?(?P<to> (?:to|{PREP}) {NP}){_END}"),
        _others,
    ),
    (
        (r"^(?P<before>\W*)(?P<verb>put|move|place|bring|take) (?:all )?the other (?P<again>[a-z]+s)(?P<to> "
         rf"(?:to|{PREP}) {NP})[,.;]+ (?:but |and )?(?:the one (?:{_LIES})(?P<at>{PREP} {NAME}) {_STAYS}|not the one "
         rf"{PREP} {NAME}){_END}"),
        _rest_put,
    ),
    (
        (r"(?P<order>\b[a-z]+ (?:me )?)the other (?P<noun>[a-z]+(?: [a-z]+)??)(?: one)?,? "
         rf"(?:and |but )?not the one {_LIES}(?P<at>{PREP} {NAME}){_END}"),
        _not_there,
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
