"""Questions in other words, told as plain ones: "where has my phone got to?" asks where it is.

Only sentences that end with a question mark are told again here, each by itself.
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, retold, rules
from pred_language.discourse.wrapping import base_of_participle
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.shapes import DET, NP, PLACE, PREP

_SENTENCE = re.compile(r"[^.;!?\n]+(?:\.\.\.|[.;!?\n])*\s*")
_WHO = r"(?:i|we|you|he|she|they|someone|somebody|anyone|anybody|mum|dad|(?:the|my) [a-z]+)"
_STATE = r"(?:on|off|open|closed|shut|running|lit|burning|dirty|unlocked|ajar)"
_LEFT = (
    r"(?:(?:did|have|has) (?P<who>" + _WHO + r")|has been|have been|was|were|got) "
    r"(?:just |again |accidentally )*(?:leave|left|forgotten|keep|kept) (?:switched |turned |wide )?"
)
_GONE = (
    r"(?:got to|gotten to|gone(?: to)?|ended up|end up|go|got|disappeared to|vanished to|wandered off to|hiding|lying)"
)
_MADE = {
    **dict.fromkeys(("open", "opened"), "open"), **dict.fromkeys(("close", "closed", "shut"), "closed"),
    **dict.fromkeys(("wash", "washed", "clean", "cleaned", "rinse", "rinsed"), "clean"),
}  # fmt: skip
_SOMEBODY = r"(?:i|we|they|he|she|someone|somebody|anyone|anybody|mum|dad|the [a-z]+)"
_KNOW = (
    r"(?:any idea|(?:do|would) (?:you|i) (?:happen to )?know|does anyone know|who knows|i(?:'d| would) (?:like|"
    r"love|need) to know|"
    r"i (?:need|want) to know|i wonder|i(?:'m| am) wondering|(?:can|could|will|would) you (?:please )?(?:tell me|"
    r"check|say|remember|see|"
    r"find out)|(?:please )?(?:remind|tell) me|do you remember|(?:i(?:'ve| have) )?no idea|have you (?:any idea|"
    r"got any idea))"
)
_OF_PLACE = r"(?:piece of furniture|bit of furniture|furniture|surface|place|spot|part of the room)"
_SEE = r"(?:see|seen|spot|spotted|find|found|come across|came across|notice|noticed|know of)"
_ADVERBS = r"(?:still |also |by any chance |perhaps |possibly |maybe |ever |now |actually |really )*"
_DIRTY = r"(?:needs?|wants?|could do with|requires?|is in need of|are in need of) (?:a |an |some )?(?:good )?"


def _of_topic(match: re.Match[str]) -> str:
    """Return "where are the keys" of "the keys, where are they"."""
    told, found = re.subn(r"\b(?:it|they|them|he|she)\b", match["topic"], match["asks"], count=1, flags=re.IGNORECASE)
    names = re.search(rf"\b{DET} ", match["asks"], re.IGNORECASE)
    return told if found or names else match.group()


def _tagged(match: re.Match[str]) -> str:
    """Return "is the fridge shut" of "the fridge is shut, isn't it", and "did you put" of "you put ..., didn't you"."""
    return f"is it true that {match['told']}"


def _done_by_you(match: re.Match[str]) -> str:
    """Return "have you washed it" of "you have washed it, haven't you"."""
    return f"have you {match['told']}" if match["have"] else f"did you {match['told']}"


def _put_already(match: re.Match[str]) -> str:
    """Return "did you wash it" of "you washed it already, didn't you"."""
    base = base_of_participle(match["verb"])
    return f"did you {base} {match['rest']}" if base else match.group()


def _placed(match: re.Match[str]) -> str:
    """Return "where is the mug" of "what is the mug standing on", and nothing else of "what is the mug?"."""
    said = match.group()
    asks_place = re.search(rf"{_OF_PLACE} (?:is|are)\b|^(?:on|in|at)\b|\b(?:on|in|at|upon)$", said, re.IGNORECASE)
    return f"where is {match['np']}" if asks_place else match.group()


def _which(match: re.Match[str]) -> str:
    """Return "which mug" of "which of the two mugs", before a verb of one thing."""
    one = re.match(r"(?:is|was|has|holds|needs|lies|stands|does)\b", match.string[match.end() :], re.IGNORECASE)
    return f"which {singular(match['noun']) if one else match['noun']} "


def _brought_about(match: re.Match[str]) -> str:
    """Return "is the lamp on" of "has somebody switched the lamp on"."""
    return f"is {match['np']} {_MADE.get(match['done'].lower(), match['done'].lower())}"


_FORMS: tuple[tuple[str, Change], ...] = (
    (r"^(?:please )?(?:tell|say to) me,? (?:now |please )?(?=(?:is|are|do|does|has|have|did)\b)", ""),
    (
        (rf"^(?:did|has|have) {_WHO} (?:leave|left|forget|forgotten) (?:a|any|some|one of the) "
        rf"(?P<np>[a-z]+(?: [a-z]+)?) (?P<state>{_STATE})(?= ?\?)"),
        r"is any \g<np> \g<state>",
    ),
    (
        (r",? (?:may i ask|if i may ask|(?:can|could|would|will) you (?:please )?(?:tell me|check|say)|do you know|"
         r"would you know|do you happen to know|can you remember|do you remember|tell me|any idea|i wonder|robot)"
         r"(?=\s*\?)"),
        "",
    ),
    ((rf"^(?P<topic>{NP})(?:,? (?P=topic))*(?:\s*[,:]| ?[-–—]+|\.\.\.) (?P<asks>(?:where|what|which|is|are|has|"
     r"have|did|does|do|how|who)\b.*)$"), _of_topic),
    (rf"^{_KNOW}(?: exactly)?,? (?!where {NP} (?:goes?|belongs?|lives?)\b)(?=(?:where|what|which|how many|who)\b)", ""),
    (rf"^{_KNOW} (?:whether|if) (?={DET}\b|there\b)", "is it true that "),
    (r"^(?:in total|all in all|altogether|overall),? (?=how many\b)", ""),
    ((rf"^where (?:exactly )?(?P<np>{NP}) (?:could|might|may|can|would|should|must) (?:be|have (?:gone|got to|been "
    rf"put))"
     r"(?: now)?(?= ?\?)"), r"where is \g<np>"),
    (rf"^where (?P<np>{NP}) (?:is|are|has gone|have gone|has got to|lies)(?: now| right now)?(?= ?\?)", (r"where is "
    r"\g<np>")),
    (rf"^(?P<np>{NP}) (?:is|are) where(?: now)?(?= ?\?)", r"where is \g<np>"),
    ((rf"^(?:on |in |at )?(?:what|which)(?: {_OF_PLACE})? (?:is|are) (?P<np>{NP})(?: (?:lying|standing|sitting|now|"
    rf"kept|placed))?"
     r"(?: (?:on|in|at|upon))?(?<!colour)(?= ?\?)"), _placed),
    (rf"^(?:can|could|do|did|have|would) you {_ADVERBS}{_SEE} (?=(?:a|an|any|some|another)\b)", "is there "),
    ((r"^(?:does|do) (?:this|the|our|my) (?:room|place|kitchen|house|flat|home) (?:still )?(?:have|"
    r"contain) "), "is there "),
    (r"^(?:would|could|might|may) there (?:still )?be ", "is there "),
    (r"^(?:what|which) (?:number|amount|count) of (?P<ns>[a-z ]+?) (?:is|are|do|does) (?:there|we have|you see)",
     r"how many \g<ns> are there"),
    ((r"^what(?:'s| is) the (?:number|amount|count) of (?P<ns>[a-z]+(?: [a-z]+)??)(?: (?:here|in here|there|in this "
    r"room))?(?= ?\?)"),
     r"how many \g<ns> are there"),
    ((rf"^(?:did|has|have) {_SOMEBODY} (?:just |already |ever )?(?:turn|turned|switch|switched|put) (?P<np>{NP}) "
    rf"(?P<done>on|off)"
     r"(?: again| yet| already)?(?= ?\?)"), _brought_about),
    ((rf"^(?:did|has|have) {_SOMEBODY} (?:just |already |ever |remember to )?(?P<done>close|closed|shut|open|"
    rf"opened|wash|washed|cleaned?|"
     rf"rinsed?) (?P<np>{NP})(?: again| yet| already| properly)?(?= ?\?)"), _brought_about),
    ((rf"^(?:has|have|was|were) (?P<np>{DET} [a-z]+(?: [a-z]+)??) (?:already )?(?:been )?(?:already )?(?:turned |"
    rf"switched |left )?"
     r"(?P<done>on|off|open|opened|closed|shut|running|washed|cleaned|rinsed)(?: again| yet| already| "
     r"properly)?(?= ?\?)"),
     _brought_about),
    ((rf"^(?P<so>(?:is|are) {NP} (?:open|closed|shut|on|off|clean)) (?:properly|completely|all the way|fully|"
    rf"right)(?= ?\?)"), r"\g<so>"),
    ((rf"^what (?:did|have|has) {_SOMEBODY} (?:just )?(?:leave|left|put|forget|forgotten|placed?) (?:lying "
    rf")?(?={PLACE}(?: ?\?))"),
     "what is "),
    (rf"^what (?:stuff|all|things|else) (?:is|are) (?={PLACE})", "what is "),
    ((rf"^(?:is|are) there (?:anything|something) (?P<at>{PLACE}),? (?:and )?(?:if so,?|so) what(?: is it)?(?= "
    rf"?\?)"), r"what is \g<at>"),
    (r"^(?:which|what) colou?r (?=(?:is|are|has|does)\b)", "what colour "),
    (r"^(?:am i right (?:in thinking|to think|in saying)|would i be right in thinking)(?: that)? ", "is it true that "),
    ((r"^you (?P<have>have|'ve)?(?:(?: already| just)* )(?P<told>(?!are\b|can\b|will\b)[^,?]+), (?:haven'?t you|"
    r"have you not)"
     r"(?= ?\?)"), lambda m: f"have you {m['told']}"),
    (r"^you(?:'ve| have)(?: already| just)* (?P<told>[^,?]+), haven'?t you(?= ?\?)", r"have you \g<told>"),
    (r"^you haven'?t (?P<told>[^,?]+?)(?: yet)?, have you(?= ?\?)", r"have you \g<told>"),
    (r"^you didn'?t (?P<told>[^,?]+?), did you(?= ?\?)", r"did you \g<told>"),
    (r"^you did (?P<told>[^,?]+), didn'?t you(?= ?\?)", r"did you \g<told>"),
    (r"^you (?:already |just )?(?P<verb>[a-z]+) (?P<rest>[^,?]+), didn'?t you(?= ?\?)", _put_already),
    (r"^(?P<told>there(?:'s| is| are)[^?]+), (?:isn'?t|aren'?t) there(?= ?\?)", _tagged),
    ((rf"^(?P<told>(?:{NP})(?: {PLACE})?(?:'s| is| are)[^?]+), (?:isn'?t|aren'?t|right|correct|no)(?: (?:it|they|"
    rf"he|she))?"
     r"(?= ?\?)"), _tagged),
    (
        (
            rf"^(?P<thing>{NP}) (?P<be>is|are)(?:n't| not) (?P<so>(?:{PLACE}|{_STATE}|cut|sliced|empty|full|hot|cold))"
            r"(?: yet| any ?more| already)?, (?:is|are) (?:it|they)(?= ?\?)"
        ),
        r"\g<be> \g<thing> \g<so>",
    ),
    (
        (
            rf"^(?:is|was) it (?P<np>{NP}) (?:that|which)(?:'s| is| was| are) (?P<so>{PLACE}|{_STATE})(?= ?\?)"
        ),
        r"is \g<np> \g<so>",
    ),
    (
        rf"^what(?:'s| is) the (?:thing|object|item)(?: that(?:'s| is))?(?: lying| standing)? (?=(?:{PREP}) )",
        "what is ",
    ),
    (r"\bthat there's (?=[a-z])", "that there is "),
    ((rf"^(?:so |and )?(?:have|do|did) (?:we|you|i|they) {_ADVERBS}(?:got|have|own|keep) {_ADVERBS}"
     r"(?=(?:a|an|any|some|enough|another|one|two|three|more)\b|[a-z]+s\b|[a-z]+ (?:left|anywhere|here|in here)\b)"),
     "is there "),
    (r"^(?:so )?got (?=(?:a|an|any|some)\b)", "is there "),
    ((rf"^(?P<is>is|are) there {_ADVERBS}(?P<rest>.+?) (?:lying|standing|sitting|hanging|knocking|floating) "
     r"(?:about|around)(?= ?\?)"), r"\g<is> there \g<rest>"),
    (r"^(?P<is>is|are) there (?:by any chance|perhaps|possibly|maybe) ", r"\g<is> there "),
    ((rf"^which (?:one )?(?:of )?(?P<what>[^?]+?) {_DIRTY}(?:wash(?:ing)?|clean(?:ing)?|rinse|rinsing|scrub(?:bing)?)"
     r"(?= ?\?)"), r"which of \g<what> is dirty"),
    ((r"^(?:which|what)(?: ones?)? of (?:the|my|our|your|these|those) (?:two |three |four |five )?"
     r"(?P<noun>[a-z]+(?: [a-z]+)??) (?=(?:is|are|was|were|has|have|holds?|needs?|lies?|stands?|did|does|do)\b)"),
     _which),
    (rf"^(?P<which>(?:which|what) [a-z]+(?: [a-z]+)?) {_LEFT}(?P<state>{_STATE})(?= ?\?)",
     r"\g<which> is \g<state>"),
    (r"^where (?:on earth |in the world |the (?:hell|heck|devil) |exactly |oh where )+", "where "),
    ((rf"^where (?:has|have|did|do|does|'s|is|are|could|can|might|would|may) (?P<np>{NP}) (?:have |been |be )?{_GONE}"
     r"(?: again| now| this time| then)?(?= ?\?)"), r"where is \g<np>"),
    ((r"^where (?:might|could|can|would|will|do|should) (?:i|we|one|you) (?:be able to )?(?:find|look for|get|see) "
     r"(?=[a-z])"), "where is "),
    (rf"^what(?:'s| has| is) (?:become of|happened to) (?P<np>{NP})(?= ?\?)", r"where is \g<np>"),
    ((rf"^where (?:did|have|has) {_WHO} (?:gone and )?(?:put|leave|left|hide|hidden|stash|stashed|place|placed) "
     r"(?=[a-z])"), "where is "),
    (r"^(?P<which>which|where|what)(?P<what>[^?]*?) (?P<is>is|are) (?:it|they) (?:that )?", (r"\g<which>\g<what> "
    r"\g<is> ")),
)
_RULES: tuple[Rule, ...] = rules(_FORMS)
_OPENER = re.compile(
    r"^\W*(?:(?:so|and|but|well|oh|ah|hm+|hey|please|excuse me|sorry|now|right|ok|okay|robot)\b[\s,.]*)*", re.IGNORECASE
)


_LOOKING = re.compile(
    rf"(?P<start>^|[.!?] )(?:i (?:can'?t|cannot|can not|could ?n'?t) (?:find|see)|i(?:'m| am)(?: still)? "
    rf"(?:looking|searching) for|"
    rf"i(?:'ve| have)? (?:lost|misplaced|mislaid)) (?P<np>{NP})\s*[,.;:!-]+\s*(?:so |and |but |any idea |do you know )*"
    r"(?P<asks>(?:where|have you seen)\b[^.;!?]*?)\b(?:it|they|them)\b(?P<rest>[^.;!?]*)",
    re.IGNORECASE,
)
_NOT_FOUND = rf"^\W*i (?:still )?(?:can'?t|cannot|can not|could ?n'?t) (?:find|see) (?P<np>{NP})(?: anywhere)?"
_IS_IT_THERE = re.compile(
    rf"{_NOT_FOUND}\s*[.,;!-]+\s*"
    rf"(?:is|are) (?:it|they) (?P<at>{PLACE})\s*\?",
    re.IGNORECASE,
)
_CANNOT_FIND = re.compile(rf"{_NOT_FOUND}\W*$", re.IGNORECASE)
_TO_BE_TOLD = re.compile(
    rf"^\W*(?:please )?(?:{_KNOW} (?=(?:where|how many|what|which)\b)|(?:name|list|tell me) (?:me )?(?:everything|"
    rf"all|what)(?: that)?(?: is|'s)? "
    rf"(?={PLACE}\W*$))",
    re.IGNORECASE,
)


_LOOKED_UP = re.compile(
    r"^\W*(?:(?:please|now|robot)\b,? )*"
    rf"(?:(?:go|walk|move|drive|come)(?: over)?(?: there)?(?: to (?P<where>{NP}))?,? (?:and|to) )?"
    r"(?:please )?(?:check|see|look|find out|(?:have|take) a look)(?: for me)? (?:whether|if) "
    rf"(?P<so>(?:there(?: is|'s| are)|{NP} (?:is|are)|any [a-z]+ (?:is|are)) "
    r"(?:(?!\b(?:and|then|if|so|or)\b)[^.,;:!?])+)"
    r"(?: or not)?(?:,? (?:please|for me))*\W*$",
    re.IGNORECASE,
)
"""An order that is nothing but a question: what follows from the answer is no part of it."""
_THING_IS = re.compile(r"^(?P<thing>.+?) (?P<be>is|are) ", re.IGNORECASE)


def _asked_outright(looked_up: re.Match[str]) -> str:
    """Return "is there an egg in the sink?" of "go to the sink and check if there's an egg in it"."""
    so = re.sub(r"^there's ", "there is ", looked_up["so"], flags=re.IGNORECASE)
    some_is = rf"^(?P<some>(?:an?|any) [a-z ]+?) (?P<be>is|are) (?={PREP}\b)"
    so = re.sub(some_is, r"there \g<be> \g<some> ", so, flags=re.IGNORECASE)
    if looked_up["where"]:
        so = re.sub(r"\b(?:it|there)$", looked_up["where"], so, flags=re.IGNORECASE)
    return _THING_IS.sub(r"\g<be> \g<thing> ", so, count=1) + "?"


def as_plain_question(text: str) -> str:
    """Return a text with its questions told in the forms that are read."""
    looked_up = _LOOKED_UP.match(text)
    if looked_up is not None:
        text = _asked_outright(looked_up)
    text = _LOOKING.sub(r"\g<start>\g<asks>\g<np>\g<rest>?", text).replace("??", "?")
    text = _IS_IT_THERE.sub(r"is \g<np> \g<at>?", text)
    text = _CANNOT_FIND.sub(r"where is \g<np>?", text)
    asked = _TO_BE_TOLD.match(text)
    if asked is not None and "?" not in text and not re.search(r"[.;!] \w|\band (?:then )?[a-z]+ (?:the|it|"
    r"me)\b", text):
        listing = re.match(r"\W*(?:please )?(?:name|list)\b|.*\b(?:everything|all)\b", asked.group(), re.IGNORECASE)
        text = f"{'what is ' if listing else ''}{text[asked.end() :].rstrip(' .!')}?"
    if "?" not in text:
        return text
    return "".join(map(_plainly, _SENTENCE.findall(text))) or text


def _plainly(sentence: str) -> str:
    if not sentence.rstrip().endswith("?"):
        return sentence
    opener = _OPENER.match(sentence)
    start = opener.end() if opener else 0
    told = retold(sentence[start:], _RULES)
    return sentence if told == sentence[start:] else told
