"""Scores with their intervals as tables show them."""

from __future__ import annotations

import math

from pred_bench.scoring.intervals import METRICS, Interval

FEW = 30
"""Below this many episodes the bootstrap's intervals are too narrow to call any difference one."""
_SHARES = frozenset(METRICS) - {"actions"}


def _scaled(metric: str, value: float) -> float:
    return 100.0 * value if metric in _SHARES else value


def cell(metric: str, interval: Interval, sign: str = "") -> str:
    """Return a score with its interval as a table shows it, '-' where there is none."""
    if math.isnan(interval.value):
        return "-"
    value, low, high = (
        format(_scaled(metric, number), f"{sign}.1f")
        for number in (interval.value, interval.low, interval.high)
    )
    return f"{value} [{low}, {high}]"


def difference(metric: str, interval: Interval, episodes: int) -> str:
    """Return a difference with its interval, bold where it is one."""
    text = cell(metric, interval, "+")
    return f"**{text}**" if interval.excludes_zero and episodes >= FEW else text
