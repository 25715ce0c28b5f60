"""What a strategy of recovery is, and how one attempt of it is counted and recorded.

The parameter ``recovery`` chooses one strategy of :mod:`pred_recovery.recover.registry`. To add one: write a module in
``strategies/`` with an object that fits :class:`Strategy`, and name it in the registry.
"""

from __future__ import annotations

from typing import Protocol

from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps, stage


class Strategy(Protocol):
    """What is tried after a subgoal failed."""

    @property
    def name(self) -> str:
        """The value of the parameter ``recovery`` that chooses it."""

    @property
    def description(self) -> str:
        """What it tries, in a few words for people."""

    @property
    def replans(self) -> bool:
        """Whether the rules may make another plan where all else failed."""

    @property
    def last_look(self) -> str:
        """The planner's method that says after the plan what the task still lacks; '' = nobody is asked."""

    def recover(self, mission: Mission, case: FailureCase) -> Steps:
        """Yield requests until the subgoal is done, or nothing is left to try: then return why it is not.

        A success with a plan other than the one the subgoal began with goes on at that plan's cursor.
        It is not called for a failure in :data:`~pred_recovery.mission.failure_case.FATAL`, and must return a failure
        in it as soon as a request ends with one. :func:`attempt` counts and records each attempt.
        """


def attempt(mission: Mission, case: FailureCase, name: str, steps: Steps) -> Steps:
    """Make one attempt to recover: count it, show and record how it ended, and let a new failure be the case's."""
    failure, failed = case.failure, mission.failures
    case.tries[name] = case.tried(name) + 1
    target = case.target
    outcome = yield from stage(name, steps)
    case.refused = mission.failures - failed + (case.refused if case.target is target else 0)
    mission.log.recovery(case.subgoal.id, failure, name, case.tried(name), outcome)
    if not outcome:
        case.failure = outcome
    return outcome
