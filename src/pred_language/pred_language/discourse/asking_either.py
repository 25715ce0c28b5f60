"""Questions that offer two answers, and short ones: "is it empty or is there water in it?", "any sign of my keys?".

Each is told as the question for the one that would answer it: whether it is so, how many there are, where it is.
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon import words
from pred_language.lexicon.inflection import (
    known_noun,
    named_can,
    names_several,
    plural,
    singular,
    with_article,
)
from pred_language.lexicon.people import KIN
from pred_language.lexicon.shapes import NAME, PREP

_ASK = r"(?:is|are|does|do|did|have|has|where|what|which|how many|how much|who|was|were)"
_STATE = r"(?:on|off|open|closed|shut|clean|dirty|full|empty|sliced|cut|whole|lit|running|burning|hot|cold)"
_THING = rf"{NAME}(?: {PREP} {NAME})?"
_WORDS = r"[a-z]+(?: [a-z]+)??"
_WHO = r"(?:i|we|you|he|she|they|some(?:one|body)|any(?:one|body))"
_COLOUR = "|".join(sorted(words.COLOURS))
_NUMBER = r"(?:two|three|four|five|more|several|both)"
_END = r"\s*\?+\s*$"
_UNDONE = {
    "off": "on", "on": "off", "close": "open", "shut": "open", "open": "closed", "wash": "dirty", "clean": "dirty",
}  # fmt: skip
"""How things are that somebody forgot to treat so."""
_LEVELS = {"up": "open", "down": "closed"}


def _known(told: str) -> Change:
    """Return what tells a question so where what it is about is known, and leaves it else."""

    def change(match: re.Match[str]) -> str:
        return match.expand(told) if known_noun(re.split(rf" {PREP} ", match["np"])[0]) else match.group()

    return change


def _number_there(match: re.Match[str]) -> str:
    """Return "how many spoons are in the drawer?" of "is it just the one spoon in the drawer, or two?"."""
    noun = known_noun(match["n"])
    at = match.groupdict().get("at") or f"{match['prep']} {match['place']}"
    return f"how many {plural(singular(match['n']))} are {at}?" if noun else match.group()


def _on_it(match: re.Match[str]) -> str:
    """Return "how many pillows are on the sofa?" of "does the sofa have one pillow or two?"."""
    if not known_noun(match["n"]) or not named_can(match["place"], "receptacle"):
        return match.group()
    return f"how many {plural(singular(match['n']))} are on {match['place']}?"


def _forgotten(match: re.Match[str]) -> str:
    """Return "which lamp is on?" of "which lamp did I forget to turn off?"."""
    done = (match["way"] or match["done"]).lower()
    be = "are" if names_several(match["np"]) else "is"
    return f"which {match['np']} {be} {_UNDONE[done]}?" if known_noun(match["np"]) else match.group()


def _at_either(match: re.Match[str]) -> str:
    """Return "where is the pillow?" of "the pillow: sofa or armchair?"."""
    places = all(named_can(match[one], "receptacle") and not named_can(match[one], "pickupable") for one in ("a", "b"))
    return f"where is {with_article(match['np'])}?" if places and known_noun(match["np"]) else match.group()


def _up_or_down(match: re.Match[str]) -> str:
    """Return "are the blinds open or closed?" of "are the blinds up or down?"."""
    either = f" or {_LEVELS[match['other'].lower()]}" if match["other"] else ""
    return f"{match['be']} {match['np']} {_LEVELS[match['so'].lower()]}{either}?"


def _all_about(match: re.Match[str]) -> str:
    """Return the questions for all that can be said of a thing: "what can you tell me about the laptop?"."""
    thing = match["np"]
    if not known_noun(thing):
        return match.group()
    be = "are" if names_several(thing) else "is"
    pairs = (("openable", "open or closed"), ("toggleable", "on or off"), ("dirtyable", "clean or dirty"))
    states = [f"{be} {thing} {pair}?" for flag, pair in pairs if named_can(thing, flag)]
    place = [f"where {be} {thing}?"] if named_can(thing, "pickupable") else []
    return " ".join((*place, *states)) or match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"^\W*(?:{KIN}|mummy|daddy|sweetie|dear|darling|buddy|mate|honey|love|sir|madam)[,!]+ (?={_ASK}\b[^?]*\?)", ""),
    (
        (r"^\W*(?:(?:do |please |so |just )*tell me(?: (?:one thing|this|that|honestly|quickly|again|something))?|(?:on"
        r"e|"
        rf"a|just a)? ?(?:quick )?question|one thing|say)\s*[,:–-]+ (?={_ASK}\b[^?]*\?)"),
        "",
    ),
    (r"^(?P<be>\W*(?:is|are)) there really (?=[^?]*\?)", r"\g<be> there "),
    (
        (r"^\W*(?:is there (?:a|any) (?:chance|possibility)(?: that)?|is it possible that|(?:could|might|can) it be "
        r"that|is "
        rf"it likely that) (?P<np>{NAME}) (?P<be>is|are) (?P<so>[^?]+?){_END}"),
        r"\g<be> \g<np> \g<so>?",
    ),
    (
        rf"^\W*there(?:'s| is) nothing(?: left| at all)? (?P<at>{PREP} {NAME}),? is there{_END}",
        r"is there anything \g<at>?",
    ),
    (
        (rf"^(?P<asks>\W*(?:is|are) {_THING} (?:empty|full)),? or (?:is|are) (?:there )?(?:still "
        rf")?(?:something|anything|some|"
        rf"water|stuff|[a-z]+ left)(?: (?:still|left))? in (?:it|there|them){_END}"),
        r"\g<asks>?",
    ),
    (
        (rf"^\W*(?:is|are) (?:it|there|they|that) (?:just |only )(?:the )?one (?P<n>{_WORDS}) (?P<at>{PREP} {NAME}),? "
        rf"or "
        rf"(?:is it |are there )?{_NUMBER}{_END}"),
        _number_there,
    ),
    (
        (rf"^\W*(?:does|do|has|have) (?P<place>{NAME}) (?:have |got )*(?:just |only )?(?:one|a single) "
        rf"(?P<n>{_WORDS}),? or "
        rf"{_NUMBER}{_END}"),
        _on_it,
    ),
    (
        rf"^\W*(?P<np>{NAME})\s*[,:–-]+ (?:(?:have|has) (?:you|anyone|anybody) )?seen (?:it|them)(?: anywhere)?{_END}",
        _known(r"where is \g<np>?"),
    ),
    (rf"^\W*any (?:sign|trace|idea) of (?:where )?(?P<np>{NAME})(?: is| are)?{_END}", _known(r"where is \g<np>?")),
    (
        (rf"^\W*(?:do|should|must) (?:i|we) (?:need to |have to )?[a-z]+ (?P<np>{NAME})(?: up| out)?,? or "
        rf"(?P<be>is|are) (?:it|"
        rf"they) (?:still |already )?(?P<so>{_STATE})(?: already| still| yet| enough)?{_END}"),
        _known(r"\g<be> \g<np> \g<so>?"),
    ),
    (
        rf"^\W*{_NUMBER} (?P<np>[a-z]+(?: [a-z]+)?)\s*[,:–-]+ where are they{_END}",
        _known(r"where are the \g<np>?"),
    ),
    (
        (rf"^\W*(?P<np>{NAME}) (?P<be>is|are)(?:n't| not) (?P<so>{_STATE}|{PREP} {NAME})(?: any ?more| yet| by "
        rf"now)?{_END}"),
        _known(r"\g<be> \g<np> \g<so>?"),
    ),
    (
        (rf"^\W*which (?P<np>{_WORDS}) (?:did|have|has) {_WHO} (?:forget|forgotten|fail|failed) to (?:(?:turn|switch) "
        rf"(?P<way>on|off)|(?P<done>close|shut|open|wash|clean)){_END}"),
        _forgotten,
    ),
    (
        (rf"^\W*(?:the )?(?P<np>{_WORDS})\s*[,:–-]+ (?:on |in )?(?:the )?(?P<a>{_WORDS}),? or (?:on |in )?(?:the "
        rf")?(?P<b>{_WORDS})"
        rf"{_END}"),
        _at_either,
    ),
    (
        rf"^(?P<asks>\W*(?:is|are) {_THING} {_STATE}),? (?:or )?(?P<other>{_STATE}|not),? (?:or )?what{_END}",
        lambda m: f"{m['asks']} or {m['other']}?",
    ),
    (
        rf"^\W*how(?:'s| is|'re| are) (?P<np>{NAME}),? (?P<so>{_STATE}) or (?P<other>{_STATE}|not){_END}",
        _known(r"is \g<np> \g<so> or \g<other>?"),
    ),
    (
        (rf"^\W*(?P<be>is|are) (?P<np>(?:the|my|our) (?:(?:blinds?|curtains?)|toilet(?: lid| seat)?|(?:lid|seat) of "
        rf"the toilet))"
        rf" (?:still )?(?P<so>up|down)(?: or (?P<other>up|down))?{_END}"),
        _up_or_down,
    ),
    (
        (rf"^\W*(?:i (?:forgot|forget|(?:can't|cannot|don't) remember|don't know)|i'm not sure) "
        rf"(?:whether|if) {_WHO}(?:'ve| "
        rf"have)? (?:put|left|laid) (?P<np>{NAME}) (?P<at>{PREP} {NAME})[,.;]+ (?:so )?is it(?: in)? there{_END}"),
        _known(r"is \g<np> \g<at>?"),
    ),
    (
        (rf"^\W*what(?:'s| is) (?:the|that) (?P<colour>{_COLOUR}) (?:thing|object|item|stuff) (?:lying "
        rf")?(?P<at>{PREP} {NAME})"
        rf"{_END}"),
        r"what is \g<colour> \g<at>?",
    ),
    (r"^\W*what(?:'s| is) (?:lying|standing|sitting|hanging) (?:there|around|about) (?=[^?]*\?)", "what is "),
    (
        (rf"^\W*where (?:on earth |in the world |exactly )*did (?P<np>{NAME}) (?:roll|fall|slip|run|wander|vanish|fly|d"
        rf"rop|disappear)(?: off| down| away)?"
        rf"(?: to)?{_END}"),
        _known(r"where is \g<np>?"),
    ),
    (
        (rf"^\W*(?:what (?:can|could) you (?:tell|say)(?: me)? (?:about|of)|what do you know (?:about|of)|tell me "
        rf"(?:all )?"
        rf"about) (?P<np>{NAME})\s*[?.!]*\s*$"),
        _all_about,
    ),
    (rf"^\W*are (?P<np>(?:the|my|our) [a-z ]+?) (?P<all>all|both) (?P<at>{PREP} {NAME}|{_STATE}){_END}",
     r"are \g<all> \g<np> \g<at>?"),
    (
        (rf"^\W*(?P<np>(?:the|my|our) {_WORDS})\s*[,:–-]+ are they (?P<all>all|both) (?P<at>{PREP} {NAME}|{_STATE}"
        rf"){_END}"),
        _known(r"are \g<all> \g<np> \g<at>?"),
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
