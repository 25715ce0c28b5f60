"""Running the tree of one task to its end, and what is told about that end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from pred_core.outcome import Outcome
from pred_core.plan_language import Kind, Plan
from pred_recovery.mission.mission import Mission
from pred_recovery.tree.build import build
from pred_recovery.tree.nodes import Link
from pred_recovery.tree.snapshot import snapshot


@dataclass(frozen=True)
class TaskEnd:
    """How a task ended. The goal conditions are what the robot believes, triplet by triplet."""

    outcome: Outcome
    actions: int
    failures: int
    goals: int
    goals_total: int
    plan: Plan | None
    swayed_by: tuple[Kind, ...] = ()
    revised_by: tuple[Kind, ...] = ()
    questions: int = 0
    not_used: tuple[str, ...] = ()
    not_verified: tuple[str, ...] = ()


async def run(mission: Mission, link: Link, wait: Callable[[], Awaitable[Outcome]]) -> TaskEnd:
    """Tick the task's tree until it ends.

    :param wait: returns when there is something new (a reply, an observation); any outcome but success ends the task
    """
    root = build(mission, link)
    _tick(root, mission)
    while root.status is Status.RUNNING:
        over = await wait()
        if not over:
            root.stop(Status.INVALID)
            mission.log.tree(snapshot(root))
            mission.progress.outcome = over
            break
        _tick(root, mission)
    goals, total = mission.goals()
    mission.note(
        "end",
        str(mission.progress.outcome),
        code=mission.progress.outcome.code,
        actions=mission.actions,
        failures=mission.failures,
        goals=goals,
        goals_total=total,
    )
    return TaskEnd(
        mission.progress.outcome,
        mission.actions,
        mission.failures,
        goals,
        total,
        mission.plan,
        tuple(sorted(mission.trace.swayed_by)),
        tuple(mission.progress.revised_by),
        mission.words.questions,
        mission.words.not_used,
        mission.words.not_verified,
    )


def _tick(root: Behaviour, mission: Mission) -> None:
    root.tick_once()
    mission.log.tree(snapshot(root))
