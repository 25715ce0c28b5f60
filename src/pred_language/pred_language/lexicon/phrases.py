"""Noun phrases and the events they are part of: what the grammar makes of tokens."""

from __future__ import annotations

from dataclasses import dataclass, field

from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.words import RANKS, Prep, Verb

LABEL = "number "
"""What begins the word for a number that a thing is called by: "burner 4"."""

AS_SEEN = "seen "
"""What begins the word for a state that a thing is in already and is told by: "the clean mug" beside a dirty one."""


@dataclass
class Mention:
    """One noun phrase with its modifiers. ``number`` is None when the text names none."""

    text: str
    classes: Weights
    states: set[str] = field(default_factory=set)
    number: int | None = None
    plural: bool = False
    every: bool = False
    pronoun: bool = False
    slice_only: bool = False
    another: bool = False
    """Whether the words say that it is one more of a kind: "another pen", "the second pen"."""
    adjectives: list[str] = field(default_factory=list)
    """Words that say which one is meant, before the noun or after it ("second", "from", "left")."""
    unknown: list[str] = field(default_factory=list)
    """Words before the noun that are in no lexicon."""
    apart: int = 0
    """How many of them stand before "the": they say nothing of the thing."""
    relations: list[tuple[str, list[Mention]]] = field(default_factory=list)
    """Relations to landmarks that follow the noun: (left, [stove])."""
    excluded: list[Mention] = field(default_factory=list)
    """What is not meant: "any mug but the red one"."""
    definite: bool = False
    """Whether it is "the" thing rather than any."""
    indefinite: bool = False
    """Whether it is "a" thing of its words."""
    introduced: bool = False
    """Whether it was any one when it was named first: "take a mug and put the mug in the sink"."""
    spared: int = 0
    """How many of all are left where they are: "all but one"."""
    rivals: list[Mention] = field(default_factory=list)
    """Further things of the same words that other words tell apart: "the red book and the blue book"."""

    @property
    def known(self) -> bool:
        """Whether the words are in the lexicon."""
        return bool(self.classes)

    @property
    def is_certain(self) -> bool:
        """Whether it is the one that was named before, if one was: "the mug", but not "the second mug"."""
        return self.definite and not self.another and RANKS.keys().isdisjoint(self.adjectives)

    @property
    def is_single(self) -> bool:
        """Whether it is "the" one thing of its words: "the mug", but not "the mugs" or "one of the mugs"."""
        several = self.plural or self.every
        return self.is_certain and not self.introduced and self.number is None and not several

    @property
    def best(self) -> str:
        """The type that the words mean first by themselves, '' when they are not in the lexicon."""
        return max(self.classes, key=self.classes.__getitem__, default="")


@dataclass
class Event:
    """One action: its verb (None when the text has none), its objects and the places attached to it."""

    verb: Verb | None
    objects: list[Mention] = field(default_factory=list)
    attached: list[tuple[Prep, Mention]] = field(default_factory=list)
    makes: str = ""
    """The state that a verb of the domain's own asks for."""
    back: bool = False
    """Whether the thing goes back or away, to a place that is not named."""
    away: bool = False
    """Whether it goes away: where such things are shut in, if they are anywhere."""
    kept: bool = False
    """Whether the state is to last: "leave it open"."""
    there: bool = False
    """Whether it goes "there": to the place that was named last."""
    to_me: bool = False
    """Whether it goes to the one who speaks: "bring me the mug"."""
    goes_on: bool = False
    """Whether its verb is left out and "them" are its things and those of the event before."""
    for_me: bool = False
    """Whether it is for the one who speaks: "fetch the mug for me", but "put it on the table for me", too."""
    contents: list[tuple[Mention, Mention]] = field(default_factory=list)
    """Pairs (what holds, what is held) of phrases like "a plate with a fork on it"."""


@dataclass
class Modifiers:
    """What stands before a noun, until the noun comes."""

    states: set[str] = field(default_factory=set)
    number: int | None = None
    every: bool = False
    plural: bool = False
    slice_unit: bool = False
    whole_unit: bool = False
    another: bool = False
    determined: bool = False
    definite: bool = False
    spared: int = 0
    unknown: list[str] = field(default_factory=list)
    apart: int = 0
    adjectives: list[str] = field(default_factory=list)

    @property
    def stand_for_noun(self) -> bool:
        """Whether they name something without a noun: "a slice of", "two of", an unknown word."""
        return self.slice_unit or self.whole_unit or bool(self.unknown) or self.number is not None


def describe(events: list[Event]) -> str:
    """Return what the events say, for a refusal: verbs and things that were recognised."""
    found = [str(e.verb) for e in events if e.verb]
    things = [m.text for e in events for m in (*e.objects, *(m for _, m in e.attached)) if m.known]
    parts = []
    if found:
        parts.append(f"actions: {', '.join(dict.fromkeys(found))}")
    if things:
        parts.append(f"things: {', '.join(dict.fromkeys(things))}")
    return f"I understood {'; '.join(parts)}." if parts else "I understood none of it."
