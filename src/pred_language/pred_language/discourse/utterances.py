"""What kinds of things people say to a robot: orders among questions, conditions, reports and remarks.

Only an order is acted on. What else was said is refused where it stands alone, and named where it stands beside orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pred_language.discourse.spoken import as_plain_order
from pred_language.lexicon import qualities, words
from pred_language.lexicon.people import KIN


class UtteranceKind(StrEnum):
    """What a sentence does."""

    ORDER = "order"
    QUESTION = "question"
    CONDITION = "condition"
    REPORT = "report"
    REMARK = "remark"


REFUSALS = {
    UtteranceKind.QUESTION: (
        "I do not understand that question; I can say how many there are, or where. Tell me what to do."
    ),
    UtteranceKind.CONDITION: "I cannot wait for something or decide by a condition. Tell me what to do now.",
    UtteranceKind.REPORT: "That says what was done or is so, and asks for nothing. Tell me what to do.",
    UtteranceKind.REMARK: "That asks for nothing. Tell me what to do.",
}
"""What is answered to a person who said nothing else."""


@dataclass(frozen=True)
class Heard:
    """What was said: the orders as text, other sentences and phrases that are not served, and what the first was."""

    orders: str
    unserved: tuple[str, ...] = ()
    first: UtteranceKind = UtteranceKind.ORDER
    questions: tuple[str, ...] = ()
    """The questions among them, in lower case, without openers and signs."""
    states: bool = False
    """Whether what looks like orders only says how things are."""
    tells_a_state: bool = False
    """Whether it is said how something is or was left: sense may hear in it what is to be done ("it is dark")."""

    @property
    def refusal(self) -> str:
        """Why there is nothing to do, '' where there is an order."""
        if self.states:
            return REFUSALS[UtteranceKind.REPORT]
        return "" if self.orders else REFUSALS.get(self.first, "")


_SENTENCE = re.compile(r"[^.;!?\n]+[.;!?\n]*")
_OPENER = (
    r"(?:please|pls|hey|hi|hello|ok|okay|alright|robot|dear|sir|now|and|but|also|then|"
    r"so|well|sorry|excuse me|first|next|"
    r"good (?:morning|evening|afternoon|night|day)|just|yes|no|great|thanks|thank you)\b[\s,:]*"
)
_OPENERS = re.compile(rf"^[\s,]*(?:{_OPENER})*")
_POLITE = re.compile(
    r"^(?:(?:can|could|would|will|may|might|shall|should) (?:you|u|we|"
    r"i(?= (?:please )?(?:have|get|ask|request)\b)|someone)\b(?! (?:rather|see|hear|say|count|describe|guess|"
    r"remember|explain|spot|happen to (?:know|see|have|remember)|(?:please )?tell|find out|check (?:if|"
    r"whether)|know|"
    r"show me (?:where|what|how|which)))|"
    r"do you (?:mind|think you)\b|(?:would|will) it be possible|is it possible (?:for you )?to|"
    r"are you able to|why (?:don'?t|not)\b|how about\b|what about \w+ing\b|would mind\b|"
    r"(?:do )?(?:mind|care to|want to|wanna|possible to|able to|any chance|think you)\b)"
)
_WH = r"(?:what|where|which|who|whose|whom|why|how)"
_QUESTION = re.compile(
    rf"^(?:{_WH}(?:'s|'re| s)?\b(?! to\b)(?! (?:you|i|we) (?:need|want|have|should|must|are (?:going )?to)\b)|"
    r"(?:is|isn'?t|are|aren'?t|was|wasn'?t|were|weren'?t|am|did|didn'?t|does|doesn'?t|"
    r"has|hasn'?t|had|hadn'?t)\b(?! to\b)|"
    r"(?:do|don'?t|have|haven'?t) (?:you|we|i|they|there|these|those|u)\b|"
    r"do(?:n'?t)? (?:the|my|any|all|both|our) [^,?]*\?|have (?:the|my|any|all|both|our) [^,?]* (?:been|gone)\b|"
    r"(?:can|could|would|will|may|might|shall|should|must)n?'?t? "
    r"(?:the|a|an|my|there|it|this|that|these|those|he|she|they|any|you|u|i|we)\b|any idea\b|"
    r"when (?:did|was|were|is|are|do|does|will|have|has)\b)"
)
_ASKED = (
    rf"(?:(?:tell|show|inform|remind|advise|answer) (?:me|us|him|her)(?: again)?|"
    rf"let (?:me|us) know|find out|report|say|"
    rf"check|see|explain|describe|remember|guess|i wonder|i want to know|i'?d like to know|know|look) "
    rf"(?:please )?(?:{_WH}|if|whether|about|when)\b"
)
_ASKS = re.compile(
    rf"(?:{_ASKED}|count (?:the|all|how|my|every|up)\b|(?:tell|ask|inform) (?:me|us|"
    rf"him|her|them|the|my|mom|dad)\b|"
    r"describe (?:the|what|how|my|this)\b|answer (?:the|my|a|this)\b|say (?:hello|hi|something|the|your)\b)"
)
_ASKS_FIRST = re.compile(rf"^(?:(?:can|could|would|will) (?:you|u) (?:please )?)?{_ASKS.pattern}")
_ASKS_LATER = re.compile(rf"[\s,]*\b(?:,|and|then|also|finally)\s+(?:please )?(?:then )?{_ASKS.pattern}.*$")
_DONE_CALL = re.compile(
    r"[\s,]*\b(?:and |then |please )*(?:tell me|let me know|inform me|report(?: back)?|say so|call me) "
    r"(?:when|once|as soon as|after|if) (?:you|it|that|this|everything|"
    r"all)\b[^.;!?]*?\b(?:done|finished|ready|over|complete)\b"
)
_TAGS = re.compile(
    r"(?:[\s,]+(?:would|could|will|can|won'?t|should|shouldn'?t|right|do|don'?t|isn'?t|doesn'?t) (?:you|it|we)|"
    r"\s*,\s*(?:ok|okay|right|yes|will ya)|(?<!\bthe)(?<!\bmy)\s+(?:ok|okay|right|yes)(?=\s*\?))\s*(?:\?|(?=[.!]|$))"
)
_IF_POLITE = re.compile(
    r"[\s,]*\bif (?:you (?:can|could|would|may|please|like|want|don'?t mind|"
    r"do not mind|have (?:the )?time|wouldn'?t mind)|"
    r"(?:it(?: is|'s) )?(?:possible|necessary|needed|required|you please))\b(?!['’]t\b)"
)
_CONDITION = re.compile(
    r"(?<!see )(?<!check )(?<!as )(?<!even )(?<!left )(?<!right )\bif\b|\bunless\b|"
    r"\bwhenever\b|\botherwise\b|\bin case\b|\bevery time\b|"
    r"\bas long as\b|^(?:only )?(?:as soon as|once|when|after|until) (?:i|we|he|she|"
    r"they|someone|somebody|there|nobody|"
    r"you (?:see|notice|hear|spot))\b|\b(?:as soon as|until|when|once|after) (?:i|we|he|she|they|"
    r"someone|somebody|nobody|there)\b|"
    r"^(?:when|whenever|as soon as) (?:the|my|your|it|this|that)\b|"
    r"^wait\b"
)
_TIME = re.compile(
    r"[\s,]*\b(?:(?:for|in|after|within|every) (?:about |at least |around |"
    r"the next )?(?:\d+|an?|one|two|three|four|five|ten|"
    r"fifteen|twenty|thirty|sixty|half an|a few|few|several|couple of|"
    r"a couple of) ?(?:s|secs?|seconds?|mins?|minutes?|"
    r"hours?|hrs?|days?|weeks?)|at \d+(?::\d+)? ?(?:am|pm|o'?clock)|at (?:noon|midnight)|tomorrow|tonight|"
    r"every (?:day|morning|evening|night|hour|week)|later(?: on)?(?! use)|(?:(?:two|"
    r"three|four|five|several|many|\d+) times|twice)|"
    r"to \d+ ?(?:%|percent|degrees?|°)(?: (?:celsius|fahrenheit|c|f))?|\d+ ?(?:%|percent)(?: full)?|"
    r"at \d+ ?(?:%|percent|degrees?|°|watts?|w)(?: (?:celsius|fahrenheit|c|f))?)(?![\w%])"
)
_PAST = (
    r"(?:put|placed|moved|took|taken|brought|left|washed|cleaned|rinsed|opened|closed|"
    r"shut|turned|switched|heated|warmed|"
    r"cooked|cooled|chilled|cut|sliced|set|filled|emptied|dropped|threw|thrown|gave|"
    r"given|saw|seen|found|bought|used|ate|"
    r"eaten|made|forgot|forgotten|lost|broke|broken|spilled|did|done|picked|got|had|"
    r"been|stored|returned|carried|laid)"
)
_SUBJECT = (
    rf"(?:i|we|he|she|they|someone|somebody|nobody|no one|everybody|{KIN}|my \w+|"
    r"the (?:robot|cat|dog))"
)
_LATELY = r"(?:(?:have|'ve|ve|has|'s|had|'d|just|already|also|only|never|once|finally|did|not|accidentally|recently) ?)"
_EARLIER = (
    r"(?:yesterday|earlier(?: today)?|before|this morning|last (?:night|time|week|\w+day)|"
    r"(?:a while|an hour|\w+ (?:minutes|hours|days)) ago|just now)"
)
_REPORT = re.compile(
    rf"^(?:{_EARLIER}[\s,]+(?:{_SUBJECT}|you) ?{_LATELY}*{_PAST}\b|"
    rf"{_EARLIER}[\s,]+(?:the|my|our|your|a|an|that|there|it)\b[^,]*?\b(?:was|were|had|stood|lay)\b|"
    rf"{_SUBJECT} ?{_LATELY}*{_PAST}\b|{_SUBJECT} ?{_LATELY}*(?:finished|done|been) [a-z]+ing\b|you "
    rf"?{_LATELY}+{_PAST}\b|you (?:took|placed|"
    rf"moved|brought|forgot|broke|spilled)\b|you (?:\w+ ){{1,8}}wrong\b|"
    rf"(?:the|a|an|my|both|all|these|those|this|that|it|they|"
    rf"everything) [^,]*?\b(?:was|were|has been|have been|had been|"
    rf"is already|are already)\b)"
)
_DID_SO = re.compile(
    rf"^{_SUBJECT} ?{_LATELY}*(?:did|done) (?:that|it|this|so)(?: (?:already|myself|earlier|yesterday|this morning))*"
    r"(?:\s*[:;,–-]|[.!]*$)"
)
"""What says of an order that somebody did that: "I already did that: fill up the kettle"."""
_REMARK = re.compile(
    r"^(?:(?:thanks|thank you|sorry|good (?:job|work|boy|girl)|well done|nice(?: work|"
    r" job)?|bravo|congratulations|"
    r"i (?:really |do |also )?(?:love|like|hate|think|hope|know|guess|remember|"
    r"believe|dislike|enjoy|see|hear|am|was)\b|"
    r"i'?m\b)(?! to\b)|(?:i|we) (?:have|keep|own) [^,.;]*?\b(?:in|on|under) (?:the|my|our) [a-z]+(?: [a-z]+)?[.!]*$)"
)
_WISH = r"\b(?:goes?|belongs?|should|must|needs?|shall|have to|has to|ought|to be)\b"
_STATEMENT = re.compile(
    r"^(?:the|my|our|your|his|her|their|this|that|these|those|there|it|they|some|a|an)\b"
    rf"(?:(?!{_WISH})[^,;])*?\b(?:is|are|isn'?t|aren'?t)\b(?! (?:not )?(?:to|supposed|meant|needed)\b)"
    rf"(?:(?!{_WISH})[^,;])*$"
)
"""What says how things are: "my boots are by the sofa"."""
_LEFT_SO = re.compile(r"\b(?:on|off|open|ajar|closed|shut|running|burning|lit)$")
_MEANT = re.compile(
    r"(?:,|;|:|\band\b|\bso\b|\bbut\b|\bthen\b|\bplease\b|\bnow\b|"
    r"\bto\b)\s*(?:please |now |then |just )*([a-z]+)\b"
)
_NEEDS = re.compile(r"\b(?:it|them|there|that|those|these|one|ones)\b")


def heard(text: str) -> Heard:
    """Return what was said, taken apart by what each sentence does."""
    whole = _IF_POLITE.sub("", _TAGS.sub("", _DONE_CALL.sub("", as_plain_order(text))))
    orders: list[str] = []
    unserved: list[str] = []
    questions: list[str] = []
    kinds: list[UtteranceKind] = []
    waiting = ""  # a report that a later order may point back to
    for sentence in _SENTENCE.findall(whole):
        kind = kind_of(sentence)
        if not re.search(r"\w", sentence):
            continue
        kinds.append(kind)
        if kind is UtteranceKind.ORDER:
            order, extra = _without_extras(sentence)
            unserved += extra
            orders += [waiting, order] if waiting and _NEEDS.search(order.lower()) else [order]
            waiting = ""
        elif kind is UtteranceKind.REPORT:
            waiting = sentence
        elif kind is not UtteranceKind.REMARK:
            unserved.append(_bare(sentence))
            questions += [_plain(sentence)] if kind is UtteranceKind.QUESTION else []
    other = next((kind for kind in kinds if kind is not UtteranceKind.ORDER), UtteranceKind.ORDER)
    states = bool(orders) and all(_STATEMENT.match(_plain(order)) for order in orders)
    tells = states or (other is UtteranceKind.REPORT and _LEFT_SO.search(_plain(whole)) is not None)
    return Heard(" ".join(part.strip() for part in orders), tuple(unserved), other, tuple(questions), states, tells)


def _plain(sentence: str) -> str:
    """Return a sentence in lower case without polite openers and closing signs."""
    return _OPENERS.sub("", " ".join(sentence.lower().split())).rstrip(" .!?")


def kind_of(sentence: str) -> UtteranceKind:
    """Return what one sentence does."""
    text = " ".join(sentence.lower().split())
    bare = _OPENERS.sub("", text)
    if _ASKS_FIRST.match(bare):
        return UtteranceKind.QUESTION
    if _CONDITION.search(bare):
        return UtteranceKind.CONDITION
    if _POLITE.match(bare):
        return UtteranceKind.ORDER
    if _QUESTION.match(bare) or (text.endswith("?") and "please" not in text and _is_told(bare)):
        return UtteranceKind.QUESTION
    if _DID_SO.match(bare) or (_REPORT.match(bare) and not _has_order(bare)):
        return UtteranceKind.REPORT
    if _REMARK.match(text) and not _has_order(text):
        return UtteranceKind.REMARK
    return UtteranceKind.ORDER


def _is_told(text: str) -> bool:
    """Tell whether a sentence begins with what it is about rather than with what is to be done: "mugs in the sink?"."""
    first = re.match(r"[a-z]+", text)
    return first is not None and first.group() not in _bases()


def _has_order(text: str) -> bool:
    """Tell whether a clause after the first begins as an order does."""
    return any(match[1] in _bases() for match in _MEANT.finditer(text))


def _bases() -> frozenset[str]:
    return words.VERB_BASES | {"turn", "switch", "give", "throw", "pick", "hand"} | frozenset(qualities.own_verbs())


def _without_extras(sentence: str) -> tuple[str, list[str]]:
    """Return an order without what it says of times and amounts or asks to be told, and these phrases."""
    found: list[str] = []
    for pattern in (_ASKS_LATER, _TIME):
        found += [_bare(match.group()) for match in pattern.finditer(sentence.lower())]
        sentence = _cut(pattern, sentence)
    return sentence, found


def _cut(pattern: re.Pattern[str], sentence: str) -> str:
    pieces: Iterator[tuple[int, int]] = (match.span() for match in pattern.finditer(sentence.lower()))
    for start, end in reversed(list(pieces)):
        sentence = sentence[:start] + sentence[end:]
    return sentence


def _bare(text: str) -> str:
    """Return a phrase without the signs and joining words around it."""
    return re.sub(r"^(?:[\s,]|and\b|then\b)+|[\s,.;!?]+$", "", text)
