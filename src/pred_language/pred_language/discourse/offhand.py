"""What is said offhand, in full: "the towel someone dropped on the floor", "same with the CD", "the lot of them".

Each rule turns a way of leaving words away, or of saying a clause in others, into words that later steps read.
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon.inflection import known_noun
from pred_language.lexicon.shapes import DET, NP, NPS, PLACE, PREP

_SOMEBODY = r"(?:someone|somebody|you|we|i|they|he|she|mum|mom|dad)"
_PUT = r"(?:dropped|left|put|threw|forgot|placed|laid|tossed|hid|set)(?: down)?(?: lying| standing)?"
_THERE = rf"(?=(?:{PREP}) {DET}\b)"
_LAST = r"\s*[.!]*\s*$"
_TOO = r"(?:too|as well|likewise|ditto)"
_AND_THEN = r"(?:(?:and|then|next|after(?:wards| that)|finally),? )*"
_ORDER = re.compile(
    rf"^(?P<lead>\W*(?:please )?(?P<verb>[a-z]+)(?: (?:me|us|up|away|out|off|on))? )(?P<thing>{NP})(?P<rest>\b.*)$",
    re.IGNORECASE,
)
_BARE = re.compile(rf"^(?P<lead>\W*)(?P<thing>[a-z]+(?: [a-z]+)?)(?P<rest> (?:to|{PREP}) .*)$", re.IGNORECASE)


def _thing_of(order: str) -> re.Match[str] | None:
    """Return an order, or a clause without a verb, as what leads to its thing, the thing, and the rest."""
    match = _ORDER.match(order)
    if match is None or match["verb"].lower() not in order_verbs():
        match = _BARE.match(order)
    return match if match is not None and known_noun(match["thing"]) else None


def _one_more(match: re.Match[str]) -> str:
    """Return "put the egg and the apple in the fridge" of "put the egg in the fridge. Then the apple, too"."""
    found, more = _thing_of(match["before"]), match["more"]
    if found is None or not known_noun(more):
        return match.group()
    thing, det = found["thing"], "" if re.match(rf"{DET}\b", more, re.IGNORECASE) else "the "
    first = thing if re.match(rf"{DET}\b", thing, re.IGNORECASE) else f"the {thing.lower()}"
    return f"{found['lead']}{first} and {det}{more}{found['rest']}."


def _only_that(match: re.Match[str]) -> str:
    """Return "put the spoon in the sink" of "put the fork in the sink, and ... On second thoughts just the spoon"."""
    found = _thing_of(match["before"])
    return f"{found['lead']}{match['new']}{found['rest']}." if found is not None else match.group()


def _done_first(match: re.Match[str]) -> str:
    """Return "rinse the cup, then turn the tap off" of "turn the tap off, having first rinsed the cup"."""
    base = base_of_participle(match["done"].lower())
    return f"{base} {match['first']}, then {match['later']}." if base else match.group()


def _bare_place(match: re.Match[str]) -> str:
    """Return "put the racket on the bed" of "racket? On the bed"."""
    thing = match["thing"]
    named = thing if re.match(rf"{DET}\b", thing, re.IGNORECASE) else f"the {thing}"
    return f"{match['start']}put {named} {match['at']}" if known_noun(thing) else match.group()


def _those_only(match: re.Match[str]) -> str:
    """Return "put all the green books on the sofa" of "not the black book, only the green ones, those go there"."""
    noun = known_noun(match["thing"])
    many = match["one"].lower() == "ones"
    every, plural = ("all ", "s") if many and not noun.endswith("s") else ("", "")
    return f"put {every}the {match['which']} {noun}{plural} {match['at']}" if noun else match.group()


def _the_lot(match: re.Match[str]) -> str:
    """Return "all the spoons" of "spoons in the drawer, the lot of them"."""
    return f"{match['lead']}all the {match['noun']}{match['rest']}" if known_noun(match["noun"]) else match.group()


def _thing_it(match: re.Match[str]) -> str:
    """Return "the towel, put it" of "the towel, put him"."""
    known = known_noun(match["thing"]) and match["verb"].lower() in order_verbs()
    return f"{match['thing']}, {match['verb']} it" if known else match.group()


def _switched(match: re.Match[str]) -> str:
    """Return "turn on the light" of "make me the light on"."""
    return f"{match['lead']}turn {match['way']} {match['thing']}" if known_noun(match["thing"]) else match.group()


_OPEN = r"(?P<state>open|closed|shut|on|off|running)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (r"\b(?P<gas>gas )?ring(?P<s>s?) (?=(?:on|of) the (?:cooker|stove|hob)\b)", r"burner\g<s> "),
    (r"\b(?:bin|chuck out|get rid of|dispose of|discard) (?P<it>it|them)\b", r"throw \g<it> away"),
    (r"^(?P<lead>\W*)in case (?=(?:there|the|my|it)\b[^,.;]*,)", r"\g<lead>if "),
    (
        rf"(?P<thing>\b{NP})(?: that| which)? {_SOMEBODY}(?:'s|'ve| has| have| had)?(?: just)? {_PUT} {_THERE}",
        r"\g<thing> that is ",
    ),
    (
        (
            rf"(?P<thing>\b{NP})(?: that| which)? you(?:'ll| will| can| may| should| would)?(?: probably)? "
            rf"(?:find|see|spot)(?: lying| standing)? {_THERE}"
        ),
        r"\g<thing> that is ",
    ),
    (
        (
            r"(?: yet)? ?\b(?:has|have)(?:n'?t| not)(?: yet)? been (?:washed|cleaned|rinsed)"
            r"(?: yet| so far)?\b"
        ),
        " is dirty",
    ),
    (
        (
            r",? \b(?:provided|providing|assuming|supposing|on condition|as long as|so long as)(?: that)? "
            r"(?=(?:it|they|the|there|my|nobody|no one|a|an)\b)"
        ),
        " if ",
    ),
    (
        (
            rf"\b(?P<if>if|unless) (?P<thing>(?:the|my) [a-z]+)s (?=(?:still )?{PREP} (?:the|my)\b)"
            r"(?![^,.;]* (?:are|is|have)\b)"
        ),
        r"\g<if> \g<thing> is ",
    ),
    (
        (
            r"^(?P<lead>\W*)if there(?:'s| is| are) (?:still )?(?:anything|something|things)"
            rf"(?: left| lying| standing| still)* (?P<at>{PLACE}),? (?:then |please )*"
            r"(?P<verb>put|bring|move|take|place|throw|carry) (?:it|them|that)\b"
        ),
        r"\g<lead>\g<verb> everything that is \g<at>",
    ),
    (r"(?<=, )do (?=[a-z]+ (?:it|them|the|that)\b)", ""),
    (
        r"\bwash(?P<ing>ing)? up (?=(?:everything|all|the|my|both|every|those|these|it|them|whatever)\b)",
        r"wash\g<ing> ",
    ),
    (
        (
            r"(?P<before>^[^.;!?]+?)\s*[.;,!]+\s*(?:and )?(?:do )?(?:the )?same (?:thing )?(?:goes )?"
            rf"(?:with|for|to) (?P<more>{NP}){_LAST}"
        ),
        _one_more,
    ),
    (
        (
            r"^(?!.*\bif\b)(?P<before>[^,.;!?]+?)\s*(?:[.;!]+|,(?! and\b)|,? and)\s*"
            rf"{_AND_THEN}(?P<more>{NP}|(?!so\b|that\b)[a-z]+),? {_TOO}{_LAST}"
        ),
        _one_more,
    ),
    (
        (
            r"^(?P<before>[^,.;!?]+)[^.;!?]*[.;!?]+\s*(?:on second thoughts?|actually|no)[, ]+"
            rf"(?:just|only) (?P<new>{NP}){_LAST}"
        ),
        _only_that,
    ),
    (
        rf"^(?P<later>[^.;!?]+?),? having (?:first |already )?(?P<done>[a-z]+) (?P<first>[^.;!?,]+){_LAST}",
        _done_first,
    ),
    (
        (
            rf"(?P<start>^|[.;!] ?)(?P<thing>(?:{DET} )?[a-z]+(?: [a-z]+)?)\?+ (?P<at>(?:to|{PREP}) {NP})"
            rf"(?={_LAST})"
        ),
        _bare_place,
    ),
    (
        (
            rf"^(?:don'?t|do not) (?:move|touch|take) (?P<thing>{NP})[,;.]+ (?:but )?(?:only|just) "
            r"the (?P<which>[a-z]+) (?P<one>ones?),? (?:those|these|they|that|it) (?:goes|go|belongs?) "
            rf"(?P<at>{PLACE})"
        ),
        _those_only,
    ),
    (
        (
            r"^(?P<lead>(?:[a-z]+ )??)(?:the )?(?P<noun>[a-z]+s)(?P<rest> [^,.;!?]*?),? "
            rf"(?:the (?:whole )?lot|all)(?: of them)?(?={_LAST})"
        ),
        _the_lot,
    ),
    (r"\b(?:though|although|albeit) not\b", "but not"),
    (
        (
            r"(?P<not>\b(?:not|except(?: for)?|apart from|other than|but) the (?:[a-z]+ )?[a-z]+?)"
            rf"(?: with (?P<with>{NP}) on (?:it|top)|(?: that| which)? (?P<on>{NP}) (?:is|are|lies|stands) on)"
            r"(?=\s*(?:[.,;!?]|$))"
        ),
        lambda m: f"{m['not']} under {m['with'] or m['on']}",
    ),
    (rf"(?P<thing>^{NP}), (?P<verb>[a-z]+) (?:him|her)\b", _thing_it),
    (
        rf"(?P<lead>^|[.;!,] )make (?:me |us )?(?P<thing>{NP}) (?P<way>on|off)\b(?! (?:{DET}|top)\b)",
        _switched,
    ),
    (
        r"\b(?P<who>i|we)(?:'m|'re| am| are) (?:wanting|needing) (?=(?:the|a|an|my|some|one|two)\b)",
        r"\g<who> want ",
    ),
    (r"(?<=[a-z]), you (?:give|bring|hand) (?:it |them )?(?:to )?me\s*\?+", ""),
    (r",? (?:sorry,? )?did i say [^.?!]+\?+ i (?:meant|mean) ", ", I mean "),
    (
        (
            rf"^(?P<verb>[a-z]+) {NP} {PLACE}\W*(?:or rather|make (?:that|it)|no|i mean)\b,?"
            rf"(?: (?:make that|i mean),?)? (?P<new>{NP} {PLACE})(?={_LAST})"
        ),
        r"\g<verb> \g<new>",
    ),
    (
        (
            rf"\b(?:i|we)(?:'d| would) (?:much |far )?(?:rather|prefer to|sooner) (?:have|see) (?P<thing>{NPS}) "
            rf"(?P<at>{PLACE}) (?:than|instead of|rather than) (?:over )?"
            r"(?:there|here|where (?:it|they) (?:is|are))\b"
        ),
        r"put \g<thing> \g<at>",
    ),
    (r"\b(?:i|we)(?P<would>'d| would) (?:much|far) (?=rather|prefer|sooner)", r"I\g<would> "),
    (
        (
            r"(?P<prep>\b(?:on|in|onto|into)) (?:a|an|one|any|some) (?P<noun>[a-z]+(?: [a-z]+)?),? "
            r"(?:but |just )?not (?:(?:on|in|onto|into) )?(?P<spared>the (?:[a-z]+ )?one\b[^,.;!?]*)"
        ),
        r"\g<prep> any \g<noun> except \g<spared>",
    ),
    (
        (
            rf",? ?(?:\b(?:but|and|though|while|only) )?(?P<thing>{NP}) (?:can|may|should|must|is to|has to) "
            rf"(?:just )?(?:stay|remain|be left) {_OPEN}(?={_LAST})"
        ),
        r" and leave \g<thing> \g<state>",
    ),
    (rf"\brefrigerate (?P<thing>it|them|{NPS})(?=\s*(?:[.!;]|$))", r"put \g<thing> in the fridge"),
    (
        rf"^(?P<place>{NP}) is where (?P<things>{NPS}) (?:lives?|goes|go|belongs?){_LAST}",
        r"put \g<things> to \g<place>",
    ),
    (
        (
            r"\bif (?:one|any) of (?:the|my) (?P<noun>[a-z]+)s(?: (?:on|of) (?:the|my) [a-z]+)? (?:is|are) "
            r"(?:still )?(?:on|running|going|lit|burning)\b"
        ),
        r"if there is a running \g<noun>",
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
