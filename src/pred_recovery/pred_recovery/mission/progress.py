"""How far the task is: its plan, what is done, what failed and what it has cost."""

from __future__ import annotations

from dataclasses import dataclass, field

from pred_core.outcome import Outcome
from pred_core.plan_language import Kind, Plan, PlanRevision, Subgoal
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.world import OwnState


@dataclass
class Progress:
    """How far a task is."""

    plan: Plan | None = None
    """The plan that is followed, with its cursor."""
    asked: tuple[Subgoal, ...] = ()
    """The plan's triplets, with those that were struck as so already as they were before that."""
    attempted: Plan | None = None
    """The plan when the present subgoal was begun: another one since then has a cursor of its own."""
    done: set[str] = field(default_factory=set)
    """Ids of the subgoals that are done."""
    outcome: Outcome = field(default_factory=Outcome.success)
    """How the latest procedure ended, and at the end the task."""
    case: FailureCase | None = None
    """The subgoal that failed and is to be recovered."""
    unverified: Subgoal | None = None
    """The step that picked up what the hand holds, until that is looked at in the hand."""
    started: OwnState | None = None
    """The robot at the first observation; limits count from it."""
    spent: tuple[int, int] = (0, 0)
    """Actions, and failed ones among them."""
    started_over: set[str] = field(default_factory=set)
    """Variables of the plan whose object was replaced from where the plan took it up first."""
    regrounds: int = 0
    """How often the planner was asked for another meaning of the words."""
    fetches: int = 0
    """How often something that fell out of the hand was picked up again."""
    pictures: int = 0
    """How many pictures a model was shown."""
    corrections: dict[tuple[str, ...], int] = field(default_factory=dict)
    """How often each stage of recovery changed the plan for a failed step of these words."""
    added: set[tuple[str, str]] = field(default_factory=set)
    """What each stage of recovery has put after the plan, as text."""
    revised_by: list[Kind] = field(default_factory=list)
    """The module that caused each revision because of a discrepancy."""
    last_revision: PlanRevision | None = None
    """The last revision that was accepted."""
