"""Questions that deny: "which books aren't on the shelf?", "are none of the lamps on?", "which mugs hold nothing?".

Of "none of them is on" the answer is that of "is any of them on?", turned round; of what is not at a place it is all
others of the kind.
"""

from __future__ import annotations

import re

from pred_language.lexicon.inflection import plural, singular
from pred_language.lexicon.nouns import nouns
from pred_language.questions.besides import Besides
from pred_language.questions.rewordings import COLOUR, DET, PREP

_TRUE = r"(?:(?:is|isn't) it (?:true|right|correct) that )?"
_OF = r"of (?:the |my |our |your |these |those )?(?:two |three |four |five )?"
_NOUN = r"(?P<noun>[a-z]+(?: [a-z]+){0,2}?)"
_NONE = tuple(
    re.compile(form)
    for form in (
        rf"^(?:is|are) (?:neither|none) {_OF}{_NOUN} (?P<so>(?:still |already )?(?:[a-z]+|{PREP} .+))$",
        rf"^(?:is|are) (?:neither|no) {_NOUN} (?P<so>(?:still |already )?(?:[a-z]+|{PREP} .+))$",
        (
            rf"^{_TRUE}(?:(?:neither|none|not (?:a single )?one) {_OF}|(?:no|neither|not (?:a single|one|an?|any)) )"
            rf"{_NOUN} (?:is|are) (?P<so>.+)$"
        ),
    )
)
_OPPOSITE = {"off": "on", "closed": "open", "shut": "open", "clean": "dirty"}
_EVERYTHING = re.compile(
    rf"^is everything (?:here )?(?:switched |turned |still |already )*(?P<so>{'|'.join(_OPPOSITE)})(?: here| in here)?$"
)
_NOTHING_IS = re.compile(r"^is nothing (?:here )?(?:left |still |switched )*(?P<so>on|open|dirty|running|lit|burning)$")
_SHORTENED = re.compile(r"\b(?P<be>is|are|was|were|does|do|has|have)n't\b")
_ASKS_SET = r"(?P<asks>how many|which|what)(?: ones?)?(?: of)?(?: the| my| our)?"
_HERE = r"(?: (?:are|is) there| do (?:we|you|i) (?:have|see)| (?:here|in here))*"
_TWO_NOUNS = re.compile(r"^(?P<asks>how many|which|what) (?P<one>[a-z]+) the (?P<two>[a-z]+)(?= (?:is|are) )")
"""A noun of two words that an article was put into, as it lacked one: "which hand the towel"."""
_NOT_AT = re.compile(
    rf"^{_ASKS_SET} (?P<np>[a-z]+(?: [a-z]+){{0,3}}?)(?: (?:is|are))?(?: still)? (?:that (?:is|are) )?not "
    rf"(?:still |lying |standing |kept )*(?:(?P<at>{PREP} .+?)|(?P<colour>{COLOUR})){_HERE}$"
)
_NOT_SO = re.compile(
    rf"^(?P<asks>how many|which|what) (?P<np>[a-z]+(?: [a-z]+){{0,3}}?) (?:that|which) (?:is|are) not (?P<so>[a-z]+)"
    rf"{_HERE}$"
)
_NP = r"(?P<np>[a-z]+(?: [a-z]+){0,2}?)"
_LIQUID = r"(?:drink|water|liquid|tea|coffee)"
_SOMETHING = rf"(?:something|anything|stuff|(?:a |some |any )?{_LIQUID})(?: left| at all)?"
_NOTHING = rf"(?:nothing|no (?:{_LIQUID}|contents?))(?: left| at all)?"
_IN_IT = r"(?: (?:in|inside|on)(?: it| them)?)?"
_HAVE = r"(?:still )?(?:have got|has got|have|has|holds?|contains?|with)(?: still| absolutely)?"
_HOLDS_NOTHING = tuple(
    (re.compile(pattern), plainly)
    for pattern, plainly in (
        (rf"^{_ASKS_SET} {_NP} {_HAVE} {_NOTHING}{_IN_IT}$", r"\g<asks> \g<np> are empty"),
        (
            rf"^{_ASKS_SET} {_NP} (?:do|does|have|has) not (?:(?:have|hold|contain|got) )?{_SOMETHING}{_IN_IT}$",
            r"\g<asks> \g<np> are empty",
        ),
        (rf"^{_ASKS_SET} {_NP} {_HAVE} {_SOMETHING}{_IN_IT}$", r"\g<asks> \g<np> are full"),
        (
            (
                rf"^(?:does|do|has|have) (?P<np>{DET} (?:[a-z]+ ?)+?) (?:still )?(?:have|got|contain|hold) (?:still )?"
                rf"{_SOMETHING}{_IN_IT}$"
            ),
            r"is \g<np> full",
        ),
        (rf"^is there nothing(?: left| at all)? (?:in|inside|on) (?P<np>{DET} .+)$", r"is \g<np> empty"),
    )
)


def none_asked(question: str) -> str | None:
    """Return "is any lamp on" of "is none of the lamps on", None of any other question."""
    if every := _EVERYTHING.match(question):
        return f"is anything {_OPPOSITE.get(every['so'], every['so'])}"
    if nothing := _NOTHING_IS.match(question):
        return f"is anything {nothing['so']}"
    match = next((found for form in _NONE if (found := form.match(question))), None)
    if match is None or match["noun"].split()[0] in ("more", "one", "such"):
        return None
    return f"is any {singular(match['noun'])} {match['so']}"


def _as_one_noun(match: re.Match[str]) -> str:
    noun = f"{match['one']} {match['two']}"
    return f"{match['asks']} {noun}" if f"{match['one']} {singular(match['two'])}" in nouns() else match.group()


def in_full(question: str) -> str:
    """Return a question with what holds nothing told as empty, and what is not so in the plainest words."""
    if question.startswith(("how many", "which", "what")):
        question = _SHORTENED.sub(r"\g<be> not", question)
        question = _TWO_NOUNS.sub(_as_one_noun, question)
        question = _NOT_SO.sub(r"\g<asks> \g<np> are not \g<so>", question)
    for pattern, plainly in _HOLDS_NOTHING:
        question = pattern.sub(plainly, question)
    return question


def set_without(question: str) -> Besides | None:
    """Return what a question asks of a set of which those at a place are left out, None of any other."""
    match = _NOT_AT.match(question)
    if match is None:
        return None
    noun = match["np"] if match["asks"] == "how many" else plural(singular(match["np"]))
    asks = f"how many {noun} are there" if match["asks"] == "how many" else f"which {noun} are there"
    kind = plural(singular(match["np"]))
    return Besides(asks, f"{match['colour']} {kind}" if match["colour"] else f"{kind} {match['at']}")
