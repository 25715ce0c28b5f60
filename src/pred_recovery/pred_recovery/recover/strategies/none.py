"""No recovery: a failed subgoal ends the task."""

from __future__ import annotations

from dataclasses import dataclass

from pred_recovery.mission import settings
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps


@dataclass(frozen=True)
class GiveUp:
    """Tries nothing."""

    name: str
    description: str

    replans: bool = False
    last_look: str = ""

    def recover(self, mission: Mission, case: FailureCase) -> Steps:  # noqa: ARG002
        """Return the failure."""
        yield from ()  # a procedure like the others, though it asks for nothing
        return case.failure


NONE = GiveUp(settings.NONE, "nothing is tried")
