"""What a thing is, by all views of it together: log likelihoods of the classes that a detector's views allow."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

import numpy as np

FLOOR = 0.02
"""Likelihood of a class that a view does not name: no view rules a class out."""
TEMPER = 0.5
"""Power of each view's likelihoods: what looks like another thing from here may well do so from there. With it 0.86 of
what is carried is remembered rightly in the validation rooms, without 0.70."""
MOST = 5.0
"""Log likelihood over that of a class never named beyond which more views add nothing: a look deceives everywhere."""


@dataclass
class Naming:
    """Log likelihood of each class over that of one that was never named.

    Views from one place count once, by the surest of them: they err alike. ``expected`` is the log of how usual each
    class is where the thing is, before anything is seen of it.
    """

    _sums: dict[str, float] = field(default_factory=dict)
    _here: dict[str, float] = field(default_factory=dict)
    _surest: float = 0.0
    expected: Mapping[str, float] = field(default_factory=dict)
    _possible: Container[str] | None = None

    def look_from_elsewhere(self) -> None:
        """Say that the camera has moved: the next view is one of its own."""
        if self._here:
            self._sums = self._total()
            self._here, self._surest = {}, 0.0

    def seen(self, may_be: Mapping[str, float], score: float) -> None:
        """Take in a view: how likely each class is in it.

        :param score: how likely it is right; of views from one place the one with the highest counts
        """
        if score >= self._surest:
            self._surest = score
            self._here = {
                name: TEMPER * float(np.log(share / FLOOR)) for name, share in may_be.items() if share > FLOOR
            }

    def rule_out_others(self, possible: Container[str]) -> None:
        """Take it for one of these classes: the robot did with it what works with no other."""
        self._possible = possible

    def join(self, other: Naming) -> None:
        """Take in what was seen of the same thing as another one."""
        mine, others = self._total(), other._total()
        self._sums = {n: mine.get(n, 0.0) + others.get(n, 0.0) for n in {**mine, **others}}
        self._here, self._surest = {}, 0.0
        self._possible = self._possible or other._possible

    def best(self, now: str) -> str:
        """Return the likeliest class; of equals the one it has ``now``."""
        total = self._expected()
        return max(total, key=lambda name: (total[name], name == now), default=now)

    def share(self, name: str) -> float:
        """Return how likely a class is, 0 to 1."""
        total = self._expected()
        if name not in total:
            return 0.0
        highest = max(total.values())
        return float(np.exp(total[name] - highest) / sum(np.exp(v - highest) for v in total.values()))

    def _expected(self) -> dict[str, float]:
        """Return the log likelihoods with what is expected before anything is seen."""
        total = self._total()
        scale = min(1.0, MOST / max(total.values(), default=MOST))
        likely = {name: scale * value + self.expected.get(name, 0.0) for name, value in total.items()}
        if self._possible is None:
            return likely
        return {name: value for name, value in likely.items() if name in self._possible}

    def _total(self) -> dict[str, float]:
        names = {**self._sums, **self._here}
        return {n: self._sums.get(n, 0.0) + self._here.get(n, 0.0) for n in names}
