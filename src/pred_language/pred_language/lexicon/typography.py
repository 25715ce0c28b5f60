"""How words are set: quotes around them, accents on them and signs about them say nothing of what is to be done."""

from __future__ import annotations

import re
import unicodedata

_APOSTROPHES = dict.fromkeys(map(ord, "‘’‚‛ʼ′´`"), "'")
_QUOTES = dict.fromkeys(map(ord, '"“”„‟«»‹›″*_~'), " ")
_LETTERS = {
    ord(letter): plain
    for letter, plain in {
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i",
        "Æ": "Ae", "Œ": "Oe", "Ø": "O", "Ł": "L", "Đ": "D",
    }.items()
}  # fmt: skip
_AROUND_WORDS = re.compile(r"(?<![A-Za-z0-9])'|'(?![A-Za-z])")
_BRACKETED = re.compile(r"[\[({<]\s*(\w+)\s*[\])}>]")


def plain(text: str) -> str:
    """Return a text in letters without accents and words without quotes; apostrophes inside words stay."""
    text = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES | _QUOTES | _LETTERS))
    text = "".join(
        c for c in text if not unicodedata.combining(c) and unicodedata.category(c) not in ("Cf", "Co")
    )
    return _BRACKETED.sub(r" \1 ", _AROUND_WORDS.sub(" ", text))
