"""Questions at the end of a story: "I lit the candle an hour ago and then went out, is it still burning?".

What the story names first is what "it" is; of a question that names its thing itself the story is left away. A text in
which something is to be done besides stays as it is.
"""

from __future__ import annotations

import re

from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, name_any, named_can, names_several, plural
from pred_language.lexicon.shapes import NAME, NO_NOUN, PREP

_COLOUR = "|".join(sorted(words.COLOURS))
_CAN_BE = {
    **dict.fromkeys(("on", "off", "running", "going", "burning", "lit"), "toggleable"),
    **dict.fromkeys(("open", "closed", "shut", "opened"), "openable"),
    **dict.fromkeys(("full", "empty", "filled"), "receptacle"),
    **dict.fromkeys(("sliced", "cut", "whole"), "sliceable"),
    **dict.fromkeys(("clean", "dirty", "washed"), "dirtyable"),
}
"""What must hold of a thing that is asked to be so."""
_AT = rf"{PREP} {NAME}"
_PRONOUN_FORMS = (
    (rf"(?P<be>is|are) (?:it|they|that one) (?P<so>(?:(?:still|already|now|really|actually|yet|not) )*"
    rf"(?:[a-z]+(?: or (?:not|[a-z]+))?|{_AT}))(?: (?:now|yet|still|already|again|properly|right now))*"),
    r"(?P<where>where) (?:is|are) (?:it|they)(?: now| again)?",
    r"(?P<colour>what colou?r) (?:is|are) (?:it|they)",
    (rf"(?P<some>(?:are there|is there|do we have|have we got) (?:still )?(?:any|some|enough|one))(?: of "
    rf"(?:it|them))?(?: left)?"
    rf"(?P<at> {_AT})?"),
)
_ASKS_OF_IT = tuple(
    re.compile(
        rf"^(?P<story>[^?]+?)(?:[.;:!]+|,| -+| –)\s*(?:(?:and|but|so|now|well|tell me),? )*{form}\s*\?+\s*$",
        re.IGNORECASE,
    )
    for form in _PRONOUN_FORMS
)
_WHOLE = re.compile(
    r"^(?P<story>[^?]+?)(?P<joins>[.;:!]+|,| -+| –| (?=so\b))\s*(?P<by>(?:(?:and|but|so|now|well|anyway|anyhow|by the "
    r"way|tell me|robot),? )*)(?P<asks>(?:(?:is|are) (?:there|the|my|our|any|both|all)\b|where "
    r"(?:is|are|'s)\b|where's\b|"
    r"how many\b|(?:do|have) (?:we|you|i) (?:have|got|still have|still got)\b|(?:what|which) (?:is|are|[a-z]+ "
    r"(?:is|are))"
    r"\b|what's\b|does (?:the|my|our)\b|(?:has|have) (?:the|my|our|all|any)\b|(?:did|has|have) "
    r"(?:some|any)(?:one|body)\b)[^?;.!]*\?+\s*)$",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"^\W*(?:(?:and|but|so|well|oh|ah|hm+|hey|damn|gosh|ugh|oops|argh|ok|okay|listen|sorry|look|dear me|oh "
    r"dear|goodness)\b"
    r"[\s,.!]+)*(?:i|i'm|i've|i'd|we|we're|we've|my|our|it's|it is|he|she|they|someone|somebody|there'?s|there "
    r"(?:is|are|"
    r"was|were)|the [a-z]+ (?:is|are|was|were|has|have|said|called)|mum|dad|guests|yesterday|this morning|last night|"
    r"earlier|an? [a-z]+ (?:is|was|has))\b",
    re.IGNORECASE,
)
_INTERJECTED = re.compile(
    r"^\W*(?:damn|gosh|ugh|oops|argh|oh (?:dear|no)|goodness(?: me)?|dear me|good grief|heavens|brr+|phew|yuck|eww?)\W"
    r"*$",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"\b(?:please|(?:can|could|would|will) you|should|must|has to|have to|let's|i (?:want|need|would like|'d like) you|"
    r"shall|supposed to|needs? to|if|unless)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:^|[.,;:!–-]|\b(?:and|then|so|but|please|now|just)\b)\s*(?P<verb>[a-z]+)\b", re.IGNORECASE)
_WORDS = rf"{NO_NOUN}[a-z]+(?: {NO_NOUN}[a-z]+){{0,2}}"
_NAMED = re.compile(rf"\b(?P<np>(?:the|my|our|an?|this|that) {_WORDS})", re.IGNORECASE)
_THERE = re.compile(rf"^ (?P<prep>{PREP}) (?P<np>(?:the|my|our) {_WORDS})", re.IGNORECASE)
_CLAUSES = re.compile(r"[,;.]|\b(?:and|but|then|when|while|because)\b", re.IGNORECASE)
_LOST = (
    r"^\W*(?:(?:so|oh|hey|sorry|excuse me|robot),? )*i(?: (?:just|still|really|simply|have|am)|'ve|'m)* (?:(?:can'?t|"
    r"cannot|can not|could ?n'?t|could not|don'?t|do not|not) (?:find|see)|(?:looking|searching|hunting) for|lost|"
    r"misplaced|mislaid|missing|miss) "
)
_LOOKED_FOR = re.compile(
    rf"{_LOST}(?P<np>(?:an?|the|my|our) [a-z]+(?: [a-z]+)??)(?: anywhere)?"
    rf"(?:, (?:the |an? |it has an? |with an? )?(?P<how>{_COLOUR})(?: (?:cover|one|colou?r|handle|in colou?r|spine))?)?"
    r"\s*[,.;:!-]+\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_SEEN = re.compile(
    r"^(?:(?:so|and|but|please)[, ]+)*(?:(?:(?:has|have|did) )?(?:any(?:one|body)|some(?:one|body)|you)(?: here)? "
    r"(?:happen(?:ed)? to )?(?:seen?|spot(?:ted)?|come across|notice[d]?|found|got|have) (?:it|them|one|that|any)\b|"
    r"(?:(?:can|could|would|will|do) )?you (?:(?:can|could|please) )*(?:tell|say|show|know|remember)(?: me| us)?"
    r"(?: please)? where (?:it|they|one)\b|where (?:is|are|might|could|can) (?:it|they)\b|any idea "
    r"where\b)[^?;.]*\?+\s*$",
    re.IGNORECASE,
)
_BELIEVED = re.compile(
    rf"^(?:i (?:believe|think|guess|suppose|suspect)|maybe|perhaps|probably|possibly)(?: it(?:'s| is)| they(?:'re| "
    rf"are))? "
    rf"(?P<at>{_AT}),? (?:(?:you (?:can|could)|(?:can|could|would|will) you)(?: please)? (?:have a )?(?:look|check|see)"
    r"(?: please| there)*|is it|am i right)\?+\s*$",
    re.IGNORECASE,
)


def without_story(text: str) -> str:
    """Return the question at the end of a story with what it is about; any other text as it is."""
    return _of_what_is_looked_for(text) or _of_it(text) or _alone(text) or text


def _of_what_is_looked_for(text: str) -> str:
    """Return "where is my phone?" of "I have lost my phone, anybody seen it?", '' for any other text."""
    match = _LOOKED_FOR.match(text)
    if match is None or not known_noun(match["np"]):
        return ""
    det, _, noun = match["np"].partition(" ")
    thing = f"{'the' if det.lower() in ('a', 'an') else det} {match['how'] + ' ' if match['how'] else ''}{noun}"
    be = "are" if names_several(noun) else "is"
    if _SEEN.match(match["rest"]):
        return f"where {be} {thing}?"
    believed = _BELIEVED.match(match["rest"])
    return f"{be} {thing} {believed['at']}?" if believed else ""


def _of_it(text: str) -> str:
    """Return "is the laptop on?" of "I shut the laptop down earlier. Is it on?", '' for any other text."""
    match = next((found for form in _ASKS_OF_IT if (found := form.match(text))), None)
    if match is None or not _only_tells(match["story"]):
        return ""
    said = match.groupdict()
    if not said.get("so") and _names_several_things(match["story"]):
        return ""  # of "I read the paper, then the phone rang, where is it?" either may be meant
    if said.get("some"):
        kinds = (known_noun(one) for one in re.findall(r"[a-z]+s\b", match["story"].lower()))
        kind = next((noun for noun in kinds if noun and named_can(noun, "pickupable")), "")
        return f"are there any {plural(kind)}{said['at'] or ''}?" if kind else ""
    thing = _subject(match["story"], (said.get("so") or "").split()[-1:])
    if not thing:
        return ""
    be = "are" if names_several(thing.split(" in ")[0].split(" on ")[0]) else "is"
    if said.get("so"):
        return f"{be} {thing} {said['so']}?"
    return f"{said.get('where') or 'what colour'} {be} {thing}?"


def _names_several_things(story: str) -> bool:
    """Tell whether more than one clause of a story names something that is carried about."""
    clauses = [[one["np"] for one in _NAMED.finditer(part)] for part in _CLAUSES.split(story)]
    named = [any(named_can(_ending_in_a_noun(np) or np, "pickupable") for np in part) for part in clauses]
    return sum(named) > 1


def _subject(story: str, state: list[str]) -> str:
    """Return what a story is about, with where that is: the first thing named that can be in a state, else none."""
    flag = _CAN_BE.get(state[0].lower(), "") if state else ""
    for one in _NAMED.finditer(story):
        named = _ending_in_a_noun(one["np"])
        if not named or (flag and not named_can(named, flag)):
            continue
        thing = re.sub(r"^an? ", "the ", named, flags=re.IGNORECASE)
        return f"{thing}{_place_after(story[one.start() + len(named) :])}"
    return ""


def _place_after(rest: str) -> str:
    """Return " on the counter" where a text goes on with a place, else ''."""
    there = _THERE.match(rest)
    named = _ending_in_a_noun(there["np"]) if there is not None else ""
    return f" {there['prep']} {named}" if there is not None and named else ""


def _ending_in_a_noun(phrase: str) -> str:
    """Return a phrase as far as it names a thing: "the laptop" of "the laptop down", '' where it names none."""
    said = phrase.split()
    heads = (" ".join(said[:end]) for end in range(len(said), 1, -1))
    return next((told for told in heads if known_noun(told)), "")


def _alone(text: str) -> str:
    """Return the question of a text that tells a story before it, '' for any other text."""
    match = _WHOLE.match(text)
    if match is None:
        return ""
    story, asks = match["story"], match["asks"]
    if re.search(r"\b(?:it|they|them|one|ones|those|that|there(?=\s*\?))\b", asks, re.IGNORECASE):
        return ""
    return asks if name_any(asks) and (_INTERJECTED.match(story) or _only_tells(story)) else ""


def _only_tells(story: str) -> bool:
    """Tell whether what is said before a question asks for nothing to be done."""
    if _TELLS.match(story) is None or _WANTED.search(story):
        return False
    return not any(one["verb"].lower() in order_verbs() for one in _CLAUSE.finditer(story))

