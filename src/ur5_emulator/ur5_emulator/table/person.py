"""The person's stand-in: nobody else is at the emulated table to take what the arm holds out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ur5_description import hand_over

Array = NDArray[np.float64]
Wrench = tuple[float, float, float, float, float, float]

PERSON, GIVEN = "person", "given"
"""Who has what was taken, and how the world's state says so."""
REACH = 0.08
"""How near to where things are handed over it has to be held out, m."""
STILL = 0.02
"""Nobody takes what moves faster, m/s."""
PULLS = 2.0 * hand_over.PULL
NO_PULL: Wrench = (0.0,) * 6


@dataclass
class TableStandIn:
    """Pulls at what is held out still for some seconds, and has it once the fingers let go.

    :param place: where things are handed over, in map, m
    :param after: for how long something is held out before it is taken, s; 0: never
    """

    place: tuple[float, float, float] = hand_over.PLACE
    after: float = 1.0
    given: set[str] = field(default_factory=set)
    _since: float | None = None
    _tip: Array | None = None
    _pulls_at: frozenset[str] = frozenset()

    def in_reach(self, tip: Array) -> bool:
        """Tell whether the point between the finger tips (m in map) is where the stand-in takes things."""
        return self.after > 0.0 and float(np.linalg.norm(tip - np.array(self.place))) < REACH

    def sees(self, tip: Array, gripped: Collection[str], seconds: float, now: float) -> tuple[Wrench, frozenset[str]]:
        """Return how it pulls at the tool (N, Nm in map), and what it has taken in this turn.

        :param gripped: the ids of what is between the fingers
        :param seconds: since this was last asked
        :param now: any clock's time, s
        """
        speed = 0.0 if self._tip is None else float(np.linalg.norm(tip - self._tip)) / seconds
        self._tip = tip
        taken = frozenset(self._pulls_at - set(gripped)) if self._pulls_at else frozenset()
        if taken or not gripped or speed > STILL or not self.in_reach(tip):
            self.given |= taken
            self._since, self._pulls_at = None, frozenset()
            return NO_PULL, taken
        self._since = now if self._since is None else self._since
        if now - self._since < self.after:
            return NO_PULL, frozenset()
        self._pulls_at = frozenset(gripped)
        return (0.0, 0.0, -PULLS, 0.0, 0.0, 0.0), frozenset()
