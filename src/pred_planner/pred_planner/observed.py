"""What the texts of a discrepancy say: a place or class (``not on Sofa``), or an attribute (``isDirty: false``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pred_core.vocabulary import object_types, whole_of
from pred_planner.dialects.parsed import PLACEHOLDERS as DIALECT

PLACEHOLDERS = DIALECT | {"Receptacle", "Object"}
"""Names that stand for the objects in question (listings 1 to 5): each may be any object."""
PREPOSITIONS: Mapping[str, str] = {
    "on": "on",
    "onto": "on",
    "atop": "on",
    "in": "in",
    "into": "in",
    "inside": "in",
    "within": "in",
    "under": "under",
    "below": "under",
    "beneath": "under",
    "underneath": "under",
    "at": "at",
    "near": "near",
    "by": "near",
    "beside": "near",
}
NEGATIONS = frozenset({"not", "no", "never", "isn", "non", "nowhere", "without", "false"})
_SKIPPED = frozenset({"the", "a", "an", "is", "or", "already", "of", "to", "top", "next", "still", "it"})
_OTHER = frozenset({"elsewhere", "other", "another", "different", "unknown", "nowhere", "somewhere", "else"})
_SAME_PLACE: Mapping[str, str] = {"Sink": "SinkBasin", "Bathtub": "BathtubBasin"}
_TOKEN = re.compile(r"[A-Za-z]+")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@dataclass(frozen=True)
class Place:
    """A place, or a class, as a text says it. ``name`` is '' when the text names none of the domain."""

    name: str = ""
    preposition: str = ""
    negated: bool = False
    other: bool = False  # the text says that it is some other place, not which

    @property
    def there(self) -> str:
        """The name of the place where something is, '' where none is said."""
        return "" if self.negated else self.name


def place(text: str) -> Place:
    """Return what a text says of a place: ``not in the Fridge_2`` is (Fridge, in, negated)."""
    words = _TOKEN.findall(text)
    lower = [word.lower() for word in words]
    names = [known(word) for word in words if known(word)]
    name = next((name for name in names if name not in PLACEHOLDERS), names[0] if names else "")
    return Place(
        name,
        next((PREPOSITIONS[word] for word in lower if word in PREPOSITIONS), ""),
        not NEGATIONS.isdisjoint(lower),
        not name and not _OTHER.isdisjoint(lower),
    )


def named(text: str) -> str:
    """Return the words of a text that may name a thing: without preposition, article and negation."""
    left = [
        word
        for word in re.findall(r"[^\s,.;:]+", text)
        if word.lower() not in _SKIPPED | PREPOSITIONS.keys() | NEGATIONS
    ]
    return " ".join(left)


def known(word: str) -> str:
    """Return a class of the domain or a placeholder as it is written there, '' for other words."""
    if word in object_types():
        return word
    return word.capitalize() if word.capitalize() in PLACEHOLDERS else ""


def same(one: str, other: str) -> bool:
    """Tell whether two names may mean one object: '' and placeholders may be any."""
    return not one or not other or one == other or not PLACEHOLDERS.isdisjoint((one, other))


def same_stuff(one: str, other: str) -> bool:
    """Tell whether two names may mean one object, or one of them slices of the other."""
    return same(one, other) or whole_of(one) == other or whole_of(other) == one


def same_place(one: str, other: str) -> bool:
    """Tell whether two names may mean one place: the sink is its basin."""
    return same(_SAME_PLACE.get(one, one), _SAME_PLACE.get(other, other))


_WORDS_OF: Mapping[tuple[str, bool], str] = {
    ("on", True): "on running lit burning glowing",
    ("on", False): "off",
    ("open", True): "open opened ajar",
    ("open", False): "closed shut",
    ("clean", True): "clean cleaned washed rinsed spotless sanitized wiped scrubbed",
    ("clean", False): "dirty soiled stained filthy messy",
    ("filled", True): "filled full",
    ("filled", False): "empty emptied",
    ("hot", True): "hot heated warm warmed reheated microwaved steaming",
    ("cold", True): "cold chilled cooled cool refrigerated frozen icy",
    ("cooked", True): "cooked toasted baked fried boiled roasted grilled",
    ("cooked", False): "raw",
    ("sliced", True): "sliced cut chopped diced halved",
    ("sliced", False): "whole intact",
}
_MEANING: Mapping[str, tuple[str, bool]] = {
    word: meaning for meaning, words in _WORDS_OF.items() for word in words.split()
}
_SWITCHED = frozenset({"toggled", "switched", "turned", "powered", "toggle"})
"""Words that say on, unless the text goes on with ``off``."""


def attribute(text: str) -> tuple[str, bool]:
    """Return the attribute a text names and its value: ``not clean`` and ``dirty`` are (clean, False).

    ('', True) for a text that names none.
    """
    words = [word.lower() for word in _WORD.findall(text)]
    at = next((i for i, word in enumerate(words) if _meaning(word)), None)
    if at is None:
        at = next((i for i, word in enumerate(words) if word in _SWITCHED), None)
        if at is None:
            return "", True
    name, value = _meaning(words[at]) or ("on", True)
    negations = sum(word in NEGATIONS for word in words[:at]) + ("false" in words[at:])
    return name, value != bool(negations % 2)


def _meaning(word: str) -> tuple[str, bool] | None:
    if word in _MEANING:
        return _MEANING[word]
    if word.startswith("un") and word[2:] in _MEANING:
        name, value = _MEANING[word[2:]]
        return name, not value
    return None
