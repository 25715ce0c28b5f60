"""Questions for a place or about one, in other words: "any clue where the watch went?", "see if it's on the bed"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon.inflection import known_noun, singular
from pred_language.lexicon.shapes import LAST, NAME, NP, PREP

_END = rf"(?: now| at the moment| right now|,? please|,? do you know|,? do you)*\s*[.?!]*{LAST}"
_KNOWS = (
    r"(?:(?:do|would|did|does|can|could) (?:you|anyone|anybody|someone) (?:please )?(?:happen to )?"
    r"(?:know|see|remember|notice|tell me|have any (?:idea|clue))|any (?:idea|clue)|have you (?:any|got any) "
    r"(?:idea|clue)|(?:please )?tell me|i (?:don't|do not) know|i(?:'d| would) like to know|i "
    r"(?:want|need) to know|i(?:'m| am) wondering|i wonder)"
)
_WHO = r"(?:i|we|you|he|she|they|somebody|someone|anyone|mum|dad)"
_PUT = r"(?:put|left|leave|placed|laid|dropped|keep|kept|hid)"
_CALL = (
    r"(?:(?:ugh|oh|ah|argh|um+|uh+|erm?|hm+|wait|hang on|hold on|well|damn|sorry|excuse me|by the "
    r"way|btw|hey|hi|hello|listen|robot|quick question|one question|tell me|now|so|okay?|right|please|i "
    r"(?:can't|cannot|don't) remember|i forgot|i'm not sure|i was wondering)\b[\s,.!:;-]+)+"
)
_ASK = r"(?:where|what|which|how many|how much|is|are|did|do|does|have|has|who)"
_IF = r"(?:tell me|let me know|check|see|look|find out|i(?:'d| would) like to know|i (?:want|need) to know|i wonder)"


def _which_of_those(match: re.Match[str]) -> str:
    """Return "which remote is on the shelf?" of "I had two remotes. Which one is on the shelf?"."""
    noun = known_noun(match["ns"])
    return f"which {singular(noun)} {match['rest']}" if noun else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"^\W*{_CALL}(?={_ASK}\b[^.;!]*\?\W*$)", ""),
    (r"(?P<asks>^\W*(?:did|have|has|is|are) [^.;!?]*?\b(?:on|off|open|closed|dirty|running)) again(?=\s*\?)",
     r"\g<asks>"),
    (
        (r"^\W*(?:i|we) (?:had|have|own)(?: got)? (?:two|three|four) (?P<ns>[a-z]+s)\b[^.;!?]*[.;!] "
         r"which(?: one| of them)? (?P<rest>is [^.;!?]+\?)"),
        _which_of_those,
    ),
    (r"\bour (?=[a-z][^.;!]*\?\W*$)", "the "),
    (rf"^\W*{_CALL}(?=where (?:is|are) [^.;!?]+$)", ""),
    (rf"^\W*{_KNOWS},? where (?:i can find|i could find|i might find|to find) (?P<thing>{NP}){_END}",
     r"where is \g<thing>?"),
    (rf"^\W*{_KNOWS},? where {_WHO}(?: have|'ve| has)? {_PUT} (?P<thing>{NP}){_END}", r"where is \g<thing>?"),
    (
        (rf"^\W*{_KNOWS},? where (?P<thing>{NAME}) (?:is|are|went|has gone|have gone|goes|got to|has got to|might "
         rf"be|could be){_END}"),
        r"where is \g<thing>?",
    ),
    (r"^\W*where (?:in|around) (?:the|this) (?:room|house|flat|kitchen|place) (?=(?:is|are) )", "where "),
    (rf"^\W*where (?:does|do) (?P<thing>{NAME}) (?:stand|lie|sit|hang){_END}", r"where is \g<thing>?"),
    (rf"^\W*what(?:'s| is) the (?:place|location|position|whereabouts) of (?P<thing>{NP}){_END}",
     r"where is \g<thing>?"),
    (rf"^\W*(?:have|did) you (?:seen?|spot(?:ted)?) (?P<thing>{NAME})\? where (?:is|are) (?:it|they){_END}",
     r"where is \g<thing>?"),
    (
        (rf"^\W*(?:please )?(?:can you |could you )?{_IF} (?:if|whether) (?P<thing>{NAME}) (?P<be>is|are) "
         rf"(?:still )?(?P<at>{PREP} {NAME}){_END}"),
        r"\g<be> \g<thing> \g<at>?",
    ),
    (
        rf"^\W*(?:did|have|has) (?:(?!you\b){_WHO} )?{_PUT} (?P<thing>{NAME}) (?P<at>{PREP} {NAME}){_END}",
        r"is \g<thing> \g<at>?",
    ),
    (rf"^\W*(?:has|have) (?P<thing>{NAME}) been (?:left|put|placed) (?P<at>{PREP} {NAME}){_END}",
     r"is \g<thing> \g<at>?"),
    (rf"^\W*(?:does|do) (?P<thing>{NAME}) (?:still )?(?:stand|lie|sit|hang) (?P<at>{PREP} {NAME}){_END}",
     r"is \g<thing> \g<at>?"),
    (
        (rf"^\W*i (?:think|believe|guess|suppose)(?: that)? (?P<thing>{NAME}) (?P<be>is|are) (?P<at>{PREP} {NAME}),? "
         rf"(?:am i right|right|correct|is that right|isn't (?:it|that so)|aren't they)\?{LAST}"),
        r"\g<be> \g<thing> \g<at>?",
    ),
    (rf"^\W*is (?P<thing>an? [a-z]+(?: [a-z]+)??) (?P<at>{PREP} {NAME}){_END}", r"is there \g<thing> \g<at>?"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
