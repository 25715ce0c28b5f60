"""Rules that tell a text again in other words: a pattern, and what stands for what it matches."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from pred_language.lexicon.late_pattern import LatePattern, lowered

Change = str | Callable[[re.Match[str]], str]
Rule = tuple[LatePattern, Change]
_KEPT = 64
"""Texts whose letters are kept."""


def rules(forms: Iterable[tuple[str, Change]]) -> tuple[Rule, ...]:
    """Return patterns, without regard to case, with what they become."""
    return tuple((LatePattern(pattern), change) for pattern, change in forms)


def retold(text: str, *tables: Sequence[Rule]) -> str:
    """Return a text to which each rule was applied, in order."""
    joined = _joined(*tables)
    at: int | None = 0
    while at is not None:
        text, at = joined.told(text, at)
    return text


def _joined(*tables: Sequence[Rule]) -> _Joined:
    """Return what is known of tables that are used together; they are few, and live as long as their modules."""
    key = tuple(map(id, tables))
    found = _KNOWN.get(key)
    if found is None:
        found = _KNOWN[key] = _Joined(tables)
    return found


class _Joined:
    """The rules of some tables, found by three letters that a text has to have for each of them to match."""

    def __init__(self, tables: Sequence[Sequence[Rule]]) -> None:
        self._tables = tables  # kept, as they are known by their identity
        self._rules = [rule for table in tables for rule in table]
        self._with: dict[str, list[int]] = defaultdict(list)
        self._always: list[int] = []
        for number, (pattern, _) in enumerate(self._rules):
            needed = pattern.told_by()
            for letters in needed:
                self._with[letters].append(number)
            if not needed:
                self._always.append(number)

    def told(self, text: str, begin: int) -> tuple[str, int | None]:
        """Return a text as the first rule from a number on tells it that changes it, and the next number or None."""
        lower = lowered(text)
        for number in range(begin, len(self._rules)) if lower is None else self._that_may(lower):
            pattern, change = self._rules[number]
            if number < begin or not pattern.may_match_lower(lower):
                continue
            told = pattern.compiled.sub(change, text)
            if told != text:
                return told, number + 1
        return text, None

    def _that_may(self, lower: str) -> list[int]:
        """Return the numbers of the rules that may match, in order."""
        found = set(self._always)
        for letters in _threes(lower) & self._with.keys():
            found.update(self._with[letters])
        return sorted(found)


_KNOWN: dict[tuple[int, ...], _Joined] = {}


@lru_cache(_KEPT)
def _threes(lower: str) -> frozenset[str]:
    """Return all that stands in a text of three letters beside each other; many tables are tried on one text."""
    return frozenset(map("".join, zip(lower, lower[1:], lower[2:], strict=False)))
