"""Sentences with the instances they mean: ``id``, ``kind``, ``room``, ``say`` and ``want``, one JSON object a line.

``want`` lists what is to be so in the end, or names what the robot is to do instead: ``refuse``, or ``ask|refuse``.
``answer 3`` is what a question is to be answered: a number, yes, no, unknown, a colour, the place where it is, or, with
commas, all the instances that are named; ``answer no|unknown`` either.
``Mug_2 @ Sink_1`` is in or on it, ``Mug_2 clean`` has a state, ``Mug_2 held`` stays in the hand. ``A|B`` is one of
these, ``!A|B`` another thing than these.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ANSWER = "answer "


@dataclass(frozen=True)
class Wanted:
    """One thing of the end: which instances it may be, a state of it, or the places it may be at."""

    things: frozenset[str]
    places: frozenset[str] = frozenset()
    state: str = ""
    other: bool = False

    @classmethod
    def of(cls, text: str) -> Wanted:
        """Return what a text of a suite says."""
        who, at, where = text.partition(" @ ")
        state = ""
        if not at:
            who, _, state = text.rpartition(" ")
        things = frozenset(who.lstrip("!").split("|"))
        return cls(things, frozenset(where.split("|")) if at else frozenset(), state, who.startswith("!"))

    def may_be(self, thing: str) -> bool:
        """Tell whether it may be about this instance."""
        return (thing in self.things) is not self.other


@dataclass(frozen=True)
class Sentence:
    """One sentence of a suite: what is wanted in the end, or what may be done instead of it."""

    id: str
    kind: str
    room: str
    say: str
    wanted: tuple[Wanted, ...] = ()
    instead: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Sentence:
        """Return the sentence of a line of a suite."""
        want = entry["want"]
        answer = want.removeprefix(ANSWER) if isinstance(want, str) and want.startswith(ANSWER) else ""
        instead = frozenset(want.split("|")) if isinstance(want, str) and not answer else frozenset()
        return cls(
            entry["id"],
            entry["kind"],
            entry["room"],
            entry["say"],
            wanted=() if isinstance(want, str) else tuple(map(Wanted.of, want)),
            instead=instead,
            answers=frozenset(answer.split("|")) - {""},
        )


def read_suite(path: Path) -> list[Sentence]:
    """Return the sentences of a file."""
    entries = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [Sentence.of(entry) for entry in entries]
