"""Two things that change places: "swap the white mug and the green one", told as two orders by where each is now."""

from __future__ import annotations

import re

from pred_core.feedback import preposition
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.vocabulary import can_be_carried, spoken
from pred_language.lexicon.inflection import known_noun, singular
from pred_language.lexicon.shapes import NP, PLACE
from pred_language.meaning.grounding import Grounder
from pred_language.questions.asks import describe
from pred_language.questions.meant import meant_by
from pred_language.questions.wording import colours

_LEAD = r"^\W*(?:(?:please|now|robot|can you|could you|would you|i want you to|i'd like you to),? )*"
_END = r"(?: (?:round|around|over|places|positions))?(?: for me)?(?:,? please)?\W*$"
_PLACES = r"(?:the (?:places|positions) of )?"
_NAMED = rf"{NP}(?: (?:that is )?{PLACE})?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_LEAD}(?:swap|exchange|interchange) {_PLACES}(?P<one>{_NAMED}) (?:and|with|for) (?P<other>{_NAMED}){_END}",
        (
            rf"{_LEAD}(?:(?:have|let|make) )?(?P<one>{_NAMED}) and (?P<other>{_NAMED}) "
            rf"(?:(?:should|must|need to|have to) )?(?:swap|change|exchange|trade) (?:places|positions){_END}"
        ),
        rf"{_LEAD}(?:swap|exchange|interchange) {_PLACES}(?:the two|both|both the|both of the) (?P<both>[a-z]+){_END}",
    )
)


def exchanged(text: str, memory: ObjectMemory, grounder: Grounder) -> str:
    """Return the two orders by which things change places, '' where it is not clear which these are or where they lie.

    :param text: one order in the words of the grammar
    """
    match = next((found for form in _FORMS if (found := form.match(text))), None)
    if match is None:
        return ""
    groups = match.groupdict()
    pair = _both(groups["both"], memory, grounder) if groups.get("both") else _named(match, memory, grounder)
    if len(pair) != 2:
        return ""
    (one, first), (other, second) = pair
    there, here = (_place_of(thing, memory) for thing in (second, first))
    if not there or not here or first.parent_id == second.parent_id:
        return ""
    return f"put {one} {there}. put {other} {here}"


def _named(match: re.Match[str], memory: ObjectMemory, grounder: Grounder) -> list[tuple[str, ObjectState]]:
    """Return the words of both things with the one that each means; fewer where they mean several or none."""
    one, other = match["one"], match["other"]
    other = re.sub(r"\bone\b", known_noun(one) or "one", other)
    found = [(words, meant_by(describe(words.lower(), grounder)[0], memory)) for words in (one, other)]
    return [(words, things[0]) for words, things in found if len(things) == 1 and can_be_carried(things[0].class_name)]


def _both(noun: str, memory: ObjectMemory, grounder: Grounder) -> list[tuple[str, ObjectState]]:
    """Return two of a kind, each by its colour."""
    things = meant_by(describe(f"the {singular(noun)}", grounder)[0], memory)
    seen = [(one, colours(one)) for one in things]
    told = [(f"the {shown[0]} {singular(noun)}", one) for one, shown in seen if len(shown) == 1]
    return told if len(things) == len({words for words, _ in told}) == 2 else []


def _place_of(thing: ObjectState, memory: ObjectMemory) -> str:
    """Return "on the desk" where a thing lies on the only desk, '' where its place cannot be told so."""
    place = memory.get(thing.parent_id)
    if place is None or len(memory.of_class((place.class_name,))) != 1:
        return ""
    return f"{preposition(place.class_name)} the {spoken(place.class_name)}"
