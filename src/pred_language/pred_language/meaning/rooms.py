"""Rooms that words name and that are not where the robot is: it knows one room, by what it has seen there."""

from __future__ import annotations

import re

from pred_core.vocabulary import object_types
from pred_language.lexicon.words import ROOM_NAMES
from pred_language.meaning.grounding import ROOMS_RECORDED, Grounder

SIGN = 0.9
"""A type is a sign of a kind of room when at least this share of the rooms that have one are of that kind,"""
COMMON = 0.5
"""and at least this share of the rooms of that kind have one."""
_NAMES = "|".join(sorted(ROOM_NAMES, key=len, reverse=True))
_ROOM = re.compile(
    rf"\b(?:in|into|to|from|of|inside|at|through) (?:(?:the|my|our|your) )?({_NAMES})"
    r"(?= *(?:$|[.,;:!?]|(?:and|then|to|on|in|at|from|is|are|that|which|with|for|but|so|please|now|or|near|there)\b))"
)

_WITHIN = re.compile(rf" (?:in|inside|around) (?:the|my|our|this) (?:{_NAMES})(?=\s*(?:$|[.,;:!?]))")


def not_here(text: str, grounder: Grounder) -> tuple[str, ...]:
    """Return the rooms that a text names and that this is not, in its words; none before anything was seen."""
    if not grounder.room:
        return ()
    said = " ".join(re.findall(r"[a-z]+|[.,;:!?]", text.lower()))
    named = (match[1] for match in _ROOM.finditer(said))
    return tuple(dict.fromkeys(name for name in named if not _is_here(ROOM_NAMES[name], grounder)))


def in_this_room(text: str) -> str:
    """Return a text without "in the kitchen" of the room that the robot is in: it knows no other.

    :param text: names no room that this is not
    """
    return _WITHIN.sub("", text)


def _is_here(kind: str, grounder: Grounder) -> bool:
    return bool(kind) and (grounder.room == kind or any(_is_sign(name, kind) for name in grounder.known))


def _is_sign(name: str, kind: str) -> bool:
    known = object_types().get(name)
    rooms = known.rooms if known is not None else {}
    return rooms.get(kind, 0) >= max(SIGN * sum(rooms.values()), COMMON * ROOMS_RECORDED)
