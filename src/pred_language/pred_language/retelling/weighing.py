"""How well an act goes with a clause: word sequences around noun phrases, weighed by what was learned."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise

from pred_language.retelling.acts import Act, PlainOrder
from pred_language.retelling.chunks import Chunk, ChunkKind, Words

ActWeights = Mapping[str, Mapping[str, float]]
"""Weights by act and feature; those of '' are the same for each act."""
SHARED = ""
WEIGHTS = "retelling.json"
_MARKS = {ChunkKind.PRONOUN: "IT", ChunkKind.ONE: "ONE", ChunkKind.EVERYTHING: "ALL"}


@cache
def learned() -> ActWeights:
    """Return the weights that were learned."""
    text = resources.files("pred_language").joinpath(f"data/{WEIGHTS}").read_text("utf-8")
    found: ActWeights = json.loads(text)["weights"]
    return found


@dataclass(frozen=True)
class TakenClause:
    """One way to take a clause: what it asks for, the same in plain words, and what of the clause is weighed."""

    act: Act
    order: PlainOrder
    said: Words
    found: tuple[Chunk, ...]
    grams: tuple[str, ...]

    def score(self, weights: ActWeights) -> float:
        """Return how likely the clause is meant so (logarithm, up to a constant)."""
        own, shared = weights.get(self.act, {}), weights.get(SHARED, {})
        return sum(own.get(gram, 0.0) for gram in self.grams) + sum(
            shared.get(role, 0.0) for role in self.order.roles
        )

    def features(self) -> Mapping[str, float]:
        """Return the features by the names that they are learned under: the act, a tabulator, the feature."""
        named = [f"{self.act}\t{gram}" for gram in self.grams]
        return dict.fromkeys((*named, *(f"{SHARED}\t{role}" for role in self.order.roles)), 1.0)


def grams_of(said: Words, found: Sequence[Chunk], parts: int) -> tuple[str, ...]:
    """Return the words of a clause, and pairs of them, with a mark for each noun phrase.

    :param parts: of how many parts the clause was put together
    """
    row = ["<"]
    starts = {chunk.start: chunk for chunk in found}
    at = 0
    while at < len(said):
        chunk = starts.get(at)
        row.append(_mark(chunk) if chunk else said[at])
        at = chunk.end if chunk else at + 1
    row.append(">")
    pairs = [f"{one} {two}" for one, two in pairwise(row)]
    apart = [f"{one} _ {two}" for one, two in zip(row, row[2:], strict=False)]
    counts = ["", f"phrases {min(len(found), 3)}", f"parts {parts}"]
    return tuple(dict.fromkeys((*row, *pairs, *apart, *counts)))


def _mark(chunk: Chunk) -> str:
    if chunk.kind in _MARKS:
        return _MARKS[chunk.kind]
    if chunk.can("pickupable"):
        return "THING"
    return "DEVICE" if chunk.can("toggleable") else "PLACE"
