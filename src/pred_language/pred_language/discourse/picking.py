"""Which of several is meant, in other words: "of the mugs the blue one", "the mug that needs washing"."""

from __future__ import annotations

import re
from collections.abc import Callable

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, plural, singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import END, NP, PLACE, PREP

_STATES = r"(?:clean|dirty|empty|full|open|closed|shut|washed|unwashed)"
_LONGEST_FIRST = sorted(sorted({*words.COLOURS, *words.SIZES, *words.MATERIALS}), key=len, reverse=True)
_TELLING = "|".join(_LONGEST_FIRST) + f"|{_STATES}"
_MANY = r"(?:all(?: of)?(?: the| my)?|every|each|both(?: the| my)?|the|my|our|that|those|these|a|an|one|some|two|three)"
_NOUN = r"[a-z]+(?: [a-z]+)??"
_NOUNS = r"(?:[a-z]+ )??[a-z]+?s\b"
_IS = r"(?:that|which)(?: is| are)?"
_CLEANED = r"(?:washed|cleaned|rinsed|scrubbed)(?: up)?(?: yet| already)?"
_OPPOSITE = {"clean": "dirty", "dirty": "clean", "on": "unlit", "off": "running", "lit": "unlit"}
_ASIDE = r"\s*(?:,|[-–—]+|\()\s*"


_SO = r"(?:if (?:so|yes|that's so|it is|they are|there is|there are)|then|in that case)"
"""What joins an order to the question that it hangs on."""
_NOT_SO = r"(?:if not|otherwise|if (?:it|they|there) (?:is|are)(?: not|n't)|if (?:it|they)(?:'s|'re) not)"
_OF_ONE = r"(?<!s )"
"""Put before where something is: of several things some may be there and some not."""
_VERBS = "|".join(sorted({*words.VERB_BASES, "turn", "switch", "pick", "throw"}))
_CONTRARY = {
    "open": "closed", "closed": "open", "shut": "open", "on": "off", "off": "on", "clean": "dirty", "dirty": "clean",
    "full": "empty", "empty": "full", "running": "off", "lit": "off", "burning": "off",
}  # fmt: skip


def _on_condition(match: re.Match[str]) -> str:
    """Return "if the fridge is open, close it" of "is the fridge open? Then close it"."""
    so = match["so"].lower()
    if match["no"]:
        so = _CONTRARY.get(so, f"not {so}")
    return f"if {match['thing']} {match['be'].lower()} {so}, {match['order']}"


def _is_noun(text: str) -> bool:
    said = text.lower().split()
    return " ".join((*said[:-1], singular(said[-1]))) in nouns()


def _one_of(match: re.Match[str]) -> str:
    """Return "put the blue mug" of "of the mugs put the blue one"."""
    if not _is_noun(match["ns"]):
        return match.group()
    at = f" that is {match['at'].strip()}" if match["at"] else ""
    return f"{match['verb']} the {match['which'] or ''}{singular(match['ns'].lower())}{at}"


def _told_of(match: re.Match[str]) -> str:
    """Return "the blue book" of "the blue one of the books", or of "the books, just the blue one,"."""
    return f"the {match['which']} {singular(match['ns'].lower())}" if _is_noun(match["ns"]) else match.group()


def _meant_so(match: re.Match[str]) -> str:
    """Return "the white bear goes on the desk" of "the bear goes on the desk, the white one I mean"."""
    return f"{match['before']}{match['which']} {match['rest']}"


def _in_state(state: str) -> Callable[[re.Match[str]], str]:
    """Return what tells a noun by a state: "the dirty mug" of "the mug that needs washing"."""

    def told(match: re.Match[str]) -> str:
        return f"{match['det']} {state} {match['noun']}" if _is_noun(match["noun"]) else match.group()

    return told


def _otherwise(match: re.Match[str]) -> str:
    """Return "the dirty plates" of "the plates that aren't clean"."""
    return _in_state(_OPPOSITE[match["state"].lower()])(match) if _is_noun(match["noun"]) else match.group()


def _all_of(match: re.Match[str]) -> str:
    """Return "all the mugs" of "any mug you find"."""
    return f"all the {plural(singular(match['noun'].lower()))}" if _is_noun(match["noun"]) else match.group()


def _seen_there(match: re.Match[str]) -> str:
    """Return "put the mug that is on the desk" of "see the mug on the desk? Put it"."""
    return f"{match['verb']} {match['thing']}{f' that is {match['at']}' if match['at'] else ''}"


def _beside_its_kind(match: re.Match[str]) -> str:
    """Return "put the phone on the table with a phone on it" of "put the phone next to the one on the table"."""
    at = f" that is {match['at']}" if match["at"] else ""
    noun = match["noun"]
    return f"{match['verb']} the {noun}{at} {match['prep']} {match['place']} with the {noun} {match['prep']} it"


def _that_one(match: re.Match[str]) -> str:
    """Return "the cloth that is in the sink" of "the cloth in the sink, not the one in the hamper"."""
    said = match["thing"].lower().split()
    if singular(said[-1]) != said[-1] or not known_noun(match["thing"]):
        return match.group()
    told = f"that is {match['at']}" if match["at"] else f"from {match['from']}"
    return f"{match['thing']} {told}{match['end'] or ''}"


_THERE = r"(?:(?:that|which)(?:'s| is) )?(?:standing |lying |sitting )?"
_THAT = rf"\b(?P<det>{_MANY}) (?P<noun>{_NOUN}) "
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"\b(?P<thing>(?:the|my|that|this) {_NOUN}) (?:{_THERE}(?P<at>{PREP} (?:the|my) [a-z]+(?: [a-z]+)??)|"
         rf"(?:from|out of|"
         rf"off) (?P<from>(?:the|my) [a-z]+(?: [a-z]+)??)),? (?:and |but )?(?:not|rather than|instead of) (?:the "
         rf"(?:other )?"
         rf"one|that) {_THERE}(?:{PREP}|from|out of|off) (?:the|my) [a-z]+(?: [a-z]+)??(?:,(?P<end> )|"
         rf"(?P<stop>(?=\s*(?:[.;!]|"
         r"$|and\b|then\b))))"),
        _that_one,
    ),
    (
        (rf"^(?:from|among|out of|of) (?:the|my|these|those|our) (?P<ns>{_NOUNS}),? (?:please )?(?P<verb>[a-z]+(?: "
        rf"me)?) "
         rf"(?:only )?the (?P<which>[a-z]+ )?one(?P<at> {PLACE}(?= {PREP}| to\b))?"),
        _one_of,
    ),
    (
        (rf"\b(?P<verb>put|place|move|set|lay|stand) (?:the|my) (?P<noun>{_NOUN})(?: (?:that is )?(?P<at>{PLACE}))? "
         rf"(?:right )?(?:next to|beside|near|by|alongside) the (?:other )?one (?:that is )?(?P<prep>on|in) "
         rf"(?P<place>{NP}){END}"),
        _beside_its_kind,
    ),
    (rf"\bthe (?P<which>{_TELLING}) one (?:of|among|from) (?:the|my|these|those) (?P<ns>{_NOUNS})", _told_of),
    ((rf"\bthe (?P<ns>{_NOUNS}|{_NOUN}){_ASIDE}(?:just|only|but just|but only) the (?P<which>{_TELLING}) "
    rf"one(?:{_ASIDE}|\)\s*)"),
     lambda m: f"{_told_of(m)} "),
    (
        (rf"^(?P<before>[^.;!?]*?\b(?:the|my) )(?P<rest>[a-z]+[^.;!?]*?)(?:{_ASIDE}|[.;] )(?:i mean )?the "
        rf"(?P<which>{_TELLING}) "
         r"one(?:,? (?:i mean|i meant|that is|of course))(?=[).!\s]*$)"),
        _meant_so,
    ),
    (
        (
            rf"^(?P<before>[^.;!?]*?\b(?:the|my) )(?P<rest>(?!(?:{_TELLING})\b)[a-z]+[^.;!?]*?)[.,;!?]+ "
            rf"(?:i mean|(?:it|that)(?:'s| is)) (?:the|a) (?P<which>{_TELLING}) one(?P<end>[.!]*)$"
        ),
        lambda m: f"{_meant_so(m)}{m['end']}",
    ),
    (
        (
            rf"^(?P<before>[^.;!?]*?\b(?:the|my) )(?P<rest>(?!(?:{_TELLING})\b)[a-z]+[^.;!?]*?)[.,;!?]+ "
            rf"(?:i (?:think|believe) )?it(?:'s| is) (?:a )?(?P<which>(?!dark\b|light\b){_TELLING})(?P<end>[.!]*)$"
        ),
        lambda m: f"{_meant_so(m)}{m['end']}",
    ),
    (rf"(?P<it>[.,;!?] (?:it|that))(?:'s| is) the one (?:that is )?(?={PREP} )", r"\g<it> is "),
    (
        (
            r"(?P<order>\b(?:bring|get|fetch|hand|give|pass)\b[^.,;!?]*)[.,;!?]+ (?:i think |probably )?(?P<it>it|they)"
            rf"(?:'ll| will| should| must| might| may| ought to| could)(?: still| probably)? be (?={PREP} )"
        ),
        r"\g<order>. \g<it> is ",
    ),
    (
        (
            rf"\b(?P<one>(?:the|my) (?:{_TELLING}) (?P<noun>[a-z]+(?: [a-z]+)??)) (?P<join>and|or) "
            rf"(?P<two>the (?:{_TELLING})) one\b(?! (?:{PREP}|to) (?:the|a|my)\b[^.;!?]* (?:{PREP}|to) (?:the|a|my)\b)"
        ),
        r"\g<one> \g<join> \g<two> \g<noun>",
    ),
    (rf"^not (?:just )?any (?P<ns>{_NOUN}),? (?:but )?the (?P<which>{_TELLING}) one,? ", lambda m: f"{_told_of(m)}, "),
    ((rf"{_THAT}(?:that|which) (?:needs?|wants?|requires?|could do with) (?:a )?(?:good )?(?:wash(?:ing)?|"
    rf"clean(?:ing)?|rins(?:e|ing)|"
     r"scrub(?:bing)?)\b"), _in_state("dirty")),
    (rf"{_THAT}(?:that|which) (?:has|have|is|are)(?:n'?t| not)(?: yet)? (?:been )?{_CLEANED}\b", _in_state("dirty")),
    (rf"{_THAT}(?:that|which) (?:has|have)(?: already)? been {_CLEANED}\b", _in_state("clean")),
    ((rf"{_THAT}(?:that|which) (?:is|are)(?:n'?t| not) (?P<state>{'|'.join(_OPPOSITE)})(?! (?:the|a|an|my|any|top|"
    rf"it)\b)"), _otherwise),
    ((rf"\bany (?P<noun>{_NOUN})(?: that)? you (?:can )?(?:find|see|come across|spot)(?: lying around| "
    rf"anywhere)?(?= (?:in|on|into|onto|to|"
     r"under)\b)"), _all_of),
    ((rf"\b(?:whatever|whichever) (?P<noun>{_NOUNS})(?: that)? you (?:can )?(?:find|see|come across|"
    rf"spot)(?P<sign>,?)"), _all_of),
    (rf"^(?:anything|whatever) (?P<at>{PLACE}) (?=(?:goes|belongs|should|must|has to|needs to)\b)", (r"everything "
    r"\g<at> ")),
    ((rf"^(?:please )?(?:clear|empty) (?P<place>{NP})\s*[,:;.-]+\s*(?P<verb>put|move|bring|take) (?:it|them) all "
    rf"(?P<to>(?:to|{PREP}) )"),
     r"\g<verb> everything that is on \g<place> \g<to>"),
    ((rf"^(?:i|we) (?:want|need|would like|'d like) (?P<place>{NP}) (?:empty|cleared|clear)\s*[,:;.-]+\s*"
     rf"(?P<verb>put|move|bring|take) (?:it all|everything|them all|all) (?P<to>(?:to|{PREP}) )"),
     r"\g<verb> everything that is on \g<place> \g<to>"),
    ((rf"^(?:(?:do|can|did) you |you )?(?:see|know|notice|remember|spot)(?: that| there)? (?P<thing>{NP})(?: "
    rf"{_IS})?(?: (?P<at>{PLACE}))?"
     r"(?: over there)?\?\s*(?:well,? |so,? |please )*(?P<verb>[a-z]+) (?:it|that|that one|them)\b"),
     _seen_there),
    (
        (rf"^(?P<be>is|are) (?P<thing>{NP}) (?:still |already )?(?P<so>{'|'.join(_CONTRARY)}|{_OF_ONE}{PLACE})"
         rf"(?: {PREP} that [a-z]+)?[?,]\s*"
         rf"(?:(?P<no>{_NOT_SO})|{_SO}|well|so)?,? ?(?:please )?"
         rf"(?P<order>(?:{_VERBS})\b(?=[^?]*\b(?:it|them)\b)[^?]*)$"),
        _on_condition,
    ),
    (
        (rf"^(?:is|are) there (?P<there>(?:(?:a|an|any|some) )?[a-z]+(?: [a-z]+)?(?: {PLACE})?)\?\s*"
         rf"{_SO},? ?(?P<order>[^?]+)$"),
        r"if there is \g<there>, \g<order>",
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
