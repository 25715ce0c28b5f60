"""Recovery of a failed subgoal by the strategy that was chosen, and its last look after the plan."""

from __future__ import annotations

from pred_core.outcome import Outcome
from pred_core.plan_language import Level, Subgoal
from pred_recovery.mission.failure_case import FATAL, FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps, stage
from pred_recovery.recover.corrections import NOTHING_FAILED, correct
from pred_recovery.recover.registry import STRATEGIES
from pred_recovery.recover.strategy import Strategy
from pred_recovery.refer.ending import put_down_instead

LAST_LOOK = "last_look"
END = Subgoal("end", Level.TUPLE, "", "")
"""Stands for the end of the plan, where no step has failed."""


def strategy_of(mission: Mission) -> Strategy:
    """Return the strategy that was chosen."""
    return STRATEGIES[mission.settings.recovery]


def recover(mission: Mission) -> Steps:
    """Recover the subgoal that failed, if there is one and nothing ends the task for good."""
    case = mission.progress.case
    if case is None:
        return Outcome.success()
    if case.failure.code in FATAL:
        return case.failure
    strategy = strategy_of(mission)
    outcome = yield from stage(strategy.name, strategy.recover(mission, case))
    if outcome:
        mission.progress.case = None
    return outcome


def look_for_what_lacks(mission: Mission) -> Steps:
    """After the last step of the plan: go on with what the robot believes that the task lacks (CMFR, stage 4).

    It is no failure where nothing is known to be lacking, or nobody knows a way; what nobody took is not fetched again.
    """
    method = strategy_of(mission).last_look
    plan = mission.plan
    if not method or plan is None or mission.subgoal is not None or any(put_down_instead(mission)):
        return Outcome.success()
    case = FailureCase(END, None, NOTHING_FAILED)
    outcome = yield from correct(mission, case, method, LAST_LOOK)
    if outcome.code in FATAL:
        return outcome
    return Outcome.success(outcome.message)
