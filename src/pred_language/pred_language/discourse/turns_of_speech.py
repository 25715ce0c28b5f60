"""Turns of speech that have a plainer one: "refrigerate it", "give it some water", "hold it for a second"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import plural, singular
from pred_language.lexicon.shapes import NP, NPS, PLACE, PREP

_A_LITTLE = r"(?:some |a (?:bit|little|drop|drink|sip) (?:of )?)?"
STATE = r"(?:clean|dirty|empty|full|open|closed|shut|on|off|running|lit|burning|broken|hot|cold)"
"""A state that a clause tells of something."""
_IS = r"(?:'s|'re| is| are)"
PUT = r"(?:put|place|set|leave|lay|drop|stand)"
"""A verb of putting."""


def _as_liked(match: re.Match[str]) -> str:
    """Return "chill the wine" of "I like my wine cold, so chill it"."""
    return re.sub(r"^(\w+ )(?:it|them)\b", rf"\1the {match['liked']}", match["order"], flags=re.IGNORECASE)


def _condition_ended(match: re.Match[str]) -> str:
    """Return "if it is open, just leave it" of "if it is open just leave it"."""
    return f"{match['if']}, {match['order']}" if match["verb"].lower() in order_verbs() | {"leave"} else match.group()


def _left_so(match: re.Match[str]) -> str:
    """Return "leave the laptop on the bed and close the laptop" of "... on the bed with its lid closed"."""
    thing = re.search(NP, match["put"], re.IGNORECASE)
    verb = "open" if match["state"].lower() == "open" else "close"
    put = re.sub(r"^leave\b", "put", match["put"], flags=re.IGNORECASE)
    return f"{put} and {verb} {thing.group()}" if thing else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"\brefrigerate (?P<thing>it|them|{NPS})(?=\s*(?:[.!;]|$))", r"put \g<thing> in the fridge"),
    (
        rf"^(?P<place>{NP}) is where (?P<things>{NPS}) (?:lives?|goes|go|belongs?)\s*[.!]*\s*$",
        r"put \g<things> to \g<place>",
    ),
    (
        (
            r"\b(?P<verb>turn|switch|shut) off (?:whatever|anything|everything)(?: that)?(?:'s| is)(?: still)? "
            r"(?:on|running)\b"
        ),
        r"\g<verb> off everything",
    ),
    (
        r"\b(?:put|flip|fold|bring) (?:down )?the (?:toilet )?(?:lid|seat)(?: down)?(?=\s*(?:[.!]|$))",
        "close the toilet",
    ),
    (
        (
            r"(?P<turn>\b(?:turn|switch) (?:on|off) the [a-z]+(?: [a-z]+)?) on the (?P<side>left|right)(?:-hand)? "
            r"side of "
            r"(?=the [a-z]+)"
        ),
        r"\g<turn> to the \g<side> of ",
    ),
    (r"\bmake sure (?:that )?nothing(?:'s| is) (?:left )?open\b", "close everything"),
    (r"\bmake sure (?:that )?nothing(?:'s| is) (?:left )?(?:on|running)\b", "turn off everything"),
    (
        (
            rf"\b(?P<put>{PUT}) (?P<thing>{NP}) (?P<at>{PREP} the [a-z]+(?: [a-z]+)??),? (?:once|when|after) "
            r"(?:it(?:'s| is| has been)|you(?:'ve| have)) (?P<done>washed|cleaned|rinsed|heated|cooled|sliced)(?: "
            r"it)?\b"
        ),
        lambda m: f"{base_of_participle(m['done'].lower())} {m['thing']} and {m['put']} it {m['at']}",
    ),
    (
        (
            r"(?P<leave>,? but (?:please )?leave (?:the|my) (?!other\b)[a-z]+(?: "
            r"(?!open\b|closed\b|shut\b|on\b|off\b|alone\b|be\b|"
                r"running\b)[a-z]+)??)(?=\s*[.!]*$)"
        ),
        r"\g<leave> where it is",
    ),
    (r"\bstop the (?:water|tap|faucet)(?: running)?\b", "turn off the tap"),
    (r"\b(?P<whose>my|your|his|her) glasses\b(?! of\b)", r"\g<whose> spectacles"),
    (rf"^(?P<lead>\W*)instead of {NP},? (?:please )?(?=(?:bring|give|get|fetch|put|take|wash|use)\b)", r"\g<lead>"),
    (
        rf"^(?P<lead>\W*)make sure (?:that )?there(?:'s| is| are) (?P<thing>{NPS}) (?P<at>{PLACE})(?=\s*[.!]*$)",
        r"\g<lead>put \g<thing> \g<at>",
    ),
    (
        (
            r"\b(?P<does>(?:wash|clean|rinse|heat|cool|slice|close|open|fetch|bring me|give me|hand me) (?:the|my)) "
            rf"(?P<noun>[a-z]+(?: [a-z]+)??) (?:that is )?(?P<one>{PLACE}) and the one (?:that is )?(?P<two>{PLACE})"
            r"(?=\s*(?:[.!,;]|$))"
        ),
        lambda m: f"{m['does']} {m['noun']} {m['one']} and {m['does'].lower()} {m['noun']} {m['two']}",
    ),
    (
        (rf"(?<!is )(?<!there )\b(?:everything|anything|whatever)(?: that)?(?:'s| is)? (?P<how>dirty|clean) "
        rf"(?={PREP} |away\b)"),
        r"everything \g<how> ",
    ),
    (rf"\b(?:show me|let me see) (?=(?:the|my) [a-z]+(?: [a-z]+)?(?: {PLACE})?\s*(?:[.!]|$))", "find "),
    (
        rf"\b(?P<put>put (?:it|them|{NPS})) (?:back )?(?:to )?where (?:it|they) (?:belongs?|goes|go|lives?)\b",
        r"\g<put> away",
    ),
    (
        (
            r"^(?P<lead>\W*)(?:(?:please|go and|have a) )*(?:look|check|see what(?:'s| is)) (?:in|inside|into) "
            r"(?P<place>(?:the|my) [a-z]+(?: [a-z]+)?)\s*[.!]*$"
        ),
        r"\g<lead>what is in \g<place>?",
    ),
    (r"\b(?:do|finish|get on with) (?:the|my|our) (?:washing[- ]up|dishes)\b(?!\s*[:(-])", "wash the dishes"),
    (
        (
            r"^\W*(?:i|we)(?:'d| would)? (?:like|love|want|need|fancy|could (?:use|do with)) (?:to have )?"
            r"(?:an? |some )?(?:(?:cup|mug) of )?coffee\b"
        ),
        "make me a coffee",
    ),
    (
        r"\b(?P<what>(?P<hand>hand )?towels?)(?P<on> (?:back )?(?:up )?on(?:to)? the )(?:rack|rail|bar|hook|holder)\b",
        lambda m: f"{m['what']}{m['on']}{'hand towel rack' if m['hand'] else 'towel rail'}",
    ),
    (rf"\bgive {_A_LITTLE}water to (?P<thing>{NP})", r"water \g<thing>"),
    (rf"\bgive (?P<thing>{NP}(?: (?:that is )?{PLACE})?) {_A_LITTLE}water\b", r"water \g<thing>"),
    (
        (
            rf"(?P<wash>\b(?:wash|rinse|clean|scrub) (?:it|them|{NPS})(?: off)?),? (?:under|with) (?:the |some |a )?"
            r"(?:(?:running|cold|hot|warm) )*(?:tap|faucet|water)\b"
        ),
        r"\g<wash>",
    ),
    (
        rf"\b(?P<that>that|which) (?P<be>is|are|'s) (?:standing|sitting|lying|hanging|resting|waiting) (?={PREP} )",
        r"\g<that> \g<be> ",
    ),
    (
        r"\b(?:standing|sitting|lying|(?:that|which) (?:stands?|sits?|lies?)) (?=(?:to|on) the (?:left|right) of\b)",
        "that is ",
    ),
    (
        rf"(?P<put>\b{PUT} {NP} {PLACE}),? (?:and )?with (?:its|the) (?:lid|door|top) (?P<state>open|closed|shut)\b",
        _left_so,
    ),
    (
        rf"(?P<put>\b{PUT} an? (?P<state>open|closed|shut) (?P<noun>[a-z]+(?: [a-z]+)??) {PLACE})(?=\s*(?:[.!]|$))",
        lambda m: f"{m['put']} and {'open' if m['state'].lower() == 'open' else 'close'} the {m['noun']}",
    ),
    (r"^(?P<lead>\W*)(?:face|turn (?:to|towards?)) (?=the [a-z]+(?: [a-z]+)?(?:,| and) )", r"\g<lead>go to "),
    (
        r"\band (?P<thing>the [a-z]+(?: [a-z]+)?) (?:switched|turned) (?P<state>on|off)(?=\s*(?:[.!]|$))",
        r"and turn \g<state> \g<thing>",
    ),
    (
        (
            rf"\b(?P<go>go (?:over )?to (?P<place>the [a-z]+(?: [a-z]+)?)(?:,| and)+ (?:then )?{PUT} {NP}) "
            r"(?P<prep>in|on|inside|into|onto) it\b"
        ),
        r"\g<go> \g<prep> \g<place>",
    ),
    (rf"\buse (?P<lamp>(?:the|my) (?:[a-z]+ )?(?:lamp|light)(?: {PLACE})?) instead\b", r"turn on \g<lamp>"),
    (
        (
            r"\b(?P<go>(?:go|walk|head|move) (?:over )?to (?P<place>the [a-z]+(?: [a-z]+)?),? (?:and )?(?:then )?"
            r"(?:pick up|take|get|grab|fetch) (?P<thing>(?:the|my) [a-z]+(?: [a-z]+)??)) "
            r"(?:lying|standing|sitting) there\b"
        ),
        r"\g<go> that is on \g<place>",
    ),
    (
        (
            rf"\b(?P<put>put (?:it|them|{NP}(?: (?:from|that is|that are) (?:on |in )?{NP})?)) (?:together )?with the "
            rf"other (?=(?!ones?\b)[a-z]+(?: [a-z]+)?\s*(?:[.,;!]|$))"
        ),
        r"\g<put> next to the other ",
    ),
    (
        rf"\b(?P<water>water {NP}) (?:that|which|who) (?:is|are|looks?) (?:so |very |really )?(?:dry|thirsty|droopy)\b",
        r"\g<water>",
    ),
    (
        (
            rf"\b(?P<hold>hold|keep hold of) (?P<it>it|them|that|{NP}) (?:for )?(?:a|one) "
            r"(?:sec|second|moment|minute|bit|tick)\b"
        ),
        r"\g<hold> \g<it>",
    ),
    (
        (
            rf"\b(?P<put>put|place|move) (?P<thing>(?:the|that) (?P<noun>[a-z]+(?: [a-z]+)??)(?P<from>(?: "
            rf"(?:from|that is) "
            rf"(?:in |on )?{NP})?)) (?:together )?with the (?:others|other ones|rest)(?=\s*[.!]*$)"
        ),
        lambda m: f"{m['put']} {m['thing']} next to the other {plural(singular(m['noun']))}",
    ),
    (
        (
            rf"(?P<at>\b(?:in|into|on|onto) {NP}),? (?:together |along )?with the (?:others|rest|other ones|"
            r"other [a-z]+ ones?)(?=\s*[.!?]*$)"
        ),
        r"\g<at>",
    ),
    (
        rf"\b(?P<put>{PUT} (?:it|them|{NPS}) (?:back )?{PREP} {NP}) (?:that|which){_IS} (?P<told>{PLACE})",
        r"\g<put> \g<told>",
    ),
    (
        (
            rf"(?P<before>\b(?:the|my|both|all the) (?:{words.TELLING_WORD}) [^.;!?]*?),? (?:and |but )?"
            rf"not the (?:{words.TELLING_WORD}) ones?\b"
        ),
        r"\g<before>",
    ),
    (
        rf"\bthe (?P<one>ones?) (?:that|which){_IS} (?P<state>{STATE})\b(?! (?:{PREP}|top)\b)",
        r"the \g<state> \g<one>",
    ),
    (
        (
            r"\b(?P<if>if|when) the (?:toilet )?(?:lid|seat) is (?:still )?(?:up|open),? (?:then |please )*"
            r"(?:put|flip|bring|get|fold) (?:it|the (?:lid|seat))(?: back)? down\b"
        ),
        r"\g<if> the toilet is open, close it",
    ),
    (
        (
            rf"\b(?P<if>if (?:it|they|{NP}){_IS} {STATE}) (?P<order>(?:just |then |please )*(?P<verb>[a-z]+)"
            rf" (?:it|them|{NP}))"
        ),
        _condition_ended,
    ),
    (
        (
            r",? (?:and |then )*(?:last of all|to finish(?: off)?|as a last thing|at the very end),? "
            r"(?P<verb>[a-z]+) (?=(?:the|my|it|them|all)\b)"
        ),
        lambda m: f", then {m['verb']} " if m["verb"].lower() in order_verbs() else m.group(),
    ),
    (
        (
            r",? (?:and |it )*(?:it )?(?:(?:does not|doesn'?t|don'?t) matter|i (?:do not|don'?t) (?:care|mind))"
            r"(?: to me)? (?:which|what|where)(?: one| of them)?(?=\s*(?:[.,;!?]|$))"
        ),
        "",
    ),
    (
        (
            r"^\W*i (?:like|love|prefer|take|drink) my (?P<liked>[a-z]+(?: [a-z]+)?) (?:ice |nice and |really |very )?"
            r"(?:cold|hot|warm|chilled|clean|sliced),? (?:so|and so) (?P<order>.+)$"
        ),
        _as_liked,
    ),
    (
        (
            r"\b(?P<off>(?:turn|switch|shut) (?:on|off)) the (?:water|tap|faucet) (?:in|on|at|over) "
            r"(?P<basin>the [a-z]+)\b"
        ),
        r"\g<off> the tap of \g<basin>",
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
