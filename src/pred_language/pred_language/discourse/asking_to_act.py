"""Requests in the form of a question, told as orders: "could the salt go onto the table?", "didn't I tell you to ...?".

Also what is to be done by what a look shows: "I left the phone on the bed, could you check, and if so bring it?".
"""

from __future__ import annotations

import re

from pred_language.discourse.hinting import undoing
from pred_language.discourse.rewriting import Change, Rule, retold, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.shapes import NAME, NP, PREP

_START = r"(?P<start>^\W*|[.!?;] |, (?:so |and |but )?|\bso )"
_ASKED = r"(?:could|would|can|will|might) you (?:please |kindly |maybe |perhaps |just )*"
_STATE = r"(?:on|off|open|closed|shut|running|lit|burning)"
_SEE_TO_IT = (
    r"(?:see to (?:it|that)|take care of (?:it|that)|deal with (?:it|that)|sort (?:it|that)(?: out)?|do something "
    r"about "
    r"(?:it|that)|fix (?:it|that)|stop (?:it|that)|end (?:it|that)|change that)"
)
_NOBODY = (
    r"(?:nobody|no ?one|no one else|you|they|he|she|somebody else|anyone)(?:'s| is|'re| are)?(?: not|n't)? "
    r"(?:else )?(?:reading|using|watching|drinking|eating|needing|wearing|sitting|needs?|wants?|minds?|objects?|uses?)"
    r"(?: (?:it|them|that|that one|on it|with it))?(?: (?:right now|now|any ?more|at the moment))?"
)
_SPARED = (
    rf"(?:{_NOBODY}|it(?:'s| is) (?:free|not in use|going spare|to hand|handy|not (?:too much|any) "
    rf"(?:trouble|bother)|no "
    r"(?:trouble|bother|problem)|all right|alright|okay|ok|fine)(?: with you)?|that(?:'s| is) (?:all "
    r"right|alright|okay|"
    r"ok|fine|not too much)(?: (?:with|by) you)?)"
)
_END = r"\s*[?!.]*\s*$"
_LOOK = r"(?:(?:please )?(?:have a (?:quick )?look|take a (?:quick )?look|check|look|see))"
_SO = r"(?:so|it is|it's there|it is there|it's so|yes|they are)(?: there)?"
_DONE = {
    **dict.fromkeys(("closed", "shut"), "closed"), "opened": "open", "locked": "closed", "washed": "clean",
    "cleaned": "clean", "sliced": "sliced", "cut": "sliced", "filled": "full", "emptied": "empty",
    **dict.fromkeys(("turned off", "switched off"), "off"), **dict.fromkeys(("turned on", "switched on"), "on"),
}  # fmt: skip
_PAST = "|".join(_DONE)
_IN_ITS_DOOR = re.compile(rf"\b(?P<np>{NAME})", re.IGNORECASE)


def _undone(match: re.Match[str]) -> str:
    """Return "turn off the tap" of "I fear the tap is still running, would you see to it?"."""
    verb = undoing(match["so"].lower())
    named = match["np"].split(f" {match['prep']} ")[0]
    return f"{verb} {match['np']}." if verb and known_noun(named) else match.group()


def _closed_again(match: re.Match[str]) -> str:
    """Return "hand me an egg out of the fridge, then close the fridge" of "... and be sure the door is closed"."""
    shut = [one["np"] for one in _IN_ITS_DOOR.finditer(match["order"]) if named_can(one["np"], "openable")]
    return f"{match['order']}, then close {shut[-1]}{match['end']}" if shut else match.group()


def _other_one(match: re.Match[str]) -> str:
    """Return "can I have the fork from the drawer?" of "I need a fork, can I have the other one from the drawer?"."""
    named = [known_noun(one.group()) for one in re.finditer(rf"\b{NP}", match["story"], re.IGNORECASE)]
    noun = next((name for name in reversed(named) if name), "")
    return f"{match['asks']} the {noun} {match['at']}?" if noun else match.group()


def _is_told(match: re.Match[str]) -> str:
    """Return the order of "didn't I tell you to shut the lid?"."""
    return f"{match['start']}{match['order']}." if first_order_verb(match["order"]) else match.group()


def _if_so(match: re.Match[str]) -> str:
    """Return "if the laptop is open, close it" of "I can't remember if I closed it, check and if it's open ..."."""
    return f"if {match['np']} is {match['so']}, {match['order']}." if known_noun(match["np"]) else match.group()


def _if_there(match: re.Match[str]) -> str:
    thing = match["np"]
    return f"if {thing} is {match['at']}, {match['order']}." if known_noun(thing) else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"{_START}(?:could|would|might|may) (?P<np>{NAME})(?: (?P<at>{PREP} {NAME}))? (?:please |now |perhaps "
        rf")?(?:go|move|"
        rf"come)(?: over)?,? (?P<rest>(?:from {NAME} )?(?:to|{PREP}) {NP})(?P<more>,? {PREP} {NP})?(?P<end>\s*\?+)"),
        lambda m: (
            f"{m['start']}put {m['np']}{' ' + m['at'] if m['at'] else ''} {m['rest']}"
            f"{' ' + m['more'].strip(' ,') if m['more'] else ''}."
        ),
    ),
    (
        (
            rf"^(?P<story>[^?]*\b{NP}[^?]*?),? (?:so )?(?P<asks>(?:can|could|may) (?:i|we) (?:please "
            rf")?have|(?:{_ASKED})"
            rf"(?:bring|give|hand|get|pass|fetch) me) the other(?: one)? (?P<at>(?:from|{PREP}|out of) {NAME}){_END}"
        ),
        _other_one,
    ),
    (
        (
            rf"(?P<order>(?:{_ASKED}|please )?[a-z]+ [^?;.]*?),? (?:and|but) (?:please )?(?:be|make) (?:quite "
            rf")?(?:sure|"
            r"certain)(?: that)? (?:(?:the door|its door|the lid)(?:'s| is| gets)? (?:closed|shut)(?: "
            r"again)?|it(?:'s| is| gets) "
            r"(?:closed|shut) again)"
            r"(?: (?:afterwards|after that|behind you|when you're done|properly))*(?P<end>\s*[?.!]*)"
        ),
        _closed_again,
    ),
    (
        (rf"(?P<asks>\b(?:can|could|may|might) (?:i|we) (?:please )?(?:have|get|borrow) {NP}(?: [^?,]*)?),? "
        rf"if {_SPARED}{_END}"),
        r"\g<asks>?",
    ),
    (
        (
            rf"^\W*(?:i (?:fear|think|am afraid|'m afraid|believe|guess|suspect)(?: that)? )?(?P<np>{NAME}(?: "
            rf"(?P<prep>{PREP}|at|of) "
            rf"{NAME})?)(?:'s| is| has been|'s been| keeps| is being)(?: still| been)? (?P<so>{_STATE})(?: "
            rf"(?:again|all|the|"
            rf"whole|morning|day|night|evening|for|hours|ages|since|yesterday))*,? (?:so )?{_ASKED}{_SEE_TO_IT}"
            rf"(?: (?:before|please|for me)[^?]*)?{_END}"
        ),
        _undone,
    ),
    (
        (rf"{_START}(?:didn'?t i|did i not) (?:tell|ask) you (?:already |before |twice |again )?to "
        rf"(?P<order>(?!do\b)[a-z]+ [^?]+?)(?: already| before| ages ago| an hour ago)?\s*\?+"),
        _is_told,
    ),
    (
        (
            r"^\W*(?:what|where|how|why|which|who|when)\b[^,.;?]*? (?:i (?:don't|do not) care|(?:doesn't|does not) "
            r"matter(?: to "
            r"me)?|i (?:don't|do not) mind|is (?:all the same|of no interest)(?: to me)?)[,.;]+ (?:(?:but|so) "
            r")?(?:just )?"
            r"(?=[a-z]+ [^?]*$)"
        ),
        "",
    ),
    (
        (
            rf"^\W*(?:i|we|somebody|someone)(?: think| believe)?(?: i| we)?(?:'ve| have)? (?:left|put|forgot|laid) "
            rf"(?P<np>{NAME}) (?P<at>{PREP} {NAME}),? (?:i (?:think|believe|guess)|maybe|probably)?,? ?(?:so "
            rf")?(?:{_ASKED})"
            rf"{_LOOK},? and,? if {_SO},? (?P<order>[a-z]+ [^?]+?){_END}"
        ),
        _if_there,
    ),
    (
        (
            rf"^\W*(?:i (?:really )?(?:can't|cannot|don't) (?:remember|recall|know)|i(?:'m| am) not sure|i forget|i "
            rf"forgot) "
            rf"(?:if|whether) (?:i|we|somebody|someone)(?:'ve| have)? (?P<done>{_PAST}) (?P<np>{NAME}),? (?:so |but )?"
            rf"(?:{_ASKED})?{_LOOK},? and,? if (?:it(?:'s| is)|they(?:'re| are)) (?P<so>(?:still |not )?[a-z]+),? "
            rf"(?P<order>[a-z]+ [^?]+?){_END}"
        ),
        _if_so,
    ),
    (
        (
            rf"^\W*(?:i|we) (?:already )?(?P<done>{_PAST}) (?P<np>{NAME}),? or(?: wait)?,? did i\?+ if (?:it|they) "
            rf"(?:isn't|is not|aren't|are not) (?P<state>[a-z]+),? (?P<order>[a-z]+ [^?]+?){_END}"
        ),
        r"if \g<np> is not \g<state>, \g<order>.",
    ),
    (
        (
            rf"^\W*(?:please )?{_LOOK} (?:if|whether) (?P<np>{NAME}) (?:is|are) (?P<so>(?:{_STATE}|[a-z]+|{PREP}"
            rf" {NAME})),? "
            rf"(?:and |but )?(?:if (?:it|they) (?:isn't|is not|aren't|are not)|if not|otherwise|or else),? "
            rf"(?P<order>[a-z]+ [^?]+?){_END}"
        ),
        r"if \g<np> is not \g<so>, \g<order>.",
    ),
    (
        (r"^\W*how (?:disgusting|awful|horrible|terrible|annoying|lovely|nice|untidy|stupid(?: of me)?|silly(?: of "
        r"me)?|rude|"
        r"embarrassing|messy)[,!.]+ (?=[a-z])"),
        "",
    ),
    (
        (r"(?:^|(?<=[.!?] ))[^.!?;]*\byou(?:'re| are) (?:a |an |the |such an? |really |very |so "
        r")*(?:good|great|nice|clever|"
        r"sweet|lovely|kind|wonderful|best|helpful|smart) ?[a-z]*,? (?:do )?you know(?: that)?\?+"),
        "thank you.",
    ),
)  # fmt: skip
_RULES: tuple[Rule, ...] = rules(_FORMS)
_STORY = re.compile(
    r"^(?P<story>[^?]*?),? so (?P<asks>(?:could|can|would|will) you (?:please )?(?P<verb>[a-z]+)\b[^?]*\?+\s*)$",
    re.IGNORECASE,
)
_TELLS_OF_PEOPLE = re.compile(r"^\W*(?:old people|people|i|we|my [a-z]+|he|she|they)\b[^?;]*$", re.IGNORECASE)


def as_order(text: str) -> str:
    """Return a text with its requests that are put as questions told as orders; any other as it is."""
    story = _STORY.match(text)
    if story is not None and _TELLS_OF_PEOPLE.match(story["story"]) and not known_noun_in(story["story"]):
        text = story["asks"] if first_order_verb(story["verb"]) else text
    return retold(text, _RULES)


def known_noun_in(text: str) -> bool:
    """Tell whether a text names a thing or place."""
    return any(known_noun(one.group()) for one in re.finditer(rf"\b{NP}", text, re.IGNORECASE))
