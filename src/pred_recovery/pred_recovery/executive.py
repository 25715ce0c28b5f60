"""Running the tree of one task to its end, and what is told about that end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from py_trees.common import Status

from pred_core.outcome import Code, Outcome
from pred_planner.language import Kind, Plan
from pred_recovery.mission import Mission
from pred_recovery.tree import Link, build


@dataclass(frozen=True)
class Result:
    """How a task ended. The goal conditions are what the robot believes, triplet by triplet."""

    outcome: Outcome
    actions: int
    failures: int
    goals: int
    goals_total: int
    plan: Plan | None
    swayed_by: tuple[Kind, ...] = ()


async def run(mission: Mission, link: Link, wait: Callable[[], Awaitable[bool]]) -> Result:
    """Tick the task's tree until it ends.

    :param wait: returns when there is something new (a reply, an observation); False ends the task as cancelled
    """
    root = build(mission, link)
    root.tick_once()
    while root.status is Status.RUNNING:
        if not await wait():
            root.stop(Status.INVALID)
            mission.outcome = Outcome(Code.CANCELED, "The task was cancelled.")
            break
        root.tick_once()
    goals, total = mission.goals()
    mission.note(
        "end",
        str(mission.outcome),
        code=mission.outcome.code,
        actions=mission.actions,
        failures=mission.failures,
        goals=goals,
        goals_total=total,
    )
    return Result(
        mission.outcome,
        mission.actions,
        mission.failures,
        goals,
        total,
        mission.plan,
        tuple(sorted(mission.swayed_by)),
    )
