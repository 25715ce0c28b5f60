"""Turns of speech over two clauses, told as orders: "which cup is dirty? Wash it", "wash the cup, then the pan"."""

from __future__ import annotations

import re

from pred_language.discourse.hinting import CONTRARY
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.sparing import SET
from pred_language.discourse.turns_of_speech import PUT, STATE
from pred_language.discourse.wishing import MADE
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, singular
from pred_language.lexicon.shapes import NP, NPS, PLACE, PREP

_ALL_LEFT = (
    r"(?:whatever|anything|everything|all)(?: that)? (?:has been|have been|was|were|is|are|got|'s been) "
    r"(?:left |still )*"
)
_UP = r"(?:away|up|(?:in|into) (?P<box>the (?:safe|box|drawer|cabinet)))(?=\s*(?:[.,;!]|$|and\b))"
"""Where something is locked: away, or in what is named."""
_MADE_FIRST = {"clean": "wash", "hot": "heat", "warm": "heat", "cold": "cool", "cool": "cool", "chilled": "cool"}


def _all_of_it(match: re.Match[str], does: str) -> str:
    """Return "close everything" of "close whatever is open"; of two such orders each is about its own."""
    turns = re.findall(r"\b(?:close|shut|turn|switch)\b", match.string, re.IGNORECASE)
    return match.group() if len(turns) > 1 else f"{does} everything"


def _put_back_and(match: re.Match[str]) -> str:
    """Return "put the knife back in the drawer and close it" of "knife back in the drawer, and close it"."""
    if match["order"].split()[0].lower() not in order_verbs() or not known_noun(match["thing"]):
        return match.group()
    return f"{match['lead']}put the {match['thing']} {match['at']} and {match['order']}"


def _locked(match: re.Match[str]) -> str:
    """Return "put the watch in the safe and close the safe" of "lock the watch in the safe"."""
    box = match["box"] or "the safe"
    return f"put {match['thing']} in {box} and close {box}"


def _not_the_other(match: re.Match[str]) -> str:
    """Return "switch on the lamp that is on the desk" of "... on the desk? Not the bedside one"."""
    return match.group() if SET.search(match["before"]) else f"{match['before']}."


def _just_that(match: re.Match[str]) -> str:
    """Return "put the blue towel in the hamper" of "don't wash the blue towel, just put it in the hamper"."""
    if match["verb"].lower() not in order_verbs():
        return match.group()
    return f"{match['verb']} {match['thing']}{match['rest']}"


def _done_again(match: re.Match[str]) -> str:
    """Return "wash the spoon that is in the bowl, then wash the bowl" of "..., then the bowl"."""
    verb = match["verb"]
    return f"{match['first']}, then {verb} {match['then']}" if verb.lower() in order_verbs() else match.group()


def _told_apart_by(match: re.Match[str]) -> str:
    """Return "bring the black remote" of "bring the remote, the black one"."""
    return re.sub(r"\b(the|my) ", rf"\1 {match['which']} ", match["bring"], count=1, flags=re.IGNORECASE)


def _once_so(match: re.Match[str]) -> str:
    """Return "wash the bowl and put it on the table" of "put the bowl on the table once it's clean"."""
    return f"{_MADE_FIRST[match['done'].lower()]} {match['thing']} and {match['put']} it {match['at']}"


def _the_one_asked_for(match: re.Match[str]) -> str:
    """Return "wash the dirty cup" of "which cup is dirty? Wash it"."""
    one = f"the {match['state']} {singular(match['noun'])}"
    return re.sub(r"\b(?:it|that one|them|those)\b", one, match["order"], count=1, flags=re.IGNORECASE)


def _both_off(match: re.Match[str]) -> str:
    """Return "turn off the laptop and turn off the lamp" of "neither the laptop nor the lamp needs to be on"."""
    state = match["state"].lower()
    verb = MADE[state] if not match["neither"] else CONTRARY[state][0]
    return "; ".join(f"{verb} {re.sub(r'^(?!the |my )', 'the ', match[one])}" for one in ("one", "two"))


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"\b(?P<if>if|unless) (?P<thing>it|they|{NP}(?: {PLACE})?) needs? (?:a )?(?:good )?"
            r"(?:wash(?:ing)?|clean(?:ing)?|rins(?:e|ing)|scrub(?:bing)?)\b"
        ),
        r"\g<if> \g<thing> is dirty",
    ),
    (
        (r"(?P<first>\b(?:(?:turn|switch) (?:on|off)|close|shut|wash|rinse|clean|slice|fill|empty) [^.;!?]*?) "
        r"first,? (?:and )?then (?=[a-z]+ (?:on |off )?(?:the|my)\b)"),
        r"\g<first>, then ",
    ),
    (
        (
            rf"(?P<before>^[^.;!?]*\b(?:the|my) [^.;!?]*?\b(?:(?:{words.TELLING_WORD}) [a-z]+|{PLACE}))\s*[.;!?,]+ "
            rf"(?:and |but |please )*(?:definitely )?not the [a-z]+ one(?: (?:that is )?(?:from|off|{PREP}) "
            rf"{NP})?\s*[.!?]*$"
        ),
        _not_the_other,
    ),
    (
        (
            rf"^\W*(?:please )?(?:don'?t|do not) [a-z]+ (?P<thing>{NP})\s*[,;.]?(?: but| and| instead)*"
            r" (?:just|only|simply|rather) (?P<verb>[a-z]+) (?:it|them)\b(?P<rest>[^;!?]*)"
        ),
        _just_that,
    ),
    (
        (
            r"(?P<first>\b(?:turn|switch) (?:on|off) the (?P<noun>tap|faucet)\b[^.;!?]*?\b(?:turn|switch) (?:on|off) )"
            r"the (?:other )?one (?:for|of|at|over|by|in) (?=the [a-z]+)"
        ),
        r"\g<first>the \g<noun> of ",
    ),
    (rf"^(?P<lead>\W*)only (?P<needs>{NP}(?: {PLACE})? needs? [a-z]+ing)(?=\s*[.!]*$)", r"\g<lead>\g<needs>"),
    (
        (
            rf"^(?P<lead>\W*)(?:the |my )?(?P<thing>[a-z]+(?: [a-z]+)??) back (?P<at>{PREP} (?:the|its|my) [a-z]+"
            rf"(?: [a-z]+)??)(?: please)?,? (?:and|then|and then) (?P<order>[a-z]+ [a-z ]+?)(?=\s*[.!]*$)"
        ),
        _put_back_and,
    ),
    (r",? (?:but |just )?not both(?: of them)?(?=\s*(?:[.,;!]|$))", ""),
    (rf"\b(?:close|shut) {_ALL_LEFT}open\b", lambda m: _all_of_it(m, "close")),
    (rf"\b(?P<off>(?:turn|switch) off) {_ALL_LEFT}(?:on|running)\b", lambda m: _all_of_it(m, m["off"])),
    (
        (
            rf"(?P<first>\b(?P<verb>[a-z]+) {NP}(?: (?:that(?:'s| is) |from )?(?:{PLACE}|{NP}))),? (?:and )?then "
            rf"(?P<then>{NP})(?=\s*[.!]*$)"
        ),
        _done_again,
    ),
    (
        (rf"\b(?P<bring>(?:bring|fetch|get|take)(?: me)? (?:the|my) [a-z]+(?: [a-z]+)??), the "
        rf"(?P<which>{words.TELLING_WORD}) one(?=\s*(?:[.!]|$))"),
        _told_apart_by,
    ),
    (
        (
            r"\blight(?: up)? (?=(?:one|two|three|four|every|each|any|another|some) (?:of the )?(?:[a-z]+ )?"
            r"(?:candles?|lamps?|lights?)\b)"
        ),
        "turn on ",
    ),
    (
        (r"(?P<into>\b(?:in|into|inside) (?P<box>(?:the|my) (?:safe|box|drawer|cabinet|cupboard)))(?P<more>,? "
        r"(?:all of them|both of them|every one of them))?,? (?:and |then |and then )?lock (?:it|the [a-z]+)(?: "
        r"up| again"
        r"| after(?:wards)?)?(?=\s*(?:[.!]|$))"),
        r"\g<into>\g<more> and close \g<box>",
    ),
    (
        (
            rf"\b(?P<put>{PUT}) (?P<thing>{NP}(?: (?:from|that is (?:in|on)) {NP})?) (?P<at>{PREP} the [a-z]+(?: "
            rf"[a-z]+)??(?: (?:that(?:'s| is)|which is) (?:open|empty|closed|shut))?),? (?:once|when|after) "
            rf"(?:it's|it is|they're|they are) (?P<done>{'|'.join(_MADE_FIRST)})(?=\s*(?:[.,!;]|$))"
        ),
        _once_so,
    ),
    (
        (
            r"^\W*(?:which|what)(?: one)?(?: of)?(?: the| my| our)? (?P<noun>[a-z]+(?: [a-z]+)??)s?"
            rf"(?:'s| is| are) (?P<state>{STATE})\s*[?,.;]+\s*(?P<order>(?:(?:then|and|so|please|can you|could "
            rf"you),? )*"
            r"[a-z]+ (?:up |me )?(?:it|that one|them|those)\b[^?]*)"
        ),
        _the_one_asked_for,
    ),
    (
        (
            r"\b(?:(?P<neither>neither (?:of )?)|both )(?P<one>(?:the |my )?[a-z]+(?: [a-z]+)??) (?:and|nor|or) "
            r"(?P<two>(?:the |my )?[a-z]+(?: [a-z]+)??)"
            r" (?:needs?|has|have|ought|is supposed|are supposed|can|should|could|must)(?: now)?(?: to)? "
            r"(?:be |stay )(?:left |turned |switched )?"
            rf"(?P<state>{'|'.join(sorted(CONTRARY.keys() & MADE.keys()))})\b"
            r"(?:,? (?:so )?(?:please )?(?:turn|switch|shut|close|open) (?:them|both)(?: both)?(?: off| on)?)?"
            r"(?=\s*(?:[.!;]|$))"
        ),
        _both_off,
    ),
    (
        (
            rf"\b(?:clear|empty|tidy)(?: off| up)? (?P<place>(?:the|my) [a-z]+(?: [a-z]+)?)\s*[,:;.-]+\s*(?:and )?"
            rf"(?:everything|it all|all of it|all that is (?:on|in) (?:it|there))(?: there| on it| in it)? "
            rf"(?:goes|can go|should go|belongs|has to go|is to go|may go) (?=(?:to|{PREP}) )"
        ),
        r"put everything that is on \g<place> ",
    ),
    (rf"\bwhatever(?: that)?(?:'s| is)(?: left| still)? (?={PREP} )", "everything that is "),
    (
        (
            rf"(?P<thing>\b{NP}) (?P<ought>should|must|has to|needs to|ought to) be (?P<state>{STATE}) and "
            rf"(?P<at>{PLACE})(?=\s*(?:[.!]|$))"
        ),
        r"\g<thing> \g<ought> be \g<at> and \g<state>",
    ),
    (rf"(?P<so>(?:n't|\bnot)(?: been)? (?:{STATE}|[a-z]+ed)) yet(?=\s*(?:[.,;!]|$))", r"\g<so>"),
    (
        (
            rf"\b(?:take|get) (?P<thing>{NPS}) (?:from|off|out of) {NP} and lock (?:it|them) {_UP}"
        ),
        _locked,
    ),
    (rf"\block (?P<thing>it|them|{NPS}) {_UP}", _locked),
    (
        (
            rf"^\W*(?:please )?(?:don'?t|do not) (?P<put>{PUT}|move|bring|take) the (?P<one>{words.TELLING_WORD}) "
            rf"(?P<noun>[a-z]+(?: [a-z]+)??) (?P<at>{PLACE})\s*[,;.]+ (?:but )?(?:rather )?(?P=put) the "
            rf"(?P<two>{words.TELLING_WORD}) one(?: in| on| there| in there| on there| instead)*(?=\s*[.!]*$)"
        ),
        r"\g<put> the \g<two> \g<noun> \g<at>",
    ),
    (
        (
            rf"^\W*(?:no,? )?(?:i|we) (?:don'?t|do not) (?:want|need|like|mean) the (?P<one>{words.TELLING_WORD}) "
            rf"(?P<noun>[a-z]+(?: [a-z]+)??)\s*[,;.]+ (?:but )?(?P<give>(?:please "
            rf")?(?:give|bring|hand|get|fetch|pass) me) "
            r"the other(?: one)?(?=\s*[.!]*$)"
        ),
        r"\g<give> the \g<noun> that is not \g<one>",
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
