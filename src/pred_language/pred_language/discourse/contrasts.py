"""One of two told by the other: "one lamp is on, switch the other one on too", "leave the apple in the fridge alone".

Also which one is meant told behind the thing: "the lamp, the one that stands next to my book".
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.turns_of_speech import STATE
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, singular
from pred_language.lexicon.shapes import DET, LAST, NAME, NP, PREP

_JOIN = r"\s*(?:[,.;!]+|,? but|,? and|,? so)\s*(?:(?:and|but|so|now|please|just|only|then|can you|could you),? )*"
_OTHER = r"the other(?: one)?"
_STAYS = r"(?:alone|there|be|where (?:it|he) (?:is|lies|stands)|as (?:it|he) is|in place)"
_WANT = r"(?:i(?:'d| would)? (?:rather |really )?(?:want|like|need|love|prefer)(?: to have)?|bring me|give me|get me)"
_THERE_IS = r"(?:there(?:'s| is| are)|i (?:can )?see|(?:i|we) have|you(?:'ll)? (?:see|find))"


def _other_there(match: re.Match[str]) -> str:
    """Return "slice the apple that is not in the fridge" of "leave the apple in the fridge, but slice the other"."""
    noun = known_noun(match["noun"])
    if not noun or match["verb"].lower() not in order_verbs():
        return match.group()
    return f"{match['verb']}{match['way'] or ''} the {noun} that is not {match['at']}{match['rest']}"


_CONTRARY = {"closed": "open", "shut": "open", "open": "closed", "full": "empty", "empty": "full", "has": "empty"}
"""The state of the other one, where an adjective says it."""


def _other_so(match: re.Match[str]) -> str:
    """Return "switch on the lamp that is off" of "one lamp is already on, switch the other one on too"."""
    noun = known_noun(match["noun"])
    if not noun or match["verb"].lower().split()[0] not in order_verbs() | {"light"}:
        return match.group()
    contrary = _CONTRARY.get(match["state"].lower().split()[0], "")
    if contrary:
        return f"{match['verb']} the {contrary} {singular(noun)}{match['rest']}"
    return f"{match['verb']} the {singular(noun)} that is not {match['state']}{match['rest']}"


def _other_wanted(match: re.Match[str]) -> str:
    """Return "bring me the phone that is not on the bed" of "there's a phone on the bed, but I'd like the other"."""
    noun = known_noun(match["noun"])
    return f"bring me the {match['told'] or ''}{noun} that is not {match['at']}" if noun else match.group()


def _one_of_those(match: re.Match[str]) -> str:
    """Return "bring me the yellow cup that is in the sink" of "there are two yellow cups. I want that in the sink"."""
    noun = known_noun(match["ns"])
    if not noun:
        return match.group()
    verb = match["verb"] or "bring me"
    return f"{verb} the {match['told'] or ''}{singular(noun)} {_that_is(match['which'])}{match['rest'] or ''}"


def _so_of_those(match: re.Match[str]) -> str:
    """Return "the clean green bowl goes onto the table" of "there are two green bowls; the clean one goes onto it"."""
    noun = known_noun(match["ns"])
    told = f"the {match['which']} {match['told']}{singular(noun)}"
    return f"{match['verb']}{told} {match['rest']}" if noun else match.group()


def _that_is(told: str) -> str:
    """Return "that is in the sink" of "in the sink"."""
    told = re.sub(r"^(?:standing|lying|sitting|hanging) ", "", told, flags=re.IGNORECASE)
    return told if re.match(r"that\b", told, re.IGNORECASE) else f"that is {told}"


def _all_but_that(match: re.Match[str]) -> str:
    """Return "move everything on the sofa except the bear to the desk" of "leave the bear, but move the others"."""
    if not known_noun(match["thing"]) or match["verb"].lower() not in order_verbs():
        return match.group()
    return f"{match['verb']} everything that is {match['at']} {match['to']} except {match['thing']}"


def _first_left(match: re.Match[str]) -> str:
    """Return "move the statue to the shelf" of "you needn't touch the phone, just move the statue to the shelf"."""
    known = known_noun(match["thing"]) and match["verb"].lower() in order_verbs()
    return f"{match['lead']}{match['verb']} {match['rest']}" if known else match.group()


def _told_behind(match: re.Match[str]) -> str:
    """Return "switch on the lamp that is next to my book" of "switch on the lamp, the one next to my book"."""
    known = known_noun(match["thing"])
    return f"{match['thing']} {_that_is(match['which'])}" if known else match.group()


def _meant_instead(match: re.Match[str]) -> str:
    """Return "bring me the pencil" of "no, not the pen. I was after the pencil, bring me that"."""
    return f"{match['verb']} {match['new']}{match['rest'] or ''}"


_THAT_LIES = r"(?:that (?:is|are|isn't|is not|are not) |which (?:is|are) |standing |lying |sitting |hanging )?"
_WHICH = (
    r"(?:that (?:is|are)(?: not|n't)? |which is |standing |lying |sitting |hanging )?"
    rf"(?:{PREP} {NAME}|{STATE}|in there)"
)
_LEFT_THINGS = (
    r"(?:needn't|need not|don't (?:need|have) to|do not (?:need|have) to) (?:do (?:anything|a thing) (?:with|about)|"
    r"bother (?:with|about)|worry about|touch|move|bring|fetch|take|wash)"
)
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"^\W*(?:please )?leave the (?P<noun>[a-z]+(?: [a-z]+)??) (?P<at>{PREP} {NAME})(?: {_STAYS})?{_JOIN}"
            rf"(?P<verb>[a-z]+)(?P<way> (?:on|off|up|out))? {_OTHER}(?P<rest>(?: (?:to|{PREP}) {NP}| on| off| "
            rf"up)?){LAST}"
        ),
        _other_there,
    ),
    (
        (
            rf"^\W*(?:the |my )?one(?: of (?:the|my))?(?: two| both)? (?P<noun>[a-z]+(?: [a-z]+)??) (?:is |has "
            rf"been |(?=has ))"
            rf"(?:already |still )?(?P<state>{STATE}|running|burning|lit|has "
            rf"(?:something|water|coffee|tea|stuff) in it)"
            rf"(?: already)?{_JOIN}(?P<verb>(?:switch|turn)"
            rf" (?:on|off)|[a-z]+) {_OTHER}(?P<rest>(?: (?:on|off))?(?: (?:to|{PREP}) {NP})?)(?: too| as well)?"
            rf"(?:,? (?:would|could|will|can) you)?(?: please)?{LAST}"
        ),
        _other_so,
    ),
    (
        (
            rf"^\W*{_THERE_IS} (?:an?|one|the|that) (?P<told>(?:(?:{words.TELLING_WORD}) )?)(?P<noun>[a-z]+(?: [a-z]+)"
            rf"??) (?P<at>{PREP} {NAME}){_JOIN}{_WANT} {_OTHER}(?: please)?{LAST}"
        ),
        _other_wanted,
    ),
    (
        (
            rf"^\W*{_THERE_IS} (?:two|three|four|several|both|some) (?P<told>(?:(?:{words.TELLING_WORD}) )?)"
            rf"(?P<ns>[a-z]+(?: [a-z]+)??)(?: {PREP} {NAME}| here| there)?{_JOIN}(?:{_WANT}|(?P<verb>[a-z]+)) "
            rf"(?:only )?the one (?P<which>{_WHICH})(?P<rest>(?: (?:to|{PREP}) {NP})?)(?: please)?{LAST}"
        ),
        _one_of_those,
    ),
    (
        (
            rf"^\W*{_THERE_IS} (?:two|three|both) (?P<told>(?:(?:{words.TELLING_WORD}) )?)(?P<ns>[a-z]+(?: [a-z]+)??)"
            rf"(?: {PREP} {NAME}| here| there)?{_JOIN}(?P<verb>(?:[a-z]+ )?)the "
            rf"(?P<which>{STATE}|{words.TELLING_WORD}) one "
            rf"(?P<rest>[a-z]+[^.;!?]*){LAST}"
        ),
        _so_of_those,
    ),
    (
        (
            rf"^\W*(?:of|from|out of) the (?:two|three|four) (?P<told>(?:(?:{words.TELLING_WORD}) )?)(?P<ns>[a-z]+"
            rf"(?: [a-z]+)??)(?: {PREP} {NAME})?,? (?:please )?(?P<verb>[a-z]+(?: me)?) (?:only )?the one "
            rf"(?P<which>{_WHICH})(?P<rest>(?: (?:to|{PREP}) {NP})?)(?: please)?{LAST}"
        ),
        _one_of_those,
    ),
    (
        (
            rf"^\W*(?:please )?leave (?P<thing>{NAME}) {_STAYS}{_JOIN}(?P<verb>[a-z]+) (?:all )?the other (?:things?|"
            rf"stuff|objects?|items?) {_THAT_LIES}(?P<at>{PREP} {NAME}) (?P<to>(?:to|{PREP}) {NP}){LAST}"
        ),
        _all_but_that,
    ),
    (
        (
            rf"^(?P<lead>\W*)you {_LEFT_THINGS} (?P<thing>{NAME})\s*[,;.]+ (?:but )?(?:just|only|simply) "
            rf"(?P<verb>[a-z]+) (?P<rest>[^;!?]+){LAST}"
        ),
        _first_left,
    ),
    (
        (
            rf"(?P<thing>\b{DET} [a-z]+(?: [a-z]+)??), (?:i mean |that is,? |namely )?the one (?:that(?:'s| is| "
            rf"has been) |which is )?(?:(?:standing|"
            rf"lying|sitting|hanging|right|just|directly|left|[a-z]+ing) )*(?P<which>{PREP} {NAME}|on the "
            rf"(?:left|right)|{STATE})"
            r"(?=\s*(?:[.;!?]|$|, [a-z]+ (?:it|that|them)\b))"
        ),
        _told_behind,
    ),
    (
        (
            rf"^\W*(?:no,? )?not {NAME}\s*[,.;!]+ (?:i was after|i meant|i want(?:ed)?|it's|it is|i need) "
            rf"(?P<new>{NP})\s*[,.;]+ (?:so |please |and )*(?P<verb>(?:bring|give|get|fetch|hand|pass) me|[a-z]+) "
            rf"(?:that|it|that one)(?P<rest>(?: (?:to|{PREP}) {NP})?)(?: please)?{LAST}"
        ),
        _meant_instead,
    ),
    (
        (rf"(?P<before>\b(?:the|my) (?:{words.TELLING_WORD}|little|small|tall|big) "
        rf"(?P<noun>lamp|light|tap|burner)\b[^?]*? "
        rf"the (?:{words.TELLING_WORD}|little|small|tall|big)) one\b"),
        r"\g<before> \g<noun>",
    ),
    (rf"\bin the corner (?=(?:by|near|next to|beside) {DET} )", ""),
    (r"\b(?P<one>(?:only )?not (?:the|my) [a-z]+(?: [a-z]+)?) and not (?=(?:the|my) [a-z]+)", r"\g<one> and "),
    (r",? no exceptions(?=\s*(?:[.,;!]|$))", ""),
    (rf",? (?:and )?not (?:one of |any of )?the others?{LAST}", ""),
    (rf"(?P<left>,? (?:but|and) )let (?P<thing>{NAME}) be(?: alone)?{LAST}", r"\g<left>leave \g<thing> alone"),
    (
        rf"\b(?:that|which)(?:'s| is| has|'ve| have|'s) been (?:[a-z]+ing )(?=(?:{PREP}) {DET}\b)",
        "that is ",
    ),
    (rf"\b(?:standing|lying|sitting|hanging) (?:right|just|directly) (?={PREP} )", r"that is "),
    (r"(?P<thing>\b(?:the|my|that) [a-z]+(?: [a-z]+)?) (?:up|over|down|out) there(?=\s*(?:[.,;!?]|$|is\b))",
     r"\g<thing>"),
    (
        (
            r"(?P<place>\b(?:the|an?|any) (?:arm ?chair|chair|table|desk|shelf|bed|sofa|couch|counter|plate|bowl|box|"
            r"drawer|cabinet|cupboard|tray|stool)) (?:without (?:an?|any|the)|(?:that has|with) no) "
            r"(?P<thing>[a-z]+(?: [a-z]+)??)(?: (?:on|in) it| inside)?(?=\s*(?:[.,;!?]|$|and\b))"
        ),
        r"\g<place>, not the one with the \g<thing>",
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
