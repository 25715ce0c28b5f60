"""People by their names: whom something is to be brought to, and who is introduced."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pred_core.people import KnownPerson
from pred_language.lexicon.nouns import nouns

_GIVES = r"bring|give|hand|fetch|get|take|pass|deliver|serve|carry|send"
_NAME = r"[A-Z][a-z]+"
_INTRODUCED = re.compile(
    rf"^(?:(?:[Hh]ello|[Hh]i|[Rr]obot|[Ll]ook|[Pp]lease)[,!]? )*(?:[Tt]his is|[Mm]eet|[Tt]hat is|[Hh]ere is) "
    rf"(?P<name>{_NAME})(?:[,;.]? (?:and )?(?:(?:[Ss]he|[Hh]e|[Tt]hey|who)(?:'s| is| are)? ?)?"
    r"(?:(?:sits?|sitting|stands?|standing|is|are) )?(?:at|by|on|in|next to|near|beside|in front of) "
    r"(?P<place>(?:the|my|our) [a-z ]+?))?[.!]?$"
)
_ALL = frozenset({"me", "us"})


@dataclass(frozen=True)
class ForSomebody:
    """An order about a person who is known by name, in the words of that person: "bring me an apple"."""

    text: str
    person: KnownPerson


@dataclass(frozen=True)
class Introduction:
    """A name, and the words for where its person is, '' where none are said."""

    name: str
    place: str = ""


def for_somebody(text: str, people: Iterable[KnownPerson]) -> ForSomebody | None:
    """Return an order to bring or hand something to a person who is known, or to go to them; None for any other.

    What is also for the one who speaks, or for two people, is none: one plan is about one person.
    """
    named = [one for one in people if re.search(rf"\b{one.name}\b", text, re.IGNORECASE)]
    if len(named) != 1 or _ALL & set(re.findall(r"[a-z]+", text.lower())):
        return None
    name = named[0].name
    told = re.sub(rf"\b({_GIVES}) {name}\b(?!'s)", r"\1 me", text, flags=re.IGNORECASE)
    told = re.sub(rf"\b(to|for) {name}\b(?!'s)", r"\1 me", told, flags=re.IGNORECASE)
    return None if re.search(rf"\b{name}\b", told, re.IGNORECASE) else ForSomebody(told, named[0])


def introduction(text: str) -> Introduction | None:
    """Return who is introduced: "This is Anna, she sits at the table."; None where nobody is, or a thing is named."""
    match = _INTRODUCED.match(" ".join(text.split()))
    if match is None or match["name"].lower() in nouns():
        return None
    return Introduction(match["name"], match["place"] or "")
