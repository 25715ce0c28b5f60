"""Pursues one goal after the other with the camera, free of ROS."""

from __future__ import annotations

from typing import Protocol

from pred_core import goal_loop
from pred_core.goal_loop import Acted, End
from pred_core.navigation import NOTHING, Report, Watch
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from ur5_driver.gaze.tasks import GazeTask, Knowledge, Look

ANOTHER_VIEW = (Code.UNREACHABLE, Code.BLOCKED)
"""Outcomes of a look after which another view may do; any other failure ends the goal."""


class Driver(Protocol):
    """The arm as a goal sees it."""

    async def memory(self, step: int) -> ObjectMemory | Outcome:
        """Return the object memory after at least observation ``step``, or why there is none."""
        ...

    async def look(self, look: Look) -> tuple[Outcome, int]:
        """Move the camera; return what became of it and the observation taken after it."""
        ...

    def canceled(self) -> bool:
        """Tell whether the goal is to end now."""
        ...

    def progress(self, look: Look, looks: int) -> None:
        """Hear what happens next."""
        ...


class Gazer:
    """Pursues goals one after the other; which views were used stays known for the episode."""

    def __init__(self) -> None:
        self.knowledge = Knowledge()

    async def pursue(self, task: GazeTask, driver: Driver, max_looks: int, watch: Watch = NOTHING) -> Report:
        """Pursue a goal to its end.

        :param max_looks: STEP_LIMIT once the camera was moved so many times
        :param watch: what ends it at the very observation that shows it, with SIGHTED
        """
        return await goal_loop.pursue(_Pilot(self.knowledge, task, driver), max_looks, watch)


class _Pilot:
    """Pursues one goal with the camera."""

    name, unit = "Looking", "views"

    def __init__(self, knowledge: Knowledge, task: GazeTask, driver: Driver) -> None:
        self._knowledge = knowledge
        self._task = task
        self._driver = driver
        self.canceled = driver.canceled
        self.look = driver.memory

    def memory_of(self, world: ObjectMemory) -> ObjectMemory:
        return world

    def decide(self, world: ObjectMemory) -> Look | End:
        self._knowledge.observe(world)
        return self._task.decide(world, self._knowledge)

    async def act(self, world: ObjectMemory, decision: Look, done: int, left: int) -> Acted:  # noqa: ARG002
        self._driver.progress(decision, done)
        outcome, step = await self._driver.look(decision)
        if not outcome and outcome.code not in ANOTHER_VIEW:
            return Acted(1, step, outcome)
        self._task.heard(outcome, self._knowledge)
        return Acted(1, step)
