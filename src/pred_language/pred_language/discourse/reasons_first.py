"""What is said before an order or behind it and only tells why or when: "so nobody gets hurt", "time for tea"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon.inflection import known_noun, singular
from pred_language.lexicon.shapes import LAST, NAME, NP, PREP

_WHO = (
    r"(?:no(?:body| one)|any(?:body|one)|some(?:body|one)|i|we|you|he|she|they|people|guests|(?:the|my|our) "
    r"(?:guests|kids|children|visitors|family))"
)
_LIST = rf"{NP}(?:, {NP})*,? and {NP}"
_TAKE = r"(?:take|get|grab|pick up|collect|fetch|gather)"


def then_ordered(match: re.Match[str]) -> str:
    """Return the group "order" where its group "verb" begins an order, else all that was matched."""
    return match["order"] if match["verb"].lower() in order_verbs() else match.group()


def _other_of_two(match: re.Match[str]) -> str:
    """Return "put the cushion that is not blue on the sofa" of "not the blue cushion, the other one"."""
    noun = known_noun(match["noun"])
    return f"put the {singular(noun)} that is not {match['which']} {match['to']}" if noun else match.group()


def _joined(match: re.Match[str]) -> str:
    """Return "put the bear on the bed" of "the bear can join the one on the bed"."""
    return f"put {match['thing']} {match['to']}" if known_noun(match["name"]) else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"^\W*(?:so(?: that)?|(?:before|in case|lest) (?!you\b)) ?{_WHO}\b[^.,;!?]*, "
         r"(?P<order>(?:please )?(?P<verb>[a-z]+) [^?]+)$"),
        then_ordered,
    ),
    (
        (r"^\W*(?:(?:right|ok|okay|so|well),? )?(?:(?:it's )?(?:[a-z]+ )?[a-z]+ time(?: again)?|(?:it's )?time for "
         r"(?:a |some |my |our )?[a-z]+)\s*[,.!:;-]+ (?P<order>(?:please )?(?P<verb>[a-z]+) [^?]+)$"),
        then_ordered,
    ),
    ((r",? (?:because |as |since )?it(?:'s| is) (?:too |so |very |getting |rather )*(?:pitch[- "
    r"])?(?:dark|black)\b(?: [a-z]+){0,4}"
     rf"{LAST}"), ""),
    (r"\bpitch[- ](?:black|dark)\b", "dark"),
    ((r"(?P<lead>^\W*)(?:good morning\W+)?(?:(?:it's )?time to )?let (?:the|some) "
      r"(?:day ?|sun ?)?light in\s*[,.;:!-]+ (?=[a-z])"),
     r"\g<lead>"),
    (rf"(?P<lead>^\W*)(?:good morning\W+)?(?:(?:it's )?time to )?let (?:the|some) (?:day ?|sun ?)?light in{LAST}",
     r"\g<lead>open the blinds"),
    ((r"(?P<order>^(?!open\b)[^.,;!?]*?[a-z]) first(?P<then>(?:,| and|;|\.)+ "
      r"(?:and )?(?:then|afterwards|after that)\b)"), r"\g<order>\g<then>"),
    (
        (rf"(?P<take>\b{_TAKE} {_LIST}),? (?:and |then )+(?P<put>put|place|move|bring|take|dump|drop|throw|lay) "
         r"(?:them all|all of them|the (?:whole )?lot|it all|both(?: of them)?|all three(?: of them)?|everything) "
         rf"(?P<to>(?:to|{PREP}) )"),
        r"\g<take> and \g<put> them \g<to>",
    ),
    (
        (rf"^(?P<lead>\W*)(?P<list>{_LIST})\s*[:;,-]+ (?:please )?(?:put|place|move|bring|take) "
         r"(?:them all|them|all of them|the (?:whole )?lot|it all|both(?: of them)?|everything) "
         rf"(?P<to>(?:to|{PREP}) {NP}){LAST}"),
        r"\g<lead>put \g<list> \g<to>",
    ),
    (
        (rf"(?P<order>^[^.;!?]*\b{NAME} (?:from|in|on|under|off) {NAME})\s*[,.;!?]+ "
         r"(?:because |since |as )?(?:the other(?: one)?|mine|this one|the old one)(?:'s| is)(?: already| all| "
         rf"quite| nearly)* (?:empty|dirty|broken|full|old|gone|used up|too [a-z]+){LAST}"),
        r"\g<order>",
    ),
    (
        (r"^\W*not the (?P<which>[a-z]+) (?P<noun>[a-z]+(?: [a-z]+)??)[,;.:-]+ (?:but )?the other(?: one)? "
         r"(?:should (?:be|go)|goes|belongs|must (?:be|go)|has to (?:be|go)|is to (?:be|go)) "
         rf"(?P<to>(?:to|{PREP}) {NP}){LAST}"),
        _other_of_two,
    ),
    (
        (rf"^\W*(?P<thing>(?P<name>{NAME})(?: (?:that (?:is|sits|lies|stands) )?{PREP} {NAME})?) "
         rf"(?:can|should|may|could|must|has to|is to) join the (?:others?|one|ones|rest) (?P<to>{PREP} {NAME}){LAST}"),
        _joined,
    ),
    (
        (r"[;,.] (?:when|once|as soon as) (?:it's|it is) (?:clean|done|washed|ready|dry|rinsed),? it "
         r"(?:can|should|may|must|has to|needs to) (?:go|be put|be placed) (?P<to>(?:to|in|on|into|onto|back)\b)"),
        r", then put it \g<to>",
    ),
    ((rf"\b(?P<np>{NP}) (?P<so>(?:is|'s) (?:still )?(?:running|on|open|lit|burning)) and "
      r"(?:nobody|no one) (?:needs|uses|is using|wants) (?:it|them)\b"), r"\g<np> \g<so>"),
    (rf"(?P<told>^\W*{NP} (?:is|'s) (?:still )?(?:running|on|open|lit|burning)),? (?:so )?would you mind\?{LAST}",
     r"\g<told>, see to it"),
    (
        (r"^\W*there(?:'s| is) (?:something|stuff|dirt|mud|grease) (?:[a-z]+ )?(?:in|on|inside|all over) "
         rf"(?P<thing>{NAME})[,.;]+ (?:so |please )*(?:it (?:should|must|has to|needs to) be "
         rf"(?:washed|cleaned|rinsed)|(?:wash|clean|rinse) it){LAST}"),
        r"wash \g<thing>",
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
