"""The phrases of a plan's words, with what each may mean: those of every order that was given at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def phrases(context: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the phrases of a plan's context, the first order's first: each has ``words``, ``classes`` and weights."""
    for value in context.values():
        for part in value if isinstance(value, list | tuple) else (value,):
            if not isinstance(part, Mapping):
                continue
            if "words" in part and "classes" in part:
                yield part
            else:
                yield from phrases(part)
