"""Two things told by one order, or two places by another word than "and": "the same with the mug", "respectively"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon.inflection import known_noun, name_any, named_can, plural, singular
from pred_language.lexicon.shapes import DET, LAST, LEAD, NAME, NO_NOUN, NP, PREP, THANKS

_X = rf"(?P<x>(?:(?:both|all)(?: of)? )?{DET} {NO_NOUN}[a-z][a-z-]*(?: {NO_NOUN}[a-z][a-z-]*){{0,2}}?)"
_Z = rf"(?P<z>{DET} {NO_NOUN}[a-z][a-z-]*(?: {NO_NOUN}[a-z][a-z-]*){{0,2}}?)"
_AT = rf"(?P<at>(?:to|{PREP}) {NAME})"
_AT2 = rf"(?P<at2>(?:to|{PREP}) {NAME})"
_ORDER = rf"(?P<verb>(?:turn|switch) (?:on|off)|[a-z]+(?: (?:me|up))?) {_X}(?P<rest>(?: (?:to|{PREP}) {NAME})?)"
_WISH = (
    rf"(?:(?:i|we)(?:'d| would)? (?:really )?(?:need|want|like|prefer) {_X} {_AT}|{_X.replace('<x>', '<x2>')} "
    rf"(?:goes|go|belongs?|should (?:be|go)|must (?:be|go)|needs? to (?:be|go)|has to (?:be|go)) "
    rf"{_AT.replace('<at>', '<at3>')})"
)
_ANOTHER = (
    r"(?:(?:please |then )*(?:do (?:exactly )?)?(?:it's |it is )?(?:the )?same (?:thing )?(?:goes |applies |is true |"
    rf"again )?(?:with|for|to) {_Z}|(?:ditto|likewise|similarly)(?: for| with)? {_Z.replace('<z>', '<z2>')}|"
    rf"{_Z.replace('<z>', '<z3>')},? (?:too|as well|also|likewise|similarly))"
)
_PUT = r"(?P<put>(?:put|place|set|move|bring|take|leave|lay|carry|get|store|stick) (?:both )?)"


def _carried(*things: str) -> bool:
    return all(named_can(thing, "pickupable") for thing in things)


def _the_same_with(match: re.Match[str]) -> str:
    """Return "put the egg on the table and put the potato on the table" of "... and do the same with the potato"."""
    found = match.groupdict()
    other = found["z"] or found["z2"] or found["z3"]
    verb, thing, rest = found.get("verb") or "put", str(found["x"] or found.get("x2")), found.get("rest")
    place = rest if rest is not None else f" {found['at'] or found['at3']}"
    if verb.lower().split()[0] not in order_verbs() or not known_noun(thing) or not known_noun(other):
        return match.group()
    return f"{match['lead']}{verb} {thing}{place} and {verb.lower()} {other}{place}"


def _along_with(match: re.Match[str]) -> str:
    """Return "put the egg and the cup on the table" of "put the egg on the table, along with the cup"."""
    both = _carried(match["x"], match["z"])
    return f"{match['lead']}{match['put']}{match['x']} and {match['z']} {match['at']}" if both else match.group()


def _each_to_its_place(match: re.Match[str]) -> str:
    """Return "put the laptop on the bed and put the keys on the desk" of "...; the keys, though, on the desk"."""
    found = match.groupdict()
    thing, place = str(found["x"] or found.get("x2")), found["at"] or found.get("at3")
    both = _carried(thing, match["z"])
    told = f"{match['lead']}put {thing} {place} and put {match['z']} {match['at2']}"
    return told if both else match.group()


def _respectively(match: re.Match[str]) -> str:
    """Return one order for each of "the soap and the cloth on the shelf and the counter respectively"."""
    both = _carried(match["x"], match["z"])
    first = f"{match['lead']}{match['put']}{match['x']} {match['at']}"
    return f"{first} and put {match['z']} {match['prep']} {match['other']}" if both else match.group()


def _gone_before(match: re.Match[str]) -> str:
    """Return "put the pencil to the dresser, then put the pen on the bed" of "... after the pencil has gone ..."."""
    both = _carried(match["x"], match["z"])
    told = f"{match['lead']}put {match['z']} {match['at2']}, then {match['put']}{match['x']} {match['at']}"
    return told if both else match.group()


def _all_there(match: re.Match[str]) -> str:
    """Return "put all the eggs on the table" of "no egg should be anywhere but on the table"."""
    noun = singular(match["noun"])
    carried = named_can(f"the {noun}", "pickupable")
    return f"{match['lead']}put all the {plural(noun)} {match['at']}" if carried else match.group()


def _listed(match: re.Match[str]) -> str:
    """Return "put the cup and the pen on the desk" of "on the desk I want two things: the cup and the pen"."""
    return f"{match['lead']}put {match['things']} {match['at']}" if name_any(match["things"]) else match.group()


def _in_that_order(match: re.Match[str]) -> str:
    """Return "put the cup on the desk, then put the pen on the desk" of "first the cup, then the pen: put them ..."."""
    both = _carried(match["x"], match["z"])
    told = f"{match['lead']}{match['put']}{match['x']} {match['at']}, then {match['put']}{match['z']} {match['at']}"
    return told if both else match.group()


def _both_brought(match: re.Match[str]) -> str:
    """Return "bring me the apple and the salt" of "bring me the apple. And the salt"."""
    both = _carried(match["x"], match["z"])
    return f"{match['lead']}{match['give']} {match['x']} and {match['z']}" if both else match.group()


def _these(match: re.Match[str]) -> str:
    """Return "bring me the fork and the spoon" of "bring me two things: the fork and the spoon"."""
    return f"{match['lead']}{match['verb']} {match['things']}" if name_any(match["things"]) else match.group()


_NOUN = r"(?P<noun>[a-z]+(?: [a-z]+)?)"
_CONTRAST = r"(?:,? (?:though|however|on the other hand|by contrast|instead|in turn),?)?"
_GIVE = r"(?P<give>(?:bring|get|give|hand|fetch|pass) me)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"{LEAD}{_GIVE} {_X}(?:\s*[,.;–-]+ (?:(?:oh|ah|right|yes),? )?and|\s*[,.;]+ (?:and )?(?:then )?(?:go "
            rf")?back for|\s*[,.;]+ (?:and )?then (?:come |go )*back for|,? (?:along with|together with|as well "
            rf"as|plus)) {_Z}{THANKS}{LAST}"
        ),
        _both_brought,
    ),
    (
        (
            rf"{LEAD}(?P<verb>[a-z]+(?: me)?) (?:(?:two|three|four|five|the following|these|a few|some) )+things "
            rf"?[:–-]+ (?P<things>{NP}(?:(?:,|,? and) {NP})+){THANKS}{LAST}"
        ),
        _these,
    ),
    (rf"{LEAD}{_ORDER}\s*[,.;]*(?: and| then)* {_ANOTHER}{THANKS}{LAST}", _the_same_with),
    (rf"{LEAD}{_WISH}\s*[,.;]*(?: and| then)* {_ANOTHER}{THANKS}{LAST}", _the_same_with),
    (
        rf"{LEAD}{_PUT}{_X} {_AT},? (?:along with|together with|as well as|in addition to|plus) {_Z}{THANKS}{LAST}",
        _along_with,
    ),
    (
        (
            rf"{LEAD}{_WISH}\s*[,.;]+ (?:but |and )*(?:as for |as to |regarding )?{_Z}{_CONTRAST},? (?:(?:that "
            rf"one|that|it|they|those) )?(?:(?:goes|go|belongs?|should go) )?{_AT2}{THANKS}{LAST}"
        ),
        _each_to_its_place,
    ),
    (
        (
            rf"{LEAD}put {_X} {_AT}\s*[,.;]+ (?:but |and )*as (?:for|to) {_Z},? (?:(?:that one|that|it|they|those) )?"
            rf"(?:(?:goes|go|belongs?|should go) )?{_AT2}{THANKS}{LAST}"
        ),
        _each_to_its_place,
    ),
    (
        (
            rf"{LEAD}{_PUT}{_X},? and {_Z} (?P<at>(?P<prep>to|{PREP}) {NAME}) and "
            rf"(?P<other>(?:the|my) [a-z]+(?: [a-z]+)?),? respectively{THANKS}{LAST}"
        ),
        _respectively,
    ),
    (
        (
            rf"{LEAD}{_PUT}{_X} {_AT},? (?:(?:right |only )?(?:after|once|when)) {_Z} (?:has|have|is|are) (?:gone|been "
            rf"(?:put|moved|brought|taken|placed|set)) {_AT2}{THANKS}{LAST}"
        ),
        _gone_before,
    ),
    (
        (
            rf"{LEAD}no {_NOUN} (?:should|must|may|is to) (?:be|lie|stand)(?: left)? (?:anywhere|any place) (?:else )?"
            rf"(?:but|than|except|other than) {_AT}{THANKS}{LAST}"
        ),
        _all_there,
    ),
    (
        (
            rf"{LEAD}there (?:should|must|may) (?:be|not be|never be) (?:no|a|an|any) {_NOUN} (?:that|which) "
            rf"(?:is not|isn't|is left anywhere but) {_AT}{THANKS}{LAST}"
        ),
        _all_there,
    ),
    (
        (
            rf"{LEAD}(?:don't|do not|never) leave (?:any|an?|a single) {_NOUN} (?:anywhere else|elsewhere|somewhere "
            rf"else)\s*[:,;.-]+ ?(?:they )?(?:(?:should|must) )?(?:all )?(?:go |belong |be )?{_AT}{THANKS}{LAST}"
        ),
        _all_there,
    ),
    (
        (
            rf"{LEAD}{_AT},? (?:i|we)(?:'d| would)? (?:want|need|like)(?: to (?:see|have|find))? (?:(?:two|three|four|"
            rf"five|the following|these|a few|some) )*things ?[:–-]+ (?P<things>{NP}(?:(?:,|,? and) {NP})+)"
            rf"{THANKS}{LAST}"
        ),
        _listed,
    ),
    (
        (
            rf"{LEAD}first {_X},? (?:and )?then {_Z} ?[:,;.-]+ (?:please )?{_PUT}(?:them|both|both of them) "
            rf"{_AT}{THANKS}{LAST}"
        ),
        _in_that_order,
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
