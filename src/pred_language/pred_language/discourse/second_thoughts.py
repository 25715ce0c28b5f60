"""What somebody says instead of what they just said: "it can go in the box... actually no, just bin it"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon.inflection import known_noun, named_can, with_article
from pred_language.lexicon.shapes import LAST, NAME, NP, PLACE, PREP

_BUT_NO = (
    r"(?:\s*(?:[,;.…!]|\s[-–—])+\s*|\s+)(?:(?:or|and|but|oh|hmm?|well)\b[\s,.…]*)*(?:(?:actually|no|nope|wait|you know "
    r"what|on second thoughts?|thinking about it|scratch that|forget that|hang on|hold on|sorry|come to think of "
    r"it|not me|don't(?=[,.]))\b[\s,.…]*)+"
)
_SO = r"(?P<so>on|off|open|closed|shut|clean|dirty|full|empty|sliced|running|lit)"
_BETTER = r"(?:(?:just|rather|better|please|instead|simply|you'd better|maybe) )*"
_VERBS = ("bin", "chuck", "discard", "throw")


def _rather(match: re.Match[str]) -> str:
    """Return "bin the newspaper" of "the newspaper can go in the box... actually no, just bin it"."""
    verb = match["verb"].lower()
    if (verb not in order_verbs() and verb not in _VERBS) or not known_noun(match["thing"]):
        return match.group()
    way = " away" if verb == "throw" and "away" in match["rest"].lower() else ""
    rest = match["rest"] if not way else re.sub(r" away\b", "", match["rest"], flags=re.IGNORECASE)
    return f"{match['lead']}{verb}{match['me'] or ''} {with_article(match['thing'])}{way}{rest}"


def _asked_again(match: re.Match[str]) -> str:
    """Return "is the plate in the cabinet clean?" of "can I eat off the plate in the cabinet, I mean, is it clean?"."""
    at = f" {match['at']}" if match["at"] else ""
    return f"is {match['thing']}{at} {match['so']}?" if known_noun(match["thing"]) else match.group()


def _there_instead(match: re.Match[str]) -> str:
    """Return "put the clock on the desk" of "put the clock on the dresser. Not the dresser, the desk"."""
    old = match["old"] if known_noun(match["old"]) else ""
    if not old or known_noun(match["again"]) != known_noun(old):
        return match.group()
    return f"{match['order']}{match['new_at'] or match['at']} {match['new']}"


def _or_rather(match: re.Match[str]) -> str:
    """Return "bring me the watch" of "bring me my book, or rather bring me the watch"."""
    return match["new"] if match["verb"].lower() in order_verbs() else match.group()


def _rather_have(match: re.Match[str]) -> str:
    """Return "bring me the newspaper" of "bring me the red book. Oh no, I would rather have the newspaper"."""
    return f"{match['order'] or 'bring me '}{match['new']}" if named_can(match["new"], "pickupable") else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"^(?P<order>\W*(?:please )?put {NP}(?:,? and {NP})*) away,? (?:but )?(?:just )?not {PREP} {NAME}"
            rf"\s*[,;.]+ (?:but |please |rather )?(?:put (?:it|them) )?(?P<to>{PREP} {NP}){LAST}"
        ),
        r"\g<order> \g<to>",
    ),
    (
        (r"^[^.;!?]+?\s*[.,;!?…-]*\s+(?:or|no),? (?:rather|better|better still|even better),? "
         r"(?P<new>(?:please )?(?P<verb>[a-z]+) (?:me |us )?(?:the|my|a|an|on|off)\b[^?]*)$"),
        _or_rather,
    ),
    (
        (
            rf"^(?P<order>[^.;!?]+ )(?P<at>to|{PREP}) (?P<old>{NP})(?:,? please)?\s*[.,;!?…-]+\s*(?:"
            r"(?:wait|no|oh|sorry|hang on|hold on|actually|stop|er|um)\b[\s,.!]*)*not "
            rf"(?:(?:to|{PREP}) )?(?P<again>{NP})[\s,.;-]+(?:(?:what am i saying|i mean|but|sorry|rather|i "
            rf"meant)[\s,]+)*(?:(?P<new_at>to|{PREP}) )?(?P<new>{NP})(?:,? please)?{LAST}"
        ),
        _there_instead,
    ),
    (
        (
            r"^(?P<lead>\W*)(?:(?:put|move|take|bring(?: me)?|give me|fetch(?: "
            rf"me)?|place|leave|wash|clean|heat|open|close) )?(?P<thing>(?:{NAME}|[a-z]+(?= (?:to|{PREP}) )))(?: "
            r"(?:can|could|should|may|must|might|goes|go|belongs?|needs?|wants?|to|be|have)\b[^.;!?,…]*?| "
            rf"(?:to|{PREP}) {NP})?{_BUT_NO}{_BETTER}(?P<verb>[a-z]+)(?P<me> me)? (?:it|that|them)\b(?P<rest>(?: "
            rf"(?:away|out|on|off|up|down))?(?: (?:to|{PREP}) (?:me|{NP}))?)(?: instead| rather)?(?:,? please)?{LAST}"
        ),
        _rather,
    ),
    (
        (
            rf"^[^.;!]*?\b(?P<thing>(?:the|my) [a-z]+(?: [a-z]+)??)(?: (?P<at>{PLACE}))?(?: on or off| open or "
            r"(?:closed|shut)| clean or dirty| full or empty)?\s*[,.?…]+ ?(?:i mean|that is),? (?:is|are) "
            rf"(?:it|they) {_SO}\?*{LAST}"
        ),
        _asked_again,
    ),
    (
        (
            rf"^(?P<order>\W*(?:hand|give|bring|fetch|get|pass) me ){NP}[.,;!…]+ "
            rf"(?:(?:oh|no|sorry|wait|silly me|oops)\b[\s,.]*)+(?:it's |it was )?(?P<new>{NP})(?: is what)? "
            rf"(?:that )?i (?:meant|mean|wanted|want){LAST}"
        ),
        r"\g<order>\g<new>",
    ),
    (
        (
            rf"^(?P<order>\W*(?:please )?(?:hand|give|bring|fetch|get|pass) me )?{NP}(?:,? please)?\s*[.,;!…-]+ "
            rf"(?:(?:oh|no|"
            r"sorry|wait|hmm?|actually|well|but|silly me|oops)\b[\s,.!]*)*(?:actually |now )?(?:i|we)(?:'d| "
            r"would) (?:rather|"
            rf"much rather|prefer|sooner)(?: like)?(?: to)?(?: have)? (?P<new>{NP})(?: instead)?(?:,? please)?{LAST}"
        ),
        _rather_have,
    ),
    (
        (
            r"^\W*(?:(?:i|we)(?:'m|'re|'ve| am| are| have)\b[^.;!?,]*(?:[,.;!]| so)+ )?(?:so |then )?"
            rf"(?:may|could|can|might) (?:i|we) (?:please )?(?:have|get) (?P<thing>{NAME}(?: "
            rf"(?:that is )?{PREP} {NAME})?)(?<! open)(?<! closed)(?<! shut)(?<! on)(?<! off)(?:,? please)?\?+{LAST}"
        ),
        r"bring me \g<thing>.",
    ),
    (
        (
            rf"^\W*(?P<thing>{NAME}(?: {PREP} {NAME})?), (?:could|can|may|might) (?:i|we) (?:please )?have "
            rf"(?:it|that|them)(?:,? please)?\?*{LAST}"
        ),
        r"bring me \g<thing>.",
    ),
    (
        (rf"^(?P<lead>\W*)(?:don't|do not|never) (?P<verb>(?:turn|switch) (?:on|off)|[a-z]+) {NP},? "
         rf"(?:but )?(?:just|only|rather) (?P<new>{NP})(?:,? please)?{LAST}"),
        r"\g<lead>\g<verb> \g<new>",
    ),
    (
        (
            r"^(?P<order>[^.;!?]*?),? without (?:touching|moving|taking|disturbing) "
            rf"(?P<left>{NP})(?P<rest>[^.;!?]*?){LAST}"
        ),
        r"\g<order>\g<rest>, but leave \g<left> alone",
    ),
    (
        rf"^\W*without (?:touching|moving|taking|disturbing) (?P<left>{NP}), (?P<order>[^.;!?]*?){LAST}",
        r"\g<order>, but leave \g<left> alone",
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
