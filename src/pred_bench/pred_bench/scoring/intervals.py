"""Confidence intervals by the paired bootstrap: episodes are drawn with replacement, the same ones for every arm.

Each score is a ratio of two sums over episodes (see :mod:`pred_bench.scoring.scores`), so a draw is a vector of how
often each episode is in it, and all draws of all scores are two matrix products.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_bench.scoring.scores import Episode

METRICS = ("SR", "GC", "PLW SR", "PLW GC", "actions")
DRAWS = 10_000
LEVEL = 0.95

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """A value between its bounds; NaN where there is none, as of path lengths without an expert."""

    value: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Tell whether both bounds are on one side of 0."""
        return self.low > 0.0 or self.high < 0.0


@dataclass(frozen=True)
class Estimate:
    """One score of one arm, and its difference to the arm that all are compared with."""

    score: Interval
    difference: Interval


def compare(
    arms: Mapping[str, Sequence[Episode]], base: str, seed: int, draws: int = DRAWS
) -> dict[str, dict[str, Estimate]]:
    """Return every score of every arm with its interval at :data:`LEVEL`.

    :param arms: episodes by arm, of the same tasks in the same order
    :param base: the arm the others are compared with
    :raises ValueError: when the arms have not as many episodes, or none
    """
    sizes = {len(episodes) for episodes in arms.values()}
    if len(sizes) != 1 or 0 in sizes:
        raise ValueError(f"arms must have the same episodes, at least one: {sorted(sizes)}")
    count = sizes.pop()
    random = np.random.default_rng(seed)
    drawn = random.multinomial(count, np.full(count, 1.0 / count), size=draws).astype(np.float64)
    once = np.ones((1, count))
    values = {name: _ratios(once, episodes)[0] for name, episodes in arms.items()}
    samples = {name: _ratios(drawn, episodes) for name, episodes in arms.items()}
    return {
        name: {
            metric: Estimate(
                _interval(values[name][i], samples[name][:, i]),
                _interval(values[name][i] - values[base][i], samples[name][:, i] - samples[base][:, i]),
            )
            for i, metric in enumerate(METRICS)
        }
        for name in arms
    }


def _ratios(counts: Array, episodes: Sequence[Episode]) -> Array:
    """Return draws x METRICS; NaN where nothing is to be divided by."""
    rows = np.array([_terms(e) for e in episodes], dtype=np.float64)  # episodes x METRICS x (over, under)
    over, under = counts @ rows[:, :, 0], counts @ rows[:, :, 1]
    return np.divide(over, under, out=np.full_like(over, np.nan), where=under > 0.0)


def _terms(episode: Episode) -> list[tuple[float, float]]:
    """Return what an episode adds above and below the line of each of the METRICS."""
    expert = float(episode.expert_actions or 0)
    weight = episode.path_weight * expert
    return [
        (float(episode.success), 1.0),
        (float(episode.open_at_start - episode.open_at_end), float(episode.open_at_start)),
        (episode.success * weight, expert),
        (episode.goal_conditions * weight, expert),
        (float(episode.actions), 1.0),
    ]


def _interval(value: float, samples: Array) -> Interval:
    known = samples[~np.isnan(samples)]
    if known.size == 0:
        return Interval(float(value), float("nan"), float("nan"))
    tail = 50.0 * (1.0 - LEVEL)
    low, high = np.percentile(known, [tail, 100.0 - tail])
    return Interval(float(value), float(low), float(high))
