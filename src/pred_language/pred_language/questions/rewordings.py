"""Other ways to ask the same: a question in other words, told in the forms that are read."""

from __future__ import annotations

import re

from pred_language.lexicon import words

PREP = (
    r"(?:in front of|on top of|next to|close to|lying on|standing on|sitting on|lying in|in|on|inside|under|"
    r"underneath|"
    r"below|beside|near|by|at|behind|above|between|to the left of|to the right of|left of|right of)"
)
"""What a place begins with in a question."""
DET = r"(?:the|my|our|your|his|her|their|this|that|these|those|both|all|every|any)"
"""What a certain thing begins with in a question."""
COLOUR = "|".join(sorted(words.COLOURS))
_STANDS = r"(?P<state>on|open|dirty|running|lit|burning|clean|closed)"
_TOLD_ELSE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), plainly)
    for pattern, plainly in (
        (rf"^what(?:'s| is| are) (?:still |left |currently )*{_STANDS}$", r"which things are \g<state>"),
        (
            rf"^(?:is|are) (?:anything|something|any things?) (?:still |left |currently )*{_STANDS}$",
            r"which things are \g<state>",
        ),
        (
            rf"^(?:did|have) (?:i|we|you) (?:leave|left) (?:anything|something) (?:still )?{_STANDS}$",
            r"which things are \g<state>",
        ),
        (
            rf"^(?:is there |is )?(?:anything|something) (?:still |left )*{_STANDS}(?: here| in here)?$",
            r"which things are \g<state>",
        ),
        (
            (
                rf"^is there (?:still |any |some )*(?:water|tea|coffee|liquid|something(?= in (?:the|my|that) "
                rf"(?:[a-z]+ )?(?:mug|cup|kettle|bottle|vase|"
                rf"glass)\b))(?: left)? in "
                rf"(?P<np>{DET} (?!.*\b(?:sink|basin|bath|bathtub|tub)\b).+)$"
            ),
            r"is \g<np> full",
        ),
        (
            (rf"^(?:is|are) (?:there )?(?:anything|something|any things?) (?:still |left |currently )*{_STANDS} "
            rf"(?P<at>{PREP} (?!here\b).+)$"),
            r"which things \g<at> are \g<state>",
        ),
        (
            (rf"^(?:is|are) (?:there )?(?:anything|something|any things?) (?P<at>{PREP} .+?) "
            rf"(?:(?:that|which)(?: is|'s) )?(?:still |left |currently )*{_STANDS}$"),
            r"which things \g<at> are \g<state>",
        ),
        (
            (
                r"^(?P<which>which|what)(?: of)?(?: the| my)? (?P<noun>[a-z]+(?: [a-z]+)?) (?:has|have) (?:still )?"
                r"(?:something|anything|stuff|water|tea|coffee|liquid)(?: left)? (?:in|inside)(?: it| them)?$"
            ),
            r"\g<which> \g<noun> is full",
        ),
        (
            (
                rf"^(?:did|have) (?:i|we|someone|somebody|anyone|anybody) (?:leave|left|forget|forgotten) "
                rf"(?P<np>{DET} .+?) (?=(?:lying |standing )?{PREP} )"
            ),
            r"is \g<np> ",
        ),
        (
            (
                rf"^(?:is|are) (?P<np>{DET} .+?) {PREP} (?:the|my|our|a) [a-z ]+?,? or (?:did|have) (?:i|we|someone) "
                r"(?:leave|left|put) (?:it|them) .+$"
            ),
            r"where is \g<np>",
        ),
        (rf"^what(?:'s| is| are)(?: all)? (?P<colour>{COLOUR})(?P<at>(?: {PREP} (?!here\b).+)?)(?: in here| here)?$",
         r"which one is the \g<colour> things\g<at>"),
        (
            r"^(?:is|are) (?:any|either|one) (?:one )?of (?:the|my) (?P<noun>[a-z]+(?: [a-z]+)?)s (?=[a-z])",
            r"is any \g<noun> ",
        ),
        (
            r"^is the (?P<basin>bath|bathtub|tub|sink|basin) (?:still )?(?:running|on)$",
            r"is the tap of the \g<basin> on",
        ),
        (r"^there (?P<be>is|are) (?=(?:at least |more than |exactly )?(?:two|three|four|five|six) )", r"\g<be> there "),
        (r"^how come (?=[a-z])", "why "),
        (r"^why(?:'s|'re) ", "why is "),
        (rf"^(?:is|are) there (?:still |also )+(?P<any>anything|something) (?={PREP} )", r"is there \g<any> "),
        (rf"^(?:do|can|did) (?:you|we|i) (?:see|have|spot|find) (?P<any>anything|something) (?={PREP} )",
         r"is there \g<any> "),
        (r"^is the (?:toilet )?(?:lid|seat) (?:still )?up$", "is the toilet open"),
        (r"^is the (?:toilet )?(?:lid|seat) (?:still )?down$", "is the toilet closed"),
        (r"^what (?:do|can|did) you see(?: here| in here| around(?: you| here)?| now)*$", "what is here"),
        (
            rf"^(?:does|do) (?P<np>{DET} .+?) needs? (?:a )?(?:good )?(?:wash|washing|clean|cleaning|rinse)$",
            r"is \g<np> dirty",
        ),
        (rf"^(?:is|are) (?P<np>{DET} .+?) (?:{COLOUR}) or (?:{COLOUR})$", r"what colour is \g<np>"),
        (r"^what colou?r ?'?s (?=(?:the|my|that|this|your) )", "what colour is "),
        (r"^(?:has|have) (?P<np>.+?) been left (?=(?:on|open|running|burning|off|unlocked)$)", r"is \g<np> "),
        ((rf"^what(?:'s| is| are) (?:all )?(?:that|this|those|these)(?: stuff| things?)?(?: there| lying| "
         rf"over there)* (?={PREP} )"), "what is "),
        ((r"^(?:in|at|on) (?:which|what) (?:place|spot|location|area|part of the (?:room|house))s? (?=(?:is|"
         r"are|did|do|can|have)\b)"), "where "),
        ((rf"^(?:which|what)(?: one| ones)?(?: of)? (?:the |my |these |those )?(?P<noun>[a-z]+(?: "
         rf"[a-z]+)??)s? (?:is|are) (?P<colour>{COLOUR})$"),
         r"which one is the \g<colour> \g<noun>"),
        (
            (
                r",? (?:can|could|would) you (?:please )?(?:count|check|look|see)(?: them| it| that)?(?: for me)?(?: "
                r"please)?$"
            ),
            "",
        ),
        (
            (
                r"^(?:is there|(?:have (?:we|you|i) got|(?:do|have) (?:we|you|i) (?:have|got))) an? (?:second|spare) "
                r"(?P<noun>[a-z]+(?: [a-z]+)??)(?P<rest>(?: (?:in|on|under|anywhere|here|left)\b.*)?)$"
            ),
            r"are there at least two \g<noun>s\g<rest>",
        ),
        (
            (
                r"\b(?P<det>an?|any|the|some) (?P<noun>[a-z]+(?: [a-z]+)??)(?: anywhere| around)? (?:that|which) "
                r"needs? "
                r"(?:a wash|washing|a clean|cleaning|rinsing)\b"
            ),
            r"\g<det> dirty \g<noun>",
        ),
        (
            (
                r"^(?P<be>is|are) there (?P<some>an?|any|some) (?P<noun>[a-z]+(?: [a-z]+)?) "
                r"(?P<state>open|closed|shut|dirty|clean|lit|empty|full|running)(?: anywhere|(?: in)? here)?$"
            ),
            r"\g<be> there \g<some> \g<state> \g<noun>",
        ),
        (r"(?<=[a-z]) (?:right now|at the moment|at present|just now|currently|at this moment)(?= *$)", ""),
        (rf"^(?:there (?:is|are) )?(?:anything|something)(?: else)? (?:left |still |lying )*(?={PREP} )",
         "is there anything "),
        (rf"^(?:is|are) (?P<np>{DET} .+?) (?:{PREP} (?:the|my|our|a) [a-z ]+?),? or (?={PREP} |the |my ).+$",
         r"where is \g<np>"),
        (
            (r"^(?P<which>which|what) (?P<noun>[a-z]+(?: [a-z]+)?) (?P<thing>(?:the|my|our|a|an) .+?) (?P<be>is|are) "
            r"(?P<at>in|on|under)$"),
            r"\g<which> \g<noun> \g<be> \g<thing> \g<at>",
        ),
        ((r"^(?:(?:have )?(?:you |we )?got |is there |are there )?any (?=[a-z])(?!idea|chance|"
         r"news)"), "are there any "),
        (
            (r"^(?P<which>(?:which|what) [a-z]+(?: [a-z]+)?) (?:do|does) (?P<thing>.+?) (?:live|belong|stand|lie|sit|"
            r"go) (?P<at>in|on|under)$"),
            r"\g<which> are \g<thing> \g<at>",
        ),
        ((r"^(?P<many>how many .+?),? (?:counting|including|as well as|together with|with) the ones? "
         r".+$"), r"\g<many>"),
    )
)


def plainer(text: str) -> str:
    """Return a question in the words of the forms that are read.

    :param text: one question in lower case, without its sign
    """
    for elsewise, plainly in _TOLD_ELSE:
        text = elsewise.sub(plainly, text)
    return text
