"""What is looked for where the robot is sent first: of "go to the table, find a mug" the mug is that on the table."""

from __future__ import annotations

import re

from pred_language.discourse.antecedents import mentions
from pred_language.discourse.grammar import parse
from pred_language.lexicon.phrases import Mention
from pred_language.lexicon.tagger import tag
from pred_language.meaning.grounding import Grounder

_NOUN = r"(?:\w+ ){0,3}?\w+"
_GO_AND_FIND = re.compile(
    rf"\b(?:go|navigate|drive|travel|walk|head)(?: over)? to (?P<place>the {_NOUN})(?:\s*,|\s+and|\s+then)+ "
    rf"(?:find|locate|(?:look|search) for) (?P<thing>(?:an?|the|my|some) {_NOUN})(?=\s*(?:$|[,.;!]|\b(?:and|then)\b))",
    re.IGNORECASE,
)


def with_place_gone_to(text: str, grounder: Grounder) -> str:
    """Return a text in which a thing that is looked for after going to a place is said to be there, if one is."""
    match = _GO_AND_FIND.search(text)
    if match is None:
        return text
    thing, place = _named(f"find {match['thing']}"), _named(f"go to {match['place']}")
    if thing is None or place is None or not grounder.lies(thing.classes, place.classes):
        return text
    return f"{text[: match.end()]} on {match['place']}{text[match.end() :]}"


def _named(text: str) -> Mention | None:
    return next((one for event in parse(tag(text)) for one in mentions(event) if one.known), None)
