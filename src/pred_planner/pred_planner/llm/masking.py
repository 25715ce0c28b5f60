"""Keys of the environment are masked in everything that is written or sent: answers, errors, prompts, addresses."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

MASK = "***"
SHORTEST = 8
"""Characters of a key that give it away: a beginning of so many is masked, and what is shorter is no key."""
_WORDS = re.compile(r"[^0-9]*|.*[\s/\\].*", re.DOTALL)
"""Passwords that are words, and paths: other texts may begin like them, so that only the whole is masked."""
_HOLDS_KEY = re.compile(r"(?:\A|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)\Z", re.IGNORECASE)


class Masking:
    """Masks keys in texts.

    A key is found in any case, cut short, and with blanks between its characters.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        listed = {key.strip().lower() for key in keys if len(key.strip()) >= SHORTEST}
        self._keys = sorted(listed, key=len, reverse=True)
        starts = dict.fromkeys(r"\s*".join(map(re.escape, _telling(key))) for key in self._keys)
        self._start = re.compile("|".join(starts) or r"(?!)", re.IGNORECASE)

    @classmethod
    def of_environment(cls, more: Iterable[str] = ()) -> Masking:
        """Return the masking of all keys in the environment: OPENAI_API_KEY, and others named like one.

        :param more: further values that nobody is to read
        """
        return cls([*(value for name, value in os.environ.items() if _HOLDS_KEY.search(name)), *more])

    def __call__(self, text: str) -> str:
        """Return a text with its keys masked."""
        parts, past = [], 0
        while match := self._start.search(text, past):
            parts += [text[past : match.start()], MASK]
            past = max(_end(text, match.start(), key) for key in self._keys)
        return "".join([*parts, text[past:]])


def _telling(key: str) -> str:
    """Return how much of a key is masked wherever it is found."""
    return key if _WORDS.fullmatch(key) else key[:SHORTEST]


def _end(text: str, start: int, key: str) -> int:
    """Return where a key, or as much of it as there is, ends in a text."""
    at, end, known = start, start, 0
    while at < len(text) and known < len(key):
        if text[at].lower() == key[known]:
            known += 1
            end = at + 1
        elif not text[at].isspace():
            break
        at += 1
    return end
