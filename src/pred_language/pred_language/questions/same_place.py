"""Questions whether things are together: "are all the potatoes on the same counter?", "are both in one place?"."""

from __future__ import annotations

import re

from pred_core.objects import ObjectMemory
from pred_language.lexicon.inflection import known_noun
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import NP
from pred_language.meaning.grounding import Grounder
from pred_language.questions.answering import Answer
from pred_language.questions.asks import describe
from pred_language.questions.meant import meant_by
from pred_language.questions.wording import listed, name_of, number, where_it_is

_NUMBER = r"(?:two|three|four|five|\d)"
_TOGETHER = re.compile(
    r"^(?:are|is it true that) (?P<set>(?:all|both)?(?: of)?(?: ?(?:the|my|our|"
    rf"these))?(?: {_NUMBER})? ?[a-z]+(?: [a-z]+)??|{NP} and {NP}) (?:are )?(?:all |both )?(?:lying |standing |"
    r"kept )?(?:in|on|at|inside) (?:exactly )?(?:the same|one|a single) (?P<place>[a-z]+(?: [a-z]+)?)$"
)
_ANYWHERE = frozenset({"place", "spot", "location", "thing", "one", "receptacle", "piece", "position"})


def together_there(question: str, memory: ObjectMemory, grounder: Grounder) -> Answer | None:
    """Return whether the things of a question are at one place, None for any other question.

    :param question: in lower case, without its sign
    """
    match = _TOGETHER.match(question)
    if match is None:
        return None
    asked = "where"
    names = re.split(r" and ", match["set"])
    found = []
    for name in names:
        told = re.sub(rf"^(?:all|both)?(?: of)? ?(?:the |my |our |these )?(?:{_NUMBER} )?", "", name)
        things = meant_by(describe(f"the {told}", grounder)[0], memory)
        if not things:
            return Answer(asked, f"I don't know: I have seen no {told} so far.")
        found += things
    if len(found) < 2:
        return Answer(asked, f"I have seen only one: {name_of(found[0])}.", things=(found[0].id,))
    if any(not one.parent_id for one in found):
        return Answer(asked, "I don't know: I cannot say at what place each of them is.")
    places = {one.parent_id for one in found}
    kinds = {place.class_name for name in places if (place := memory.get(name)) is not None}
    wheres = sorted({where_it_is(one, memory) for one in found})
    where = listed(wheres)
    kind = "" if match["place"] in _ANYWHERE else known_noun(match["place"])
    if kind and not any(name in kinds for name in nouns().get(kind, {})):
        return Answer(asked, f"No, none is on such a place: they are {where}.", False)
    if len(places) == 1:
        return Answer(asked, f"Yes, they are {where}.", True, tuple(sorted(one.id for one in found)))
    apart = f"{where}, but at {number(len(places))} different ones" if len(wheres) == 1 else where
    return Answer(asked, f"No, they are {apart}.", False)
