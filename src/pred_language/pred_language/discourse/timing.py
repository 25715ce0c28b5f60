"""What is said around an order of when and why: told in the order of time, without the reasons; or taken back."""

from __future__ import annotations

import re

from pred_language.discourse.wrapping import base_of_gerund, base_of_participle, order_verbs
from pred_language.lexicon import qualities, words
from pred_language.lexicon.inflection import name_any
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.shapes import NP, PLACE, PREP

_WHEN = r"(?:once|after|when|as soon as|the moment)"
_DONE = r"(?:done|finished|ready|over|complete|through|sorted|so)"
_YOU = r"you(?:'ve| have|'re| are)?(?: finished| done)?"
_BUT = r"(?:,? (?:but|and|though))*,? "
_STATES = {
    "open": "open", "opened": "open", "closed": "close", "shut": "close", "on": "turn on", "off": "turn off",
    "clean": "wash", "hot": "heat", "warm": "heat", "cold": "cool", "full": "fill",
}  # fmt: skip
_AFTER_THAT = LatePattern(
    rf"(?<!me)(?<!know)(?<!us)(?<!report)(?<!back)(?:,? ?\band)?,? (?:um,? )?{_WHEN} (?:that|this|it|you|all that|"
    rf"everything|they|both)(?:'s| is|'re| "
    rf"are| has been|"
    rf" have been)(?: all)? {_DONE}(?: with (?:that|it))?,?(?: then)?"
)
_LATER = LatePattern(
    rf"^(?P<later>[^.;!?]+?){_BUT}(?:only |just )?{_WHEN} {_YOU} (?P<done>[a-z]+) (?P<first>[^.;!?]+)"
)
_FIRST = LatePattern(
    rf"^(?:only )?{_WHEN} {_YOU} (?P<done>[a-z]+) (?P<first>[^,.;!?]+), (?:then )?(?P<later>[^.;!?]+)"
)
_DOING = LatePattern(
    r"^(?:right |just )?after (?P<done>[a-z]+ing) (?P<first>[^,.;!?]+), (?:then )?(?P<later>[^.;!?]+)"
)
_AFTER_DOING = LatePattern(
    rf"^(?P<later>(?P<does>[a-z]+) [^.;!?]+?){_BUT}(?:right |just |only )?after (?P<done>[a-z]+ing) "
    r"(?P<first>(?!to\b|for\b)[^.;!?]+)"
)
_SO = (
    rf"(?P<thing>(?:all |both )?{NP}) (?:is|are|has been|have been|was|were)(?: put| placed| turned| "
    rf"safely| all)? "
)
_NOT_UNTIL = LatePattern(
    rf"^(?P<later>[^.;!?]+?){_BUT}(?:not (?:until|before|till)|only (?:when|once|after)|never before) {_SO}"
    rf"(?:(?P<at>{PLACE})|(?P<state>{'|'.join(_STATES)}))"
)
_PASSED = LatePattern(
    rf"^(?:only )?{_WHEN} (?P<thing>(?:all |both )?{NP}(?: {PLACE})?) (?:has|have|is|are|'s) (?:all |both )?(?:been )?"
    rf"(?P<done>[a-z]+)(?: (?P<rest>on|off|up|out|{PLACE}))?,? (?:then )?(?P<later>[a-z]+ [^.;!?]+)"
)
_PASSED_LATER = LatePattern(
    rf"^(?P<later>[^.;!?]+?){_BUT}(?:only |just )?{_WHEN} (?P<thing>(?:all |both )?{NP}(?: {PLACE})?) "
    rf"(?:has|have|is|are|'s) (?:all |both )?(?:been )?(?P<done>[a-z]+)(?: (?P<rest>on|off|up|out|{PLACE}))?"
)
_BEFORE = LatePattern(
    r"^(?P<first>[^.;!?]+?),? (?<!not )(?<!never )before (?:you (?:go and )?)?(?P<doing>[a-z]+) (?P<later>[^.;!?]+)"
)
_UNTIL = LatePattern(
    r"^(?:please )?(?:don'?t|do not|never) (?P<later>[^,.;!?]+?) (?:until|till|before) you(?:'ve| have) "
    r"(?P<done>[a-z]+) (?P<first>[^.;!?]+)"
)
_ONE_FIRST = LatePattern(
    r"\b(?P<verb>[a-z]+) (?P<who>me )?(?:both )?(?:of )?the (?P<noun>[a-z]+)s(?P<rest>[^,.;]*), (?:but )?the "
    r"(?P<which>(?!other|first|last)[a-z]+) one first\b"
)
_NAMED_FIRST = LatePattern(
    rf"\b(?P<verb>[a-z]+) (?P<one>{NP}) and (?P<two>{NP})(?P<rest>(?: {PLACE})?), (?:but )?(?:start with )?"
    r"(?P<first>(?:the|my) [a-z]+(?: [a-z]+)??)"
    r"(?P<last> last)?(?: first)?(?=\s*[.!]*$)"
)
_LEAD = r"(?:(?:actually|no|oh|wait|well|ah|hm+|sorry|please)[\s,]+)*"
_LAST = LatePattern(
    r"^(?P<later>[^.;!?]+?),? (?:last|at the (?:very )?end|afterwards|after that|later)\s*[;,.:]\s*(?:but |and "
    r")?first(?: of all)?,? (?P<first>[^.;!?]+)"
)
_CANCELLED = LatePattern(
    rf"(?:[,.;!?]+|\.\.\.|…| [-–—]+|\b(?:no|actually|wait|oh)\b)\s*{_LEAD}"
    r"(?:never ?mind(?: (?:that|it))?|forget (?:it|that|about (?:it|that)|i (?:said|asked)[^.;]*)|cancel "
    r"(?:that|it|this|the order)|"
    r"scratch that|do(?:n'?t| not) bother|on second thoughts?,? (?:do(?:n'?t| not)\b|leave|keep|no\b|never|"
    r"forget)[^.;]*|"
    r"(?:(?<=no )|(?<=no, )|(?<=oh )|(?<=oh, )|(?<=wait )|(?<=wait, )|(?<=sorry )|(?<=sorry, ))"
    r"(?:do(?:n'?t| not)(?: do (?:it|that))?|leave (?:it|that)(?: (?:be|alone))?|stop))\s*[.!]*$"
)
NEVER_MIND = "never mind"
"""What an order becomes that is taken back."""
_WHO = (
    r"(?:i|we|he|she|it|they|you|someone|somebody|anyone|anybody|nobody|no ?one|everybody|everyone|something|"
    r"anything|everything|nothing|"
    r"(?:the|my|our|a) [a-z]+(?: [a-z]+)?)"
)
_MAY = (
    r"(?:'(?:s|m|re|ll|d)|can(?:'?t|not)?|could(?:n'?t)?|do(?:n'?t|es|esn'?t)?|will|won'?t|wouldn'?t|may|"
    r"might|am|is|are|has|have|need|want)"
)
_REASON = LatePattern(
    rf"(?:,? (?:because|since|cause|cos|coz) (?={_WHO}\b)|, (?:as|for) (?={_WHO}\b)|,? so (?:that "
    rf")?(?={_WHO} ?{_MAY}\b)|"
    rf"(?<!not)(?<!never),? before (?!you\b)(?={_WHO} [a-z]+)|,? (?:in case|lest) (?={_WHO}\b)|"
    r",? (?:or(?: else)?|otherwise) (?=(?:i|we|he|she|it|they|someone|somebody)(?:'ll| will|'d| would| "
    r"might| may)\b))"
    r"(?P<told>(?:(?!,? and [a-z]+ )[^,.;!?])*)(?=\s*(?:[,.;!?]|$| and ))"
)
_REMARK = LatePattern(
    rf"\s*(?:[,;!.]| [-–—]+)\s*(?P<told>(?:{_WHO})(?:'(?:s|m|re|ve|d|ll)| (?:is|are|was|were|has|have|had|"
    rf"am|keep|keeps|need|needs|"
    rf"want|wants|look|looks|smell|smells|feel|feels|think|don'?t|doesn'?t|can'?t|won'?t|might|could|will|"
    rf"would|do|does))\b(?:(?! and (?:also |then )?[a-z]+ (?:the|a|my|it|them|me|all|both)\b)[^.;!?,])*)[.!]*\s*$"
)


_TELLS_WHICH = re.compile(rf"\b(?:ones?|{'|'.join(sorted(words.COLOURS))})\b", re.IGNORECASE)
"""What says which thing is meant: "it's the blue one"."""
_WISH = re.compile(
    r"\b(?:wants?|needs?|(?:'d|would) (?:like|love|prefer)|prefers?|could do with)\b(?! to\b)", re.IGNORECASE
)
"""What says that something is wanted."""

_CONDITION = re.compile(r"^\W*(?:if|unless|should|in case) [^,.;!?]+, ", re.IGNORECASE)
"""On what all orders of a sentence hang, whichever is done first."""


def in_time(text: str) -> str:
    """Return a text whose orders stand in the order of time, without what only says why."""
    if _CANCELLED.search(text):
        return NEVER_MIND
    hangs = _CONDITION.match(text)
    if hangs is not None:
        return hangs.group() + in_time(text[hangs.end() :])
    told = _AFTER_THAT.sub(" and then", text)
    told = _LAST.sub(r"\g<first>, then \g<later>", told)
    told = _NAMED_FIRST.sub(_named_first, _ONE_FIRST.sub(_the_other_then, told))
    for pattern in (_NOT_UNTIL, _UNTIL, _FIRST, _DOING, _LATER, _AFTER_DOING):
        match = pattern.match(told)
        if match is not None and (pattern is not _AFTER_DOING or match["does"].lower() in order_verbs()):
            return _turned(match, told)
    for pattern in (_PASSED, _PASSED_LATER, _BEFORE):
        match = pattern.match(told)
        ordered = _ordered(match) if match is not None else ""
        if match is not None and ordered:
            return f"{ordered}{told[match.end() :]}"
    return _without_reason(told)


_ASKED = re.compile(
    r"^(?:(?:can|could|would|will) (?:you|u)|please|just|kindly)(?: please| kindly| just)* ",
    re.IGNORECASE,
)
"""How an order is asked for politely."""


def _turned(match: re.Match[str], text: str) -> str:
    found = match.groupdict()
    if found.get("at"):
        first = f"put {found['thing']} {found['at']}"
    elif found.get("state"):
        first = f"{_STATES[found['state'].lower()]} {found['thing']}"
    else:
        base = base_of_participle(found["done"]) or base_of_gerund(found["done"])
        if not base:
            return text
        first = f"{base} {found['first']}"
    asked = found["later"].strip()
    plainly = _ASKED.sub("", asked)
    later = plainly if _orders(plainly) else asked
    holder = re.search(NP, later, re.IGNORECASE)
    if holder and re.search(r" in$", first):  # "close the drawer after putting the watch in"
        return f"{first} {holder.group()}, then {later}{text[match.end() :]}"
    into = re.search(r"\b(?P<prep>in|into|on|onto|inside) it$", first)
    if into and holder:  # "close the safe when you have put the card in it"
        first = f"{first[: into.start()]}{into['prep']} {holder.group()}"
    named = re.search(rf"{NP}(?: {PLACE}(?= {PREP}\b))?", later, re.IGNORECASE)
    if named and re.search(r"\b(?:it|them)\b", first) and not re.search(NP, first, re.IGNORECASE):
        thing = re.sub(rf" (?={PREP} )", " that is ", named.group(), count=1)
        first = re.sub(r"\b(?:it|them)\b", thing, first, count=1)
        later = f"{later[: named.start()]}it{later[named.end() :]}"
    if named and re.search(r" (?:off|out of|from) it\b", first):  # "close the lid after you've taken the soap off it"
        of = re.match(rf" of {NP}", later[named.end() :], re.IGNORECASE)
        whole = named.group() if of is None else re.sub(r"^ of ", "", of.group())
        place = re.search(rf"\b(?:in|on|into|onto) (?P<place>{NP})", later, re.IGNORECASE)
        whole = place["place"] if place is not None else whole
        first = re.sub(r" (off|out of|from) it\b", rf" \1 {whole}", first, count=1)
    return f"{first}, then {later}{text[match.end() :]}"


def _the_other_then(match: re.Match[str]) -> str:
    """Return two orders of "put the plates in the sink, the dirty one first"."""
    does, rest = f"{match['verb']} {match['who'] or ''}", match["rest"]
    return f"{does}the {match['which']} {match['noun']}{rest}, then {does}the other {match['noun']}{rest}"


def _named_first(match: re.Match[str]) -> str:
    """Return the two orders of "heat the potato and the tomato, the tomato first"."""
    one, two, first = match["one"], match["two"], match["first"]
    said = match.group().lower()
    if first.lower() not in (one.lower(), two.lower()) or not re.search(r" first$| last$|start with", said):
        return match.group()
    ahead = first.lower() == one.lower()
    pair = (one, two) if ahead is (match["last"] is None) else (two, one)
    return ", then ".join(f"{match['verb']} {thing}{match['rest']}" for thing in pair)


def _ordered(match: re.Match[str]) -> str:
    """Return the two orders of "once the cup has been washed, dry it" or "wash it before you ...", '' for no orders."""
    found = match.groupdict()
    later = found["later"].strip()
    if found.get("doing"):
        doing = base_of_gerund(found["doing"]) or found["doing"].lower()
        return f"{_with_name(found['first'], later)}, then {doing} {later}" if _orders(doing, found["first"]) else ""
    base = base_of_participle(found["done"])
    if not base or not _orders(later):
        return ""
    return f"{base} {found['thing']}{' ' + found['rest'] if found.get('rest') else ''}, then {later}"


def _orders(*clauses: str) -> bool:
    """Tell whether each clause begins as an order does, and none says what is not to be."""
    said = [re.findall(r"[a-z']+", clause.lower()) for clause in clauses]
    begun = [[word for word in words if word not in _POLITELY][:1] for words in said]
    return all(first and first[0] in order_verbs() for first in begun) and not any(map(_REFRAINS.search, clauses))


_POLITELY = frozenset({"please", "now", "and", "then", "so", "just", "also", "first"})
_REFRAINS = re.compile(r"n't\b|\b(?:not|never|if|unless|when|until)\b", re.IGNORECASE)


def _with_name(first: str, later: str) -> str:
    """Return the first of two orders with the noun of the later one for its "it"."""
    named = re.search(NP, later, re.IGNORECASE)
    if named is None or re.search(NP, first, re.IGNORECASE):
        return first
    return re.sub(r"\b(?:it|them)\b", named.group(), first, count=1, flags=re.IGNORECASE)


def _without_reason(text: str) -> str:
    """Return a text without its last clause, where that only says why: nothing is said there of where a thing is."""
    for pattern in (_REASON, _REMARK):
        match = pattern.search(text)
        if match is None or not re.search(r"\w", text[: match.start()]):
            continue
        told = match["told"]
        if re.search(rf"\b{PREP} (?:the|a|an|my|one|it|there|here)"
                     rf"\b", told, re.I) and pattern is _REMARK and name_any(told):
            continue
        if pattern is _REMARK and re.search(r"\b(?:should|must|goes|belongs|to be|needs? to|you|not|will do|is fine)\b|"
                                            r"n't", told, re.I):
            continue
        if pattern is _REMARK and (_wishes(told) or _TELLS_WHICH.search(told)):
            continue
        rest = text[match.end() :] if pattern is _REASON else ""
        return text[: match.start()] + (rest if rest.strip(" .!?") else ".")
    return text


def _wishes(told: str) -> bool:
    """Tell whether a clause wants something made so, or of something named: "I want it washed", "it needs washing"."""
    wish = _WISH.search(told)
    rest = re.findall(r"[a-z]+", told[wish.end() :].lower()) if wish else []
    made = any(base_of_participle(word) or base_of_gerund(word) or word in qualities.state_words() for word in rest)
    return made or bool(wish and name_any(told[wish.end() :]))
