"""What is to become of things, told with the things as subject: "everything on the desk goes in the drawer"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, named_can, plural, singular
from pred_language.lexicon.shapes import LAST, NAME, NP, PREP

GOES = (
    r"(?:goes|go|belongs?|moves?|(?:should|must|can|may|could|shall|ought to|needs? to|ha(?:s|ve) to|(?:is|are) "
    r"to|wants? to) (?:all |both )?(?:go|be|be put|be moved|be placed|move|come|end up)|(?:is|are) "
    r"(?:all |both )?(?:wanted|needed|to go|to be|to be put))"
)
"""How it is said where things are to be."""
_BUT = r"(?:except(?: for)?|apart from|other than|but(?: not)?|save(?: for)?|excluding|bar|minus)"
_THAT = rf"{NP}(?:(?:,| and|, and) {NP})*(?: {PREP} {NAME})?"
_SET = (
    r"(?P<set>(?:everything|all(?: of)? (?:the|my|our) [a-z]+(?: [a-z]+)??|(?:every|each) [a-z]+(?: "
    r"[a-z]+)??|whatever|anything|what)(?:(?: that|'s| which)?(?: is| are)?(?: lying| standing)? "
    r"(?:in|on|inside|under) (?:the|my|our) [a-z]+(?: [a-z]+)??)?)"
)
_TO = rf"(?P<to>(?:back )?(?:to|{PREP}) {NP}(?: (?:where|with|by|next to|near|under|in|on) [^.;!?,]+?)?)"


def _all_put(match: re.Match[str]) -> str:
    """Return "put everything that is on the desk in the drawer except the lamp" of "what's on the desk goes ..."."""
    named = match["set"]
    every = re.match(r"(?:whatever|anything|what)\b", named, re.IGNORECASE)
    if every is not None:
        at = re.search(r"\b(?:in|on|inside|under) .+$", named[every.end() :], re.IGNORECASE)
        if at is None:
            return match.group()
        named = f"everything that is {at.group()}"
    spared = match["zero"] or match["one"] or match["two"] or match["three"]
    but = f" except {spared}" if spared else ""
    if " where " in match["to"]:
        return f"{match['lead']}put {named}{but} {match['to']}"
    return f"{match['lead']}put {named} {match['to']}{but}"


def _wanted_so(match: re.Match[str]) -> str:
    """Return "wash the mirror" of "I'd be glad to find the mirror clean"."""
    return f"{match['lead']}I want {match['thing']} {match['so']}" if known_noun(match["thing"]) else match.group()


def _wanted_there(match: re.Match[str]) -> str:
    """Return "put the pot on the table" of "the pot is wanted on the table"."""
    return f"{match['lead']}put {match['thing']} {match['to']}" if known_noun(match["thing"]) else match.group()


def _all_made_sure(match: re.Match[str]) -> str:
    """Return "put every towel on the counter except the one on the shelf" of "make sure every towel is on ..."."""
    spared = match["one"] or match["two"]
    return f"put {match['set']} {match['to']}{f' except {spared}' if spared else ''}"


def _all_of_those(match: re.Match[str]) -> str:
    """Return "put all the cups on the shelf" of "there are cups all over the place. Put all of them on the shelf"."""
    return f"{match['verb']} all the {match['ns']} {match['to']}" if known_noun(match["ns"]) else match.group()


def _none_around(match: re.Match[str]) -> str:
    """Return "put all the candles on the table" of "don't leave any candle lying around, put them on the table"."""
    noun = known_noun(match["n"])
    return f"{match['verb']} all the {plural(singular(noun))} {match['to']}" if noun else match.group()


_SEVERAL = re.compile(r"(?:^\W*|\b(?:the|my|our|those|these|all|two) )(?P<ns>[a-z]+s)\b", re.IGNORECASE)


def _all_of_them(match: re.Match[str]) -> str:
    """Return "put all the books on the table" of "books have no business on beds; all of them on the table"."""
    for found in _SEVERAL.finditer(match["told"]):
        noun = known_noun(found["ns"])
        if singular(noun) != found["ns"].lower() and named_can(noun, "pickupable"):
            both = "both" if match["all"].lower().startswith("both") else "all"
            return f"put {both} the {found['ns'].lower()} {match['to']}"
    return match.group()


def _the_one(match: re.Match[str]) -> str:
    """Return "bring me the clean cloth" of "bring me a cloth, the clean one"."""
    noun = known_noun(match["noun"])
    return f"{match['order']} the {match['which']} {match['noun']}{match['rest']}" if noun else match.group()


_SO = r"(?P<so>clean|open|closed|shut|on|off|empty|full|sliced|washed)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"^(?P<lead>\W*)(?:{_BUT} (?P<zero>{_THAT}), )?{_SET}(?:,? {_BUT} (?P<one>{_THAT}),?| ?, "
            r"(?P<three>(?:the |my )?[a-z]+(?:(?: and|,) (?:the |my )?[a-z]+)*) "
            rf"(?:excepted|excluded|aside),?)? {GOES} {_TO}(?:,? {_BUT} (?P<two>{_THAT}))?{LAST}"
        ),
        _all_put,
    ),
    (
        (
            r"^(?P<lead>\W*)(?:i|we)(?:'d| would) (?:be (?:glad|happy|pleased|grateful)|like|love|prefer) to "
            rf"(?:find|see|have) (?P<thing>{NAME}) {_SO}{LAST}"
        ),
        _wanted_so,
    ),
    (
        (
            rf"^(?P<told>[^.;!?]{{4,}})[.;!?]+ (?:so |please |now )?(?P<all>both(?: of them)?|all(?: of them)?|they "
            rf"all|the lot(?: of them)?|every one of them)(?: (?:{GOES}))? (?P<to>(?:to|{PREP}) {NP})(?:,? "
            rf"please)?{LAST}"
        ),
        _all_of_them,
    ),
    (
        (
            rf"^(?P<order>\W*[^.;!?,]*?) (?:an?|one|the) (?P<noun>[a-z]+(?: [a-z]+)??)(?P<rest>(?: {PREP} "
            rf"{NAME})?)\s*[,.-]+ (?:preferably |ideally |please )?the (?P<which>{words.TELLING_WORD}|dirty) one(?:,? "
            rf"please)?{LAST}"
        ),
        _the_one,
    ),
    (
        (r"^\W*there are (?P<ns>[a-z]+s)\b[^.,;!?]*[,.;]+ (?:so |please )?(?P<verb>[a-z]+) "
        rf"(?:all of them|them all|every one of them) (?P<to>(?:to|{PREP}) {NP}){LAST}"),
        _all_of_those,
    ),
    (r",? ?\bwithout (?:any )?exceptions?\b,?", ""),
    (r"\bwith the exception of ", "except for "),
    (
        (r"\b(?:whatever|whichever|what) (?P<ns>[a-z]+s) (?:there are|you (?:can )?(?:find|see)|we have)(?: here| "
         r"around)?\b"),
        lambda m: f"all the {m['ns']}" if known_noun(m["ns"]) else m.group(),
    ),
    (
        (rf"(?P<verb>\b[a-z]+ )the (?P<ns>[a-z]+s)(?P<to> (?:to|{PREP}) {NP})[,.;-]+ (?:every "
         rf"(?:single )?one|each(?: one)?|all|both) of them{LAST}"),
        lambda m: f"{m['verb']}all the {m['ns']}{m['to']}" if known_noun(m["ns"]) else m.group(),
    ),
    (rf"\ball the (?P<ns>[a-z]+s) not (?P<at>{PREP} {NAME})", r"all the \g<ns> that are not \g<at>"),
    (
        (r"\b(?P<verb>put|move|take|bring|place) any (?P<n>[a-z]+(?: [a-z]+)??) (?:that|which) (?:isn't|is not) "
         rf"(?=(?:{PREP}) )"),
        lambda m: f"{m['verb']} all the {plural(singular(m['n']))} that are not " if known_noun(m["n"]) else m.group(),
    ),
    (
        (r"^\W*(?:please )?(?:make sure|see to it|see|ensure)(?: that)? (?P<set>(?:all(?: of)? "
         rf"(?:the|my) [a-z]+|every [a-z]+))(?:,? {_BUT} (?P<one>{_THAT}),?)? "
         rf"(?:is|are|goes?|ends? up) {_TO}(?:,? {_BUT} (?P<two>{_THAT}))?{LAST}"),
        _all_made_sure,
    ),
    (
        (r"^\W*(?:(?:please )?(?:don't|do not|never) leave|no|(?:i|we) (?:don't|do not) (?:want|like)(?: to "
         r"(?:see|find))?|nobody wants(?: to see)?) (?:any |a )?(?P<n>[a-z]+(?: [a-z]+)??)(?: "
         r"(?:should be|to be|lying|left|standing|around|here)\b[^,.;!?]*)? ?[,.;]+ "
         rf"(?:so |please )*(?P<verb>[a-z]+) (?:them(?: all)?|it|all of them) (?P<to>(?:to|{PREP}) {NP}){LAST}"),
        _none_around,
    ),
    (
        (r"(?P<order>^[^.;!?]*?\b(?:all|every|both|each)\b[^.;!?]*?)[,.;]+ (?:(?:only|just|but|and)\b,? )*the one "
         rf"(?P<at>{PREP} {NAME}) (?:stays?|remains?|can stay|should stay)(?: "
         rf"(?:there|put|here|where it is|as it is))*{LAST}"),
        r"\g<order> except the one \g<at>",
    ),
    (
        rf"^(?P<lead>\W*)(?P<thing>{NAME}(?: {PREP} {NAME})?) (?:is|are) (?:wanted|needed) (?P<to>{PREP} {NP}){LAST}",
        _wanted_there,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
