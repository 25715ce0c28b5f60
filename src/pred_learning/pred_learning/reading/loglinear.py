"""A conditional log-linear model: the weights under which the right choices of many sentences are likeliest.

Regularised maximum likelihood (Gaussian prior per feature, L-BFGS-B). Deterministic.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from pred_language.choice.usage import Features

RARE = 2
"""Features seen in fewer sentences than this are left out."""
DIGITS = 3
SMALL = 0.005
"""Weights below this are not kept: they decide nothing."""
MOST_STEPS = 400


@dataclass(frozen=True)
class SentenceExample:
    """One sentence: the features of each choice it leaves open, and which choices are right."""

    found: tuple[Features, ...]
    right: NDArray[np.bool_]


@dataclass(frozen=True)
class Prior:
    """Where the weight of a feature is expected, how strongly (inverse variance), and whether it is held there."""

    centre: float = 0.0
    strength: float = 1.0
    held: bool = False


def fit(sentences: Sequence[SentenceExample], prior: Callable[[str], Prior]) -> dict[str, float]:
    """Return the weight of each feature that maximises likelihood and prior; those near 0 are left out."""
    counted = collections.Counter(
        name for example in sentences for name in set().union(*map(set, example.found))
    )
    names = sorted(name for name, number in counted.items() if number >= RARE)
    priors = [prior(name) for name in names]
    centre = np.array([one.centre for one in priors])
    strength = np.array([one.strength for one in priors])
    bounds = [(one.centre, one.centre) if one.held else (None, None) for one in priors]
    rows, first, right = _tables(sentences, {name: i for i, name in enumerate(names)})
    found = likeliest(rows, first, right, centre=centre, strength=strength, bounds=bounds)
    learned = {name: round(float(weight), DIGITS) for name, weight in zip(names, found, strict=True)}
    return {name: weight for name, weight in learned.items() if abs(weight) >= SMALL}


def likeliest(
    rows: csr_matrix,
    first: NDArray[np.int64],
    right: NDArray[np.bool_],
    *,
    centre: NDArray[np.float64],
    strength: NDArray[np.float64],
    bounds: Sequence[tuple[float | None, float | None]] | None = None,
    most_steps: int = MOST_STEPS,
) -> NDArray[np.float64]:
    """Return the weights that maximise likelihood and prior, one for each column.

    :param rows: the features of the choices of all sentences, one row each
    :param first: the first row of each sentence
    :param right: which rows are right, at least one of each sentence
    :param centre: where each weight is expected
    :param strength: how strongly (inverse variance)
    """
    columns = rows.T.tocsr()
    of = np.repeat(np.arange(len(first)), np.diff(np.append(first, rows.shape[0])))

    def cost(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        away = weights - centre
        scores = rows @ weights
        likely = np.exp(scores - np.maximum.reduceat(scores, first)[of])
        all_, good = np.add.reduceat(likely, first), np.add.reduceat(likely * right, first)
        slope = columns @ (likely / all_[of] - likely * right / good[of])
        return 0.5 * float(strength @ away**2) - float(np.log(good / all_).sum()), strength * away + slope

    found: NDArray[np.float64] = minimize(
        cost, centre, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": most_steps}
    ).x
    return found


def _tables(
    sentences: Sequence[SentenceExample], index: Mapping[str, int]
) -> tuple[csr_matrix, NDArray[np.int64], NDArray[np.bool_]]:
    """Return the features (choices of all sentences, names), the first row of each sentence, and the right rows."""
    values: list[float] = []
    columns: list[int] = []
    ends, first = [0], []
    for example in sentences:
        first.append(len(ends) - 1)
        for found in example.found:
            for name, value in found.items():
                if value and name in index:
                    columns.append(index[name])
                    values.append(value)
            ends.append(len(columns))
    shape = (len(ends) - 1, len(index))
    right = np.concatenate([example.right for example in sentences])
    return csr_matrix((values, columns, ends), shape=shape), np.array(first), right
