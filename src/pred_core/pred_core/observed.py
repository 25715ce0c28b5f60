"""What the texts of a discrepancy say: a place or class (``not on Sofa``), or an attribute (``isDirty: false``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from pred_core.vocabulary import equipment, object_types, part_of, per_domain, whole_of

PROMPT_PLACEHOLDERS = frozenset({"Target", "Parent", "Recep"})
"""Names PRED's prompts use for the objects in question (listings 1-5); only the PRED dialect knows them."""
PLACEHOLDERS = PROMPT_PLACEHOLDERS | {"Receptacle", "Object"}
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
    "behind": "near",
}
_PHRASES: Mapping[str, str] = {
    r"(?:next|close|adjacent|nearest) to|in front of|outside of": "near",
    r"(?:up)?on top of": "on",
    r"outside": "near",
    r"out of|no longer (?:in|on)": "not in",
}
"""Prepositions of several words, or that say where something is not, and what they say."""
NEGATIONS = frozenset(
    {
        "not",
        "no",
        "never",
        "isn",
        "non",
        "nowhere",
        "without",
        "false",
        "doesn",
        "wasn",
        "aren",
        "cannot",
        "nor",
    }
)
_SKIPPED = frozenset(
    {"the", "a", "an", "is", "was", "or", "already", "of", "to", "top", "next", "still", "it"}
)
_OTHER = frozenset({"elsewhere", "other", "another", "different", "unknown", "nowhere", "somewhere", "else"})
LONGEST_NAME = 3
"""Words a name has at most."""
_CONCLUSION = re.compile(r"\b(?:so|therefore|thus|hence)\b", re.IGNORECASE)
_RELATION = re.compile(r"(?:\b(?:on|in|at|inside))?\s*\(([^(),]+),([^(),]+)\)", re.IGNORECASE)
"""A relation as the paper writes it, (pillow, sofa)."""
_CLAUSE = re.compile(r"[,;]|\.\s|\b(?:as|but|because|since)\b", re.IGNORECASE)
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
        """The name of the place where something is, '' where none is said or it is only near there."""
        return "" if self.negated or self.preposition == "near" else self.name


def place(text: str, find: Callable[[str], str] | None = None) -> Place:
    """Return what a text says of a place: ``not in the Fridge_2`` is (Fridge, in, negated), ``(Mug, Desk)`` (Desk, on).

    :param find: the class, or placeholder, that a phrase means, '' for none; by default one written as it is
    """
    said = _CONCLUSION.split(_RELATION.sub(r" \1 on \2", text.replace("\u00ac", " not ")))[0]
    for phrase, word in _PHRASES.items():
        said = re.sub(rf"\b(?:{phrase})\b", word, said, flags=re.IGNORECASE)
    for clause in _CLAUSE.split(said):
        found = _named_in(_pieces(clause), find or _written)
        if found is not None:
            return found
    words = [word.lower() for word in _pieces(said)]
    return Place("", "", not NEGATIONS.isdisjoint(words), not _OTHER.isdisjoint(words))


def _pieces(text: str) -> list[str]:
    return re.findall(r"[^\s,.;:\"'(){}]+", text)


def _named_in(words: list[str], find: Callable[[str], str]) -> Place | None:
    """Return the first place named behind a preposition, else what is named before them; None for none."""
    at = [index for index, word in enumerate(words) if word.lower() in PREPOSITIONS]
    spans = [*pairwise([*at, len(words)]), (-1, at[0] if at else len(words))]
    for start, end in spans:
        name = find(named(" ".join(words[start + 1 : end])))
        if name:
            negated = not NEGATIONS.isdisjoint(word.lower() for word in words[:end])
            return Place(name, PREPOSITIONS[words[start].lower()] if start >= 0 else "", negated)
    return None


def _written(phrase: str) -> str:
    """Return the class or placeholder that is written in a phrase, with or without an instance number."""
    words = [re.sub(r"[_|\d].*$", "", word) for word in phrase.split()]
    names = [word for word in words if word in object_types() or word in PLACEHOLDERS]
    return next((name for name in names if name not in PLACEHOLDERS), names[0] if names else "")


def named(text: str) -> str:
    """Return the words of a text that may name a thing: without preposition, article and negation."""
    dropped = _SKIPPED | PREPOSITIONS.keys() | NEGATIONS
    return " ".join(word for word in _pieces(text) if word.lower() not in dropped)


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
    return same(part_of().get(one, one), part_of().get(other, other))


_WORDS_OF: Mapping[tuple[str, bool], str] = {
    ("on", True): "on running lit burning glowing operating",
    ("on", False): "off",
    ("open", True): "open opened ajar",
    ("open", False): "closed shut",
    ("clean", True): "clean cleaned washed rinsed spotless sanitized wiped scrubbed",
    ("clean", False): "dirty soiled stained filthy messy",
    ("filled", True): "filled full contains containing",
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
_FALSE = re.compile(r"[:=]+\s*(?:false|f|0|no|n)\b", re.IGNORECASE)
"""The value of an attribute written as a variable: "Cleaned: F", "isDirty = 0"."""
_NEEDLESS = re.compile(
    r"\b(?:(?:(?:not|n't) (?:need|have) to|need(?: not|n't)|no longer needs? to)(?: be)?|no need (?:to(?: be)?|for))\b",
    re.IGNORECASE,
)
"""What need not be done has been done."""
_NEEDED = re.compile(r"\b(?:(?:needs?|has|have) to be|(?:must|should) be|needs?|requires?)\b", re.IGNORECASE)
"""What is needed is not there yet."""


def attribute(text: str) -> tuple[str, bool]:
    """Return the attribute a text names and its value: ``not clean`` and ``dirty`` are (clean, False).

    ('', True) for a text that names none.
    """
    plain = _NEEDED.sub(" not ", _NEEDLESS.sub(" ", _FALSE.sub(" false ", text)))
    words = [word.lower() for word in _WORD.findall(plain)]
    at = next((i for i, word in enumerate(words) if _meaning(word) and not _leads_on(words, i)), None)
    if at is None:
        at = next((i for i, word in enumerate(words) if word in _SWITCHED), None)
        if at is None:
            return "", True
    name, value = _meaning(words[at]) or ("on", True)
    negations = sum(word in NEGATIONS for word in words[:at]) + ("false" in words[at:])
    return name, value != bool(negations % 2)


def _leads_on(words: list[str], index: int) -> bool:
    """Tell whether a word is the preposition in "on the table", not the state of a machine."""
    return words[index] == "on" and words[index + 1 : index + 2] in (["the"], ["a"], ["top"])


@per_domain
def _meanings() -> Mapping[str, tuple[str, bool]]:
    """Return which state a word names, the domain's own words too."""
    lacking = {q.lacking: (q.attribute, False) for q in equipment().qualities.values() if q.lacking}
    own = {
        word: (q.attribute, True)
        for q in equipment().qualities.values()
        for word in (q.name.lower(), *q.words)
    }
    return {**lacking, **_MEANING, **own}


def _meaning(word: str) -> tuple[str, bool] | None:
    known = _meanings()
    if word in known:
        return known[word]
    if word.startswith("un") and word[2:] in known:
        name, value = known[word[2:]]
        return name, not value
    return None
