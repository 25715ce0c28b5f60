"""A subgoal that failed, and the failures nothing can be done about."""

from __future__ import annotations

from dataclasses import dataclass, field

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Subgoal


@dataclass
class FailureCase:
    """A subgoal that failed: which, on what, how, and what was tried since."""

    subgoal: Subgoal
    target: ObjectState | None
    failure: Outcome
    tries: dict[str, int] = field(default_factory=dict)
    causes: dict[str, float] = field(default_factory=dict)
    """How likely each cause is, as it was told last."""
    diagnosed_at: int = -1
    """The observation of that diagnosis."""
    refused: int = 0
    """Actions that failed while it was tried to recover with the present target."""

    def tried(self, strategy: str) -> int:
        """Return how often a strategy was used for this subgoal."""
        return self.tries.get(strategy, 0)


FATAL = frozenset(
    {
        Code.CANCELED,
        Code.ROBOT_LOST,
        Code.UNAVAILABLE,
        Code.STEP_LIMIT,
        Code.FAILURE_LIMIT,
        Code.TIME_LIMIT,
    }
)
"""After these there is nothing to recover with."""
