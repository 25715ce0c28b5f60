"""Words of the language: what people spell as it is written, whatever else it looks like."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def vocabulary() -> Mapping[str, int]:
    """Return BERT's vocabulary (uncased), each piece with its number: words, and word parts that begin with ##."""
    text = resources.files("pred_planner").joinpath("data/bert_uncased_vocab.txt").read_text("utf-8")
    return {word: index for index, word in enumerate(text.splitlines())}


def is_english(word: str) -> bool:
    """Tell whether a lower-case word is one that is common in English texts: no typing error then."""
    return word in vocabulary()
