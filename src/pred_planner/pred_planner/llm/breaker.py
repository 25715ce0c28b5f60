"""When a task stops asking a model: after one time-out, two errors, or so many seconds lost."""

from __future__ import annotations

from dataclasses import dataclass

from pred_planner.llm.failures import Failure

SHORTEST_ATTEMPT = 0.5
"""Seconds below which no attempt is begun."""
RULES_GO_ON = "The rest of the task goes by rules."


@dataclass
class Breaker:
    """Counts what one task loses to its model's server.

    :param patience: seconds the task may lose in all, waiting between tries included
    :param errors: errors after which the server is not asked again
    """

    patience: float
    errors: int
    lost: float = 0.0
    failed: int = 0
    busy: int = 0
    """How many of the last attempts only found the server busy."""
    reason: str = ""
    """Why the server is not asked again in this task; '' while it is."""
    lasting: bool = False
    """Whether the next task would fare no better: a refused key, a hang."""

    @property
    def left(self) -> float:
        """Seconds the task may still lose."""
        return self.patience - self.lost

    def note(self, failure: Failure, seconds: float, pause: float) -> bool:
        """Count a failed attempt; return whether another one may be made after the pause.

        :param seconds: what the attempt took
        :param pause: seconds to wait before another one
        """
        self.failed += 1
        self.busy = self.busy + 1 if failure.busy else 0
        self.lost += seconds
        self.lasting = failure.final
        too_long = failure.passing and pause + SHORTEST_ATTEMPT > self.left
        if failure.final or too_long or self.failed >= self.errors or self.left < SHORTEST_ATTEMPT:
            self.reason = failure.message
        again = failure.passing and not self.reason
        self.lost += pause if again else 0.0
        return again

    def answered(self) -> None:
        """Note an answer: that the server was busy before was no error then."""
        self.failed, self.busy = self.failed - self.busy, 0
