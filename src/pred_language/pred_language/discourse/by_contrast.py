"""Which thing or place is meant, told by what is not: "a cup, but not the one on the desk", "anywhere but the bed"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon.inflection import named_can, plural, singular
from pred_language.lexicon.shapes import DET, LAST, LEAD, NAME, NO_NOUN, PREP, THANKS

_NOUN = rf"(?P<noun>{NO_NOUN}[a-z][a-z-]*(?: {NO_NOUN}[a-z][a-z-]*){{0,2}}?)"
_THING = rf"(?:(?:{DET}|any) )?{_NOUN}"
_ASK = (
    r"(?P<ask>(?:bring|get|give|hand|fetch|pass) me|(?:i|we)(?:'d| would)? (?:like|want|need)|"
    r"(?:wash|clean|heat|slice|take|open|close|throw away))"
)
_AT = rf"(?P<at>{PREP} {NAME})"
_NOT_AT = rf"(?:the one (?:that is |that's )?)(?P<at>{PREP} {NAME})"
_TO = rf"(?P<to>(?:to|{PREP}) {NAME})"
_PUT = r"(?:put|place|move|bring|take|set)"
_STAYS = r"(?:stays?|can stay|may stay|remains?|should stay|stays? (?:there|put|where it is))"


def _told(match: re.Match[str], clause: str) -> str:
    """Return an order about the one that a clause and a place tell: "that is", or "that is not"."""
    thing = f"the {match['noun']}"
    if not named_can(thing, "pickupable"):
        return match.group()
    ask = match["ask"].lower()
    ask = "bring me" if ask.startswith(("i", "we")) else ask
    return f"{match['lead']}{ask} {thing} {clause} {match['at']}"


def _not_that(match: re.Match[str]) -> str:
    """Return "bring me the cup that is not on the desk" of "bring me the cup, but not the one on the desk"."""
    return _told(match, "that is not")


def _that_one(match: re.Match[str]) -> str:
    """Return "bring me the mug that is on the table" of "bring me a mug: the one on the table"."""
    return _told(match, "that is")


def _any_but(match: re.Match[str]) -> str:
    """Return "bring me the cup that is not on the bed" of "any cup but the one on the bed: bring it to me"."""
    carried = named_can(f"the {match['noun']}", "pickupable")
    return f"{match['lead']}bring me the {match['noun']} that is not {match['at']}" if carried else match.group()


def _all_but(match: re.Match[str]) -> str:
    """Return "put all the books to the desk except the one on the sofa" of "the one on the sofa stays, ..."."""
    noun = singular(match["noun"])
    if not named_can(f"the {noun}", "pickupable"):
        return match.group()
    return f"{match['lead']}put all the {plural(noun)} {match['to']} except the one {match['at']}"


def _there(match: re.Match[str]) -> str:
    """Return "put the cup on the bed" of "put the cup anywhere but the desk, say on the bed"."""
    carried = named_can(match["thing"], "pickupable")
    return f"{match['lead']}put {match['thing']} {match['to']}" if carried else match.group()


def _only(match: re.Match[str]) -> str:
    """Return "turn on the lamp" of "only the lamp should be turned on, not the laptop"."""
    switched = named_can(match["thing"], "toggleable")
    return f"{match['lead']}turn {match['way']} {match['thing']}" if switched else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"{LEAD}{_ASK} {_THING},? (?:but |just |only )+not {_NOT_AT}{THANKS}{LAST}", _not_that),
    (
        rf"{LEAD}{_ASK} {_THING} (?:that|which)(?:'s| is)? anywhere (?:but|except|other than) {_AT}{THANKS}{LAST}",
        _not_that,
    ),
    ((rf"{LEAD}any {_NOUN} (?:but|except|other than) {_NOT_AT}\s*[:,-]+ ?(?:bring|hand|give|pass|fetch|get) "
     rf"(?:it to me|me (?:it|that|one)|it here|it){THANKS}{LAST}"), _any_but),
    (
        (rf"{LEAD}{_ASK} {_THING}\s*[.:;,–-]+ (?:not just any(?: one)?|no other|not any old one),? (?:but )?"
        rf"{_NOT_AT}{THANKS}{LAST}"),
        _that_one,
    ),
    (rf"{LEAD}{_ASK} an? {_NOUN} ?[:–-] {_NOT_AT}{THANKS}{LAST}", _that_one),
    (
        (rf"{LEAD}the {_NOUN} {_AT} {_STAYS}\s*[,.;]+ (?:but |and )*(?:all )?(?:the (?:rest|others|other "
        rf"(?P=noun)s)(?: of the (?P=noun)s)?) (?:goes|go|belongs?|should go|can go|are to go|must go) "
        rf"{_TO}{THANKS}{LAST}"),
        _all_but,
    ),
    (
        (rf"{LEAD}{_PUT} all (?:of )?(?:the )?(?P<noun>[a-z]+(?: [a-z]+)??) {_TO}\s*[,.;]+ (?:but )?not {_NOT_AT}"
        rf"(?:,? (?:that|it)(?: one)? {_STAYS}(?: there| where it is)?)?(?: though)?{THANKS}{LAST}"),
        _all_but,
    ),
    (
        (rf"{LEAD}{_PUT} (?P<thing>{NAME}) anywhere (?:but|except|other than)(?: {PREP})? {NAME}\s*[,;:–-]+ (?:say|for "
        rf"instance|for example|maybe|perhaps)?,? ?{_TO}{THANKS}{LAST}"),
        _there,
    ),
    (rf"{LEAD}{_PUT} (?P<thing>{NAME}) not (?:to|{PREP}) {NAME},? but (?:rather )?{_TO}{THANKS}{LAST}", _there),
    (
        (rf"{LEAD}(?P<thing>{NAME}) (?:goes|go|belongs?|should (?:be|go)|must (?:be|go)) {_TO},? (?:and |but )?not "
        rf"(?:to|{PREP}) {NAME}{THANKS}{LAST}"),
        _there,
    ),
    (
        (rf"{LEAD}only (?P<thing>{NAME}) (?:should|must|is to|may|needs to) be (?:(?:turned|switched) )?"
        rf"(?P<way>on|off)(?:,? (?:and |but )?not {NAME})?{THANKS}{LAST}"),
        _only,
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
