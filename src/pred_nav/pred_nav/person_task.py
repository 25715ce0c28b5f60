"""Going to a person: near enough to hand something over, facing them, and no nearer than a body's width."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.goal_loop import End
from pred_core.outcome import Code, Outcome
from pred_core.people import NEAREST
from pred_nav.bodies import with_person
from pred_nav.goal import NavSettings, Step, step_along, survey, too_often_blocked
from pred_nav.knowledge import Knowledge, NavWorld
from pred_nav.motions import looks

BEARINGS = 16
"""From how many sides a place before the person is looked for."""
COMFORTABLE = (0.8, 1.0, 0.65, 1.2, 1.4)
"""How far from the person's middle to stand, the best first (m); a long body's middle as much farther as it is long."""
ROUND = 4.0
"""How many motions one would rather go than stand at the next worse distance."""
ASKEW = math.radians(50.0)
"""How far off its heading the person may be: the base of a lattice turns by quarters."""


class PersonTask:
    """Stand before a person; they are an obstacle on the way, whether the map shows them or not."""

    def __init__(self, person: Pose2D, farthest: float, settings: NavSettings) -> None:
        self._person = person
        self._farthest = farthest
        self._settings = settings
        self._ahead = settings.base.ahead
        self._blocks = 0

    def blocked(self) -> None:
        self._blocks += 1

    def decide(self, world: NavWorld, knowledge: Knowledge) -> Step | End:
        if self._stands_well(world.base):
            return self._face_up(world)
        if self._blocks > self._settings.blocked_limit:
            return End(too_often_blocked(self._blocks))
        shown = with_person(world.grid, self._person, world.base, self._ahead)
        _, reach = survey(replace(world, grid=shown), knowledge, self._settings)
        best: tuple[float, tuple[int, int, int]] | None = None
        for rank, pose in self._places():
            state = reach.nearest_state(pose)
            if state is not None and self._stands_well(reach.pose(state)):
                cost = float(reach.cost[state]) + rank
                best = min(filter(None, (best, (cost, state))))
        if best is None:
            return End(Outcome(Code.UNREACHABLE, self._nowhere()))
        motions = reach.motions_to(best[1])
        if not motions:
            return End(Outcome(Code.UNREACHABLE, self._nowhere()))
        return step_along(motions, self._settings.chunk, "on the way to the person", world, self._settings)

    def _face_up(self, world: NavWorld) -> Step | End:
        """Look level, for the hand is held out to where the camera looks."""
        tilts = looks(world.pitch, 0.0, self._settings.base)
        if tilts and self._blocks <= self._settings.blocked_limit:
            return step_along(tilts, len(tilts), "looking up at the person", world, self._settings)
        return End(Outcome.success("The robot stands before the person."))

    def _places(self) -> Iterator[tuple[float, Pose2D]]:
        """Yield poses around the person that look at them, each with how much way one would rather go than take it."""
        for rank, away in enumerate(COMFORTABLE):
            for number in range(BEARINGS):
                bearing = 2.0 * math.pi * number / BEARINGS
                far = away + self._ahead
                x, y = self._person.x + far * math.cos(bearing), self._person.y + far * math.sin(bearing)
                yield ROUND * rank, Pose2D(x, y, wrap_angle(bearing + math.pi))

    def _stands_well(self, pose: Pose2D) -> bool:
        away = pose.distance_to(self._person)
        there = math.atan2(self._person.y - pose.y, self._person.x - pose.x)
        return NEAREST + self._ahead <= away <= self._farthest and abs(wrap_angle(there - pose.yaw)) <= ASKEW

    def _nowhere(self) -> str:
        return (
            f"No free place {NEAREST + self._ahead:.1f} to {self._farthest:.1f} m before the person at "
            f"({self._person.x:.2f}, {self._person.y:.2f}) can be reached."
        )
