"""What is to be done to a thing, told by the thing: "have the plates washed and in the cabinet", "it gets moved"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wishing import MADE
from pred_language.discourse.wrapping import base_of_gerund, base_of_participle, order_verbs
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.shapes import END, LAST, NAME, PREP, START, THANKS

_THING = (
    r"(?P<thing>(?:everything|(?:all|both|every|each)(?: of)?(?: (?:the|my|our))?|the|my|our|that|those|these|this)\b"
    rf"(?: (?!(?:and|then|gets?|needs?|is|are|has|have)\b)[a-z0-9'-]+){{0,7}}?)"
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
    return f"{made} {match['at']}, then {match['order']}{match['at']}"


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


_FORMS: tuple[tuple[str, Change], ...] = (
    (r"\bthe (?P<on>[a-z]+)'s (?P<thing>burner|hob|ring|flame)\b", _of_that),
    (r"\b(?P<all>all|all of the) (?:two|three|four|five|six|seven|eight) (?=[a-z]+s\b)", "all the "),
    (
        rf"\b(?:make|cut|chop|turn) (?P<thing>{NAME}) (?:up )?(?:in|into) (?:[a-z]+ )?"
        r"(?:pieces|slices|bits|chunks|cubes|strips|boats|wedges)\b",
        _cut_up,
    ),
    (rf"{START}{_THING} (?:comes?|goes|go) (?:over )?(?:here|to me){END}", _comes),
    (rf"(?P<start>^\W*please ){_THING} will be (?P<state>{'|'.join(MADE)}){END}", _made_so),
    (rf"{START}{_THING} to be {_DID}(?: (?P<way>on|off))?(?: {_AT})?(?=\s*(?:[.,;!?]|$| except| but))", _gets_done),
    (
        (
            rf"{START}(?:so )?(?:please )?(?:have|get) {_THING} {_DID}(?: in the (?:sink|basin|tub))? and (?:then )?"
            rf"(?:put |placed |stowed |back )?{_AT}{_BEFORE}{THANKS}{LAST}"
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
    (rf"{START}{_THING} needs? (?:to be )?(?P<doing>(?:mov|putt|tak|bring|carry)ing) (?:over )?{_AT}{END}", _needs_moving),
    (
        (
            rf"^(?P<order>[^.;!?]*? (?:in|on|into|onto) )(?P<at>{NAME}),? which (?:first )?(?:needs?|has|must|should|is) "
            r"(?:first )?(?:to )?(?:be (?P<state>clean|washed|empty|filled|hot|warm|cold|sliced)|(?P<doing>[a-z]+ing))"
            rf"(?: first| beforehand| before(?: that)?)?{THANKS}{LAST}"
        ),
        _made_before,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
