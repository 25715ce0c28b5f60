"""How what holds a thing is left, and what is done with the thing before: "which should stay open", "wash it first"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_gerund, base_of_participle
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.shapes import LAST, NAME, PREP, THANKS

_PUT = rf"(?P<put>[a-z]\b[^.;!?]*? (?:in|into|inside|to|from|out of) (?P<place>{NAME}))"
_OPEN = r"(?P<so>open|closed|shut)"


def _left(match: re.Match[str]) -> str:
    """Return "put the bread in the fridge and leave it open" of "..., which should stay open"."""
    if not named_can(match["place"], "openable"):
        return match.group()
    leave = (match.groupdict().get("so") or "open").lower() == "open"
    return f"{match['put']} and {'leave it open' if leave else f'close {match["place"]}'}"


def _closed(match: re.Match[str]) -> str:
    """Return "put the mug in the box and close the box" of "put the mug into the box and close the latter"."""
    known = named_can(match["place"], "openable")
    return f"{match['put']} and close {match['place']}" if known else match.group()


def _shut_away(match: re.Match[str]) -> str:
    """Return "put the kettle in the drawer and close the drawer" of "shut the kettle away in the drawer"."""
    known = named_can(match["place"], "openable") and known_noun(match["thing"])
    return f"put {match['thing']} in {match['place']} and close {match['place']}" if known else match.group()


def _emptied(match: re.Match[str]) -> str:
    """Return "take the spoon out of the drawer and put it on the table" of "empty the spoon out of ... onto ..."."""
    known = named_can(match["thing"], "pickupable")
    told = f"{match['lead']}take {match['thing']} out of {match['place']} and put it {match['to']}"
    return told if known else match.group()


def _left_open(match: re.Match[str]) -> str:
    """Return "put the book in the box and leave the box open" of "open the box, put the book inside ..."."""
    known = named_can(match["place"], "openable")
    return f"put {match['thing']} in {match['place']} and leave {match['place']} open" if known else match.group()


def _washed_first(match: re.Match[str]) -> str:
    """Return "wash the mug and put it on the table" of "the mug goes on the table, but wash it first"."""
    said = match["wash"].lower().removeprefix("a ")
    verb = base_of_participle(said) or base_of_gerund(said) or said
    washed = named_can(match["thing"], "dirtyable") or named_can(match["thing"], "pickupable")
    return f"{verb} {match['thing']} and put it {match['at']}" if washed else match.group()


_DO = r"(?P<wash>wash|rinse|clean|heat|warm|chill|cool|slice)"
_DONE = r"(?P<wash>washed|rinsed|cleaned|heated|warmed|chilled|cooled|sliced|cut)"
_NEED = (
    r"(?:it|they) (?:needs?|wants?|must have|should have|requires?) (?P<wash>a (?:wash|rinse|clean)|washing|rinsing|"
    r"cleaning|heating|warming|chilling|cooling|slicing)"
)
_GOES = (
    r"(?:goes|go|belongs?|should (?:be|go)|must (?:be|go)|needs? to (?:be|go)|has to (?:be|go)|can go|gets put|is put)"
)
_AT = rf"(?P<at>(?:to|{PREP}) {NAME})"
_BEGINS = r"^\W*(?:(?:please|now|so|robot|(?:can|could|would|will) you)\b[\s,]*)*"
_FORMS: tuple[tuple[str, Change], ...] = (
    (r",? in fact,? (?=(?:please )?[a-z]+ (?:it|them|the)\b)", " but "),
    (
        (
            rf"{_PUT},? (?:and )?(?:which|that|it|the door) (?:should|must|is to|has to|can|may|needs to) "
            rf"(?:stay|remain|be left|be kept|be) {_OPEN}{THANKS}{LAST}"
        ),
        _left,
    ),
    (
        rf"{_PUT},? without (?:closing|shutting) (?:it|the door|{NAME})(?: again| afterwards)?{THANKS}{LAST}",
        _left,
    ),
    (
        rf"{_PUT},? (?:and |but )?(?:with )?(?:its |the )?(?:door|lid) (?:left |kept )?{_OPEN}{THANKS}{LAST}",
        _left,
    ),
    (
        (
            rf"{_PUT}[,;.]* (?:but |and )?(?:there(?:'s| is) )?no need to (?:close|shut) (?:it|the door)(?: again|"
            rf" afterwards)?(?:[,;.]* (?:but |just |please )*(?:leave|keep) (?:it|the door) open)?{THANKS}{LAST}"
        ),
        _left,
    ),
    (rf"{_PUT},? (?:and|then|and then) (?:close|shut) the (?:latter|former|container){THANKS}{LAST}", _closed),
    (
        (
            rf"{_PUT},? (?:and )?(?:make sure|don't forget|remember|be sure|mind) (?:that )?(?:you |to )(?:close|shut) "
            rf"(?:it|the door)(?: again| afterwards| after that)?{THANKS}{LAST}"
        ),
        _closed,
    ),
    (
        (
            rf"{_BEGINS}(?:shut|lock|close|hide|tuck) (?P<thing>{NAME}) away (?:in|into|inside) "
            rf"(?P<place>{NAME}){THANKS}{LAST}"
        ),
        _shut_away,
    ),
    (
        (
            rf"{_BEGINS}(?:close|shut) (?P<place>{NAME}),? (?:after|once|when|as soon as) you(?:'ve| have) "
            rf"(?:put|placed|set|laid) (?P<thing>{NAME}) (?:in|into|inside)(?: (?:it|there))?{THANKS}{LAST}"
        ),
        _shut_away,
    ),
    (
        (
            rf"{_BEGINS}open (?P<place>{NAME}),? (?:and )?put (?P<thing>{NAME}) (?:in|inside)(?: it)?,? (?:and |but "
            rf")*leave it open{THANKS}{LAST}"
        ),
        _left_open,
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:empty|unload|get) (?P<thing>{NAME}) (?:out of|from) (?P<place>{NAME}) "
            rf"(?P<to>(?:onto|into|on|in) {NAME})"
        ),
        _emptied,
    ),
    (
        (
            rf"{_BEGINS}(?P<thing>{NAME}) {_GOES} {_AT}[,;]* (?:but |and |only )*(?:please )?{_DO} (?:it|them) "
            rf"(?:first|beforehand|before(?: that)?){THANKS}{LAST}"
        ),
        _washed_first,
    ),
    (rf"{_BEGINS}before (?P<thing>{NAME}) {_GOES} {_AT},? {_NEED}{THANKS}{LAST}", _washed_first),
    (
        (
            rf"{_BEGINS}(?:put|place|set|bring|take|move) (?P<thing>{NAME}) {_AT},? (?:but |and )?(?:not "
            rf"(?:before|until|till)|only (?:after|once|when)) you(?:'ve| have)? {_DONE} (?:it|them){THANKS}{LAST}"
        ),
        _washed_first,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
