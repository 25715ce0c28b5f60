"""A task as it is given, what is heard of it, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.outcome import Outcome
from pred_core.plan_language import Plan
from pred_core.ros.conversions import outcome_from_msg
from pred_core.ros.plan_conversions import plan_from_msg
from pred_msgs.action import ExecuteTask


@dataclass(frozen=True)
class Task:
    """What is to be done. Limits of 0 are the executive's own.

    ``run_dir`` is for the record; '' = a new folder where the launch says, none = no record.
    """

    instruction: str
    steps: tuple[str, ...] = ()
    dialogue: tuple[str, ...] = ()
    max_actions: int = 0
    max_failures: int = 0
    seed: int = 0
    run_dir: str = ""

    def to_goal(self) -> ExecuteTask.Goal:
        """Return the goal message."""
        return ExecuteTask.Goal(
            instruction=self.instruction,
            steps=list(self.steps),
            dialogue=list(self.dialogue),
            max_actions=self.max_actions,
            max_failures=self.max_failures,
            seed=self.seed,
            run_dir=self.run_dir,
        )


@dataclass(frozen=True)
class Feedback:
    """One thing the robot told while it worked: at which of how many steps it is, and after how many actions."""

    reason: str
    index: int
    total: int
    actions: int

    def __str__(self) -> str:
        where = f"[{self.index}/{self.total}] " if self.total else ""
        return f"{where}{self.reason}   ({self.actions} action{'' if self.actions == 1 else 's'})"


@dataclass(frozen=True)
class Ended:
    """How a task ended, as the robot measured it: true when it was done.

    ``goals`` of ``goals_total`` parts of the plan are believed done. ``swayed_by`` are the discrepancy modules that
    had a say in what was done, None where that is not known; ``revised_by`` caused each revision of the plan.
    ``not_used`` are words of the instruction that had no say, ``not_verified`` is what was taken in place of what was
    said, and what was not seen to hold in the end, in words.
    """

    outcome: Outcome
    actions: int = 0
    failures: int = 0
    goals: int = 0
    goals_total: int = 0
    plan: Plan | None = None
    swayed_by: tuple[str, ...] | None = None
    revised_by: tuple[str, ...] = ()
    questions: int = 0
    not_used: tuple[str, ...] = ()
    not_verified: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.outcome)

    def __str__(self) -> str:
        """Return one honest line."""
        counts = (
            f"{self.goals} of {_counted(self.goals_total, 'goal')}, {_counted(self.actions, 'action')}, "
            f"{self.failures} failed."
        )
        unused = f" Not used: {', '.join(self.not_used)}." if self.not_used else ""
        but = f", but: {'; '.join(self.not_verified)}. " if self.not_verified else ": "
        if self and self.outcome.message and not self.not_verified:  # a question was answered
            return self.outcome.message
        if self:
            return f"Done{but}{counts}{unused}"
        return f"Not done: {self.outcome.message or self.outcome.code} ({self.outcome.code}; {counts[:-1]})"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def feedback_from_msg(message: ExecuteTask.Feedback) -> Feedback:
    """Return what a feedback message tells."""
    return Feedback(message.reason, int(message.index), int(message.total), int(message.actions))


def result_from_msg(message: ExecuteTask.Result) -> Ended:
    """Return how a task ended.

    :raises PlanMessageError: when the plan in it is broken
    """
    return Ended(
        outcome_from_msg(message.outcome),
        int(message.actions),
        int(message.failures),
        int(message.goal_conditions),
        int(message.goal_conditions_total),
        plan_from_msg(message.final_plan) if message.final_plan.plan_id else None,
        tuple(message.swayed_by),
        tuple(message.revised_by),
        int(message.questions),
        tuple(message.not_used),
        tuple(message.not_verified),
    )
