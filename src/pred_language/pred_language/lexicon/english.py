"""Words of the language: what people spell as it is written, whatever else it looks like."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def vocabulary() -> Mapping[str, int]:
    """Return BERT's vocabulary (uncased), each piece with its number: words, and word parts that begin with ##."""
    return {word: index for index, word in enumerate(_lines("bert_uncased_vocab.txt"))}


def is_english(word: str) -> bool:
    """Tell whether a lower-case word is one that people write in English: no typing error then."""
    return word in vocabulary() or word in _rarer_words()


@cache
def _rarer_words() -> frozenset[str]:
    """Return the words that BERT's vocabulary has only in pieces ("bead") and that people say often enough."""
    return frozenset(_lines("english_words.txt"))


def _lines(name: str) -> list[str]:
    return resources.files("pred_language").joinpath(f"data/{name}").read_text("utf-8").splitlines()
