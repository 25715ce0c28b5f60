"""What drives the control loop: real time with absolute deadlines, or a tester's hand."""

from __future__ import annotations

import time
from collections import deque
from typing import Any, Protocol

WINDOW = 30000  # cycles of lateness kept: a minute
CATCH_UP = 15  # cycles made up for after a delay; more are given up: no watchdog may see them as silence


class Clock(Protocol):
    """Says when a cycle is due."""

    def wait(self) -> int:
        """Wait for the next moment of work; return how many cycles are due."""
        ...

    def lost(self) -> int:
        """Return how many cycles were given up since this was last asked."""
        ...

    def step(self, cycles: int) -> None:
        """Let cycles pass by hand. Raises ValueError where time passes by itself."""
        ...

    def lateness(self) -> dict[str, Any]:
        """Return how late cycles began: count, p50, p99, max in milliseconds, and cycles given up."""
        ...


class RealClock:
    """Cycles at absolute deadlines, so that lateness does not add up."""

    def __init__(self, period: float) -> None:
        self.period = period
        self.deadline = time.monotonic() + period
        self.late: deque[float] = deque(maxlen=WINDOW)
        self.skipped = self.told = 0

    def wait(self) -> int:
        now = time.monotonic()
        if now < self.deadline:
            time.sleep(self.deadline - now)
            now = time.monotonic()
        late = now - self.deadline
        self.late.append(late)
        if late > CATCH_UP * self.period:
            lost = int(late / self.period)
            self.skipped += lost
            self.deadline += lost * self.period
        self.deadline += self.period
        return 1

    def lost(self) -> int:
        new, self.told = self.skipped - self.told, self.skipped
        return new

    def step(self, cycles: int) -> None:
        raise ValueError(
            f"cannot step {cycles} cycles: the controller runs in real time, start it with --clock manual"
        )

    def lateness(self) -> dict[str, Any]:
        ordered = sorted(self.late) or [0.0]
        milliseconds = [1000.0 * ordered[int(f * (len(ordered) - 1))] for f in (0.5, 0.99, 1.0)]
        p50, p99, worst = (round(value, 4) for value in milliseconds)
        return {
            "cycles": len(self.late),
            "p50_ms": p50,
            "p99_ms": p99,
            "max_ms": worst,
            "skipped": self.skipped,
        }


class ManualClock:
    """Cycles only when asked for."""

    def __init__(self, nap: float = 0.0005) -> None:
        self.due, self.nap = 0, nap

    def wait(self) -> int:
        if not self.due:
            time.sleep(self.nap)
        due, self.due = self.due, 0
        return due

    def lost(self) -> int:
        return 0

    def step(self, cycles: int) -> None:
        if not 0 <= cycles <= 1_000_000:
            raise ValueError(f"cannot step {cycles} cycles")
        self.due += cycles

    def lateness(self) -> dict[str, Any]:
        return {"cycles": 0, "p50_ms": 0.0, "p99_ms": 0.0, "max_ms": 0.0, "skipped": 0}
