"""Orders that name a place by what lies there: "swap the mug and the bowl", "put the pot where the pan was".

What was seen says where these things are, so the order is told again with the names of their places.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pred_core.feedback import preposition
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.referring.choosing import meant
from pred_core.vocabulary import can_be_carried, equipment, group, part_of, spoken
from pred_language.discourse.plainly import as_asked
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.shapes import NP, PREP
from pred_language.meaning.context import Refusal
from pred_language.meaning.grounding import Grounder
from pred_language.questions.asks import describe
from pred_language.questions.meant import meant_by
from pred_language.reader import Texts

_THING = rf"{NP}(?: {PREP} {NP})?"
_ONE = rf"(?P<one>{_THING})"
_OTHER = rf"(?P<other>{_THING}|the one {PREP} {NP})"
_TRADE = r"(?:swap|change|switch|trade|exchange)"
_TRADED = r"(?:swapped|switched|exchanged|interchanged|traded)"
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
        (
            rf"(?:i (?:want|need|would like|'d like) )?{_ONE} and {_OTHER} (?:(?:should|must|need to|have to|are to|"
            rf"to) be |need to be )?{_TRADED}(?: around| over)?"
        ),
        (
            rf"{_ONE} and {_OTHER} (?:both )?(?:need|want|could do with) (?:swapping|switching|exchanging)"
            r"(?: around| over)?"
        ),
        (
            rf"{_ONE} (?:should go|goes|go|belongs) (?:to )?where {_OTHER} (?:is|stands|lies)(?: now)?,? and "
            rf"(?P=other)(?: (?:should go|goes|go|belongs))? (?:to )?where (?P=one) (?:is|stands|lies)(?: now)?"
        ),
        (
            rf"put {_ONE} where {_OTHER} (?:is|stands|lies)(?: now)?,? and (?P=other) where (?P=one) "
            r"(?:is|stands|lies|was)"
        ),
    )
)
_BACK = LatePattern(
    rf"\b(?:(?P<put>put|place|set|return) (?P<thing>it|{NP}) (?P<back>back)|return (?P<returned>it|{NP})"
    r"(?= (?:to )?(?:where (?:it|you)|(?:in |to )?(?:its|the same) )))(?: again)?"
    r"(?:,? (?:to )?(?:where (?:it was|it came from|you (?:found|got|took) it)|(?:in |to )?(?:its|the same) "
    r"(?:old )?(?:place|spot)))?(?: (?:afterwards|after that|again|please))*(?=\s*(?:[.,;!]|$|(?:and|then)\b))"
)
"""What goes back to where it lies now, once something was done with it."""
_WAS = LatePattern(
    rf"\b(?P<to>to |in |on |at )?(?:the place )?where (?P<thing>{NP}) (?:was|used to be|had been|stood|lay)(?: before)?"
    r"(?=\s*(?:[.,;!?]|$|(?:and|then)\b))"
)


_NAMED = re.compile(rf"\b{NP}", re.IGNORECASE)
_FROM_THERE = re.compile(rf"\b(?:from|out of|off|{PREP}) (?:the|my|that|its|a|an)\b", re.IGNORECASE)
"""What names a place, which goes before what is remembered."""


def as_remembered(texts: Texts, memory: ObjectMemory, grounder: Grounder) -> Texts | Refusal:
    """Return texts whose places are named as they are remembered, or why that is not known; most as they are.

    Whose places are not known may still be swapped by another mind, which a refusal that is not final leaves to it.
    """
    if texts.steps or texts.dialogue:
        return texts
    there_or_thither = _NAMED_WITH_PLACE.match(texts.instruction)
    if there_or_thither is not None:
        return _there_or_thither(texts, there_or_thither, memory, grounder)
    told = as_asked(texts.instruction)
    for pattern in _SWAPS:
        match = pattern.match(told)
        if match is not None:
            return _swapped(texts, match, memory, grounder)
    match = _WAS.search(told)
    if match is None:
        back = _BACK.search(told)
        return texts if back is None else _put_back(texts, told, back, memory, grounder)
    there = _place_of(match["thing"], memory, grounder)
    if isinstance(there, str):
        return Refusal(there, final=True)
    return replace(texts, instruction=f"{told[: match.start()]}{_at(there)}{told[match.end() :]}")


_NAMED_WITH_PLACE = LatePattern(
    rf"^\W*(?:(?P<get>(?:(?:can|could|would) you )?(?:please )?get) )?(?P<thing>(?:the|my) [a-z]+(?: [a-z]+)??) "
    rf"(?P<at>{PREP} (?:the|my) [a-z]+(?: [a-z]+)?)(?P<please>,? please)?[.!?]*\s*$"
)
"""A thing and a place that may be where it is or where it is to go: "the tomato in the fridge, please"."""


def _there_or_thither(texts: Texts, match: re.Match[str], memory: ObjectMemory, grounder: Grounder) -> Texts:
    """Return "bring me the tomato that is in the fridge" where one lies there; else "get" puts it there."""
    if not match["get"] and not match["please"]:
        return texts
    description, _ = describe(f"{match['thing']} {match['at']}", grounder)
    there = [o for o in meant_by(description, memory) if can_be_carried(o.class_name) and o.parent_id]
    if there:
        return replace(texts, instruction=f"bring me {match['thing']} that is {match['at']}")
    alone, _ = describe(match["thing"], grounder)
    known = any(can_be_carried(name) and memory.of_class((name,)) for name in alone.classes[:1])
    return replace(texts, instruction=f"put {match['thing']} {match['at']}") if match["get"] and known else texts


def _put_back(
    texts: Texts, told: str, back: re.Match[str], memory: ObjectMemory, grounder: Grounder
) -> Texts | Refusal:
    """Return an order in which what goes back goes to where it was seen to lie, where that is no place of its own.

    What was named to lie somewhere goes back there by the words alone, and what lies where it is treated or fell to the
    floor goes where such things are kept.
    """
    before = told[: back.start()]
    thing = back["thing"] or back["returned"]
    named = thing if thing.lower() != "it" else next(iter(_NAMED.findall(before)), "")
    if not named or _FROM_THERE.search(before) or not re.search(r"[a-z]", before, re.IGNORECASE):
        return texts
    description, _ = describe(named, grounder)
    found = [o for o in meant(description, memory, (0.0, 0.0, 0.0)) if can_be_carried(o.class_name)]
    around = {o.parent_id for o in found if o.class_name == found[0].class_name}
    if len(around) > 1:
        return Refusal(f"I have seen several things that may be {named!r}: tell me which one you mean.", final=True)
    place = memory.get(next(iter(around), ""))
    treated = {treatment.place for treatment in equipment().treatments.values()}
    kept = {part_of().get(name, name) for name in treated} | treated | set(group("floors"))
    if place is None or place.class_name in kept:
        return texts
    return replace(texts, instruction=f"{before}{back['put'] or 'put'} {thing} {_at(place)}{told[back.end() :]}")


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
