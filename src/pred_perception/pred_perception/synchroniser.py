"""Puts the parts of one observation together again: exactly equal stamps, in order."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

Stamp = tuple[int, int]


class Synchroniser:
    """Collects one value per part and stamp; a set is complete when every part is there.

    Complete sets come out oldest first. A set that is older than one that came out will never be complete and is
    dropped; so is the oldest one when more than ``depth`` are waiting.
    """

    def __init__(self, parts: Iterable[str], depth: int = 20) -> None:
        self._parts = frozenset(parts)
        self._depth = depth
        self._waiting: OrderedDict[Stamp, dict[str, Any]] = OrderedDict()
        self.dropped = 0

    def add(self, part: str, stamp: Stamp, value: Any) -> dict[str, Any] | None:
        """Take in one part and return the set it completes, if it does."""
        parts = self._waiting.setdefault(stamp, {})
        parts[part] = value
        if self._parts <= parts.keys():
            del self._waiting[stamp]
            self._drop([s for s in self._waiting if s < stamp])
            return parts
        if len(self._waiting) > self._depth:
            self._drop([min(self._waiting)])
        return None

    def _drop(self, stamps: Iterable[Stamp]) -> None:
        for stamp in stamps:
            del self._waiting[stamp]
            self.dropped += 1
