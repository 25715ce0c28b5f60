"""Triplets as text that outlives a run, and back. What is read is data: unknown actions and types are errors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pred_core.plain_text import ended_well
from pred_core.plan_language import Level, Subgoal
from pred_core.vocabulary import object_types, whole_of
from pred_planner.plan.binding import expected
from pred_planner.plan.check import actions

LONGEST = 200
"""How many triplets a kept program may have."""
_TEXTS = ("action", "object", "object_ref", "receptacle", "receptacle_ref", "relation")
_LISTS = ("object_alternatives", "receptacle_alternatives", "inside")


class ProgramError(ValueError):
    """A kept program that is none, with a sentence that says what is wrong."""


def write(triplets: Iterable[Subgoal]) -> str:
    """Return triplets as JSON; expectations are made again when they are read."""
    return json.dumps([_row(t) for t in triplets], separators=(",", ":"))


def _row(triplet: Subgoal) -> dict[str, Any]:
    row = {name: getattr(triplet, name) for name in (*_TEXTS, *_LISTS)}
    return {name: list(v) if isinstance(v, tuple) else str(v) for name, v in row.items() if v}


def read(text: str) -> tuple[Subgoal, ...]:
    """Return the triplets of a kept program.

    :raises ProgramError: naming what is wrong
    """
    try:
        rows = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ProgramError(ended_well(f"It is not JSON: {error}")) from error
    if not isinstance(rows, list) or not 0 < len(rows) <= LONGEST:
        raise ProgramError(f"A program is a list of 1 to {LONGEST} steps.")
    return tuple(_triplet(number, row) for number, row in enumerate(rows, 1))


def _triplet(number: int, row: Any) -> Subgoal:
    if not isinstance(row, Mapping) or set(row) - {*_TEXTS, *_LISTS}:
        raise ProgramError(f"Step {number} is no step: {str(row)[:80]}.")
    texts = {name: row.get(name, "") for name in _TEXTS}
    lists = {name: row.get(name, []) for name in _LISTS}
    if not all(isinstance(value, str) for value in texts.values()) or not all(map(_is_words, lists.values())):
        raise ProgramError(f"Step {number} holds what is no text: {str(row)[:80]}.")
    if texts["action"] not in actions():
        raise ProgramError(f"Step {number}: there is no action {texts['action'][:40]!r}.")
    named = [texts["object"], texts["receptacle"], *(name for value in lists.values() for name in value)]
    unknown = next((name for name in named if name and name not in object_types()), "")
    if unknown:
        raise ProgramError(f"Step {number}: there is no object type {unknown[:40]!r}.")
    texts["object_ref"] = texts["object_ref"] or _variable(texts["object"])
    words: dict[str, Any] = {**texts, **{name: tuple(value) for name, value in lists.items()}}
    return Subgoal(
        id=f"t{number}",
        level=Level.TRIPLET,
        **words,
        expectation=expected(texts["action"], texts["object"], texts["receptacle"]),
    )


def _variable(name: str) -> str:
    """Return the variable of a thing that a program gives none: one of its kind, or the first slice of that."""
    whole = whole_of(name)
    return f"{whole.lower()}_slice1" if whole else name.lower()


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)
