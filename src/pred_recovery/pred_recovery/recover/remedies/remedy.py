"""One way to cure a failed subgoal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pred_core.outcome import Code
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps
from pred_recovery.mission.settings import Settings


def _always(_: Mission, __: FailureCase) -> bool:
    return True


@dataclass(frozen=True)
class Remedy:
    """One way to recover: for which failures, how, and how often for one subgoal (a number or a setting's)."""

    name: str
    codes: frozenset[Code]
    run: Callable[[Mission, FailureCase], Steps]
    limit: int | Callable[[Settings], int] = 1
    when: Callable[[Mission, FailureCase], bool] = _always

    def suits(self, mission: Mission, case: FailureCase) -> bool:
        """Tell whether it is for this failure and was not used up."""
        limit = self.limit if isinstance(self.limit, int) else self.limit(mission.settings)
        return case.failure.code in self.codes and case.tried(self.name) < limit and self.when(mission, case)
