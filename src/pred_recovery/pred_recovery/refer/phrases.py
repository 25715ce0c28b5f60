"""The phrases of a plan's words, with what each may mean: those of every order that was given at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pred_core.vocabulary import whole_of


def weights_of(context: Mapping[str, Any], meant: str) -> Mapping[str, float]:
    """Return how likely each class is what the words for a plan's class mean; {} where the plan does not say.

    :param meant: the class that the plan's step names; of a slice its whole counts
    """
    named = whole_of(meant) or meant
    for said in phrases(context):
        weights = weighted(said)
        if named in weights:
            return weights
    return {}


def weighted(phrase: Mapping[str, Any]) -> dict[str, float]:
    """Return how likely each class is what a phrase means; {} for one without weights."""
    return dict(zip(phrase["classes"], phrase.get("weights", ()), strict=False))


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
