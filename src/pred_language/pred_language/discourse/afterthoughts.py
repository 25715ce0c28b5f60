"""What is said behind an order and changes it: taken back halfway, put elsewhere, a first step, one thing more."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wishing import MADE
from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, with_article
from pred_language.lexicon.shapes import DET, END, LAST, NAME, NP, PREP

_NO = (
    r"(?:(?:er|erm|um|uh|oh|ah|hmm?|no|nope|wait|actually|sorry|hang on|hold on|on second thoughts?|well|but)\b"
    r"[\s,.…]*)+"
)
_TELLING = words.TELLING_WORD
_TO = rf"(?:to|{PREP}) {NP}"


def _ordered(verb: str) -> bool:
    return verb.lower().split()[0] in order_verbs()


def _only_later(match: re.Match[str]) -> str:
    """Return "put the candle on the table" of "light the candle, actually don't, just put it on the table"."""
    if not _ordered(match["verb"]) or not known_noun(match["name"]):
        return match.group()
    return f"{match['lead']}{match['verb']} {match['thing']}{match['rest']}"


def _elsewhere(match: re.Match[str]) -> str:
    """Return "put the wine on the table" of "the wine goes in the box. No, I'd rather have it on the table"."""
    return f"{match['lead']}put {match['thing']} {match['new']}" if known_noun(match["name"]) else match.group()


def _that_there(match: re.Match[str]) -> str:
    """Return "put the soap in the cabinet" of "put the spray in the cabinet. No, leave that, put the soap in there"."""
    return f"{match['lead']}put {match['new']} {match['at']}" if known_noun(match["new"]) else match.group()


def _other_colour(match: re.Match[str]) -> str:
    """Return "the white pillow on the chair" of "pink pillow on the chair, no wait, the white one"."""
    known = known_noun(match["noun"])
    return f"{match['lead']}the {match['which']} {match['noun']}{match['rest']}" if known else match.group()


def _washed_first(match: re.Match[str]) -> str:
    """Return "wash the red mug, then bring it to me" of "bring me the red mug. It'll need a wash first"."""
    asked = match["verb"].lower().endswith("have")
    if not (asked or _ordered(match["verb"])) or not known_noun(match["thing"]):
        return match.group()
    me = " to me" if asked or match["me"] else ""
    return f"{match['lead']}wash {match['thing']}, then {'bring' if asked else match['verb']} it{me}{match['rest']}"


def _said_again(match: re.Match[str]) -> str:
    """Return the order once more with another thing: "The phone goes on the desk. So does the alarm clock"."""
    found = re.match(
        rf"\W*(?:(?:please|now|robot|could you|can you),? )*(?:(?P<verb>[a-z]+)(?: (?:on|off|up|me))? )??"
        rf"(?P<thing>{DET} [a-z]+(?: (?!{PREP}\b)[a-z]+)??|[a-z]+(?: (?!{PREP}\b)[a-z]+)??) "
        rf"(?:(?:goes|belongs|should go) )?(?:to|from|and|{PREP}) ",
        match["before"],
        re.IGNORECASE,
    )
    if found is None or not known_noun(found["thing"]) or (found["verb"] and not _ordered(found["verb"])):
        return match.group()
    more = [re.sub(_MARKS, "", one, flags=re.IGNORECASE).strip(" ,.;!") for one in _SPLIT.split(match["more"])]
    if not all(one and known_noun(one) for one in more):
        return match.group()
    start, end = found.span("thing")
    before = match["before"]
    return ". ".join((before, *(f"{before[:start]}{with_article(one)}{before[end:]}" for one in more)))


_MARKS = (
    r"^(?:(?:and|also|plus|oh|then|so (?:does|do|is|must|should)|(?:the )?same (?:goes )?(?:for|with)|likewise|ditto)\b"
    r",? )+|,? (?:as well|too|also|likewise|please)\b"
)
_SPLIT = re.compile(r"\s*[.;!]+\s+")
_ONE_MORE = (
    rf"(?:(?:and|also|plus|so (?:does|do|is|must|should)|(?:the )?same (?:goes )?(?:for|with)|ditto|likewise),? "
    rf"(?:also )?{NP}(?: as well| too| also)?|{NP},? (?:as well|too|also|likewise))(?: please)?"
)


def _made_first(match: re.Match[str]) -> str:
    """Return "wash the plate, then put it" of "wash the plate, and when it's clean put it"."""
    base = base_of_participle(match["done"]) or {"clean": "wash", "hot": "heat", "warm": "heat", "cold": "cool"}.get(
        match["done"].lower(), ""
    )
    return f"{match['before']}, then " if base and re.search(rf"\b{base}\b", match["before"], re.I) else match.group()


_REST = r"(?:at the (?:very )?end|afterwards|after that|again|when (?:you're|you are) (?:done|finished)|then)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (r",? if not,? (?:then )?(?:never ?mind|forget (?:it|about it)|don'?t bother|leave it)(?=\s*[.!]*\s*$)", ""),
    ((r"^(?P<lead>\W*)(?:can|could|would) you (?:[a-z]+ ?){1,4}?(?:\.\.\.|…|[-–—]+) ?(?:what am i saying|i "
    r"mean|no|wait|"
     r"sorry)[\s,.]+(?=[a-z]+ )"), r"\g<lead>"),
    (
        (
            rf"^(?P<lead>\W*)[a-z]+(?: on| off| up)? (?P<thing>(?:the|my|an?) (?P<name>[a-z]+"
            r"(?: [a-z]+)??))(?=\s|,)[^.;!?]*?\s*"
            rf"[,.;!…]+ (?:{_NO})(?:don'?t|do not)(?: do (?:it|that))?[,.;!]+ "
            rf"(?:(?:just|only|rather|instead|but|and) )*"
            r"(?P<verb>[a-z]+) it(?P<rest>[^;!?]*)$"
        ),
        _only_later,
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:put|move|bring|take|place)? ?(?P<thing>(?:the|my) (?P<name>[a-z]+(?: [a-z]+)??)"
            rf"(?: (?:from|off|that is {PREP}) {NAME})?)(?: (?:goes|belongs|should go|can go))? {_TO}\s*[,.;!…]+ "
            rf"{_NO}(?:(?:put|move|bring|take|place) it|i(?:'d| would) (?:rather|prefer to) have it|"
            rf"it should (?:rather )?go|better) (?P<new>{_TO})(?: instead| rather)?{LAST}"
        ),
        _elsewhere,
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:put|move|bring|take|place) {NP} (?P<at>{_TO})\s*[,.;!…]+ {_NO}(?:leave|forget|keep) "
            rf"(?:that|it|that one)(?: (?:where it is|alone|be|there|as it is))?[,.;]+ (?:and |but )?(?:put|move|bring|"
            rf"take|place) (?P<new>{NP}) (?:in there|on there|there|in it|on it)(?: instead)?{LAST}"
        ),
        _that_there,
    ),
    (
        (
            rf"^(?P<lead>\W*(?:(?:put|move|bring|take|place) )?)(?:the |my |an? )?(?:{_TELLING}) (?P<noun>[a-z]+(?: "
            rf"[a-z]+)??)(?P<rest> {PREP} the [a-z]+(?: [a-z]+)?)\s*[,.;!…]+ {_NO}the (?P<which>{_TELLING}) one"
            rf"(?: please)?{LAST}"
        ),
        _other_colour,
    ),
    (
        (
            rf"^(?P<lead>(?:[^.;!?]*, )?\W*)(?:but |and )?(?P<verb>bring|fetch|get|give|hand|pass|put|take|"
            rf"(?:may|might|can|could) (?:i|we)(?: please)? have)(?P<me> me)? (?P<thing>"
            rf"(?:the|my|an?) [a-z]+(?: [a-z]+)??)(?P<rest>(?: (?:to|{PREP}) {NP})?)\s*[,.;!?]+ (?:but )?(?:it|they)"
            r"(?:'ll| will|'s| is| may| might| probably)*(?: going to)? (?:needs?|wants?|requires?|could do with)(?: "
            rf"an?| to be)? (?:quick |good |proper )?(?:wash(?:ed|ing)?|clean(?:ed|ing)?|rins(?:e|ed|ing)) first{LAST}"
        ),
        _washed_first,
    ),
    (
        (rf"(?P<before>^[^.;!?]+?)\s*(?:[.;!]|,(?= (?:and|plus|also) {NP} (?:too|as well)))+\s+(?P<more>{_ONE_MORE}"
        rf"(?:\s*[.;!]\s+{_ONE_MORE})*)\s*[.!]*\s*$"),
        _said_again,
    ),
    (
        (
            r"(?P<before>^[^.;!?]+?),? (?:and )?(?:when|once|as soon as|after) (?:it's|it is|they're|they "
            r"are|it has been|"
            r"that's) (?P<done>[a-z]+),? (?:then )?(?=(?:put|place|bring|take|return|set|hang|move|give)\b)"
        ),
        _made_first,
    ),
    (
        (
            rf"^once (?P<thing>{NAME}(?: from {NAME})?) (?:is|lies) "
            rf"(?P<at>(?:in|on|inside) {NAME}), "
            r"(?:then )?(?=(?:turn|switch|close|shut|open|bring|put|wash|take|give) )"
        ),
        r"put \g<thing> \g<at>, then ",
    ),
    (
        (
            r"^\W*(?:i|we) (?:like|prefer|want|love) my (?P<ns>[a-z]+s) [a-z]+,? so (?:please )?(?P<verb>[a-z]+) the "
            rf"(?P<which>{_TELLING}) one(?:,? please)?{LAST}"
        ),
        lambda m: f"{m['verb']} the {m['which']} {known_noun(m['ns']) or 'one'}",
    ),
    (
        (
            r"\b(?P<if>if (?:the|my|any|a|an) [a-z]+(?: [a-z]+)?(?:'s| is| are) (?:still )?(?:on|off|open|closed|"
            r"shut|running|dirty|empty|full)) (?=(?:turn|switch|close|shut|open|wash|empty|fill) (?:it|them)\b)"
        ),
        r"\g<if>, ",
    ),
    (r"\bif (?:that|this) (?=[a-z]+(?: [a-z]+)? (?:is|has)\b)", "if the "),
    (r"\band mind (?:that )?you (?=(?:shut|close|turn|switch|put|leave) )", "and "),
    (
        (r"\bi wonder (?:if|whether) you(?:'d| would| could)? be (?:so )?(?:good|kind)(?: enough)? "
        r"(?:as )?to see (?:to it )?that "),
        "make sure that ",
    ),
    (
        (
            r"\b(?:stand|put|place|set) (?P<it>it|(?:the|a|my) [a-z]+(?: [a-z]+)?) under the "
            r"(?P<maker>coffee (?:machine|maker))\b"
        ),
        r"put \g<it> in the \g<maker>",
    ),
    (rf"(?P<lead>^|[.;!] )\W*back (?P<at>{PREP} {NP}) with (?:it|him|them)\b", r"\g<lead>put it back \g<at>"),
    (
        (
            rf"(?P<order>^[^.;!?]+?)\s*[.;,]+ (?:and |but )?i(?:'d| would)? (?:want|like|need) "
            rf"(?P<thing>{NAME}) (?:to be )?"
            rf"(?P<so>open|closed|shut|on|off)(?: {_REST})?{LAST}"
        ),
        lambda m: f"{m['order']}, then {MADE[m['so'].lower()]} {m['thing']}",
    ),
    (
        (
            r"^(?:(?:i|we) can(?:'t|not| not) (?:even )?[^.;!?]*?|it(?:'s| is) (?:impossible|hard) to [^.;!?]*?) with "
            r"(?:that|the|this) (?P<thing>[a-z]+(?: [a-z]+)??) (?P<so>blaring|on|running|humming|going|beeping)"
            rf"(?: like that| all the time)?{LAST}"
        ),
        r"turn off the \g<thing>",
    ),
    (
        (
            r"\b(?:stick|pop|put|place|set|lay|move|leave)(?P<more> [^.;!?]*?) on the (?:telly|television) "
            r"(?P<where>stand|table|unit|cabinet)\b"
        ),
        r"put\g<more> on the tv \g<where>",
    ),
    (
        (
            rf"(?P<order>^[^.;!?(]+?)\s*(?:\(|, |; |\. )the [a-z]+(?: one)? (?:is|are) "
            rf"(?:fine|okay|ok|good|alright)"
            rf"(?: as it is)?\)?{LAST}"
        ),
        r"\g<order>",
    ),
    ((r"\b(?:pour|tip|empty|throw|chuck) out (?:whatever is|what is|what's|everything|all that is|the rest)(?: left)?"
      rf" (?:in|of) (?P<it>{NAME})(?P<at> {PREP} {NAME})?{END}"),
     lambda m: f"empty {m['it']}{' that is' + m['at'] if m['at'] else ''}"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
