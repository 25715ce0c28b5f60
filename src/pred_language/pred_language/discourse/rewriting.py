"""Rules that tell a text again in other words: a pattern, and what stands for what it matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pred_language.lexicon.late_pattern import LatePattern, lowered

Change = str | Callable[[re.Match[str]], str]
Rule = tuple[LatePattern, Change]


def rules(forms: Iterable[tuple[str, Change]]) -> tuple[Rule, ...]:
    """Return patterns, without regard to case, with what they become."""
    return tuple((LatePattern(pattern), change) for pattern, change in forms)


def retold(text: str, *tables: Iterable[Rule]) -> str:
    """Return a text to which each rule was applied, in order."""
    lower = lowered(text)
    for table in tables:
        for pattern, change in table:
            if not pattern.may_match_lower(lower):
                continue
            told = pattern.compiled.sub(change, text)
            if told != text:
                text, lower = told, lowered(told)
    return text
