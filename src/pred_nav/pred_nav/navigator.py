"""Pursues one navigation goal after the other, free of ROS."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pred_core import goal_loop
from pred_core.geometry import wrap_angle
from pred_core.goal_loop import Acted, End
from pred_core.navigation import NOTHING, Report, Watch
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_nav.goal import NavSettings, NavTask, Step
from pred_nav.knowledge import Knowledge, NavWorld
from pred_nav.motions import Move, moved

LEAST_PATIENCE = 20
"""Decisions in a row without a motion after which a task is taken as stuck."""
MOST_STILL = 5
"""Motions in a row after which the robot stands and looks exactly as before: more of them change nothing either."""
TINY = 0.01
"""No motion moves or turns the robot by less than this (m, rad)."""
FINAL = frozenset({Code.UNAVAILABLE, Code.ROBOT_LOST, Code.BUSY, Code.BAD_INPUT, Code.CANCELED})
"""Outcomes of a motion that navigation can do nothing about."""


@dataclass(frozen=True)
class MoveResult:
    """What became of motions: ``completed`` succeeded; ``outcome`` is that of the last one tried."""

    outcome: Outcome
    completed: int
    step: int


class Driver(Protocol):
    """The robot as a navigation goal sees it."""

    async def look(self, step: int) -> NavWorld | Outcome:
        """Return the world after at least observation ``step``, or why there is none."""
        ...

    async def move(self, motions: Sequence[Move]) -> MoveResult:
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

    async def pursue(self, task: NavTask, driver: Driver, max_motions: int, watch: Watch = NOTHING) -> Report:
        """Pursue a goal to its end.

        :param max_motions: STEP_LIMIT once so many motions were tried
        :param watch: what ends it at the very observation that shows it, with SIGHTED
        """
        return await goal_loop.pursue(_Pilot(self, task, driver, watch), max_motions, watch)


class _Pilot:
    """Pursues one goal with the base."""

    name, unit = "Navigation", "motions"

    def __init__(self, navigator: Navigator, task: NavTask, driver: Driver, watch: Watch) -> None:
        self._settings = navigator.settings
        self._knowledge = navigator.knowledge
        self._task = task
        self._driver = driver
        self._watch = watch
        self._idle = self._still = 0
        self._stood: NavWorld | None = None
        self.canceled = driver.canceled
        self.look = driver.look

    def memory_of(self, world: NavWorld) -> ObjectMemory:
        return world.memory

    def decide(self, world: NavWorld) -> Step | End:
        cropped = replace(world, grid=world.grid.cropped())
        self._knowledge.observe(cropped)
        return self._task.decide(cropped, self._knowledge)

    async def act(self, world: NavWorld, decision: Step, done: int, left: int) -> Acted:
        if not decision.motions:
            self._idle += 1
            stuck = self._idle > LEAST_PATIENCE
            return Acted(0, 0, Outcome(Code.UNREACHABLE, "No way leads there.") if stuck else None)
        self._idle = 0
        self._still = self._still + 1 if self._stood is not None and _same(self._stood, world) else 0
        self._stood = world
        if self._still >= MOST_STILL:
            return Acted(0, 0, Outcome(Code.UNREACHABLE, "The robot does not get nearer, though nothing stops it."))
        self._driver.progress(decision, done)
        chunk = list(decision.motions[:left])
        result = await _move(chunk, self._driver, self._watch)
        tried = result.completed + (0 if result.outcome else 1)
        goes_on = bool(result.outcome) or self._learn(world, chunk, result)
        return Acted(tried, result.step, None if goes_on else result.outcome)

    def _learn(self, world: NavWorld, chunk: Sequence[Move], result: MoveResult) -> bool:
        """Learn from motions that did not all succeed. False: this is nothing navigation can get around."""
        if result.outcome.code in FINAL:
            return False
        pose = world.base
        for motion in chunk[: result.completed]:
            pose = moved(pose, motion, self._settings.base)
        if result.completed < len(chunk):
            self._knowledge.collide(pose, chunk[result.completed], result.step)
        self._task.blocked()
        return True


def _same(before: NavWorld, now: NavWorld) -> bool:
    """Tell whether the robot stands and looks as it did."""
    moved_on = before.base.distance_to(now.base) > TINY or abs(wrap_angle(before.base.yaw - now.base.yaw)) > TINY
    return not moved_on and abs(before.pitch - now.pitch) < TINY


async def _move(chunk: Sequence[Move], driver: Driver, watch: Watch) -> MoveResult:
    """Make motions, one by one where something is watched for, and none after it was seen.

    What comes of them is the same either way: the way is planned again only when all are made.
    """
    if not watch.classes:
        return await driver.move(chunk)
    for count, motion in enumerate(chunk, start=1):
        result = await driver.move([motion])
        result = replace(result, completed=count - 1 + result.completed)
        if not result.outcome or count == len(chunk):
            break
        world = await driver.look(result.step)
        if isinstance(world, Outcome):
            return replace(result, outcome=world)
        if driver.canceled() or watch.seen(world.memory) is not None:
            break
    return result
