"""The loop of one navigation goal, free of ROS: decide, move, see, until it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pred_core.navigation import Report
from pred_core.outcome import Code, Outcome
from pred_nav.goal import End, NavSettings, Step, Task
from pred_nav.knowledge import Knowledge, World
from pred_nav.motions import Motion, moved

LEAST_PATIENCE = 20
"""Decisions in a row without a motion after which a task is taken as stuck."""


@dataclass(frozen=True)
class MoveResult:
    """What became of motions: ``completed`` succeeded; ``outcome`` is that of the last one tried."""

    outcome: Outcome
    completed: int
    step: int


class Driver(Protocol):
    """The robot as a navigation goal sees it."""

    async def look(self, step: int) -> World | Outcome:
        """Return the world after at least observation ``step``, or why there is none."""
        ...

    async def move(self, motions: Sequence[Motion]) -> MoveResult:
        """Make motions until the first that fails."""
        ...

    def canceled(self) -> bool:
        """Tell whether the goal is to end now."""
        ...

    def progress(self, step: Step, motions: int) -> None:
        """Hear what happens next."""
        ...


class Navigator:
    """Pursues goals one after the other; what it learns about the room stays."""

    def __init__(self, settings: NavSettings) -> None:
        self.settings = settings
        self.knowledge = Knowledge(settings.base, settings.knowledge)

    async def pursue(self, task: Task, driver: Driver, max_motions: int) -> Report:
        """Pursue a goal to its end.

        :param max_motions: STEP_LIMIT once so many motions were tried
        """
        motions, step, idle = 0, 0, 0
        while True:
            if driver.canceled():
                return Report(Outcome(Code.CANCELED, "Navigation was cancelled."), "", motions, step)
            world = await driver.look(step)
            if isinstance(world, Outcome):
                return Report(world, "", motions, step)
            step = world.step
            world = replace(world, grid=world.grid.cropped())
            self.knowledge.observe(world)
            decision = task.decide(world, self.knowledge)
            if isinstance(decision, End):
                return Report(decision.outcome, decision.found_id, motions, step)
            idle = 0 if decision.motions else idle + 1
            if idle > LEAST_PATIENCE:
                return Report(Outcome(Code.UNREACHABLE, "No way leads there."), "", motions, step)
            if motions >= max_motions:
                return Report(_limit(max_motions), "", motions, step)
            if not decision.motions:
                continue
            driver.progress(decision, motions)
            chunk = list(decision.motions[: max_motions - motions])
            result = await driver.move(chunk)
            step = max(step, result.step)
            motions += result.completed + (0 if result.outcome else 1)
            if not result.outcome and not self._learn(world, chunk, result, task):
                return Report(result.outcome, "", motions, step)

    def _learn(self, world: World, chunk: Sequence[Motion], result: MoveResult, task: Task) -> bool:
        """Learn from motions that did not all succeed. False: this is nothing navigation can get around."""
        if result.outcome.code in (
            Code.UNAVAILABLE,
            Code.ROBOT_LOST,
            Code.BUSY,
            Code.BAD_INPUT,
            Code.CANCELED,
        ):
            return False
        pose = world.base
        for motion in chunk[: result.completed]:
            pose = moved(pose, motion, self.settings.base)
        if result.completed < len(chunk):
            self.knowledge.collide(pose, chunk[result.completed], result.step)
        task.blocked()
        return True


def _limit(count: int) -> Outcome:
    return Outcome(Code.STEP_LIMIT, f"Navigation used all of its {count} motions.")
