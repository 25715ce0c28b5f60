"""Conditions in other words, told in the forms that are read: "should the lamp be on, ...", "..., if you find one"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change
from pred_language.lexicon import qualities
from pred_language.lexicon.inflection import known_noun
from pred_language.lexicon.people import SOMEBODY
from pred_language.lexicon.shapes import PREP

OPENER = r"^(?:(?:please|hey|ok|okay|robot|and|now|so)\b[\s,]*)*"
"""What may stand before a condition."""
ACT = (
    r"(?:bring|put|take|get|give|fetch|turn|switch|open|close|shut|wash|clean|rinse|move|place|tell|pick|hand|"
    r"leave|fill|"
    r"heat|warm|cool|slice|cut|empty|throw|pour|drain|tip|lock|rinse|wipe|water|shake|hang)"
)
"""A verb that an order begins with."""
NP = (
    r"(?:the|a|an|my|some|any) [a-z]+"
    r"(?: (?!(?:is|are|in|on|to|too|from|at|as|also|if|and|or|over|up|here)\b)(?:of )?[a-z]+)?"
    r"(?: (?:toilet )?paper)?"
)
"""A thing in a condition."""
_WHO = rf"any(?:body|one)|{SOMEBODY}|the [a-z]+"
_LEFT = r"(?:on|off|open|closed|shut|running|burning|lit)"
_CHECK = r"^(?:please )?(?:go and )?(?:check|see|look|find out|(?:have|take) a look) (?:whether|if) "
"""How an order begins that has something looked up first."""
def _if_one_is_there(match: re.Match[str]) -> str:
    """Return "bring it to me if there is a clean mug" of "bring me a clean mug if there is one"."""
    order, thing = match["order"], match["thing"]
    if any(word in qualities.state_words() for word in thing.lower().split()):
        order = order.replace(thing, "it", 1)
        order = re.sub(r"\b(?P<give>bring|give|hand|get|fetch|pass) (?P<whom>me|us) it\b", r"\g<give> it to "
        r"\g<whom>", order)
    return f"{order} if there is {thing}"


def _with_article(match: re.Match[str]) -> str:
    """Return "if there is some wine" of "if there is wine"."""
    return f"{match['if']}any {match['noun']}" if known_noun(match["noun"]) else match.group()


def _two_ways(match: re.Match[str]) -> str:
    """Return both conditions of "put the cup in the cabinet if it is clean, in the sink if it is dirty"."""
    order = match["order"]
    return f"if {match['so']}, {order}{match['here']}. if {match['else']}, {order}{match['there']}"


_WAYS = re.compile(
    rf"{OPENER}(?P<order>[a-z]+(?: me)? {NP} )(?P<here>(?:to|{PREP}) {NP}) if (?P<so>[^,.;]+?)(?:,|;| and| or| but)+ "
    rf"(?:put it |move it |take it )?(?P<there>(?:to|{PREP}) {NP}) if (?P<else>[^,.;]+?)[.!]*\s*$",
    re.IGNORECASE,
)


_RUN_ON_IF = re.compile(
    rf"(?P<if>\b(?:if|should) (?:it|they|there|{NP})(?:'s| is| are) (?:still |not |left )*"
    rf"(?:on|off|open|closed|shut|running|dirty|clean|empty|full|(?:(?:some |any )?[a-z]+ )?{PREP} {NP})) (?={ACT} "
    rf"(?:it|them|me|us|the|my|a|an|up)\b)",
    re.IGNORECASE,
)
_ELSE_LEFT = re.compile(
    r"\s*[,;.] (?:and |but )?if (?:there is|so|it is|it does|they are),? (?:just |please )*(?:leave|let) (?:it|them)"
    r"(?: be| alone| as it is)?[.!]*\s*$",
    re.IGNORECASE,
)
"""What is to be left as it is otherwise."""
_AND_IF = re.compile(
    rf"{OPENER}(?P<first>(?:if|should) [^,.;]+, {ACT} [^,.;]+),? (?:and|but) (?P<then>if [^,.;]+, {ACT} "
    rf"[^;.]+?)[.!]*\s*$",
    re.IGNORECASE,
)


def both_told(text: str) -> str:
    """Return an order with two places, each by its condition, or two with a condition each, as conditional orders."""
    text = _ELSE_LEFT.sub("", text)
    return _AND_IF.sub(r"\g<first>. \g<then>", _WAYS.sub(_two_ways, _RUN_ON_IF.sub(r"\g<if>, ", text)))


_INVERTED: tuple[tuple[re.Pattern[str], Change], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), plainly)
    for pattern, plainly in (
        (
            (
                r"\b(?P<if>if (?:there (?:is|are)|you (?:can )?(?:find|see)|we have|you have) (?:still )?)"
                r"(?P<noun>(?!(?:no|none|any|some|an?|one|two|the)\b)[a-z]+)(?= left\b| (?:in|on) |,| then\b)"
            ),
            _with_article,
        ),
        (
            (
                rf"\bif (?:there(?:'s| is) no (?:water|liquid|coffee|tea|milk|more)|there is nothing) (?:left )?in "
                rf"(?P<thing>{NP})"
            ),
            r"if \g<thing> is empty",
        ),
        (r"(?P<there>\bif there (?:is|are) (?:any|some|an?) [a-z]+) left(?= (?:in|on) |,)", r"\g<there>"),
        (
            rf"\b(?P<if>if|unless) (?P<it>it|they|{NP})(?P<be> is| are|'s|'re) (?:still|already|yet) ",
            r"\g<if> \g<it>\g<be> ",
        ),
        (r"\b(?P<if>if|unless) (?P<it>it|they)(?:'s|'re) ", r"\g<if> \g<it> is "),
        (r"\b(?P<if>(?:if|unless) [a-z' ]+ (?:is|are) [a-z]+) already\b", r"\g<if>"),
        (
            (
                rf"\bif (?P<thing>it|{NP}) (?:still )?(?:has|have|holds) "
                rf"(?:something|anything|stuff|water|liquid) (?:left "
                rf")?(?:in|inside) it\b"
            ),
            r"if \g<thing> is full",
        ),
        (
            (
                r"\bif you (?:can'?t|can ?not|don'?t|do not) (?:find|see) (?:the|an?|any|my) (?P<thing>[a-z]+(?: "
                r"[a-z]+)??)(?=,)"
            ),
            r"if there is no \g<thing>",
        ),
        (rf"\bif you (?:can )?(?:find|see|spot|have) (?P<thing>{NP})", r"if there is \g<thing>"),
        (
            (rf"{_CHECK}"
            rf"(?P<so>(?:there (?:is|are) )?{NP}(?: (?:is|are) [a-z]+)?),? and if (?:(?:it|they) (?:is|are) )?not,? "
            rf"(?P<order>{ACT} [^,.;]+)(?=[.!]*$)"),
            r"unless \g<so>, \g<order>",
        ),
        (
            (rf"{_CHECK}"
            rf"(?P<so>there (?:is|are) {NP}(?: (?:in|on) {NP})?),? and (?:then )?"
            rf"(?P<order>{ACT} [^,.;]+)(?=[.!]*$)"),
            r"if \g<so>, \g<order>",
        ),
        (rf"{OPENER}in case (?=[^,.;]+,)", "if "),
        (r",? (?:but |and )?only if ", " if "),
        (
            (
                r"(?P<order>^(?!(?:if|unless)\b)[^.;]*?\b(?P<thing>(?:a|an|some|any) [a-z]+(?: "
                r"(?!(?:in|on|to|from|at|if|for|that|which|and|or|with|out|into|onto|off)\b)[a-z]+){0,2})\b[^.;,]*?),? "
                r"if (?:there(?:'s| is| are) (?:still )?(?:one|any|some)|(?:you|i|we) (?:can )?(?:still )?"
                r"(?:find|see|have|have got) (?:one|any|some)|(?:you|i|we)'ve got (?:one|any|some))"
                r"(?: left| around| there| here| anywhere)*(?=\s*(?:[,.;!]|$))"
            ),
            _if_one_is_there,
        ),
        (
            (rf"{_CHECK}"
            r"(?P<so>[^,.;]+?),? (?:and|then) "
            r"(?P<order>[^,.;]+?),? if (?:it|they|so)(?: is| are)?(?=[.!]*$)"),
            r"if \g<so>, \g<order>",
        ),
        (
            (rf"\bif (?P<thing>{NP})(?: has| have| was| were)(?: been)? (?:left |turned |switched "
            rf")+(?P<state>{_LEFT})"),
            r"if \g<thing> is \g<state>",
        ),
        (
            (r"\s*[,;.] (?:and |but )?if (?:it|they|that|not)\b[^,.;]*, (?:just |please )*(?:leave|let) (?:it|them)"
            r"(?: (?:alone|be|so|on|off|open|closed|shut|as (?:it|they) (?:is|are)|that way|like that))?(?=[.!]*\s*$)"),
            "",
        ),
        (
            (rf"\bif (?:{_WHO})(?:'s|'ve| has| have| had| is)? (?:left|forgotten|forgot) (?P<det>a|an|any|some) "
            rf"(?P<noun>[a-z]+(?: [a-z]+)?) (?P<state>{_LEFT})"),
            r"if there is a \g<state> \g<noun>",
        ),
        (
            (rf"\bif (?:{_WHO})(?:'s|'ve| has| have| had| is)? (?:left|forgotten|forgot) (?P<thing>{NP}) "
            rf"(?P<state>{_LEFT})(?: again)?"),
            r"if \g<thing> is \g<state>",
        ),
        (r",? or,? (?:failing that|if not|else),? (?=(?:the|a|an|my|some)\b)", ", or if there is none, "),
        (
            (
                rf"{OPENER}should (?P<it>{NP}(?: (?:in|on|under) {NP})?|there|any [a-z]+) (?:still )?be "
                r"(?P<so>[^,.;]+), "
            ),
            r"if \g<it> is \g<so>, ",
        ),
        (
            (
                rf"{OPENER}(?P<verb>[a-z]+(?: me)?) (?P<one>{NP}),? or (?P<two>{NP}) "
                r"if there (?:(?:is|are) no(?:ne| [a-z]+)?|isn'?t (?:any|one)|aren'?t any),? (?P<rest>[^.;,]+)"
            ),
            r"\g<verb> \g<one> \g<rest>, or if there is none, \g<two>",
        ),
        (
            (
                rf"\bif (?P<place>{NP}) (?:still )?(?:has|have|holds|contains) (?P<thing>{NP})"
                r"(?: (?:in|on|inside)(?: it| there)?)?(?=,| then\b)"
            ),
            r"if there is \g<thing> in \g<place>",
        ),
        (
            (
                rf"(?P<all>\bif (?:there (?:is|are) (?:still )?{NP}(?: (?:in|on|under|inside) {NP})?|{NP} "
                rf"(?:is|are|isn'?t) (?:not )?(?:still )?(?:(?!not\b)[a-z]+|(?:in|on|under|inside) {NP}))) (?={ACT}\b)"
            ),
            r"\g<all>, ",
        ),
        (r"\bif there (?:is|are) no(?:ne)?,? (?=(?:bring|put|take|get|give|fetch|turn|tell)\b)", "if there is none, "),
    )
)


def plainly_told(text: str) -> str:
    """Return an order with its condition in the forms that are read."""
    for pattern, plainly in _INVERTED:
        text = pattern.sub(plainly, text)
    return text
