"""The likeliest ways to take a text: where its clauses end, and what each of them asks for."""

from __future__ import annotations

import heapq
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pred_language.retelling.acts import Act, plain_orders
from pred_language.retelling.chunks import Words, chunks, words_said
from pred_language.retelling.weighing import ActWeights, TakenClause, grams_of

MOST_PARTS = 10
"""Texts of more parts are not told again."""
LONGEST = 3
"""How many parts a clause has at most."""
BEST = 20
_KEPT = 8
_ENDS = frozenset({".", ";", "!", "?", "\n"})
_IT = re.compile(r"\b(?:it|them)\b")
_JOINTS = frozenset({"and", "then", "but", "so", "because", "while", "once", "since", "n"})


@dataclass(frozen=True)
class Telling:
    """One way to take a text: its clauses, and how likely it is meant so (logarithm, up to a constant)."""

    told: tuple[TakenClause, ...]
    score: float

    @property
    def text(self) -> str:
        """The text in plain words, '' where it asks for nothing; "it" of an order is what was told of before."""
        orders: list[str] = []
        told_of = ""
        for one in self.told:
            if one.act is Act.NONE:
                told_of = one.order.about or told_of
            elif one.order.text:
                stands_in = told_of if not orders else ""
                orders.append(_IT.sub(told_of, one.order.text, count=1) if stands_in else one.order.text)
        return ". ".join(orders)


def parts_of(text: str) -> list[tuple[Words, bool]]:
    """Return the parts between signs and joining words, each with whether a sentence ends after it."""
    found: list[tuple[Words, bool]] = []
    part: list[str] = []
    for word in (*words_said(text), "."):
        if word.isalnum() and word not in _JOINTS:
            part.append(word)
            continue
        if part:
            found.append((tuple(part), word in _ENDS))
            part = []
        elif found and word in _ENDS:
            found[-1] = found[-1][0], True
    return found


def ways(said: Words, parts: int = 1) -> Iterator[TakenClause]:
    """Yield the ways to take a clause."""
    found = tuple(chunks(said))
    grams = grams_of(said, found, parts)
    for act in Act:
        for order in plain_orders(act, said, found):
            yield TakenClause(act, order, said, found, grams)


def tellings(text: str, weights: ActWeights, most: int = BEST) -> list[Telling]:
    """Return the likeliest ways to take a text, the best first; none of a text that is too long."""
    parts = parts_of(text)
    if not parts or len(parts) > MOST_PARTS:
        return []
    best: list[list[Telling]] = [[Telling((), 0.0)]]
    clauses: dict[tuple[int, int], list[tuple[float, TakenClause]]] = {}
    for first in range(len(parts)):
        for last in range(first, min(first + LONGEST, len(parts))):
            said = parts[first][0]
            for at in range(first + 1, last + 1):
                said = (*said, "and", *parts[at][0])
            scored = [(one.score(weights), one) for one in ways(said, last - first + 1)]
            clauses[first, last] = heapq.nlargest(_KEPT, scored, key=lambda pair: pair[0])
            if parts[last][1]:
                break
    for end in range(len(parts)):
        found = [
            Telling((*before.told, told), before.score + score)
            for first in range(max(0, end - LONGEST + 1), end + 1)
            for score, told in clauses.get((first, end), ())
            for before in best[first]
        ]
        best.append(heapq.nlargest(most, found, key=lambda one: one.score))
    return best[-1]


def certainty(found: list[Telling]) -> tuple[Telling, float] | None:
    """Return the likeliest text in its likeliest way, and how likely it is among those that were found."""
    if not found:
        return None
    top = found[0].score
    by_text: dict[str, float] = {}
    for one in found:
        by_text[one.text] = by_text.get(one.text, 0.0) + math.exp(one.score - top)
    best = max(by_text, key=by_text.__getitem__)
    return next(one for one in found if one.text == best), by_text[best] / sum(by_text.values())
