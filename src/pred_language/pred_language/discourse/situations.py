"""What is told of how things are, taken into the order that it is told for: "the mug is dirty, please wash it".

Each rule turns one way of telling into an order that says of its thing where it is. None is about single things.
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change
from pred_language.lexicon import qualities
from pred_language.lexicon.inflection import participle
from pred_language.lexicon.people import SOMEBODY
from pred_language.lexicon.shapes import ASKING, DET, END, NP, NPS, PLACE, PREP

_THEM = r"(?P<it>it|them|that|this|those|that one|this one|these)"
_VERB = r"(?P<verb>[a-z]+(?: (?:up|away|on|off|out))?)"
_OFF_IT = rf"(?P<verb>turn|switch|put|throw|take|pick) {_THEM} (?P<particle>on|off|away|out|up|back)\b"
_TOLD = rf"(?P<told>{PLACE}(?: {PLACE})?)"
_START = r"(?P<start>^|[.!?] )"
_THING = rf"(?P<thing>{NP})"
_ONE = r"(?P<thing>(?:(?:a|an|some|the|my|two|three) )(?:[a-z-]+ ){0,3}?[a-z-]+)"
_LYING = r"(?: lying| standing| sitting| hanging| left)?(?: around| somewhere)?"
_MAYBE = rf"(?:should|must|might|may|could|ought to|has to) (?:still |probably |maybe |also )?be{_LYING}"
_LIES = rf"(?:is|are|lies?|stands?|sits?|hangs?)(?: still| already| just| now)?{_LYING}"
_IS = r"(?:is|are|looks?|was|were|has|have|gets?|smells?|seems?)"
_FINDS = (
    r"(?:find|get|take|grab|bring|fetch|pick|hand|give|look for|search for|collect|retrieve|carry|deliver)\b"
    r"(?: up| out)?"
)
_LEFT = rf"^{SOMEBODY} (?:has |have |had |just )*(?:left|forgot) {_THING}(?: [a-z]+)?"
_STOP = r"\s*(?:[.,;:!?-]+\s*|\s+(?:and|so) )"
_ALL_VERBS = r"(?P<verb>close|shut|open|wash|clean|rinse|take|put|bring|move|heat|slice|turn|switch)"
_THINK = r"(?:i (?:think|guess|believe|feel|suppose|reckon)(?: that)?,? |maybe |perhaps )?"
_BETTER = r"(?:be|look|feel|stand|sit) (?:better(?: off)?|best|[a-z]+er|nice|good|more [a-z]+)"
_SOME = r"(?:some |a (?:bit|drop|sip|drink) of |a little )?"
_ALWAYS = r"(?:usually|normally|always) "
_GOES_ON = r"(?! (?:and|then) (?:put|place|bring|take|set|leave)\b)"


_DONE = {
    form: base
    for base in ("wash", "clean", "rinse", "heat", "warm", "cool", "chill", "slice", "cut", "fill")
    for form in (base, participle(base), f"{base.rstrip('e')}ing", f"{base}ting")
}
_DOINGS = "|".join(sorted(_DONE, key=len, reverse=True))
_DOING = rf"(?:an? (?:good |quick |thorough )?|to be |some )?(?P<doing>{_DOINGS})\b(?: up| down)?"


def is_verb(text: str) -> bool:
    """Tell whether a text begins with a verb that asks for an action."""
    first = text.lower().split(maxsplit=1)[0]
    return first in qualities.verb_forms() or first in ("turn", "switch", "throw", "hand", "give", "bin", "discard")


def _of_what_is_told(match: re.Match[str]) -> str:
    """Return "wash the mug that is on the desk" of "the mug on the desk is dirty, please wash it"."""
    if not is_verb(match["verb"]):
        return match.group()
    told = match.groupdict().get("told")
    thing = re.sub(r"^(?:a|an|some) ", "the ", match["thing"], flags=re.IGNORECASE)
    return (
        f"{match.groupdict().get('start') or ''}{match['verb']} {thing}{f' that is {told}' if told else ''}"
    )


def _switched_back(match: re.Match[str]) -> str:
    """Return "turn the tap off" of "someone left the tap running, turn it off"."""
    particle = match.groupdict().get("particle")
    return f"{match['verb']} {match['thing']}{f' {particle}' if particle else ''}"


def _told_after(match: re.Match[str]) -> str:
    """Return "get my phone that is on the bed" of "get my phone. It is on the bed"."""
    order = match["order"]
    first = re.search(rf"\b{NPS if match['of'].lower() == 'they' else NP}", order, re.IGNORECASE)
    if first is None:
        return match.group()
    return f"{order[: first.end()]} that is {match['told']}{order[first.end() :]}"


def _refrained(match: re.Match[str]) -> str:
    """Return "do not put the fork or the spoon" of "put neither the fork nor the spoon"."""
    if not is_verb(match["verb"]):
        return match.group()
    return f"do not {match['verb']}{match['me'] or ''} {match['one']} or {match['two']}"


def _needed(match: re.Match[str]) -> str:
    """Return "wash the mug that is on the desk" of "the mug on the desk needs washing"."""
    told = f" that is {match['told']}" if match["told"] else ""
    return f"{_DONE[match['doing'].lower()]} {match['things']}{told}"


def _tidied(match: re.Match[str]) -> str:
    """Return "put both cushions" of "tidy the cushions: both go"."""
    many = match["all"].lower()
    things = re.sub(r"^the ", f"{many} the ", match["place"]) if many in ("both", "all") else match["place"]
    return f"put {things} "


def _before_that(match: re.Match[str]) -> str:
    """Return two orders in the order of time; what is put "in" goes into what the later one is about."""
    later, first = match["later"], match["first"]
    if not (is_verb(later) and is_verb(first)):
        return match.group()
    named = re.search(NP, later, re.IGNORECASE)
    if named and re.search(r" (?:in|inside)$", first):
        first = f"{first} {named.group()}"
    return f"{first}, then {later}"


def _all_named(match: re.Match[str]) -> str:
    """Return "put the keys and the card" of "the keys and the card, could you put them"."""
    return f"{match['verb']} {match['things']}" if is_verb(match["verb"]) else match.group()


_ASIDES: tuple[tuple[str, Change], ...] = (
    (
        (
            r",? ?\b(?:and |but )?(?:watch out|look out|be careful|careful|take care|mind you)\b(?: with (?:it|that))?"
            r"[,:;]?(?: (?:it|they)(?: is| are)(?: [a-z]+){1,2})?(?=\s*[.,;!?]|$)"
        ),
        "",
    ),
    (rf"^i(?:'m| am)(?: [a-z']+){{1,3}}[,.;!] (?={ASKING}[a-z]+ )", ""),
    (r",? (?:after|behind) (?:you|yourself)(?=\s*[.,;!?]|$)", ""),
    (
        (rf"\b{_ALL_VERBS} (?:that|this)(?=\s*(?:[.,;!?]|$|(?:and|then|on|off|up|over|to|into|there|"
        rf"please)\b))"),
        r"\g<verb> it",
    ),
    (rf"(?P<thing>\b(?:and|,) {NP}) (?:last|at last|last of all|at the end)(?=\s*[.,;!?]|$)", r"\g<thing>"),
)
_SO_AND_THEN: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"{_START}(?:i|we) (?:can'?t|cannot|can not|could ?n'?t) (?:quite |really )?(?:reach|get (?:to|at)|carry|"
            rf"lift|manage) {_THING}(?: {_TOLD})?{_STOP}{ASKING}{_VERB} {_THEM}"
        ),
        _of_what_is_told,
    ),
    (
        (
            rf"{_START}{_THING} (?:was|were|used to be|had been|stood|lay|{_ALWAYS}(?:lies?|stands?|sits?)|"
            rf"(?:{_ALWAYS})?(?:belongs?|goes|go|lives?)|(?:is|are) {_ALWAYS}(?:kept )?|(?:is|are) kept) ?{_TOLD}"
            rf"(?: [a-z]+)?{_STOP}{ASKING}(?P<verb>put|bring|take|move|return) {_THEM}(?: back)(?: there)?{END}"
        ),
        r"\g<start>put \g<thing> back \g<told>",
    ),
    (
        rf"{_START}there (?:is|are|{_MAYBE}) {_ONE}{_LYING} {_TOLD}{_STOP}{ASKING}{_VERB} {_THEM}\b",
        _of_what_is_told,
    ),
    (rf"{_START}{_THING} {_MAYBE} {_TOLD}{_STOP}{ASKING}(?P<verb>{_FINDS}) {_THEM}\b", _of_what_is_told),
    (rf"{_START}{_THING} {_LIES} {_TOLD}{_STOP}{ASKING}{_VERB} {_THEM}\b", _of_what_is_told),
    (
        (
            rf"{_START}{_THING}(?: {_TOLD})? {_IS} (?!{PREP}\b|to\b|not to\b)[a-z' -]+?\s*[.,;!]\s*"
            rf"{ASKING}{_VERB} {_THEM}\b"
        ),
        _of_what_is_told,
    ),
    (
        (rf"^{SOMEBODY} (?:has |have |had |just )*(?:left|put|forgot) {_THING} {_TOLD}{_STOP}{ASKING}{_VERB} "
        rf"{_THEM}\b"),
        _of_what_is_told,
    ),
    (rf"{_LEFT}{_STOP}{ASKING}{_OFF_IT}", _switched_back),
    (rf"{_LEFT}{_STOP}{ASKING}(?P<verb>close|shut|open) {_THEM}\b", _switched_back),
)
_THEN_SO: tuple[tuple[str, Change], ...] = (
    (
        rf"^neither (?P<one>{NP}) nor (?P<two>{NP}) [^,.;]+[,.;]\s*{ASKING}{_VERB} (?:them|both|those)\b",
        r"\g<verb> \g<one> and \g<two>",
    ),
    (
        rf"\b{_VERB}(?P<me> me)? neither (?P<one>{NP}) nor (?P<two>{NP})",
        _refrained,
    ),
    (rf"^neither (?P<one>{NP}) nor (?P<two>{NP}) [^,.;]+(?=[.!]*$)", r"do not move \g<one> or \g<two>"),
    (
        (
            rf"^(?P<order>[^.;!?]*?{DET}[^.;!?]*?)\s*[.;!?-]+\s*(?P<of>it|they|that|those)"
            rf"(?: is| are| (?:should|must) be)(?: all| both| lying| standing)? {_TOLD}(?=\s*[.!]?\s*$)"
        ),
        _told_after,
    ),
    (
        (rf"^{_THINK}(?P<thing>(?:(?:all|both|each|every)(?: of)? )?{NP}) (?:would|might|could|may) "
        rf"{_BETTER} (?P<at>{PLACE})"
        r"(?:,? (?:so )?(?:please )?(?:put|move|bring|set|take) (?:it|them)(?: all)? there)?"),
        r"put \g<thing> \g<at>",
    ),
    (
        (
            rf"^(?:please )?(?:empty|clear)(?: out| up| off)? (?P<place>{NP})\s*[:.,;-]+\s*"
            r"(?P<rest>(?:[a-z]+ )?(?:everything|all)) (?P<at>in|on|inside|off|from) it\b"
        ),
        r"\g<rest> \g<at> \g<place>",
    ),
    (
        (rf"\b(?:that|which|who) (?:lies?|stands?|sits?|rests?|hangs?)(?: just| right| directly)? "
        rf"(?={PREP}\b)"),
        "that is ",
    ),
    (
        (
            rf"^i(?:'d| would) (?:rather|prefer to|sooner) (?:have|see) {_THING} {_TOLD} "
            rf"(?:than|instead of|rather than) (?P<now>{PLACE})"
        ),
        r"put \g<thing> that is \g<now> \g<told>",
    ),
    (
        rf"^(?P<things>{NPS})(?: (?P<told>{PLACE}))? (?:both |all )?(?:needs?|could do with|wants?) {_DOING}",
        _needed,
    ),
    (
        (
            r"^(?:please )?(?:empty|clear|tidy)(?: out| up| off)? (?P<place>[^:;.,]+?)\s*[:;,-]+\s*"
            rf"(?P<verb>put|move|bring|take) everything(?P<to> {PREP}[^.;]*)"
        ),
        r"\g<verb> everything from \g<place>\g<to>",
    ),
    (
        (
            rf"^(?:please )?(?:tidy|sort|clear)(?: up| away)? (?P<place>{NPS})\s*[:.;,-]+\s*"
            r"(?P<all>both|all|they|these|it)(?: of (?:them|these))? (?:belongs?|goes|go|(?:should|must) (?:go|be)) "
            rf"(?=(?:to|{PREP})\b)"
        ),
        _tidied,
    ),
    (
        (r"^(?P<later>[^.;]+?),? (?:but|and)? ?(?:before that|beforehand),? "
        r"(?P<first>[a-z][^.;]+?)(?=\s*[.!]*$)"),
        _before_that,
    ),
    (
        rf"^(?:{ASKING})(?:bring|fetch) (?P<thing>{NPS}(?: that is {PLACE})?)(?=\s*(?:please\s*)?[.!?]*$)",
        r"bring me \g<thing>",
    ),
    (rf"^(?:{ASKING})(?:chuck|fling) (?P<thing>{NPS})(?=\s*[.!?]*$)", r"throw \g<thing> away"),
    (
        rf"\b(?:hand|pass)(?: over)? (?P<thing>{NP}(?: (?:that is )?{PLACE})?)(?: over)? to (?:me|us)\b",
        r"bring me \g<thing>",
    ),
    (
        (rf"^(?:please )?(?:hand|pass)(?: over)? (?P<thing>{NP}(?: {PLACE})?)(?: over)?(?=\s*(?:[.,;!?]|$|"
        rf"please\b))"),
        r"bring me \g<thing>",
    ),
    (rf"^(?P<things>{NPS})\s*[,:.]\s*{ASKING}{_VERB} {_THEM}\b", _all_named),
    (
        rf"\b(?P<verb>bring|get|give|fetch|hand|pour) (?P<who>me |us ){_SOME}water in (?P<dish>{NP})",
        r"\g<verb> \g<who>\g<dish> of water",
    ),
    (
        rf"\b(?:get|fetch|grab) (?P<thing>my (?:[a-z]+ )?[a-z]+)(?P<told> that is {PLACE})?{END}{_GOES_ON}",
        r"bring me \g<thing>\g<told>",
    ),
)
RULES: tuple[tuple[str, Change], ...] = (*_ASIDES, *_SO_AND_THEN, *_THEN_SO)
"""Ways of telling, each with the order that it comes to: asides, what is so first, the order first."""
