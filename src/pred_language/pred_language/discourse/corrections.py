"""What a person takes back while they speak: "the blue mug, no, the red one", "on the bed I mean"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change
from pred_language.lexicon.inflection import types_named
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import DET, END, NP, PLACE, PREP
from pred_language.lexicon.words import TELLING_WORD

_CORRECTED = (
    r"(?:or )?(?:i mean(?:t)?|or rather|make (?:that|it)|no|wait|actually|sorry|hang on|hold on|oh|er+m?|uh+m?|um+|"
    r"hm+|oops|"
    r"scratch that|or (?:better|rather|perhaps|maybe)(?: still| yet)?|"
    r"correction|my (?:mistake|bad)|(?:that|it)(?:'s| is) wrong)"
    r"(?:[,.!]? (?:no|wait|i mean(?:t)?|sorry|actually|rather|hang on|hold on|make (?:that|it)|better|instead|not "
    r"that|oh|(?:just|only|or (?:better|rather|perhaps|maybe)(?: still| yet)?)(?= the| a| an| my)))*"
)


def _meant(match: re.Match[str]) -> str:
    """Return what is meant of "the blue mug, no, the red one", with the noun of what was said first."""
    noun = match["old"].split()[-1]
    return re.sub(r"\bone$", noun, match["new"], flags=re.IGNORECASE)


def _compound(match: re.Match[str]) -> str:
    """Return "the soap bottle" of "the soap, the bottle, not the bar"."""
    both = f"{match['noun']} {match['kind']}"
    return f"the {both if both.lower() in nouns() else match['kind']}"


def _other_thing(match: re.Match[str]) -> str:
    """Return "put the bread in the fridge" of "put the apple in the fridge, no sorry, the bread"."""
    kinds = types_named(match["new"])
    if not kinds or any(kind.can("receptacle") or not kind.can("pickupable") for kind in kinds):
        return match.group()
    return f"{match['put']} {_named_again(match)}{match['at']}"


def _named_again(match: re.Match[str]) -> str:
    return re.sub(r"\bones?$", match["old"].split()[-1], match["new"], flags=re.IGNORECASE)


_ORDER = r"(?:put|bring|take|get|give|fetch|turn|switch|open|close|shut|wash|clean|move|place|hand|heat|cool|slice)"
_STAYS = r"(?:stays?(?: put| there| where (?:it|they) (?:is|are))?|remains?(?: there)?)"
CORRECTIONS: tuple[tuple[str, Change], ...] = (
    (r"^(?:tidy|clean|clear) up(?: please)?\s*[:.,;-]+\s*(?=[a-z])", ""),
    (
        rf"(?P<noun>\b{NP})(?: {PLACE})?\s*[,.!-]*\s*\b{_CORRECTED}\b,? the ones? (?P<told>{PLACE})\s*,?(?=\W|$)",
        r"\g<noun> that is \g<told>",
    ),
    (
        (
            rf"(?P<put>\b(?:put|place|set|leave|move|bring|take|stick|lay|pop|throw)) (?P<old>{NP})(?P<at> (?:back )?"
            rf"(?:{PLACE}|to {NP}))\s*[,.!-]*\s*\b{_CORRECTED}\b,? (?P<new>{NP})(?=\s*[.!]*$)"
        ),
        _other_thing,
    ),
    ((rf"\b(?:{PLACE}|to {NP})\s*[,.!-]*\s*\b{_CORRECTED}\b,? "
     rf"(?P<new>{PLACE}|to {NP})(?:,? i mean)?\s*,?(?=\W|$)"), r"\g<new>"),
    (
        (
            rf"\bthe (?:{TELLING_WORD}) (?P<noun>[a-z]+)(?P<at> {PREP} the [a-z]+)\s*[,.!-]*\s*\b{_CORRECTED}\b,? "
            rf"the (?P<new>{TELLING_WORD}) one(?=\W|$)"
        ),
        r"the \g<new> \g<noun>\g<at>",
    ),
    (
        (
            rf"^[^.;!?]+?\s*(?:[,;!…]|\.+)\s*\b{_CORRECTED}\b,? (?:leave|forget|scratch) (?:it|that|them)(?: "
            rf"alone| be)?"
            rf"[,.;!]+ (?:(?:just|please|instead|rather|only|and|but|you can)\b,? )*(?P<order>{_ORDER}\b.+)$"
        ),
        r"\g<order>",
    ),
    ((rf"\b(?P<old>{NP})\s*[,.!-]*\s*\b{_CORRECTED}\b,? (?P<new>{NP}(?: of [a-z]+)?)(?:,? i mean)?\s*,?(?=\W|"
     rf"$)"), _meant),
    (rf"\b(?P<old>{NP})\s*[,.-]+\s*(?P<new>{NP}),? i mean\b", _meant),
    (rf"\b(?P<old>{PLACE})\s*[,.-]+\s*(?P<new>{PLACE}),? i mean\b", r"\g<new>"),
    ((r",? ?\b(?:and |but )?(?:the others?|the rest|everything else|all else)(?: of (?:them|it))?(?: can| should| may|"
      r" must)? (?:stays?|remains?|be left)"
     r"(?: put| there| here| where (?:it|they) (?:is|are)| alone)?(?=\s*(?:[.,;!?]|$))"), ""),
    (rf"(?P<start>^|[.!?;,]\s*)(?:no, ?)?not {NP},? (?:but )?(?P<new>{NP})", r"\g<start>\g<new>"),
    (r"\bthe (?P<noun>[a-z]+)\s*(?:,|-+|:)\s*the (?P<kind>[a-z]+), not the [a-z]+", _compound),
    (
        rf",? (?:which|that|who) (?:is|are|lies?|stands?)(?: currently| now| just)? (?P<told>{PLACE}),",
        r" that is \g<told>",
    ),
    (
        (
            rf"\b(?P<verb>put|bring|move|take|place|set|carry) (?P<one>{NP} that is {PLACE}),? and "
            rf"(?P<two>{NP} that is {PLACE}) (?P<to>(?:to|{PREP}) {NP})"
        ),
        r"\g<verb> \g<one> \g<to> and \g<verb> \g<two> \g<to>",
    ),
    (rf"(?:,? (?:and|but)|[.;!]) {DET} (?:[a-z]+ ){{1,3}}{_STAYS}{END}", ""),
    (
        rf"(?P<thing>\b{NP}),? but not (?:the ones? )?(?:that (?:is|are) )?(?:from|off|out of) (?P<at>{NP})",
        r"\g<thing> that is not on \g<at>",
    ),
    (rf"\bthe same (?P<place>[a-z]+(?: [a-z]+)?) as (?P<thing>{NP})", r"the \g<place> with \g<thing> on it"),
    (
        r"\b(?P<number>one|two|three|four|five) of (?:the|my) (?:two|three|four|five|six|seven|eight) (?=[a-z])",
        r"\g<number> of the ",
    ),
    (r", which (?:has |had )?(?:fell|fallen|dropped|rolled|tipped|slipped)(?: (?!on|in|under|from)[a-z]+)*,", ""),
    (r"\bsomewhere(?: [^,.;]*?)?,? (?:like|such as|for example|maybe|perhaps|say),? (?=(?:in|on|under)\b)", ""),
    (r",? ?\band leave (?:it|them) (?:like (?:that|this)|that way|so|as (?:it|they) (?:is|are))(?=\W|$)", ""),
)
