"""Which of some words speak for a class or a state: by the lexicon, the type's own name, and likeness of meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from pred_core.people import PERSON
from pred_core.vocabulary import (
    group,
    kinds,
    look_alike,
    object_types,
    per_domain,
    sliced_of,
    spoken,
    whole_of,
)
from pred_language.lexicon.qualities import own_state_words
from pred_language.lexicon.tagger import Tag, tag
from pred_language.lexicon.things import ACTION_STATES
from pred_language.lexicon.words import STATES, VERB_FORMS
from pred_language.meaning import encoder
from pred_language.reader import Texts

LIKE = 0.62
"""Similarity from which words may mean a class: right answers have 0.79 in the median, nonsense 0.56."""
SENSE = 0.25
"""Similarity from which a thing that is there may be what words without a name are about: "dark" and a lamp."""
ASKED_FOR = 0.4
"""Similarity from which a word that no lexicon has may ask for a state of the kind that it is likest to."""
LONGEST = 3
"""How many words are looked at together."""
FOR_SPEAKER = ("me", "us", "bring", "fetch", "give", "hand", "serve")
"""Words that speak for the one who gives the task as where a thing goes, the surest first."""
SETTINGS = frozenset({"set the table", "lay the table", "set the places", "lay the places"})
"""Orders for what is eaten and drunk from: "table" alone is as near to a spoon as to a laptop."""
_KINDS = tuple(
    map(
        frozenset,
        (
            ("hot", "cold", "cooked", "toasted", "boiled"),
            ("on", "off"),
            ("open", "closed"),
            ("filled", "empty", "watered"),
        ),
    )
)
"""States that are of one kind; each other one is a kind of its own."""


@dataclass(frozen=True)
class Hearing:
    """Some words, one, two and three at a time (``spans``), with the classes and states that the lexicon has for them.

    ``unused``: a reading had no use for them.
    """

    spans: tuple[str, ...] = ()
    classes: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    unused: bool = False

    @classmethod
    def of_texts(cls, texts: Texts) -> Hearing:
        """Return what everything that a person said may mean."""
        return cls.of_words((texts.instruction, *texts.steps, *texts.dialogue))

    @classmethod
    def of_words(cls, lines: Iterable[str], *, unused: bool = False) -> Hearing:
        """Return what some texts may mean.

        :param unused: whether a reading had no use for these words: then nouns, too, may ask for a state ("soap it")
        """
        spans: dict[str, None] = {}
        classes: dict[str, str] = {}
        states: dict[str, str] = {}
        for line in lines:
            for token in tag(line):
                classes |= {name: token.text for name in token.classes if name not in classes}
            words = "".join(c if c.isalnum() else " " for c in line.lower()).split()
            states |= {known_states()[word]: word for word in words if word in known_states()}
            for n in range(1, LONGEST + 1):
                spans |= dict.fromkeys(" ".join(words[i : i + n]) for i in range(len(words) - n + 1))
        return cls(tuple(spans), classes, states, unused)

    def for_class(self, name: str) -> str:
        """Return the words that speak for a class, or for the one who speaks; '' where none do."""
        if name == PERSON:
            return next((word for word in FOR_SPEAKER if word in self.spans), "")
        if name not in object_types():
            return ""
        kin = {name, whole_of(name), sliced_of(name)} - {""}
        known = next((word for one, word in self.classes.items() if one in kin or look_alike(name, one)), "")
        if known or spoken(name) in self.spans:
            return known or spoken(name)
        longer = (span for span in self.spans if len(span) > LONGEST)
        return next((span for span in longer if encoder.similarity(span, name) >= LIKE), "")

    def for_state(self, state: str) -> str:
        """Return the word that asks for a state, '' where none does: one that is known to, else one that is like."""
        if state in self.states:
            return self.states[state]
        words = (span for span in self.spans if " " not in span and len(span) > LONGEST)
        return next((word for word in words if self._is_open(word) and state in _likest(word)), "")

    def _is_open(self, word: str) -> bool:
        allowed = (Tag.UNKNOWN, Tag.NOUN) if self.unused else (Tag.UNKNOWN,)
        return all(token.tag in allowed for token in tag(word))

    def about(self, name: str) -> str:
        """Return the words that are likest to a class if they may be about it at all, else ''."""
        setting = next((span for span in self.spans if span in SETTINGS), "")
        if setting:
            return setting if name in tableware() else ""
        scored = [(encoder.similarity(span, name), span) for span in self.spans if len(span) > LONGEST]
        best = max(scored, default=(0.0, ""))
        return best[1] if best[0] >= SENSE else ""


@per_domain
def tableware() -> frozenset[str]:
    """Return the types that a table is set with."""
    vessels = group("coffee_vessels")
    drunk_from = {name for name in object_types() if any(look_alike(name, vessel) for vessel in vessels)}
    return group("dishes") | vessels | drunk_from | frozenset(kinds().get("piece of cutlery", ()))


@per_domain
def known_states() -> Mapping[str, str]:
    """Return the words that ask for a state, verbs and adjectives, each with its state."""
    verbs = {word: ACTION_STATES[verb] for word, verb in VERB_FORMS.items() if verb in ACTION_STATES}
    return {**verbs, **STATES, **own_state_words()}


@cache
def _likest(word: str) -> frozenset[str]:
    """Return the states that a word may ask for: those of the kind it is likest to.

    Likeness of meaning does not tell opposites apart ("thaw" is as near to cold as to hot).
    """
    vector = encoder.embed(word)
    scored = ((float(vector @ encoder.embed(other)), state) for other, state in known_states().items())
    best, state = max(scored, default=(0.0, ""))
    if best < ASKED_FOR:
        return frozenset()
    return next((kind for kind in _KINDS if state in kind), frozenset({state}))
