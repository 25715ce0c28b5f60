"""Coming back after a lost connection, rung by rung, as the robot's own errors tell; without a thread or clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pred_core.outcome import Outcome
from spot_driver.driver.errors import SDK_ERRORS, Rung, outcome_of, rung_lost

SHORTEST, LONGEST = 0.2, 2.0
"""Wait between two tries at first and at most, s."""

Steps = Mapping[Rung, Callable[[], None]]


class Ladder:
    """Which rungs stand, and the next try to climb.

    Steps raise what bosdyn-client raises. A step may be called again while its rung stands elsewhere in a robot that
    was started anew: what an error says wins over what was climbed before.
    """

    def __init__(self, steps: Steps) -> None:
        """Prepare; a step makes its rung stand or raises. Rungs without a step stand by themselves."""
        self._steps = steps
        self._next: int = Rung.REACHED
        self._top = max(steps)
        self.wait = 0.0
        self.trouble = Outcome.success()
        """Why the last try failed; success while all rungs stand."""

    @property
    def complete(self) -> bool:
        """Whether every rung stands."""
        return self._next > self._top

    def stands(self, rung: Rung) -> bool:
        """Tell whether a rung and all below it stand."""
        return self._next > rung

    def fell(self, error: Exception) -> bool:
        """Take note of an error from any call to the robot. Returns whether a rung was lost by it."""
        lost = rung_lost(error)
        if lost is None or lost >= self._next:
            return False
        self._next = lost
        self.trouble = outcome_of(error)
        return True

    def climb(self) -> bool:
        """Try the rungs that do not stand, in order, until one fails. Returns whether all stand."""
        while not self.complete:
            rung = Rung(self._next)
            step = self._steps.get(rung)
            try:
                if step is not None:
                    step()
            except SDK_ERRORS as error:
                lost = rung_lost(error)
                if lost is not None and lost < self._next:
                    self._next = lost
                self.trouble = outcome_of(error)
                self.wait = min(LONGEST, max(SHORTEST, 2.0 * self.wait))
                return False
            if self._next == rung:  # unless another call found a lower one lost meanwhile
                self._next = rung + 1
        self.wait = 0.0
        self.trouble = Outcome.success()
        return True
