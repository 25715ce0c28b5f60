"""Rules that tell a text again in other words: a pattern, and what stands for what it matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

Change = str | Callable[[re.Match[str]], str]
Rule = tuple[re.Pattern[str], Change]


def rules(forms: Iterable[tuple[str, Change]]) -> tuple[Rule, ...]:
    """Return patterns, without regard to case, with what they become."""
    return tuple((re.compile(pattern, re.IGNORECASE), change) for pattern, change in forms)


def retold(text: str, *tables: Iterable[Rule]) -> str:
    """Return a text to which each rule was applied, in order."""
    for table in tables:
        for pattern, change in table:
            text = pattern.sub(change, text)
    return text
