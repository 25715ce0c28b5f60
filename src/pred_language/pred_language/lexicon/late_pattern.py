"""Regular expressions that are compiled when first used: all of the grammar's together take most of a second."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

from pred_language.lexicon.kept_needs import needed


def lowered(text: str) -> str | None:
    """Return a text in lower case; None where letters of other alphabets may match as well."""
    return text.lower() if text.isascii() else None


_OFTEN = frozenset(("the", "he ", " th", "and", "nd ", " an", "in ", " in", "on ", " on", "to ", " to", "put", " it"))
"""Three letters that most orders have."""


def _rarest(part: str) -> str:
    """Return three letters of a part by which it is told from most texts."""
    return min((part[at : at + 3] for at in range(len(part) - 2)), key=lambda letters: letters in _OFTEN)


class LatePattern:
    """What :func:`re.compile` gives of a pattern, without regard to case, but later."""

    def __init__(self, pattern: str) -> None:
        """Keep the pattern; one that is no regular expression is found when it is used."""
        self._pattern = pattern

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return re.compile(self._pattern, re.IGNORECASE)

    @cached_property
    def _needed(self) -> tuple[tuple[str, ...], ...]:
        return needed(self._pattern)

    def told_by(self) -> tuple[str, ...]:
        """Return three letters beside each other of which one or another is in all lower-case texts that may match.

        () where such texts have no three letters in common.
        """
        told = [frozenset(map(_rarest, choice)) for choice in self._needed if min(map(len, choice)) >= 3]
        return tuple(sorted(min(told, key=lambda letters: (len(letters & _OFTEN), len(letters)), default=())))

    def may_match(self, text: str) -> bool:
        """Return whether a text has what it needs to match: most have not, which is seen sooner than by matching."""
        return self.may_match_lower(lowered(text))

    def may_match_lower(self, lower: str | None) -> bool:
        """Return the same for what :func:`lowered` gives of a text, for who tries many patterns."""
        if lower is None:
            return True
        for choice in self._needed:
            for part in choice:  # a generator would take longer than all else here
                if part in lower:
                    break
            else:
                return False
        return True

    def search(self, text: str) -> re.Match[str] | None:
        """As :meth:`re.Pattern.search`."""
        return self.compiled.search(text) if self.may_match(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        """As :meth:`re.Pattern.match`."""
        return self.compiled.match(text) if self.may_match(text) else None

    def sub(self, change: str | Callable[[re.Match[str]], str], text: str) -> str:
        """As :meth:`re.Pattern.sub`."""
        return self.compiled.sub(change, text) if self.may_match(text) else text
