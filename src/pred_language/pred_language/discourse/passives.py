"""What is to be done to a thing, told by the thing: "have the plates washed and in the cabinet", "it gets moved"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wishing import MADE
from pred_language.discourse.wrapping import base_of_gerund, base_of_participle, first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.shapes import END, LAST, NAME, PREP, START, THANKS

_THING = (
    r"(?P<thing>(?:everything|(?:all|both|every|each)(?: of)?(?: (?:the|my|our))?|the|my|our|that|those|these|this)\b"
    r"(?: (?!(?:and|then|gets?|needs?|is|are|has|have)\b)[a-z0-9'-]+){0,7}?)"
)
_AT = rf"(?P<at>(?:back )?(?:to|{PREP}) {NAME}(?: {PREP} {NAME})?(?: on the (?:left|right))?)"
_BEFORE = r"(?:,? (?:before|by the time|when) (?:i|we|he|she|they)\b[^.,;!?]*)?"
_DID = r"(?P<done>[a-z]+)"


def _names(thing: str) -> bool:
    """Tell whether a phrase names a known thing, wherever that is, or all there."""
    if re.search(r"\b(?:others?|other (?:one|two|three)|rest|one|ones)$", thing, re.IGNORECASE):
        return True
    return thing.lower().startswith("everything") or bool(known_noun(re.split(rf" (?:from|{PREP}) ", thing)[0]))


def _it(thing: str) -> str:
    many = re.match(r"(?:everything|all|both|those|these|(?:the|my|our) (?:two|three|four))\b", thing, re.IGNORECASE)
    return "them" if many else "it"


def _had_done(match: re.Match[str]) -> str:
    """Return "wash the plates and put them in the cabinet" of "have the plates washed and in the cabinet"."""
    base = base_of_participle(match["done"])
    if not base or base not in order_verbs() or not _names(match["thing"]):
        return match.group()
    return f"{match['start']}{base} {match['thing']} and put {_it(match['thing'])} {match['at']}"


def _gets_done(match: re.Match[str]) -> str:
    """Return "switch off the lamp" of "the lamp gets switched off"."""
    base = base_of_participle(match["done"])
    if not base or base not in order_verbs() or not _names(match["thing"]):
        return match.group()
    way = f" {match['way']}" if match["way"] else ""
    at = f" {match['at']}" if match["at"] else ""
    return f"{match['start']}{base}{way} {match['thing']}{at}"


def _needs_moving(match: re.Match[str]) -> str:
    """Return "put everything in the drawer in the box" of "everything in the drawer needs moving to the box"."""
    base = base_of_gerund(match["doing"])
    known = base in ("move", "put", "take", "bring", "carry") and _names(match["thing"])
    return f"{match['start']}put {match['thing']} {match['at']}" if known else match.group()


def _made_before(match: re.Match[str]) -> str:
    """Return "wash the plate, then put the apple on the plate" of "put the apple on the plate, which needs washing"."""
    made = MADE.get((match["state"] or "").lower()) or base_of_gerund(match["doing"] or "")
    if not made or not known_noun(match["at"]):
        return match.group()
    verb = "" if first_order_verb(match["order"]) else "put "
    order = re.sub(r" and (?=(?:in|on)(?:to)? $)", " ", match["order"])  # "both apples out of the fridge and on"
    return f"{made} {match['at']}, then {verb}{order}{match['at']}"


def _made_so(match: re.Match[str]) -> str:
    """Return "close the cupboard" of "it is necessary that the cupboard will be closed"."""
    known = known_noun(match["thing"])
    return f"{match['start']}{MADE[match['state'].lower()]} {match['thing']}" if known else match.group()


def _comes(match: re.Match[str]) -> str:
    """Return "bring me the green one" of "the green one comes to me"."""
    known = known_noun(match["thing"]) or match["thing"].lower().split()[-1] in ("one", "ones", "rest", "others")
    return f"{match['start']}bring me {match['thing']}" if known else match.group()


def _of_that(match: re.Match[str]) -> str:
    """Return "the burner under the pan" of "the pan's burner"."""
    known = named_can(match["on"], "pickupable") and named_can(match["thing"], "toggleable")
    return f"the {match['thing']} under the {match['on']}" if known else match.group()


def _cut_up(match: re.Match[str]) -> str:
    """Return "slice the lettuce" of "make the lettuce in small pieces"."""
    return f"slice {match['thing']}" if known_noun(match["thing"]) else match.group()


def _made_ahead(match: re.Match[str]) -> str:
    """Return "turn off the tv, then put ..." of "after the tv is off, put ..."."""
    known = known_noun(match["thing"]) and first_order_verb(match["order"])
    does = {**MADE, "out": "turn off"}[match["state"].lower()]
    return f"{does} {match['thing']}, then {match['order']}" if known else match.group()


def _one_first(match: re.Match[str]) -> str:
    """Return "wash the knife, then slice the bread" of "slice the bread, but wash the knife first"."""
    if not first_order_verb(match["later"]) or not first_order_verb(match["first"]):
        return match.group()
    first, later = match["first"], match["later"]
    named = re.search(NAME, later, re.IGNORECASE)
    if re.search(r"\b(?:it|them)\b", first, re.IGNORECASE):
        if named is None:
            return match.group()
        first = re.sub(r"\b(?:it|them)\b", named.group(), first, count=1)
        later = f"{later[: named.start()]}it{later[named.end() :]}"
    return f"{match['lead']}{first}, then {later}"


def _all_so(match: re.Match[str]) -> str:
    """Return "close the fridge and the drawers" of "make sure the fridge and the drawers are closed"."""
    things = re.split(r",? and |, ", match["things"])
    told = f"{match['start']}{MADE[match['state'].lower()]} {match['things']}"
    return told if all(map(known_noun, things)) else match.group()


def _away(match: re.Match[str]) -> str:
    """Return "take the cup that is next to the coffee machine" of "take the cup away from the coffee machine"."""
    told = f"{match['before']}that is next to {match['from']}"
    return told if named_can(match["from"], "toggleable") else match.group()


def _off_both(match: re.Match[str]) -> str:
    """Return two orders of "get the plates off the bed and desk and into the sink"."""
    if not all(map(known_noun, (match["thing"], match["one"], match["two"]))):
        return match.group()
    places = (match["one"], f"the {match['two']}")
    return match["start"] + ". ".join(f"put {match['thing']} that are on {place} {match['to']}" for place in places)


def _treated_ahead(match: re.Match[str]) -> str:
    """Return "turn off the candle, then put it there" of "the candle should go there, but put it out first"."""
    if not known_noun(re.split(rf" {PREP} ", match["thing"])[0]):
        return match.group()
    does = {"put": "turn off"}.get(match["verb"].lower(), match["verb"] + (f" {match['way']}" if match["way"] else ""))
    return f"{does} {match['thing']}, then put it {match['at']}"


def _filled(match: re.Match[str]) -> str:
    """Return "fill the white mug in the cabinet" of "the white mug in the cabinet, I want water in it"."""
    known = known_noun(re.split(rf" {PREP} ", match["thing"])[0])
    return f"{match['start']}fill {match['thing']}" if known else match.group()


def _should_be(match: re.Match[str]) -> str:
    """Return "wash the cloth in the sink" of "the cloth in the sink, it should be clean"."""
    does = {**MADE, "lit": "turn on", "burning": "turn on"}[match["state"].lower()]
    known = known_noun(re.split(rf" (?:{PREP}) ", match["thing"])[0])
    return f"{match['start']}{does} {match['thing']}" if known else match.group()


def _has_to_go(match: re.Match[str]) -> str:
    """Return "take everything on the bed away" of "everything on the bed has to go"."""
    return f"{match['start']}take {match['thing']} away" if _names(match["thing"]) else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"^(?P<start>\W*){_THING},? (?:it |they )?(?:should|must|has to|have to|needs? to|ought to) be "
        rf"(?P<state>lit|burning){THANKS}{LAST}"),
        _should_be,
    ),
    (
        (rf"^(?P<start>\W*){_THING}, (?:it|they) (?:should|must|has to|have to|needs? to|ought to) be "
        rf"(?P<state>{'|'.join(MADE)}){THANKS}{LAST}"),
        _should_be,
    ),
    ((rf"(?P<sure>\b(?:make sure|see to it|see|ensure)(?: that)? {NAME} (?:is|are) )left (?=(?:open|on|off|closed|shut"
     rf")\b)"), r"\g<sure>"),
    (rf"{START}{_THING} (?:has to|have to|must|needs to) go(?: away| now)*{THANKS}{LAST}", _has_to_go),
    (
        (rf"^(?P<start>\W*){_THING},? (?:i|we)(?:'d| would)? (?:want|need|like|love)(?: some| to have)? water in "
        rf"(?:it|there)(?: please)?{LAST}"),
        _filled,
    ),
    (
        (
            rf"^\W*(?P<thing>{NAME}(?: {PREP} {NAME})?) (?:should|must|can|has to|needs to|may) (?:stand|go|lie|be(?: "
            rf"put)?|sit) (?P<at>{PREP} [^.;!?,]+), "
            rf"(?:but |only )?(?:please )?(?P<verb>put|turn|switch|wash|rinse|close|empty|blow) it(?: "
            rf"(?P<way>out|off|on))? (?:first|beforehand){THANKS}{LAST}"
        ),
        _treated_ahead,
    ),
    (rf"\b(?P<belongs>belongs? (?:{PREP}) {NAME}), (?:and )?not (?:{PREP}) {NAME}(?=\s*(?:[.,;!]|$))", r"\g<belongs>"),
    (
        (rf"^(?P<start>\W*)(?:please )?(?:get|take|clear) (?P<thing>{NAME}) off (?P<one>{NAME}) and (?:the "
        rf")?(?P<two>[a-z]+),? and (?P<to>(?:in|on)to {NAME})"),
        _off_both,
    ),
    (
        (
            rf"{START}(?:please )?(?:make sure|see to it|see|ensure|check)(?: that)? (?P<things>(?:{NAME}, )*{NAME},? "
            rf"and {NAME}) are "
            rf"(?:all |both )?(?P<state>{'|'.join(MADE)}){THANKS}{LAST}"
        ),
        _all_so,
    ),
    ((rf"(?P<before>\b(?:take|get|move|bring|put) {NAME} )away from (?P<from>{NAME})(?= and "
     rf"(?:put|set|place|bring|move)\b)"), _away),
    ((r"\b(?P<thing>towels?|cloths?|toilet paper|rag) (?P<that>that (?:is|are)|that's) hanging(?: up)?(?! "
     r"(?:on|over|in|from|by|at)\b)"),
     r"\g<thing> \g<that> on the towel holder"),
    ((rf"(?P<which>(?:that (?:is|are)|that's) (?:{PREP}) {NAME}), (?:and )?not (?:the |any )?ones? "
     rf"(?:off|from|on|in|that is on) {NAME}"
     r"(?=\s*(?:[.!]|$))"), r"\g<which>"),
    (
        (rf"^\W*(?:after|once|as soon as) (?P<thing>{NAME})(?: is|'s) (?P<state>{'|'.join(MADE)}|out),? (?:then "
        rf")?(?:please )?"
        r"(?P<order>[a-z]+ [^?]+)$"),
        _made_ahead,
    ),
    (
        (rf"^(?P<lead>\W*)(?:please )?(?P<later>[a-z]+ [^.,;!?]+)[,.;]+ (?:but|only|though),? (?:for "
        rf"(?:pity's|god's|heaven's) sake,? )?"
        rf"(?:please )?(?P<first>[a-z]+ (?:it|them|{NAME})(?: (?:on|off|out|up))?) (?:first|beforehand|before(?: "
        rf"that)?){THANKS}{LAST}"),
        _one_first,
    ),
    (r"\bthe (?P<on>[a-z]+)'s (?P<thing>burner|hob|ring|flame)\b", _of_that),
    (r"\b(?P<all>all|all of the) (?:two|three|four|five|six|seven|eight) (?=[a-z]+s\b)", "all the "),
    (
        (rf"\b(?:make|cut|chop|turn) (?P<thing>{NAME}) (?:up )?(?:in|into) (?:[a-z]+ )?"
        r"(?:pieces|slices|bits|chunks|cubes|strips|boats|wedges)\b"),
        _cut_up,
    ),
    (rf"{START}{_THING} (?:comes?|goes|go) (?:over )?(?:here|to me){END}", _comes),
    (rf"(?P<start>^\W*please ){_THING} will be (?P<state>{'|'.join(MADE)}){END}", _made_so),
    (rf"{START}{_THING} to be {_DID}(?: (?P<way>on|off))?(?: {_AT})?(?=\s*(?:[.,;!?]|$| except| but))", _gets_done),
    (
        (
            rf"{START}(?:so )?(?:please )?(?:have|get) {_THING} {_DID}(?: in the (?:sink|basin|tub))? and (?:then )?"
            rf"(?:put |placed |stowed |back |lying |standing )?{_AT}{_BEFORE}{THANKS}{LAST}"
        ),
        _had_done,
    ),
    (
        (
            rf"{START}(?:please )?(?:have|get) {_THING} {_DID}(?: in the (?:sink|basin|tub))?,? (?:and )?"
            rf"(?:then|after that|afterwards),? (?:put )?{_AT}{THANKS}{LAST}"
        ),
        _had_done,
    ),
    (rf"{START}{_THING} gets? {_DID}(?: (?P<way>on|off))?(?: {_AT})?{END}", _gets_done),
    (
        rf"{START}{_THING} needs? (?:to be )?(?P<doing>(?:mov|putt|tak|bring|carry)ing) (?:over )?{_AT}{END}",
        _needs_moving,
    ),
    (
        (
            rf"^(?P<order>[^.;!?]*? (?:in|on|into|onto) )(?P<at>{NAME}),? which (?:first )?(?:needs?|has|must|should|i"
            rf"s) "
            r"(?:first )?(?:to )?(?:be (?P<state>clean|washed|empty|filled|hot|warm|cold|sliced)|(?P<doing>[a-z]+ing))"
            rf"(?: first| beforehand| before(?: that)?)?{THANKS}{LAST}"
        ),
        _made_before,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
