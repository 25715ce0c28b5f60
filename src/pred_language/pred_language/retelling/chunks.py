"""Words of a text as they were said, and the noun phrases among them with what ties each to the one before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pred_core.vocabulary import object_types
from pred_language.lexicon import qualities, words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import Weights, nouns
from pred_language.lexicon.typography import plain

Words = tuple[str, ...]
"""Words of a clause, in lower case."""
DETERMINERS = closed("a an any its my some that the their these this those your our his her")
QUANTITIES = closed("all both each every")
BEFORE_OF = QUANTITIES | closed("one any two three four five most pair some")
"""Words that say how many, before a noun or "of"."""
PLACING = {
    **dict.fromkeys(("in", "into", "inside", "within"), "in"),
    **dict.fromkeys(("on", "onto", "upon", "atop", "over", "to", "at", "for"), "on"),
    **dict.fromkeys(("under", "beneath", "underneath", "below"), "under"),
    **dict.fromkeys(("by", "beside", "near", "alongside"), "next to"),
    "with": "with",
    "front": "in front of",
}
"""What stands before a place, and how the same is said in plain words."""
ORIGINS = frozenset({"from", "off", "out", "of"})
"""What stands before the place where something comes from."""
_ONLY_AFTER = words.NOUN_OR_VERB | closed(
    "light can stand place watch water toast plant iron step figure range stuff side safe cover cook store top bottom "
    "room bin set bar hand head right left cold heat clean open orange scrub switch turn"
)
"""Words that are nouns only after a determiner, an adjective or a preposition."""
_NO_VERBS = frozenset({"clean", "cut", "open", "shut", "heat", "cool", "chill", "warm", "empty", "close"})
TIES = closed(
    "that which who is are was were lying standing sitting been being left still already somebody someone has have "
    "currently now resting kept stood lies stands sits hanging out"
)
"""Words between a noun and what is said of where it is."""
_MOVING = frozenset({"into", "onto", "to", "for"})
"""Prepositions that never say where a thing is."""
_THINGS = frozenset({"things", "items", "stuff"})
_OF_VERBS = frozenset({"of", "with", "for", "at"})
"""Prepositions that go with a verb where no noun stands before them."""
_EVERYTHING = frozenset({"everything", "whatever", "anything"})
_POINTING = frozenset({"those", "these", "that", "this"})
_AFTER_POINTING = words.CONJUNCTIONS | closed("wants needs goes one ones should please off up away over")
_SHORT = (
    (re.compile(r"\b(?:won't|will not)\b"), "will not"),
    (re.compile(r"\bcan't\b"), "can not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\b(that|what|where|it|there|who|how|which|here|he|she|one)'s\b"), r"\1 is"),
    (re.compile(r"\b(that|what|where|there)s\b"), r"\1 is"),
    (re.compile(r"'(m|re|ve|ll|d)\b"), r" \1"),
    (re.compile(r"(?<=\w)'s\b"), ""),
)
_WORD = re.compile(r"[a-z0-9]+|[.,;:!?\n]|[-–—]+")
_LONGEST_NAME = 4


class ChunkKind(StrEnum):
    """What stands for a thing."""

    NAME = "name"
    PRONOUN = "pronoun"
    ONE = "one"  # "the green one"
    EVERYTHING = "everything"


@dataclass(frozen=True)
class Chunk:
    """A noun phrase: where its words begin and end, its text, what it may mean, and the preposition before it.

    ``tied`` says that it tells where the one before it is ("the cup that is on the desk").
    """

    start: int
    end: int
    text: str
    kind: ChunkKind = ChunkKind.NAME
    classes: Weights = field(default_factory=dict)
    plural: bool = False
    before: str = ""
    tied: bool = False

    def can(self, flag: str) -> bool:
        """Tell whether it may name something with an affordance."""
        types = object_types()
        return any(types[name].can(flag) for name in self.classes if name in types)


def words_said(text: str) -> Words:
    """Return the words and signs of a text in lower case, with short forms written out."""
    told = plain(text).lower()
    for pattern, long in _SHORT:
        told = pattern.sub(long, told)
    return tuple(_WORD.findall(told))


def tells_which(word: str) -> bool:
    """Tell whether a word before a noun says which one, of what kind, in which state or how many."""
    return (
        word in words.CHOOSING
        or word in words.NUMBERS
        or word in qualities.state_words()
        or word in ("own", "same", "whole", "spare", "remaining", "open", "closed", "shut", "empty", "full", "unlit")
    )


def chunks(said: Words) -> list[Chunk]:
    """Return the noun phrases of a clause, in order."""
    found: list[Chunk] = []
    at = 0
    while at < len(said):
        chunk, after = _chunk_at(said, at, found[-1].end if found else 0)
        if chunk is not None:
            found.append(_with_link(said, chunk, found[-1] if found else None))
        at = after
    return found


def _chunk_at(said: Words, at: int, floor: int) -> tuple[Chunk | None, int]:
    """Return the noun phrase whose noun begins at a word, None where none does, and where to go on."""
    word = said[at]
    before = said[at - 1] if at else ""
    if word in ("it", "them", "those", "these") and before == "of" and at > 1 and said[at - 2] in BEFORE_OF | {"lot"}:
        return None, at + 1
    whole = _everything(said, at)
    if whole:
        return Chunk(at, at + whole, "everything", ChunkKind.EVERYTHING, plural=True), at + whole
    name = _name_at(said, at)
    if name is not None and not _is_no_noun(said, at, name[0]):
        length, classes, plural = name
        start = _start(said, at, floor)
        text = " ".join(said[start : at + length])
        return Chunk(start, at + length, text, ChunkKind.NAME, classes, plural), at + length
    following = said[at + 1] if at + 1 < len(said) else ""
    if word in ("it", "them", "they", "itself") or (word in _POINTING and _points(following)):
        end = at + 2 if following == "one" and word in ("that", "this") else at + 1
        many = word in ("them", "they", "those", "these")
        return Chunk(at, end, "them" if many else "it", ChunkKind.PRONOUN, plural=many), end
    if word in ("one", "ones") and (before == "the" or (before and tells_which(before))):
        start = _start(said, at, floor)
        return Chunk(start, at + 1, " ".join(said[start : at + 1]), ChunkKind.ONE, plural=word == "ones"), at + 1
    return None, at + 1


def _everything(said: Words, at: int) -> int:
    """Return how many words from there mean everything, whatever it is: 0 for none."""
    if said[at] in _EVERYTHING or said[at : at + 2] == ("all", "that"):
        return 1
    return 3 if said[at : at + 2] == ("all", "the") and _THINGS.intersection(said[at + 2 : at + 3]) else 0


def _points(following: str) -> bool:
    return not following.isalnum() or following in PLACING or following in _AFTER_POINTING


def _name_at(said: Words, at: int) -> tuple[int, Mapping[str, float], bool] | None:
    """Return how many words from there name something, what they may mean, and whether it is several."""
    known = nouns()
    for length in range(min(_LONGEST_NAME, len(said) - at), 0, -1):
        span = said[at : at + length]
        if not all(word.isalnum() for word in span):
            continue
        for form in (span, (*span[:-1], singular(span[-1]))):
            if " ".join(form) in known:
                return length, known[" ".join(form)], form != span or span[-1] == "dishes"
    return None


def _is_no_noun(said: Words, at: int, length: int) -> bool:
    """Tell whether a word that names something does not do so here: "light the candle", "can you"."""
    word = said[at]
    before = said[at - 1] if at else ""
    nominal = before in DETERMINERS or before in QUANTITIES or (bool(before) and tells_which(before))
    if length > 1:
        return False
    if word in words.COLOURS:
        return True
    if word in ("can", "light"):
        return not nominal
    either = word in _ONLY_AFTER or word in qualities.verb_forms()
    return either and not nominal and before not in PLACING and before not in ORIGINS


def _start(said: Words, noun: int, floor: int) -> int:
    """Return where a noun phrase begins: with adjectives, one determiner, and how many of them."""
    start = noun
    while start > floor and tells_which(said[start - 1]) and said[start - 1] not in BEFORE_OF:
        orders = said[start - 1] in _NO_VERBS and (start - 1 == floor or start - 2 < floor)
        if orders:
            break
        start -= 1
    if start > floor and said[start - 1] in BEFORE_OF - DETERMINERS:
        start -= 1
    if start > floor and said[start - 1] in DETERMINERS:
        start -= 1
    if start - 1 > floor and said[start - 1] == "of" and said[start - 2] in BEFORE_OF:
        return start - 2
    return start - 1 if start > floor and said[start - 1] in BEFORE_OF else start


def _with_link(said: Words, chunk: Chunk, last: Chunk | None) -> Chunk:
    """Return a noun phrase with the preposition before it, and whether it tells where the last one is."""
    between = list(said[last.end if last else 0 : chunk.start])
    signs = any(not word.isalnum() for word in between)
    before = ""
    if between[-2:] == ["next", "to"]:
        before, between = "by", between[:-2]
    elif between[-3:] == ["in", "front", "of"]:
        before, between = "front", between[:-3]
    elif between[-2:] == ["out", "of"]:
        before, between = "out", between[:-2]
    elif between and (between[-1] in PLACING or between[-1] in ORIGINS):
        of_verb = last is None and between[-1] in _OF_VERBS  # "get rid of it", "off with the lamp"
        before, between = "" if of_verb else between[-1], between[:-1]
    tied = bool(last and before) and before not in _MOVING and not signs and all(word in TIES for word in between)
    return Chunk(
        chunk.start, chunk.end, chunk.text, chunk.kind, chunk.classes, chunk.plural, before, tied
    )


def outside(said: Sequence[str], found: Sequence[Chunk]) -> list[int]:
    """Return the places of the words that no noun phrase has."""
    inside = {at for chunk in found for at in range(chunk.start, chunk.end)}
    return [at for at in range(len(said)) if at not in inside]
