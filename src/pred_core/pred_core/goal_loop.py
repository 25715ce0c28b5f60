"""The loop of one goal of navigate_to, free of ROS: see, decide, act, until it ends. What moves is the pilot's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pred_core.navigation import Report, Watch, sighted
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome


@dataclass(frozen=True)
class End:
    """How a goal ended; ``found_id`` is the object that ended it, if one did."""

    outcome: Outcome
    found_id: str = ""


@dataclass(frozen=True)
class Acted:
    """What came of a decision: how many motions were tried, the last observation, and why the goal ends, if it does."""

    tried: int
    step: int
    failure: Outcome | None = None


class Pilot[W, D](Protocol):
    """Whoever pursues one goal. ``W`` is the world it decides on, ``D`` what it decides to do."""

    name: str
    """What it does, as the subject of a sentence: Navigation."""
    unit: str
    """What a goal's limit counts: motions."""

    def canceled(self) -> bool:
        """Tell whether the goal is to end now."""

    async def look(self, step: int) -> W | Outcome:
        """Return the world after at least observation ``step``, or why there is none."""

    def memory_of(self, world: W) -> ObjectMemory:
        """Return the object memory of a world."""

    def decide(self, world: W) -> D | End:
        """Return what to do next, or how the goal ended."""

    async def act(self, world: W, decision: D, done: int, left: int) -> Acted:
        """Do it, with at most ``left`` motions; ``done`` were made before."""


async def pursue[W, D](pilot: Pilot[W, D], limit: int, watch: Watch) -> Report:
    """Pursue a goal to its end.

    :param limit: STEP_LIMIT once so many motions were tried
    :param watch: what ends the goal at the very observation that shows it, with SIGHTED
    """
    done, step = 0, 0
    canceled = Outcome(Code.CANCELED, f"{pilot.name} was cancelled.")
    while True:
        if pilot.canceled():
            return Report(canceled, "", done, step)
        world = await pilot.look(step)
        if pilot.canceled():
            return Report(canceled, "", done, step)
        if isinstance(world, Outcome):
            return Report(world, "", done, step)
        memory = pilot.memory_of(world)
        step = memory.step
        seen = watch.seen(memory)
        if seen is not None:
            return Report(sighted(seen), seen.id, done, step)
        decision = pilot.decide(world)
        if isinstance(decision, End):
            return Report(decision.outcome, decision.found_id, done, step)
        if done >= limit:
            reached = Outcome(Code.STEP_LIMIT, f"{pilot.name} used all of its {limit} {pilot.unit}.")
            return Report(reached, "", done, step)
        acted = await pilot.act(world, decision, done, limit - done)
        done += acted.tried
        step = max(step, acted.step)
        if acted.failure is not None:
            return Report(acted.failure, "", done, step)
