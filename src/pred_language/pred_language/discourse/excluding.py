"""What a later clause takes out of an order: "wash the mugs. The one on the shelf is clean", "..., the wine can stay".

Of several things that one is left out, and what is of another kind is left as it is without a word. That something need
not be washed says nothing of an order about anything else, so such a clause stays then, to be asked about.
"""

from __future__ import annotations

import re

from pred_core.vocabulary import object_types
from pred_language.discourse.sparing import SET, SETS, none_there_of
from pred_language.lexicon.inflection import known_noun
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import NAME, PLACE, PREP

_ONE = (
    r"(?P<spared>(?:the|that|those|my|our) (?:[a-z]+ )?ones?\b(?: (?:that (?:is|are) )?"
    rf"(?P<at>{PREP} {NAME}))?|{NAME})"
)
_WHERE = (
    r"(?:there|here|alone|out|(?:just |right |exactly )?(?:where|as) (?:it|they)(?: is| are|'s|'re)|"
    r"in (?:its|their) places?)"
)
_WASHED = r"(?:wash(?:ed|ing)?|clean(?:ed|ing)?|rins(?:e|ed|ing)|scrub(?:bed|bing)?)"
_MOVED = (
    r"(?:mov(?:e|ed|ing)|go|come|tak(?:e|en|ing)|br(?:ing|ought|inging)|touch(?:ed|ing)?|do|done|"
    r"put(?:ting)?(?: away)?|includ(?:e|ed|ing)|bother with|worry about|carry|carried|fetch(?:ed)?)"
)
_DOING = rf"(?:(?P<washed>{_WASHED})|{_MOVED})"
_NO_NEED = (
    r"(?:(?:do|does)(?:n't| not) (?:need|have)(?: to)?(?: be)?(?: (?:a|any))?|need(?:n't| not)(?: be)?) "
    rf"(?:{_DOING}|it|that|to)"
)
_STAYS = rf"(?:just )?(?:stays?|remains?|waits?)(?: (?:put|whole|uncut|unsliced|in one piece|{_WHERE}|{PLACE}))?"
_BEHIND = (
    rf"(?:(?:can|may|could|should|must|has to|have to|is to|are to) )?{_STAYS}",
    rf"(?:is|are)(?: just| perfectly| quite)? (?:fine|okay|ok|good|alright|all right)(?: {_WHERE}| {PLACE})?",
    r"(?:is|are|looks?)(?: already| still)? (?P<washed>clean|washed|spotless)(?: already| enough| anyway)?",
    rf"(?:can|may|should|must|is to|are to) be left(?: {_WHERE}| {PLACE})?",
    _NO_NEED,
    r"(?:do|does|is|are|should|need)(?:n't| not)",
    rf"(?P<needed>(?:i|we) still need)(?: {_WHERE}| {PLACE})?",
    (
        r"(?:,? ?you (?:can|may|could)|,) (?:just )?(?:leave|skip|keep|ignore)(?: (?:it|that|them))?"
        rf"(?: {_WHERE}| {PLACE})?"
    ),
)
_BEFORE = (
    (
        r"(?:you (?:can|may|could) )?(?:just |please |only )?(?:skip|leave|ignore|spare|forget(?: about)?) ONE"
        rf"(?: {_WHERE})?"
    ),
    rf"(?:there is )?no need to {_DOING} ONE",
    rf"you (?:need(?:n't| not)|do(?:n't| not) (?:need|have) to) {_DOING} ONE",
    rf"(?:please )?do(?:n't| not) {_DOING} ONE",
    r"(?:just |only |but |and )?(?:not|except(?: for)?) ONE",
    rf"(?:please |just )?keep ONE {_WHERE}",
    rf"(?P<needed>(?:i|we) still need) ONE(?: {_WHERE}| {PLACE})?",
    r"(?:i|we) do(?:n't| not) (?:need|want) ONE",
    r"(?:hang|hold) on to ONE",
)


def _form(told: str) -> LatePattern:
    return LatePattern(
        r"^(?P<before>[^.;!?]{1,200}?)\s*(?:[.;!]|,| but| though| only)\s*"
        r"(?:(?:and|but|though|only|oh|just|ok|okay),? )*"
        rf"(?:{told.replace('ONE', _ONE)})(?:,? (?:though|please|however|too|for now))?\s*[.!]*$"
    )


_FORMS = tuple(map(_form, (*(f"ONE(?: |(?=,))(?:{told})" for told in _BEHIND), *_BEFORE)))
_ABOUT_WASHING = re.compile(r"\b(?:wash|clean|rinse|scrub|sink|basin|dishwasher)\b", re.IGNORECASE)
_CLEARS = re.compile(
    r"\b(?:clear|empty|tidy|unload|declutter|all|lot|rest|things|stuff|something|anything)\b", re.IGNORECASE
)
"""What is said of all that lies somewhere, in words that are told again later."""


_KEPT_SO = re.compile(r" (?:open|closed|shut|on|off|running|burning|lit)$", re.IGNORECASE)
"""What is to be left in a state, not left out."""


def without_spared(text: str) -> str:
    """Return an order without what a clause behind it says is to be left; others stay as they are."""
    for form in _FORMS:
        match = form.match(text)
        if match is not None and not _KEPT_SO.search(match["spared"]):
            left = _left_out(match)
            return f"{left}." if left else text
    return text


def _left_out(match: re.Match[str]) -> str:
    """Return the order without what is spared, '' where that is not clear."""
    before, spared = match["before"], match["spared"]
    if match.groupdict().get("washed") and not _ABOUT_WASHING.search(before):
        return ""
    if match.groupdict().get("needed") and re.search(r"\b(?:me|us)\b", before, re.IGNORECASE):
        return ""
    if match["at"] and re.match(r"[a-z]+ ones?\b", spared, re.IGNORECASE):
        return none_there_of(before, match["at"])
    spared = spared.removesuffix(match["at"] or "").strip()  # "leave the blue one on the bed": there it stays
    noun = known_noun(spared)
    if noun and not any(object_types()[name].can("pickupable") for name in nouns()[noun]):
        return ""  # "put the books on the shelf, not the desk"
    named_before = noun and re.search(rf"\b{noun}(?:s|es)?\b", before, re.IGNORECASE)
    told_apart = not noun or len(spared.split()) > 1 + len(noun.split())
    sets = list(SETS.finditer(before))
    if len(sets) == 1 and (told_apart or not named_before):
        every = "all " if re.match("the ", sets[0].group(), re.IGNORECASE) else ""
        return f"{before[: sets[0].start()]}{every}{before[sets[0].start() :]} except {spared}"
    return "" if not noun or named_before or SET.search(before) or _CLEARS.search(before) else before
