"""What a text has to have for a regular expression to match anywhere in it: most rules of the grammar match nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

SHORTEST = 2
"""Letters of a part that is worth looking for."""
MOST = 3
"""Of several choices of parts that a text needs one of each, how many are kept: more leave hardly any rule out."""

Choice = frozenset[str]


def needed(pattern: str) -> tuple[tuple[str, ...], ...]:
    """Return choices of parts of a lower-case ASCII text: a pattern matches only, in either case, where one of each is.

    Those first whose shortest part is the longest; () where nothing is needed.
    """
    choices = sorted(_of(parser.parse(pattern, re.IGNORECASE)), key=_worth, reverse=True)
    return tuple(tuple(sorted(choice)) for choice in choices[:MOST])


def _of(parsed: Iterable[tuple[Any, Any]]) -> set[Choice]:
    found = set[Choice]()
    run = ""
    for kind, value in (*parsed, _END):
        if kind is kinds.LITERAL:
            run += chr(value).lower()
            continue
        if len(run) >= SHORTEST:
            found.add(frozenset({run}))
        run = ""
        found |= _of_kind(kind, value)
    return found


_END = (None, None)


def _of_kind(kind: Any, value: Any) -> set[Choice]:
    """Return what is needed for anything but a letter."""
    if kind is kinds.SUBPATTERN:
        return _of(value[-1])
    if kind is kinds.ASSERT:
        return _of(value[1])
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT) and value[0] > 0:
        return _of(value[2])
    if kind is kinds.BRANCH:
        ways = [_of(way) for way in value[1]]
        return {frozenset().union(*(max(way, key=_worth) for way in ways))} if all(ways) else set()
    return set()


def _worth(choice: Choice) -> tuple[int, int, list[str]]:
    """Return what is compared of choices; the letters only for the order to be always the same."""
    return min(map(len, choice)), -len(choice), sorted(choice)
