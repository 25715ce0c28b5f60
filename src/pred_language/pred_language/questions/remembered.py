"""Orders that name a place by what lies there: "swap the mug and the bowl", "put the pot where the pan was".

What was seen says where these things are, so the order is told again with the names of their places.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pred_core.feedback import preposition
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.referring.choosing import meant
from pred_core.vocabulary import can_be_carried, spoken
from pred_language.discourse.plainly import as_asked
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.shapes import NP, PREP
from pred_language.meaning.context import Refusal
from pred_language.meaning.grounding import Grounder
from pred_language.questions.asks import describe
from pred_language.reader import Texts

_THING = rf"{NP}(?: {PREP} {NP})?"
_ONE = rf"(?P<one>{_THING})"
_OTHER = rf"(?P<other>{_THING}|the one {PREP} {NP})"
_TRADE = r"(?:swap|change|switch|trade|exchange)"
_OPENER = r"^(?:(?:please|hey|ok|okay|robot|and|now|so|then|(?:can|could|would|will) you)\b[\s,]*)*"
_END = r"\s*(?:please)?[.!?]*$"
_SWAPS = tuple(
    LatePattern(f"{_OPENER}{form}{_END}")
    for form in (
        (
            rf"(?:swap|exchange|switch|trade|interchange)(?: (?:around|over))?(?: the (?:places|positions) of)? "
            rf"{_ONE} (?:and|with|for) {_OTHER}(?: around| over)?"
        ),
        rf"{_ONE} and {_OTHER} (?:should|must|need to|have to|are to) {_TRADE}(?: their)? places",
        rf"(?:let|make|have) {_ONE} and {_OTHER} {_TRADE}(?: their)? places",
    )
)
_WAS = LatePattern(
    rf"\b(?P<to>to |in |on |at )?(?:the place )?where (?P<thing>{NP}) (?:was|used to be|had been|stood|lay)(?: before)?"
    r"(?=\s*(?:[.,;!?]|$|(?:and|then)\b))"
)


def as_remembered(texts: Texts, memory: ObjectMemory, grounder: Grounder) -> Texts | Refusal:
    """Return texts whose places are named as they are remembered, or why that is not known; most as they are.

    Whose places are not known may still be swapped by another mind, which a refusal that is not final leaves to it.
    """
    if texts.steps or texts.dialogue:
        return texts
    told = as_asked(texts.instruction)
    for pattern in _SWAPS:
        match = pattern.match(told)
        if match is not None:
            return _swapped(texts, match, memory, grounder)
    match = _WAS.search(told)
    if match is None:
        return texts
    there = _place_of(match["thing"], memory, grounder)
    if isinstance(there, str):
        return Refusal(there, final=True)
    return replace(texts, instruction=f"{told[: match.start()]}{_at(there)}{told[match.end() :]}")


def _swapped(texts: Texts, match: re.Match[str], memory: ObjectMemory, grounder: Grounder) -> Texts | Refusal:
    one, other = match["one"], match["other"]
    if other.startswith("the one "):
        noun = re.match(NP, one, re.IGNORECASE)
        other = f"{noun.group() if noun else 'the thing'} {other.removeprefix('the one ')}"
    things = [_only(words, memory, grounder) for words in (one, other)]
    places = [_place_of(words, memory, grounder) for words in (one, other)]
    for found in (*things, *places):
        if isinstance(found, str):
            return Refusal(found)
    names = [_name(found) for found in things if isinstance(found, ObjectState)]
    ends = [_at(found) for found in places if isinstance(found, ObjectState)]
    return replace(texts, instruction=f"put {names[0]} {ends[1]}, then put {names[1]} {ends[0]}.")


def _only(words: str, memory: ObjectMemory, grounder: Grounder) -> ObjectState | str:
    """Return the one thing that words mean, or a sentence why it is not known."""
    description, _ = describe(words, grounder)
    found = [o for o in meant(description, memory, (0.0, 0.0, 0.0)) if can_be_carried(o.class_name)]
    best = [o for o in found if o.class_name == found[0].class_name]
    if not best:
        return f"I have seen nothing that is {words!r} so far: tell me where to put things."
    if len(best) > 1:
        return f"I have seen {len(best)} things that may be {words!r}: tell me which one you mean."
    return best[0]


def _place_of(words: str, memory: ObjectMemory, grounder: Grounder) -> ObjectState | str:
    """Return what the one thing that words mean lies on or in, or a sentence why that is not known."""
    thing = _only(words, memory, grounder)
    if isinstance(thing, str):
        return thing
    around = memory.get(thing.parent_id)
    return around if around is not None else f"I do not know where {words!r} is: tell me the place."


def _name(state: ObjectState) -> str:
    return f"{spoken(state.class_name)} {state.id.rpartition('_')[2]}"


def _at(place: ObjectState) -> str:
    return f"{preposition(place.class_name)} {_name(place)}"
