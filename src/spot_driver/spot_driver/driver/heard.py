"""For how long the robot was heard of, and nothing happened."""

from __future__ import annotations

from spot_driver.driver.snapshot import Snapshot

MOST = 0.3
"""Of the time between two measurements so much counts at most, s: what a busy machine let pass nobody saw."""


class Heard:
    """Seconds of measurements since something happened: a machine that stalls makes no robot stuck."""

    def __init__(self) -> None:
        """Begin, with nothing measured yet."""
        self.seconds = 0.0
        self._last: float | None = None

    def take(self, seen: Snapshot, *, happened: bool) -> float:
        """Take note of a measurement, a new one or the last again; return for how long nothing has happened, s."""
        new = 0.0 if self._last is None else seen.time - self._last
        self._last = seen.time
        self.seconds = 0.0 if happened else self.seconds + min(max(new, 0.0), MOST)
        return self.seconds
