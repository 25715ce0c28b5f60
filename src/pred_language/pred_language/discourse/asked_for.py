"""Things that are asked for in other words than an order: "I'd like the watch", "send the pen over", "reach me it"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon.inflection import named_can
from pred_language.lexicon.shapes import DET, LAST, NAME, NP, PREP, START

_AT = rf"(?: (?:that|which) is (?P<at>{PREP} {NAME})| from (?P<source>{NAME}))?"
_THANKS = (
    r"(?:,? (?:please|thanks|thank you|now|right now|quickly|soon|in a (?:minute|moment|bit|second)|for (?:now|me)|if "
    r"(?:it|that)(?:'s| is)(?:n't| not) (?:too much |any |a )?(?:trouble|bother|problem)))*"
)
_VERY = r"(?:really |quite |rather |so |just |very much |also )*"
_WISH = (
    rf"(?:i|we)(?:(?:'d| would| should) {_VERY}(?:like|love|fancy|appreciate)(?: to "
    rf"(?:have|get))?|(?:'ll| will) {_VERY}(?:need|be needing)|(?:'m| am|'re| are) (?:going to|gonna) "
    r"(?:need|want)|wouldn't (?:mind|say no to)(?: having)?)"
)


def _brought(match: re.Match[str]) -> str:
    """Return "bring me the watch" of "I'd like the watch"."""
    if not named_can(match["thing"], "pickupable"):
        return match.group()
    at = f" that is {match['at']}" if match["at"] else f" from {match['source']}" if match["source"] else ""
    return f"{match['lead']}bring me {match['thing']}{at}"


def _wanted_there(match: re.Match[str]) -> str:
    """Return "put every roll that is in the cabinet on the shelf" of "I want every roll ... over on the shelf"."""
    return f"{match['lead']}put {match['thing']} {match['to'] or match['instead']}"


def _wanted(match: re.Match[str]) -> str:
    """Return "bring me the fork that is not in the drawer" of "I want the fork ..., bring it"."""
    carried = named_can(re.split(r" that is ", match["thing"])[0], "pickupable")
    return f"{match['lead']}bring me {match['thing']}" if carried else match.group()


def _sent(match: re.Match[str]) -> str:
    """Return "bring me the pen" of "send the pen over"."""
    return f"{match['start']}bring me {match['thing']}" if named_can(match["thing"], "pickupable") else match.group()


def _taken_there(match: re.Match[str]) -> str:
    """Return "put the candle on the desk" of "see that the candle gets on the desk"."""
    carried = named_can(match["thing"], "pickupable")
    return f"{match['lead']}put {match['thing']} {match['to']}" if carried else match.group()


def _moved_away(match: re.Match[str]) -> str:
    """Return "put the phone that is on the desk on the table" of "don't leave the phone on the desk, put it ..."."""
    known = named_can(match["thing"], "pickupable") and match["verb"].lower() in order_verbs()
    return f"{match['verb']} {match['thing']} that is {match['at']} {match['to']}" if known else match.group()


_TO = rf"(?P<to>(?:to|{PREP}) {NP})"
_BASES = {
    "brought": "bring", "gave": "give", "got": "get", "fetched": "fetch", "passed": "pass", "handed": "hand",
    "took": "take", "moved": "move", "turned": "turn", "switched": "switch", "closed": "close", "opened": "open",
    "washed": "wash",
}  # fmt: skip
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (r"(?<! is)(?<! are) (?:from|(?:that|which) (?:is|are)(?: lying| sitting| standing| hiding)?) "
        rf"(?=(?:under|underneath|beneath) {NP})"),
        " ",
    ),
    (
        (rf"\b(?P<thing>(?!{DET} (?:first|second|third|last|other|left|right)\b){NP}), the one (?:that is "
        rf"|which is )?(?P<which>(?:not )?{PREP} {NAME}), "
        r"(?=(?:goes|belongs|should|needs|can|must|is to|to|in|on|into|onto|needs)\b)"),
        r"\g<thing> that is \g<which> ",
    ),
    (
        (r"^(?P<lead>\W*)(?:i|we)(?:'d| would)? (?:want|need|like) (?P<thing>(?:every|all|both|each|the|my) "
        r"[^,.;!?]+?) (?:over "
         rf"(?P<to>{PREP} {NP})(?: instead)?|(?P<instead>{PREP} {NP}) instead){LAST}"),
        _wanted_there,
    ),
    (
        (rf"^(?P<lead>\W*)(?:i|we)(?:'d| would)? (?:want|need|like) (?P<thing>{NAME}(?: that is (?:not )?{PREP} "
        rf"{NAME})?),? (?:so "
        rf"|please |and )*(?:bring|fetch|get|give)(?: me)? it(?: to me| here| over)?{LAST}"),
        _wanted,
    ),
    (rf"^(?P<lead>\W*)please see (?:to it )?that (?={NAME} (?:is|are|gets?|goes?|ends?)\b)", (r"\g<lead>make "
    r"sure that ")),
    ((rf"^(?P<lead>\W*(?:(?:well|so|oh|mm+|ooh|ah|and|now|hi|hello|hey|robot)\b[\s,]+)*){_WISH} "
      rf"(?P<thing>{NAME}){_AT}{_THANKS}{LAST}"),
     _brought),
    (
        (rf"^(?P<lead>\W*(?:(?:well|so|oh|and|now)\b[\s,]+)*){_WISH} (?P<thing>{NAME}) (?P<told>(?:that|which) "
        rf"(?:is not|isn't|is) "
         rf"[a-z]+){_THANKS}{LAST}"),
        lambda m: f"{m['lead']}bring me {m['thing']} {m['told']}" if named_can(m["thing"], "pickupable") else m.group(),
    ),
    (rf"{START}(?:bring|send|pass) over (?P<thing>{NAME}){_THANKS}{LAST}", _sent),
    (rf"{START}send (?P<thing>{NAME}) (?:over|here|over here|to me|my way|across){_THANKS}{LAST}", _sent),
    (rf"{START}(?:reach|throw|toss|slide) me (?P<thing>{NAME}){_THANKS}{LAST}", _sent),
    (rf"{START}reach for (?P<thing>{NAME}) and (?=(?:give|hand|bring|pass) )", r"\g<start>take \g<thing> and "),
    (rf"{START}(?:head|run|pop|nip|dash|wander|stroll|drive|roll) (?:over |across )?to (?={NP}(?:,| and) )",
     r"\g<start>go to "),
    (r",? (?:real|really|super|very) (?:quick(?:ly)?|fast)(?=\s*(?:[.,;!?]|$))", ""),
    (rf"(?P<only>^\W*(?:please )?[a-z]+ (?:me )?{NAME}(?: (?:to|{PREP}) {NAME})?) first{LAST}", r"\g<only>"),
    (
        (r"^\W*(?:i|we)(?:'d| would) (?:really |much )?(?:appreciate|like|love) it if you "
         r"(?P<did>brought|gave|got|fetched|passed|handed|put|took|moved|turned|switched|closed|opened|washed) "),
        lambda m: f"please {_BASES.get(m['did'].lower(), m['did'])} ",
    ),
    ((r"^(?P<lead>\W*)(?:i|we)(?:'d| would) (?:prefer|rather have|be happier with|like to see) "
      rf"(?P<thing>{NAME}) {_TO}{LAST}"),
     _taken_there),
    (rf"^(?P<lead>\W*)see (?:to it )?that (?P<thing>{NAME}) (?:gets|comes|goes|ends up|is put) {_TO}{LAST}",
     _taken_there),
    (
        (rf"^(?P<lead>\W*)(?:check|make sure) (?:that |whether |if )?(?P<thing>{NAME}) is {_TO},? "
         r"(?:and |or )?(?:if not|otherwise),? (?:please )?(?:put|bring|move|place) (?:it|them) "
         rf"(?:there|back|back there){LAST}"),
        _taken_there,
    ),
    (
        (rf"^\W*(?:please )?(?:don't|do not|never) leave (?P<thing>{NAME}) "
         rf"(?:lying |standing )?(?P<at>{PREP} {NAME})\s*[,;.]+ (?:please |but |just )?(?P<verb>[a-z]+) "
         rf"(?:it|them) {_TO}{LAST}"),
        _moved_away,
    ),
    (
        (rf"^(?P<lead>\W*)(?:i|we)(?:'d| would)? (?:need|want|like) (?P<thing>{NAME}) (?P<from>from|out of|"
         rf"off) (?P<at>{NAME})\s*[,.;:-]+ (?:so |and )?(?:please )?(?:put|place|set|bring|lay|take) (?:it|"
         rf"them) (?P<to>(?:to|{PREP}) {NP})(?:,? please)?{LAST}"),
        r"\g<lead>take \g<thing> out of \g<at> and put it \g<to>",
    ),
    (rf"^\W*instead of (?:being |lying |leaving it )?{PREP} {NAME}, (?P<order>(?:put|place|move|set) [^.;!?]+)",
     r"\g<order>"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
