"""How well instances were found: matching with the truth, average precision, panoptic quality, confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

SHARED = 0.5
"""Share of their union that two masks must have in common to be the same thing."""
LEAST_TRUE = 100
"""Pixels of the smallest true instance that counts; finding a smaller one is neither right nor wrong."""
LEAST_INSTANCES = 20
"""True instances of a class in the pictures, under which its average precision says nothing."""


@dataclass(frozen=True)
class TrueInstance:
    """One true instance: its class and pixels."""

    number: int
    pixels: int


@dataclass(frozen=True)
class Judged:
    """One answer: its class and score, whether class and mask are right, and the true thing it lies on (or None).

    ``shared`` is the share of the union; ``ignored``: it lies on something too small to count.
    """

    number: int
    score: float
    pixels: int
    shared: float
    truth: TrueInstance | None
    right: bool
    ignored: bool


@dataclass
class Tally:
    """The judgements of many pictures."""

    judged: list[Judged] = field(default_factory=list)
    truths: list[tuple[TrueInstance, float, bool]] = field(default_factory=list)
    """Each true instance, the share of the answer that lies best on it, and whether one of its class found it."""

    def add(self, other: Tally) -> None:
        """Add another tally's judgements."""
        self.judged += other.judged
        self.truths += other.truths


def judge(
    labels: NDArray[np.uint16],
    answers: Sequence[tuple[int, int, float]],
    ids: NDArray[np.uint8],
    classes: NDArray[np.uint8],
) -> Tally:
    """Compare one picture's answers with the truth: best scores first, each true thing found once.

    :param labels: HxW of the answers
    :param answers: (label, class number, score)
    :param ids: HxW true instances, 0 none
    :param classes: (256,) class of each
    """
    size = int(labels.max()) + 1
    both = np.bincount(labels.ravel().astype(np.int64) * 256 + ids.ravel(), minlength=size * 256).reshape(
        -1, 256
    )
    own, true = both.sum(1), both.sum(0)
    tally, taken = Tally(), set[int]()
    best = np.zeros(256)
    for label, number, score in sorted(answers, key=lambda a: -a[2]):
        shares = both[label] / np.maximum(own[label] + true - both[label], 1)
        shares[0] = 0.0
        best = np.maximum(best, shares)
        same = np.where(classes == number, shares, 0.0)
        same[list(taken)] = 0.0
        k = int(same.argmax())
        right = bool(same[k] > SHARED)
        if not right:
            k = int(shares.argmax())
        on = TrueInstance(int(classes[k]), int(true[k])) if shares[k] > 0.0 else None
        small = (
            on is not None
            and on.pixels < LEAST_TRUE
            and (shares[k] > SHARED or both[label, k] > 0.5 * own[label])
        )
        if right:
            taken.add(k)
        tally.judged.append(Judged(number, score, int(own[label]), float(shares[k]), on, right, small))
    for k in np.flatnonzero(true):
        if k and true[k] >= LEAST_TRUE:
            tally.truths.append((TrueInstance(int(classes[k]), int(true[k])), float(best[k]), int(k) in taken))
    return tally


def average_precision(tally: Tally, number: int) -> float:
    """Return a class's average precision at half shared, over all recalls (NaN where there is no such thing)."""
    count = sum(t.number == number for t, _, _ in tally.truths)
    if count == 0:
        return float("nan")
    answers = sorted(
        (j for j in tally.judged if j.number == number and not j.ignored), key=lambda j: -j.score
    )
    right = np.cumsum([j.right for j in answers], dtype=np.float64)
    if not right.size:
        return 0.0
    precision = right / np.arange(1, right.size + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    recall = np.concatenate([[0.0], right / count])
    return float(np.sum(np.diff(recall) * precision))


def counted(tally: Tally, least: int = LEAST_INSTANCES) -> list[int]:
    """Return the classes with enough true instances."""
    numbers = Counter(t.number for t, _, _ in tally.truths)
    return sorted(k for k, n in numbers.items() if n >= least)


def mean_average_precision(tally: Tally, numbers: Sequence[int]) -> float:
    """Return the mean of the classes' average precisions."""
    return float(np.mean([average_precision(tally, k) for k in numbers])) if numbers else float("nan")


def panoptic_quality(tally: Tally, numbers: Sequence[int], least_score: float) -> float:
    """Return the mean panoptic quality of classes (Kirillov et al. 2019) of answers with at least a score."""
    values = []
    for number in numbers:
        answers = [j for j in tally.judged if j.number == number and j.score >= least_score and not j.ignored]
        found = [j.shared for j in answers if j.right]
        count = sum(t.number == number for t, _, _ in tally.truths)
        wrong, missed = len(answers) - len(found), count - len(found)
        values.append(sum(found) / (len(found) + 0.5 * wrong + 0.5 * missed) if answers or count else 0.0)
    return float(np.mean(values)) if values else float("nan")


def confusions(tally: Tally, least_score: float, most: int) -> list[tuple[int, int, int]]:
    """Return (true class, class said, times) of well outlined things under a wrong name, the commonest first."""
    pairs = Counter(
        (j.truth.number, j.number)
        for j in tally.judged
        if j.truth is not None
        and not j.right
        and j.shared > SHARED
        and j.truth.number != j.number
        and j.score >= least_score
        and j.truth.pixels >= LEAST_TRUE
    )
    return [(a, b, n) for (a, b), n in pairs.most_common(most)]


def reliability(tally: Tally, bins: int = 10) -> list[tuple[float, float, int]]:
    """Return (mean score, share that is right, how many) of each tenth of the scores that occurs."""
    scores = np.array([j.score for j in tally.judged if not j.ignored])
    right = np.array([j.right for j in tally.judged if not j.ignored])
    rows = []
    for k in range(bins):
        inside = (scores >= k / bins) & ((scores < (k + 1) / bins) | (k == bins - 1))
        if inside.any():
            rows.append((float(scores[inside].mean()), float(right[inside].mean()), int(inside.sum())))
    return rows
