"""The likeness of tasks by what is said and by what is seen around (FLARE, section 3.1, Eq. 1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


def multimodal(language: Scores, surroundings: Scores, weights: tuple[float, float] = (1.0, 1.0)) -> Scores:
    """Return S_m = w_l S_l / sum(S_l) + w_e S_e / sum(S_e).

    :param language: cosines of the instruction with each example's, (N,)
    :param surroundings: cosines of the panorama's features with each example's, (N,)
    """
    said, seen = (_normalised(scores) for scores in (language, surroundings))
    return np.asarray(weights[0] * said + weights[1] * seen)


def nearest(scores: Scores, k: int) -> list[int]:
    """Return which k examples are the most alike, the most first."""
    return [int(index) for index in np.argsort(-scores, kind="stable")[:k]]


def _normalised(scores: Scores) -> Scores:
    total = float(scores.sum())
    return scores / total if total > 0.0 else np.zeros_like(scores)
