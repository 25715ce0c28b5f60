"""States, places and amounts of a question in other words: "switched on", "hanging up", "how much cutlery"."""

from __future__ import annotations

import re
from collections.abc import Callable

from pred_language.questions.rewordings import PREP

_ASKS = re.compile(
    r"^(?:is|are|isn't|aren't|which|what|how many|how much|do|does|where|wasn't|weren't|was|were)\b"
    r"(?!.* you (?:turn|switch))"
)
_OF_THE = r"of (?:the|my|our|your|these|those) (?:two |three |four |five )?"
_HANGS = re.compile(
    r"\b(?P<verb>hangs?|(?:hanging|hung)|(?=on (?:its|their|the) ))(?: up)?(?: properly| neatly| there)?(?: ?on "
    r"(?:its|their|the|a) (?:own )?(?:hook|rail|rack|holder|peg|ring|bar)s?)?(?= *$)"
)
_NEED_A_WASH = (
    r"(?:still )?(?:needs?|wants?|ha(?:s|ve)|could do with|requires?|should|must)(?: to)?(?: be)? "
    r"(?:a )?(?:good )?(?:wash(?:ing|ed)?|clean(?:ing|ed)?|rins(?:e|ing|ed)|scrub(?:bing|bed)?)"
)
_FORMS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern), plainly)
    for pattern, plainly in (
        (r"^(?P<be>is|are)n't (?=(?:the|my|our|your|that|any|one|either|both|all|every|each)\b)", r"\g<be> "),
        (rf"^(?P<be>is|are) (?P<all>both|all|each|every one) {_OF_THE}", r"\g<be> \g<all> "),
        (r"\b(?:still |left )*(?:switched|turned|powered|plugged) (?=(?:on|off)\b)", ""),
        (r"\b(?:lies|stands|sits|stays|remains) (?=(?:open|closed|shut|empty)$)", "is "),
        (r"\b(?:lie|stand|sit|stay|remain) (?=(?:open|closed|shut|empty)$)", "are "),
        (r"(?<=[a-z] )(?:lying|standing|sitting|wide) (?=(?:open|closed|shut|empty)$)", ""),
        (
            rf"^(?:which|what) colou?r (?P<np>[a-z]+(?: [a-z]+)?) (?:is|are|lies|stands) (?P<at>{PREP} .+)$",
            r"what colour is the \g<np> \g<at>",
        ),
        (
            r"^(?:has|have) (?P<np>.+?) (?:already )?been (?:cracked|smashed|broken)(?: already| yet)?$",
            r"is \g<np> broken",
        ),
        (r"^how much (?=(?:cutlery|crockery|fruit|furniture|food|bedding)\b)", "how many "),
        (rf"^what(?:'s| is|'re| are)(?: still| left| hidden| stored| kept| stowed| hanging)+ (?={PREP} )", "what is "),
        (rf"^what(?:'s| is) the only (?:thing|object|item) (?:that(?:'s| is) )?(?={PREP} )", "what is "),
        (r"^(?:wasn't|weren't|was|were) there (?=(?:an?|any|some|two|three|four|at|more|exactly)\b)", "are there "),
        (r"^is the (?:lid|seat) of the toilet (?:still )?up$", "is the toilet open"),
        (r"^is the (?:lid|seat) of the toilet (?:still )?down$", "is the toilet closed"),
        (r"^(?P<is>(?:is|are) .+?) (?:still )?in one piece$", r"\g<is> whole"),
        (
            (
                r"^(?P<is>(?:is|are) .+?),? or (?:has|have|did|does|was|were) (?:somebody|someone|anybody|anyone|it|"
                r"he|she|they|you|i|we)\b(?!.* (?:in|on|under|inside|at|by) ).*$"
            ),
            r"\g<is>",
        ),
        (r"(?<=[a-z]) in there$", ""),
        (rf"^(?P<many>(?:how many|which|what)(?: of)?(?: the| my)? .+?) {_NEED_A_WASH}$", r"\g<many> are dirty"),
        (rf"^(?P<is>is|are) there (?P<any>any |an? |some )?(?P<np>[a-z]+(?: [a-z]+)?) (?:that |which ){_NEED_A_WASH}$",
         r"\g<is> there \g<any>dirty \g<np>"),
        ((r"^(?P<which>(?:how many|which|what)"
          r"(?: of)?(?: the| my)? .+?) "
          r"(?:still )?(?:needs?|ha(?:s|ve)) "
          r"to be (?:turned|switched) "
          r"(?P<way>on|off)$"), lambda m: f"{m['which']} are {'off' if m['way'] == 'on' else 'on'}"),
        ((r"^(?P<which>(?:how "
          r"many|which|what)(?: of)?"
          r"(?: the| my)? .+?) "
          r"(?:still )?(?:needs?|ha"
          r"(?:s|ve)) to be "
          r"(?P<way>closed|shut|"
          r"opened)$"), lambda m: f"{m['which']} are {'closed' if m['way'] == 'opened' else 'open'}"),
        ((r"^where (?:would|could|can|might|does|do|should) (?:an? |the |some)?(?:[a-z]+ )?"
          r"(?:i|we|you|one|visitor|guest|stranger|person|people|someone|somebody|anyone) "
          r"(?:find|look for|see|get) (?P<np>.+)$"), r"where is \g<np>"),
    )
)


def in_plain_states(question: str) -> str:
    """Return a question with its states, places and amounts in the plainest words.

    :param question: one question in lower case, without its sign
    """
    if not _ASKS.match(question):
        return question
    for pattern, plainly in _FORMS:
        question = pattern.sub(plainly, question)
    return _HANGS.sub(_on_holder(question), question) if re.search(r"\btowels?\b", question) else question


def _on_holder(question: str) -> Callable[[re.Match[str]], str]:
    """Return what puts "on the towel holder" for "hanging up"."""
    holder = "hand towel holder" if re.search(r"\bhand towels?\b", question) else "towel holder"

    def told(match: re.Match[str]) -> str:
        if not match.group():
            return ""
        be = {"hang": "are ", "hangs": "is "}.get(match["verb"], "")
        return f"{be}on the {holder}"

    return told
