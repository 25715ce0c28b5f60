"""Whether a thing that a detector reported is there: odds that grow with every other view of it, and fall without."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PRIOR = 0.25
"""How many of a detector's answers are right, before their scores are looked at."""
SURE, LEAST_SCORE = 0.999, 0.02
MISSED = ((150.0, 0.7), (400.0, 1.2), (np.inf, 1.8))
"""Log odds that a look costs in which the thing should have been found and was not, by the pixels that it should have
shown up to: of small things the detector misses more (docs/detector_thor.md)."""
MOST, GONE = 6.0, -1.6
"""Log odds beyond which more views add nothing, and under which there is no such thing."""


@dataclass
class Belief:
    """Log odds that a thing exists. Views from one place count once, by the best of them, and so do misses."""

    odds: float = float(np.log(PRIOR / (1.0 - PRIOR)))
    _view: float = 0.0
    _missed: float = 0.0
    _confirmed: bool = False

    def look_from_elsewhere(self) -> None:
        """Say that the camera has moved: the next view is one of its own."""
        self.odds = self.total
        self._view = self._missed = 0.0

    def seen(self, score: float) -> None:
        """Take in a view with its calibrated score: how likely it alone makes the thing."""
        kept = min(max(score, LEAST_SCORE), SURE)
        gain = float(np.log(kept / (1.0 - kept)) - np.log(PRIOR / (1.0 - PRIOR)))
        if not self._view or gain > self._view:
            self._view = gain

    def missed(self, pixels: float) -> None:
        """Take in a look in which it should have been found.

        :param pixels: that it should have shown
        """
        cost = next(cost for up_to, cost in MISSED if pixels < up_to)
        self._missed = max(self._missed, 0.0 if self._confirmed else cost)

    def confirm(self) -> None:
        """Take it for sure from now on: the robot did something with it that only works with what is there."""
        self.odds, self._view, self._missed, self._confirmed = MOST, 0.0, 0.0, True

    def join(self, other: Belief) -> None:
        """Take in what was seen of the same thing as another one."""
        self.odds = max(self.odds, other.odds)
        self._view = max(self._view, other._view)
        self._missed = min(self._missed, other._missed)
        self._confirmed |= other._confirmed

    @property
    def confirmed(self) -> bool:
        """Tell whether the robot did something with it that only works with what is there."""
        return self._confirmed

    @property
    def total(self) -> float:
        """Log odds, with the view from here."""
        return min(self.odds + self._view, MOST) - self._missed

    @property
    def likely(self) -> float:
        """How likely it is there, 0 to 1."""
        return float(1.0 / (1.0 + np.exp(-self.total)))

    @property
    def gone(self) -> bool:
        """Tell whether it is not worth remembering any more."""
        return self.total < GONE
