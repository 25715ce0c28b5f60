"""Frames around a condition, told as plain ones: "check whether the box is open; if it is, close it", "only if ..."."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, retold, rules
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.shapes import LAST, NAME, PREP
from pred_language.questions.condition_wordings import ACT

_LOOK = (
    r"(?:(?:please |could you |can you )?(?:go and )?(?:check|look|see|find out|have a look|take a look|look and see)"
    r"(?: and see)? (?:if|whether))"
)
_LOOK_AT = r"(?:please )?(?:go and )?(?:have a (?:quick )?look|take a (?:quick )?look|look) at"
_IT = r"(?:it|they|that|one|there)"
_SO = (
    rf"(?:if (?:so|yes|that is so|that's so|that is the case|that's the case|{_IT} "
    rf"(?:is|are|does|has)|{_IT}'s the case)|in that case|then)"
)
_WAY = rf"(?:to|on|off|up|away|with|{PREP})\b"
_STATE = r"(?:on|off|open|closed|shut|dirty|clean|empty|full|running|burning|lit|sliced|whole|broken|hot|cold|warm)"


def _with_article(match: re.Match[str]) -> str:
    """Return "if the fridge is closed" of "if fridge is closed"."""
    return f"{match['if']} the {match['noun']} {match['be']}" if known_noun(match["noun"]) else match.group()


def _holding(match: re.Match[str]) -> str:
    """Return "if the cup is full" of "if there is still something in the cup"."""
    poured = named_can(match["np"], "canFillWithLiquid")
    return f"{match['if']} {match['np']} is full" if poured else match.group()


def _each_way(match: re.Match[str]) -> str:
    """Return both conditions with their thing: "if the tap is on open the drawer, if it's off open the fridge"."""
    first = f"if {match['thing']} is {match['so']}, {match['one']}"
    return f"{first}. if {match['thing']} is {match['else']}, {match['two']}"


def _unless(match: re.Match[str]) -> str:
    """Return "unless the fridge is closed" of "check whether the fridge is closed, and if not"."""
    return f"{match['lead'] or match['lead2'] or ''}unless {match['so'] or match['so2']}"


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (r"\bwhen(?:ever)? there(?:'s| is| are) (?P<thing>(?:an?|any|some|no) [a-z]+(?: [a-z]+)??) "
        r"(?:around|about|here|in here|in the room|there|to be found)(?=,)"),
        r"if there is \g<thing>",
    ),
    (
        (
            r"^(?P<lead>\W*)(?:is|are) there (?P<thing>no [a-z]+(?: [a-z]+)??|not? an?y? [a-z]+(?: [a-z]+)??)"
            rf"(?P<at> {PREP} {NAME}| here)?\?+ (?:then|if so|if not|in that case),? (?P<order>[a-z]+ [^?]+)$"
        ),
        r"\g<lead>if there is \g<thing>\g<at>, \g<order>",
    ),
    (
        (
            r"^(?P<lead>\W*)if there (?:isn't|is not|aren't|are not) (?P<thing>(?:an?|any) [a-z]+(?: [a-z]+)??)"
            r"(?: here| there| in here)?,? (?:then )?(?:never mind|forget it|do nothing|don't bother|leave it)[.;,]+ "
            r"(?:but )?(?:if there(?:'s| is) (?:one|any)|otherwise|else|if so),? (?P<order>[^?]+)$"
        ),
        r"\g<lead>if there is \g<thing>, \g<order>",
    ),
    (
        (
            r"^(?P<lead>\W*)if (?:there(?:'s| is| are) no|no) (?P<thing>[a-z]+(?: [a-z]+)??) (?:(?:is|are) "
            r"(?:here|there|in here))?,? ?(?:then )?(?:do nothing|don't do anything|leave it)[.;,]+ (?:but )?"
            r"(?:if there(?:'s| is) (?:one|any)|otherwise|if so),? (?P<order>[^?]+)$"
        ),
        r"\g<lead>if there is a \g<thing>, \g<order>",
    ),
    (
        (
            rf"^(?P<lead>\W*)either (?P<one>{ACT} [^,.;]+?) if (?P<so>[^,.;]+?),? or (?P<two>{ACT} [^.;]+?){LAST}"
        ),
        r"\g<lead>if \g<so>, \g<one>; otherwise \g<two>",
    ),
    (
        (
            rf"^(?P<lead>\W*)unless (?P<so>[^,.;]+?),? (?P<one>{ACT} [^,.;]+?)[,;.] (?:or )?(?:else|otherwise|if so),? "
            rf"(?P<two>{ACT} [^.;]+?){LAST}"
        ),
        r"\g<lead>if \g<so>, \g<two>; otherwise \g<one>",
    ),
    (
        r"\bonly if you (?:can )?(?:find|see|spot|have) (?P<thing>(?:a|an|any|some|the) [a-z]+(?: [a-z]+)?) ?[:,-] ",
        r"if there is \g<thing>, ",
    ),
    ((r"\b(?P<if>if|unless) there(?:'s| is| are) (?:still )?(?:something|anything|stuff|water|liquid|tea|"
      r"coffee|any(?: water| liquid)?|some(?: water)?) (?:still |left )*in(?:side)? "
      rf"(?P<np>{NAME})(?=,| then\b|\s*[.!]*$)"), _holding),
    (r"\b(?P<if>if|unless) (?:we|you|i) (?:still )?(?:have|have got|see|find) (?P<ns>[a-z]+s)(?=,| then\b)",
     r"\g<if> there are any \g<ns>"),
    (r"\b(?P<if>if|unless) (?:we|you|i)(?:'ve| have)? (?:still )?(?:have|got) (?P<some>an?|any|some|one) ",
     r"\g<if> there is \g<some> "),
    (r"\bin the (?:event|case) (?:that )?(?=[^,.;]+,)", "if "),
    (r"\bonly if (?=[^,.;]+, )", "if "),
    ((r"\b(?P<if>if|unless) (?P<noun>(?!(?:it|they|there|that|this|so|not|you|i|we|he|she|any|some|"
      r"all|both|either|one|the|my|our|a|an)\b)[a-z]+(?: [a-z]+)?) (?P<be>is|are)(?= "
      rf"(?:still |not |already )*(?:{_STATE}|{PREP})\b)"), _with_article),
    (rf"\b(?P<if>if|unless) (?P<thing>{NAME}) (?P<so>{_STATE})(?=,| then\b)", r"\g<if> \g<thing> is \g<so>"),
    ((r"\b(?P<if>if|unless) (?:you (?:can )?(?:see|find|notice|spot|discover|find out)|it "
      r"(?:turns out|happens|seems|looks like|appears)|it (?:is|should be) "
      rf"(?:so|the case|true))(?: that)? (?=(?:{NAME}|it|they|there) (?:is|are)\b)"), r"\g<if> "),
    (rf"\b(?P<if>if|unless) you (?:find|see) (?P<thing>{NAME}) (?P<so>{_STATE})\b",
     r"\g<if> \g<thing> is \g<so>"),
    (rf"\b(?P<if>if|unless) (?P<thing>{NAME}|it|they) (?:happens? to|should|does|might|were to) be ",
     r"\g<if> \g<thing> is "),
    ((rf"^(?P<lead>\W*){_LOOK} (?P<so>[^,.;?]+?)\s*[,.;?:-]+ (?:and )?{_SO},? "
      r"(?P<order>(?:please |then )?[a-z]+ [^?]+)$"),
     r"\g<lead>if \g<so>, \g<order>"),
    ((rf"^(?P<lead>\W*){_LOOK} (?P<so>[^,.;?]+?)\s*[,.;?:-]+ (?:and )?if (?:it|they) "
      rf"(?:isn't|is not|aren't|are not)|^(?P<lead2>\W*){_LOOK} (?P<so2>[^,.;?]+?)\s*[,.;?:-]+ "
      r"(?:and )?if not"), _unless),
    (rf"^(?P<lead>\W*){_LOOK} (?P<so>[^,.;?]+?),? (?:and|then) (?:then )?{_SO},? (?P<order>[a-z]+ [^?]+)$",
     r"\g<lead>if \g<so>, \g<order>"),
    ((rf"^(?P<lead>\W*){_LOOK_AT} (?P<thing>{NAME})\s*[,.;:-]*\s*(?:and )?if (?:it|they)(?:'s| is|'re| are) "
      r"(?P<so>[^,.;]+), "),
     r"\g<lead>if \g<thing> is \g<so>, "),
    ((rf"^(?P<lead>\W*){_LOOK_AT} (?P<thing>{NAME})\s*[,.;:-]*\s*"
      rf"(?:and )?(?P<order>{ACT} [^,.;]+?) if "
      rf"(?:it|they)(?:'s| is|'re| are) (?P<so>[^,.;]+?){LAST}"), r"\g<lead>if \g<thing> is \g<so>, \g<order>"),
    ((rf"^(?P<lead>\W*)(?P<be>is|are) (?P<thing>{NAME}) "
      rf"(?P<so>(?:still |not )?(?:{_STATE}|{PREP} {NAME}))\? "
      rf"(?:and )?{_SO},? (?P<order>(?:please |then )?[a-z]+ "
      r"[^?]+)$"), r"\g<lead>if \g<thing> \g<be> \g<so>, \g<order>"),
    ((rf"^\W*if (?P<thing>{NAME}) is (?P<so>{_STATE}),? (?P<one>{ACT} [^,.;]+)[,;] if "
      rf"(?:it's|it is) (?P<else>{_STATE}),? (?P<two>(?!leave\b){ACT} [^,.;]+){LAST}"), _each_way),
    (
        (rf"^(?P<lead>\W*)(?P<order>{ACT} (?P<thing>{NAME})(?: {_WAY}[^,.;!?]*)?)\s*[,;.]+ (?:but|and) if (?:it|"
         rf"they)(?:'s| is|'re| are) (?P<so>{_STATE}),? (?P<first>{ACT}) (?:it|them)(?P<way> (?:on|off|out|"
         rf"up))? first{LAST}"),
        r"\g<lead>if \g<thing> is \g<so>, \g<first> \g<thing>\g<way>. \g<order>",
    ),
    (
        (rf"^(?P<lead>\W*)(?P<one>{ACT} (?:(?:on|off|up) )?(?P<thing>{NAME})(?: (?:on|off|up))?) if (?:it|they)(?:'s|"
         rf" is|'re| are) (?P<so>(?:still |already )?{_STATE}),? and (?:then )?(?P<two>{ACT} [^.;!?]+){LAST}"),
        r"\g<lead>if \g<thing> is \g<so>, \g<one>. \g<two>",
    ),
    (rf"\b(?P<if>if|unless) (?P<thing>{NAME})(?:'s| is) (?:free|unoccupied|not in use)\b", (r"\g<if> \g<thing> "
    r"is empty")),
    ((rf"\b(?P<if>if) (?P<thing>{NAME})(?:'s| is) (?P<at>{PREP} {NAME}), (?P<one>[^,.;]+)[,;.] (?:and |"
      r"but )?if (?:it|they)(?:'s| is|'re| are) (?:anywhere|somewhere|any place|some place) else, "),
     r"\g<if> \g<thing> is \g<at>, \g<one>; otherwise "),
    (
        (rf"^(?P<lead>\W*)if (?P<one>(?:there (?:is|are) [^,.;]+?|{NAME} (?:is|"
         rf"are) [^,.;]+?)) and (?P<two>(?:there (?:is|are)|{NAME} (?:is|are)) [^,.;]+), (?P<orders>(?!(?:and|"
         r"but)\b)[^.;]+?)(?:[,.;] (?:otherwise|else|if not),? (?:do nothing|don't do anything|leave (?:it|them|"
         rf"everything)[^.;]*))?{LAST}"),
        r"\g<lead>if \g<one>, if \g<two>, \g<orders>",
    ),
    (rf"^\W*depending on whether (?P<thing>{NAME}) is {_STATE} or (?:not|{_STATE})\s*[,:;-]+ if it is ",
     r"if \g<thing> is "),
)  # fmt: skip


_RULES: tuple[Rule, ...] = rules(_FORMS)


def in_plain_frames(text: str) -> str:
    """Return an order with its condition in plain frames; any other text as it is."""
    return retold(text, _RULES)
