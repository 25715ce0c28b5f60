"""The loop of one goal, free of ROS: decide, move the camera, see, until it ends."""

from __future__ import annotations

from typing import Protocol

from pred_core.navigation import Report
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from ur5_driver.gaze.tasks import End, Knowledge, Look, Task

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

    async def pursue(self, task: Task, driver: Driver, max_looks: int) -> Report:
        """Pursue a goal to its end.

        :param max_looks: STEP_LIMIT once the camera was moved so many times
        """
        looks, step = 0, 0
        while True:
            memory = await driver.memory(step)
            if driver.canceled():
                return Report(Outcome(Code.CANCELED, "Looking was cancelled."), "", looks, step)
            if isinstance(memory, Outcome):
                return Report(memory, "", looks, step)
            step = memory.step
            self.knowledge.observe(memory)
            decision = task.decide(memory, self.knowledge)
            if isinstance(decision, End):
                return Report(decision.outcome, decision.found_id, looks, step)
            if looks >= max_looks:
                limit = Outcome(Code.STEP_LIMIT, f"Looking used all of its {max_looks} views.")
                return Report(limit, "", looks, step)
            driver.progress(decision, looks)
            outcome, seen = await driver.look(decision)
            looks += 1
            step = max(step, seen)
            if not outcome and outcome.code not in ANOTHER_VIEW:
                return Report(outcome, "", looks, step)
            task.heard(outcome, self.knowledge)
