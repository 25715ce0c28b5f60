"""How orders are joined: "wash the mug as well as drying ...", "after which you ...", "instead of closing it"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_gerund, order_verbs
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.shapes import NP, PLACE

_REST = r"(?=\s*(?:[.;!?]|$))"
_CONTRARY = {
    "on": "turn off", "running": "turn off", "lit": "turn off", "off": "turn on", "open": "close", "closed": "open",
}  # fmt: skip


def _contrary(match: re.Match[str]) -> str:
    return f"{match['start']}{_CONTRARY[match['state'].lower()]} {match['thing']}"


def _named(match: re.Match[str]) -> str:
    """Return "put the cup on the bed" of "I said the mug but I meant the cup: put it on the bed"."""
    return re.sub(r"\bit\b", match["thing"], match["rest"], count=1)


_START = r"(?P<start>^\W*|[.;!?,]\s*|\b(?:and|then|but) )"
_OUT_OF = rf"(?:from|out of|off) (?:{NP})"
"""Where something is taken from."""
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"{_START}(?P<verb>put|place|move|take|set|lay) (?P<one>{NP} {_OUT_OF}),? and (?P<other>{NP} {_OUT_OF}) "
         rf"(?P<at>{PLACE}){_REST}"),
        r"\g<start>\g<verb> \g<one> \g<at> and \g<verb> \g<other> \g<at>",
    ),
    (  # what a thing is told by is where it goes: the thing itself it cannot be
        (rf"{_START}(?P<verb>put|place|drop|set|lay|stick) (?P<one>{NP})"
         r"(?: (?:that|which)(?:'s| is| are| lies| stands))? "
         rf"(?P<by>(?:closest|nearest|next|close) to|(?:farthest|furthest)(?: away)? from|near|beside) (?P<other>{NP}) "
         rf"(?P<at>in|into|inside|on|onto|on top of) it(?=(?:,? please)?\s*(?:[.;!?]|$))"),
        r"\g<start>\g<verb> \g<one> that is \g<by> \g<other> \g<at> \g<other>",
    ),
    (r",? (?:and )?(?:please )?(?:do not|don'?t) forget to (?=[a-z])", " and "),
    (
        rf"\b(?P<verb>turn|switch) (?P<way>on|off) (?P<one>{NP}),? and (?P<other>on|off) (?={NP}{_REST})",
        r"\g<verb> \g<way> \g<one> and \g<verb> \g<other> ",
    ),
    (r"\band to (?=[a-z]+ (?:the|my|a|an|me|it|both|all)\b)", "and "),
    (r",? after which (?:you )?(?:should |can |could |will |may )?(?=[a-z])", ", then "),
    ((rf"{_START}(?:the )?(?:right |proper )?place for (?P<thing>{NP}) is "
     rf"(?P<at>{PLACE})"), r"\g<start>put \g<thing> \g<at>"),
    (
        (rf"{_START}(?:i|we) (?:don'?t|do not|no longer) need (?P<thing>{NP}) (?P<state>on|off|open|running)"
        r"(?: any ?more| any longer| now| right now)?(?=\s*(?:[.,;!?]|$))"),
        _contrary,
    ),
    (
        (rf"{_START}(?P<thing>{NP}) (?:(?:does|do)(?:n'?t| not) (?:have|need) to|need(?:n'?t| not)) be "
        rf"(?P<state>on|off|open)"
        r"(?: any ?more| any longer| now| right now)?(?=\s*(?:[.,;!?]|$))"),
        _contrary,
    ),
    (
        (rf"^i said {NP},? but (?:i )?(?:meant|mean|want|wanted) "
        rf"(?P<thing>{NP})\s*[:.,;]\s*(?P<rest>[^.;!?]*\bit\b[^.;!?]*)"),
        _named,
    ),
    ((rf"(?P<start>[.,;!?] (?:(?:sorry|no|wait|actually|oh)[,.]? )+)(?P<thing>{NP}) is what (?:i|we) "
     rf"(?:really |actually )?(?:need|want|meant?|am after)(?:ed)?\b"), r"\g<start>\g<thing>"),
    (rf",? (?:instead of|rather than) (?:{NP}(?: {PLACE})?|the one {PLACE}){_REST}", ""),
    (rf",? (?:while )?(?:ignoring|disregarding|not counting) {NP}{_REST}", ""),
    ((r"\bcom(?P<ing>e|ing) (?:over |back )?(?:here )?with (?=(?:the|my|a|an|"
     r"some)\b)"), lambda m: "bring me " if m["ing"] == "e" else "bringing me "),
    (rf",? and forget about {NP}{_REST}", ""),
    (rf"(?<=[a-z]), (?P<thing>{NP}) stays? put\b", r", but \g<thing> stays put"),
    (
        (r"^(?:please )?(?:go and )?(?:check|see|look|find out|(?:have|take) a look) (?:whether|if) "
        r"(?P<so>[^,.;]+?),? (?:and|then|and then),? ?if (?:so|"
        r"it is|yes|it does"
        r"|that is so|they are),? (?P<order>[a-z]+ )"),
        r"if \g<so>, \g<order>",
    ),
    (
        (rf"^if there(?:'s| is| are) (?P<some>any|some|an?) (?P<noun>[a-z]+?)(?P<many>e?s)?(?: left)? "
        rf"(?P<at>{PLACE}), "
        r"(?P<order>[a-z]+ (?:me )?)one(?P<end>\W*)$"),
        r"if there are any \g<noun>\g<many> \g<at>, \g<order>the \g<noun> that is \g<at>\g<end>",
    ),
)
JOINED: tuple[Rule, ...] = rules(_FORMS)
"""Ways of joining and of saying what is not wanted, in the words of the grammar."""
_RESTART = LatePattern(
    r"^(?P<first>[^.;!?]*?)(?:\s*(?:[,.!;]|\.\.\.|…| [-–—]))+\s*(?:(?:oh|hm+|uh|er|sorry|hang on|hold on|no|"
    r"wait|actually|"
    r"scratch that|correction|on second thoughts?)\b[,.!]* )*(?:no|wait|actually|scratch that|correction|on "
    r"second thoughts?)\b"
    r"[,.!]* (?:(?:sorry|wait|rather|just|instead|hang on|hold on)\b,? )*(?P<order>(?!hang on|hold "
    r"on)[a-z]+ [^.;!?]+?)(?: instead)?(?P<end>\W*)$"
)
_FOR_A_REASON = LatePattern(
    r"^(?P<first>[^.;!?…]*?)(?:\s*(?:[,.!;…]|\.\.\.| [-–—]))+\s*(?P<sign>(?:(?:oh|hm+|uh|er|sorry|hang on|hold on|"
    r"no|wait|"
    r"actually|dear|on second thoughts?|or maybe not|maybe not)\b[,.!]* )+)(?P<reason>(?:i|we|he|she|it|they|that|"
    r"this|there|"
    r"some(?:one|body)|nobody|the|my|our)(?:'[a-z]+)? ?(?:[a-z']+ ){0,7}[a-z']+)\s*[,.;!-]+\s*(?:(?:so|just|rather|"
    r"please|"
    r"better|then)\b,? )*(?P<order>[a-z]+ [^.;!?]+?)(?: instead)?(?P<end>\W*)$"
)
_BUT_FIRST = LatePattern(r"^(?P<later>[^.;!?,]+),? but first,? (?P<first>[^.;!?,]+?)(?P<end>\W*)$")
_BACK = re.compile(r"\b(?:it|them|one|ones|there|that|also|too|as well|not)\b|n't", re.IGNORECASE)
_GERUND = r"(?P<verb>[a-z]+ing)"
_WITH = LatePattern(rf",? (?:as well as|followed by|and afterwards) {_GERUND}\b")
_BESIDES = LatePattern(
    rf"^\W*(?:besides|apart from|in addition to|on top of|as well as|start(?: off)? (?:by|with)|begin (?:by|"
    rf"with)) {_GERUND} "
    r"(?P<first>[^,;]+?),? (?=(?:and |then |also )?)"
)
_START_BY = LatePattern(rf"\b(?:start(?: off)?|begin|finish|end) (?:by|with) {_GERUND}\b")
_NOT_THAT = LatePattern(rf",? (?:instead of|rather than|without|and not) {_GERUND} [^.,;!?]*{_REST}")
_NOT_THAT_FIRST = LatePattern(
    rf"^\W*(?:instead of|rather than|without|forget(?: about)?|never mind|scrap|skip|don'?t bother(?: with| about)?|"
    rf"i changed my mind about) {_GERUND} [^.,;:!?]*[.,;:]\s*(?:(?:just|but|and|please) )*(?=[a-z])"
)
_WAS_GOING_TO_SAY = LatePattern(r"^i was (?:just )?(?:going|about) to (?:say|ask|tell you to|have you) "
r"[^.;!?]*?, but (?=[a-z])")


def joined(text: str) -> str:
    """Return a text whose orders in -ing are told as orders, without those that are not to be done."""
    text = _WAS_GOING_TO_SAY.sub("", text)
    match = _RESTART.match(text)
    if match is not None and _both(match["first"], match["order"]) and not _BACK.search(match["order"]):
        text = f"{match['order']}{match['end']}"
    text = _changed(text)
    match = _BUT_FIRST.match(text)
    if match is not None and _both(match["later"], match["first"]) and not _BACK.search(match["first"]):
        text = f"{match['first']}, then {match['later']}{match['end']}"
    for pattern in (_NOT_THAT, _NOT_THAT_FIRST):
        match = pattern.match(text) if pattern is _NOT_THAT_FIRST else pattern.search(text)
        if match is not None and base_of_gerund(match["verb"].lower()):
            text = text[: match.start()] + text[match.end() :]
    match = _BESIDES.match(text)
    if match is not None and base_of_gerund(match["verb"].lower()) and "start" not in match.group().lower():
        text = f"{base_of_gerund(match['verb'].lower())} {match['first']} and {text[match.end() :]}"
    text = _START_BY.sub(lambda m: base_of_gerund(m["verb"].lower()) or m.group(), text)
    return _WITH.sub(lambda m: f" and {base}" if (base := base_of_gerund(m["verb"].lower())) else m.group(), text)


def _changed(text: str) -> str:
    """Return "put the vase on the shelf" of "put the vase on the table, oh no, it may fall, put it on the shelf"."""
    match = _FOR_A_REASON.match(text)
    if match is None or not _both(match["first"], match["order"]):
        return text
    order, same = match["order"], match["first"].split()[0].lower() == match["order"].split()[0].lower()
    back = re.search(r"\b(?:it|them)\b", order, re.IGNORECASE)
    named = re.search(NP, match["first"], re.IGNORECASE)
    if back and named:
        return f"{order[: back.start()]}{named.group()}{order[back.end() :]}{match['end']}"
    sign = re.sub(r"\boh,? no\b", "", match["sign"], flags=re.IGNORECASE)  # that is said of any mishap
    changes = re.search(r"\b(?:no|wait|actually|thoughts?|not)\b", sign, re.IGNORECASE)
    return f"{order}{match['end']}" if same or changes else text


def _is_order(clause: str) -> bool:
    first = re.match(r"\W*(?:please )?([a-z]+)", clause, re.IGNORECASE)
    return first is not None and first[1].lower() in order_verbs()


def _both(one: str, other: str) -> bool:
    return _is_order(one) and _is_order(other)
