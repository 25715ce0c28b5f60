"""What a text has to have for a regular expression to match anywhere in it: most rules of the grammar match nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

SHORTEST = 2
"""Letters of a part that is worth looking for."""


def needed(pattern: str) -> tuple[str, ...]:
    """Return parts of a lower-case ASCII text: without any of them a pattern does not match, in either case.

    Of several such choices it is that whose shortest part is the longest; () where there is none.
    """
    return tuple(sorted(_of(parser.parse(pattern, re.IGNORECASE))))


def _of(parsed: Iterable[tuple[Any, Any]]) -> frozenset[str]:
    best = frozenset[str]()
    run = ""
    for kind, value in parsed:
        if kind is kinds.LITERAL:
            run += chr(value).lower()
            continue
        best, run = _better(_better(best, _of_run(run)), _of_kind(kind, value)), ""
    return _better(best, _of_run(run))


def _of_run(run: str) -> frozenset[str]:
    return frozenset({run}) if len(run) >= SHORTEST else frozenset()


def _of_kind(kind: Any, value: Any) -> frozenset[str]:
    """Return what is needed for anything but a letter."""
    if kind is kinds.SUBPATTERN:
        return _of(value[-1])
    if kind is kinds.ASSERT:
        return _of(value[1])
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT) and value[0] > 0:
        return _of(value[2])
    if kind is kinds.BRANCH:
        ways = [_of(way) for way in value[1]]
        return frozenset().union(*ways) if all(ways) else frozenset()
    return frozenset()


def _better(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    return max(one, other, key=lambda parts: (min(map(len, parts), default=0), -len(parts)))
