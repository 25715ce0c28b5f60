"""Regular expressions that are compiled when first used: all of the grammar's together take most of a second."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property


class LatePattern:
    """What :func:`re.compile` gives of a pattern, without regard to case, but later."""

    def __init__(self, pattern: str) -> None:
        """Keep the pattern; one that is no regular expression is found when it is used."""
        self._pattern = pattern

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return re.compile(self._pattern, re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        """As :meth:`re.Pattern.search`."""
        return self.compiled.search(text)

    def match(self, text: str) -> re.Match[str] | None:
        """As :meth:`re.Pattern.match`."""
        return self.compiled.match(text)

    def sub(self, change: str | Callable[[re.Match[str]], str], text: str) -> str:
        """As :meth:`re.Pattern.sub`."""
        return self.compiled.sub(change, text)
