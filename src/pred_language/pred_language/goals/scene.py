"""A sentence beside what is known of the room it is said in: which words name what, and what colours and states."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.referring.qualities import COLOUR
from pred_core.vocabulary import object_types
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns

_WORD = re.compile(r"[a-z]+")
_LONGEST = 3
"""Words of the longest noun phrase that is looked up."""
_NO_NOUNS = closed(
    "can light watch top side back bit right left place thing one water drink iron"
)
"""Words that are nouns and more often something else."""
_SAID = {
    "on": "on running burning lit alight blaring glowing", "off": "off dark out", "open": "open ajar up gaping",
    "closed": "closed shut down", "clean": "clean washed spotless cleaned",
    "dirty": "dirty filthy grubby greasy sticky mucky stained icky", "filled": "full filled", "empty": "empty",
    "hot": "hot warm heated", "cold": "cold chilled cool icy", "sliced": "sliced cut chopped",
}  # fmt: skip
STATE_OF = {word: state for state, said in _SAID.items() for word in said.split()}
"""The state that a word says."""
_KNOWN = {
    "on": ("on", Truth.TRUE), "off": ("on", Truth.FALSE), "open": ("open", Truth.TRUE), "closed": ("open", Truth.FALSE),
    "clean": ("clean", Truth.TRUE), "dirty": ("clean", Truth.FALSE), "filled": ("filled", Truth.TRUE),
    "empty": ("filled", Truth.FALSE), "hot": ("hot", Truth.TRUE), "cold": ("cold", Truth.TRUE),
    "sliced": ("sliced", Truth.TRUE),
}  # fmt: skip
_ENDINGS = ("ing", "ed", "es", "s")
_SHORTEST = 3


@dataclass(frozen=True)
class NamedNoun:
    """A noun of a sentence: its first word, how many it has, and the types it may mean with weights up to 1."""

    start: int
    length: int
    types: dict[str, float]


class SaidInRoom:
    """One sentence in one room.

    :param text: the sentence, written out and spelt
    :param memory: what is known of the room
    """

    def __init__(self, text: str, memory: ObjectMemory) -> None:
        self.words = tuple(_WORD.findall(text.lower().replace("n't", " not").replace("'", " ")))
        self.stems = tuple(map(_stem, self.words))
        self.asks = "?" in text
        self.objects = {one.id: one for one in memory.objects if one.class_name in object_types()}
        self.counts = Counter(one.class_name for one in self.objects.values())
        self._names: dict[str, tuple[float, int]] = {}

    @cached_property
    def named(self) -> tuple[NamedNoun, ...]:
        """Return the nouns of the sentence, in order."""
        found: list[NamedNoun] = []
        at = 0
        while at < len(self.words):
            tried = (self._noun(at, length) for length in range(_LONGEST, 0, -1))
            noun = next((one for one in tried if one is not None), None)
            found += [noun] if noun is not None else []
            at += noun.length if noun is not None else 1
        return tuple(found)

    def _noun(self, start: int, length: int) -> NamedNoun | None:
        said = self.words[start : start + length]
        if len(said) < length or (length == 1 and said[0] in _NO_NOUNS):
            return None
        meant = nouns().get(" ".join((*said[:-1], singular(said[-1])))) or nouns().get(" ".join(said))
        if not meant:
            return None
        best = max(meant.values())
        return NamedNoun(start, length, {name: weight / best for name, weight in meant.items()})

    def name_of(self, one: ObjectState) -> tuple[float, int]:
        """Return how well the type of a thing is named and by which noun, (0, -1) where it is not."""
        kind = one.class_name
        if kind not in self._names:
            rated = ((noun.types.get(kind, 0.0), -index) for index, noun in enumerate(self.named))
            weight, index = max(rated, default=(0.0, 1))
            self._names[kind] = (weight, -index) if weight > 0.0 else (0.0, -1)
        return self._names[kind]

    def colours(self, start: int, end: int) -> set[str]:
        """Return the colours that words from one to another say."""
        return {words.COLOURS[word] for word in self.words[max(start, 0) : end] if word in words.COLOURS}

    @cached_property
    def states(self) -> tuple[tuple[int, str], ...]:
        """Return the words that say a state, with the state."""
        return tuple((at, STATE_OF[word]) for at, word in enumerate(self.words) if word in STATE_OF)


def colours_of(one: ObjectState) -> set[str]:
    """Return the colours that a thing was seen to have."""
    seen = one.attributes.items()
    return {name.removeprefix(COLOUR) for name, a in seen if name.startswith(COLOUR) and a.value is Truth.TRUE}


def states_of(one: ObjectState) -> set[str]:
    """Return the states that a thing was seen to be in: "on" or "off", "clean" or "dirty"."""
    return {state for state, (attribute, truth) in _KNOWN.items() if one.truth(attribute) is truth}


def _stem(word: str) -> str:
    ends = (end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= _SHORTEST)
    return word.removesuffix(next(ends, ""))
