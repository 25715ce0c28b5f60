"""What a clause may ask for, each in the plain words that the grammar reads without doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pred_language.lexicon.courtesy import closed
from pred_language.retelling.chunks import (
    ORIGINS,
    PLACING,
    QUANTITIES,
    Chunk,
    ChunkKind,
    Words,
    outside,
)


class Act(StrEnum):
    """What a clause asks for; NONE for what asks for nothing, KEEP for what is to stay as it is."""

    NONE = "none"
    KEEP = "keep"
    PUT = "put"
    BRING = "bring"
    BIN = "bin"
    WASH = "wash"
    HEAT = "heat"
    COOL = "cool"
    SLICE = "slice"
    ON = "on"
    OFF = "off"
    OPEN = "open"
    SHUT = "shut"
    FILL = "fill"
    WASH_PUT = "wash+put"
    HEAT_PUT = "heat+put"
    COOL_PUT = "cool+put"
    SLICE_PUT = "slice+put"
    WASH_BRING = "wash+bring"
    HEAT_BRING = "heat+bring"
    COOL_BRING = "cool+bring"
    SLICE_BRING = "slice+bring"
    GO = "go"
    FIND = "find"
    WHERE = "where"
    HOW_MANY = "how many"
    WHAT = "what"

    @property
    def makes(self) -> str:
        """What is made of the thing before it is moved, '' for nothing."""
        return self.value.partition("+")[0] if self.value.partition("+")[0] in _MAKING else ""

    @property
    def places(self) -> bool:
        """Whether it brings something to a place that is named."""
        return self.value.endswith("put")

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self in (Act.WHERE, Act.HOW_MANY, Act.WHAT)

    @property
    def silent(self) -> bool:
        """Whether nothing is to be done for it."""
        return self in (Act.NONE, Act.KEEP)


_MAKING = {"wash": "wash", "heat": "heat", "cool": "chill", "slice": "slice"}
_NEEDS = {
    Act.ON: ("toggleable",),
    Act.OFF: ("toggleable",),
    Act.OPEN: ("openable",),
    Act.SHUT: ("openable",),
    Act.FILL: ("canFillWithLiquid",),
    Act.WASH: ("pickupable", "dirtyable"),
}
_PLAIN = {
    Act.BRING: "bring me {}",
    Act.BIN: "throw away {}",
    Act.WASH: "wash {}",
    Act.HEAT: "heat {}",
    Act.COOL: "chill {}",
    Act.SLICE: "slice {}",
    Act.ON: "turn on {}",
    Act.OFF: "turn off {}",
    Act.OPEN: "open {}",
    Act.SHUT: "close {}",
    Act.FILL: "fill {} with water",
    Act.GO: "go to {}",
    Act.FIND: "find {}",
}
_ANYWHERE = (Act.GO, Act.FIND, Act.WHERE, Act.HOW_MANY, Act.WHAT, Act.KEEP)
_INSIDE = frozenset({"in", "inside", "within"})
_BESIDE = frozenset({"by", "beside", "near", "alongside", "front"})
_LOOSE = frozenset({"to", "at", "for", "over"})
"""Prepositions that leave open whether a thing goes in or on something."""
_NO_GOAL = frozenset({"with", "for"})
_TOLD = re.compile(
    r"(?:the|a|an|my|your|all|both|every|each|any|some|this|that|these|those|our|his|her|its|one|two|three|four|five|another|"
    r"most|everything|them|it|\d)\b"
)
_ARTICLE = re.compile(r"^(?:the|my|your|our|these|those|all the|all|both the|both|its) ")
_INDEFINITE = re.compile(r"^(?:an?|some|the|one) ")
_NOT = closed("not except without never no nor excepted barring apart excluding than rather")
_MOST_GOALS = 3


@dataclass(frozen=True)
class PlainOrder:
    """A clause in plain words, and how its noun phrases were taken: what the weights judge.

    ``about`` is the thing that a clause tells of which asks for nothing.
    """

    text: str
    roles: tuple[str, ...] = ()
    about: str = ""


def plain_orders(act: Act, said: Words, found: Sequence[Chunk]) -> Iterator[PlainOrder]:
    """Yield what a clause may be in plain words if it asks for this; nothing where it cannot."""
    if act is Act.NONE:
        yield PlainOrder("", about=_told_of(found))
        return
    if not found or (act is not Act.KEEP and _NOT.intersection(said)):
        return
    if act is Act.WHAT and found[0].kind is ChunkKind.EVERYTHING:  # "anything in the sink?"
        found = found[1:]
    for goal in _goals(found) if act.places else [None]:
        told = _Taken(said, found, goal, lone=act in _ANYWHERE or act is Act.FILL).read()
        if told is None or not told.things or not all(_may(act, chunk) for chunk, _ in told.things):
            continue
        if act.asks and len(told.things) > 1:
            continue
        yield PlainOrder(_worded(act, told), told.roles())


def _told_of(found: Sequence[Chunk]) -> str:
    """Return the first thing that a clause tells of, with where it says that it is, '' for none."""
    if not found or found[0].kind is ChunkKind.PRONOUN or found[0].before:
        return ""
    where = (f" {_plainly(chunk)} {_with_article(chunk.text)}" for chunk in found[1:] if chunk.before in PLACING)
    return _with_article(_INDEFINITE.sub("", found[0].text)) + "".join(where)


def _goals(found: Sequence[Chunk]) -> list[int]:
    """Return which noun phrases may be the place where something goes, the last first."""
    may = [
        at
        for at, chunk in enumerate(found)
        if chunk.before in PLACING and chunk.before not in _NO_GOAL and len(found) > 1
        if chunk.kind is not ChunkKind.NAME or chunk.can("receptacle") or chunk.before in _BESIDE
    ]
    return may[::-1][:_MOST_GOALS]


def _may(act: Act, chunk: Chunk) -> bool:
    """Tell whether that can be done to what a noun phrase names."""
    if act is Act.WHAT:
        return chunk.can("receptacle")
    if act.asks or act is Act.GO:
        return chunk.kind is ChunkKind.NAME
    if act in _ANYWHERE or chunk.kind is not ChunkKind.NAME:
        return True
    needed = ("sliceable",) if act.makes == "slice" else _NEEDS.get(act, ("pickupable",))
    return any(chunk.can(flag) for flag in needed)


class _Taken:
    """The noun phrases of a clause as things, what tells them apart, and the place where they go."""

    def __init__(self, said: Words, found: Sequence[Chunk], goal: int | None, *, lone: bool) -> None:
        self.said, self.found, self.goal = said, found, goal
        self.lone = lone and len(found) == 1
        self.things: list[tuple[Chunk, str]] = []
        self.place = ""
        self.told_where = 0

    def read(self) -> _Taken | None:
        """Return itself with all noun phrases taken, None where one has no part."""
        if any(chunk.before in ("from", "off", "out") and _holds_nothing(chunk) for chunk in self.found):
            return None  # "out of the window"
        at = 0
        while at < len(self.found):
            chunk = self.found[at]
            if at == self.goal:
                self.place, at = (chunk.text, at + 1) if self._goes_there_last() else self._described(at)
            elif self._goes_there_last():
                self.things.append((chunk, chunk.text))
                at += 1
            elif self.lone or not chunk.before:
                text, at = self._described(at)
                self.things.append((chunk, text))
            elif chunk.before in ORIGINS and self.things:
                thing, text = self.things[-1]
                self.things[-1] = thing, f"{text} {_plainly(chunk)} {_with_article(chunk.text)}"
                at += 1
            elif at + 1 < len(self.found) and at + 1 != self.goal and not self.found[at + 1].before:
                text, after = self._described(at + 1)  # "on the desk is a pen": where it is comes first
                self.things.append((self.found[at + 1], f"{text} {_plainly(chunk)} {_with_article(chunk.text)}"))
                self.told_where += 1
                at = after
            else:
                return None
        self._name_things()
        return self

    def _goes_there_last(self) -> bool:
        """Tell "into the box with the pen" from "on the table with the lamp"."""
        return self.goal == 0 and len(self.found) == 2 and self.found[1].before == "with"

    def _described(self, at: int) -> tuple[str, int]:
        """Return a noun phrase with what tells where the thing is, and where to go on."""
        text = self.found[at].text
        after = at + 1
        while after < len(self.found) and after != self.goal and self.found[after].tied:
            link = self.found[after]
            text += f" {_plainly(link)} {_with_article(link.text)}"
            self.told_where += 1
            after += 1
        return text, after

    def _name_things(self) -> None:
        """Leave out "it" beside what it stands for, and say how many there are to be where that was said apart."""
        named = [pair for pair in self.things if pair[0].kind is not ChunkKind.PRONOUN]
        self.things = named or self.things
        apart = next((self.said[at] for at in outside(self.said, self.found) if self.said[at] in QUANTITIES), "")
        several = [pair for pair in self.things if pair[0].kind is ChunkKind.NAME and pair[0].plural]
        if apart and several:
            whole = "both the " if apart == "both" else "all the "
            self.things = [
                (chunk, whole + _ARTICLE.sub("", text) if (chunk, text) in several else text)
                for chunk, text in self.things
            ]

    def roles(self) -> tuple[str, ...]:
        """Return how the noun phrases were taken, for the weights."""
        goal = self.found[self.goal] if self.goal is not None else None
        last = goal is not None and self.goal == len(self.found) - 1
        after = goal is not None and any(thing.start > goal.start for thing, _ in self.things)
        return (
            f"things {min(len(self.things), 3)}",
            f"told where {min(self.told_where, 2)}",
            f"goal {goal.before if goal else 'none'}",
            f"goal last {last}",
            f"things after goal {after}",
            f"pronoun {any(thing.kind is ChunkKind.PRONOUN for thing, _ in self.things)}",
        )


def _holds_nothing(chunk: Chunk) -> bool:
    return chunk.kind is ChunkKind.NAME and not chunk.can("receptacle")


def _plainly(chunk: Chunk) -> str:
    """Return the preposition before a place in plain words."""
    return PLACING.get(chunk.before, "of" if chunk.before == "of" else "from")


def _with_article(text: str) -> str:
    return text if _TOLD.match(text) else f"the {text}"


def _worded(act: Act, told: _Taken) -> str:
    """Return an order or question in plain words."""
    texts = [_with_article(text) for _, text in told.things]
    all_of_it = " and ".join(texts)
    first = told.things[0][0]
    them = "them" if len(texts) > 1 or first.plural else "it"
    if act is Act.KEEP:
        return ""
    if act is Act.WHERE:
        return f"where {'are' if first.plural else 'is'} {all_of_it}?"
    if act is Act.HOW_MANY:
        return f"how many {_ARTICLE.sub('', all_of_it)} are there?"
    if act is Act.WHAT:
        return f"what is {'in' if first.before in _INSIDE or first.can('openable') else 'on'} {all_of_it}?"
    if not act.places:
        plain = _PLAIN.get(act)
        return plain.format(all_of_it) if plain else f"{_MAKING[act.makes]} {all_of_it} and bring {them} to me"
    assert told.goal is not None
    goal = told.found[told.goal]
    how = _plainly(goal)
    if goal.before in _LOOSE:
        how = "in" if goal.can("openable") and not goal.can("toggleable") else "on"
    where = f"{how} {_with_article(told.place)}"
    if act is Act.PUT:
        return f"put {all_of_it} {where}"
    return f"{_MAKING[act.makes]} {all_of_it} and put {them} {where}"
