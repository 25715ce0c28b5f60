"""Navigation goals that say where to go: a pose, an object, all sides of a place."""

from __future__ import annotations

import math
from dataclasses import replace

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.goal_loop import End
from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_nav.free_base import FreeReach
from pred_nav.goal import SAME_PLACE, NavSettings, Step, step_along, survey, too_often_blocked
from pred_nav.interaction import InteractionSettings, Station, on_other_sides, pick, stations
from pred_nav.knowledge import Knowledge, NavWorld
from pred_nav.lattice import Reach
from pred_nav.motions import Motion, looks
from pred_nav.terrain import Terrain

FARTHEST = 1.5
"""From farther away nothing can be acted on (m): AI2-THOR's visibility distance."""
WIDEST = math.radians(44.0)
"""Half the picture, but for its very edge."""
NO_STEP, NO_TURN = 0.06, 0.08
"""Ways shorter than this (m, rad) are none: a robot that is told so stands there already, and does not move."""
SAME_VIEW = math.radians(25.0)
"""Headings nearer to each other than this show the same (rad)."""


class PoseTask:
    """Go to a pose."""

    def __init__(self, goal: Pose2D, settings: NavSettings) -> None:
        self._goal = goal
        self._settings = settings
        self._blocks = 0

    def blocked(self) -> None:
        self._blocks += 1

    def decide(self, world: NavWorld, knowledge: Knowledge) -> Step | End:
        _, reach = survey(world, knowledge, self._settings)
        state = reach.nearest_state(self._goal)
        tolerance = self._settings.base.step * 0.75
        if state is None or reach.pose(state).distance_to(self._goal) > tolerance:
            return End(
                Outcome(
                    Code.UNREACHABLE,
                    f"No free place within {tolerance:.2f} m of ({self._goal.x:.2f}, {self._goal.y:.2f}) "
                    "can be reached.",
                )
            )
        if self._blocks > self._settings.blocked_limit:
            return End(too_often_blocked(self._blocks))
        motions = reach.motions_to(state)
        if not motions:
            return End(Outcome.success("The pose is reached."))
        return step_along(motions, self._settings.chunk, "on the way", world, self._settings)


class LookAroundTask:
    """See all sides of a place: turn until every quarter was looked at.

    A long body may have no room to turn: then it turns the other way; where that is blocked, too, it saw what it saw.
    """

    def __init__(self, settings: NavSettings) -> None:
        self._settings = settings
        self._all = self._left = round(2.0 * math.pi / settings.base.turn) - 1
        self._turn: Motion | None = Motion.TURN_LEFT

    def blocked(self) -> None:
        self._left = self._all
        self._turn = Motion.TURN_RIGHT if self._turn is Motion.TURN_LEFT else None

    def decide(self, world: NavWorld, knowledge: Knowledge) -> Step | End:  # noqa: ARG002
        if self._turn is None:
            return End(Outcome.success("There is no room to turn to all sides: some were looked at."))
        if self._left <= 0:
            return End(Outcome.success("All sides were looked at."))
        self._left -= 1
        return step_along([self._turn], 1, "looking around", world, self._settings)


class ObjectTask:
    """Stand so that an object can be acted on: near, in view, the camera at its height."""

    def __init__(self, object_id: str, attempt: int, distance: float, settings: NavSettings) -> None:
        self._id = object_id
        self._attempt = attempt
        self._distance = distance or settings.distance
        self._settings = settings
        self._station: Station | None = None
        self._box: ObjectState | None = None
        self._adjustments: list[list[Motion]] | None = None
        self._squeezes = self._same_side = False
        self._blocks = 0

    def blocked(self) -> None:
        self._blocks += 1
        self._box = None  # choose anew: another place may be nearer now

    def decide(self, world: NavWorld, knowledge: Knowledge) -> Step | End:
        target = world.memory.get_even_doubtful(self._id)
        if target is None:
            return End(Outcome(Code.NOT_FOUND, f"{self._id} is not in the object memory (any more)."))
        if target.held:
            return End(Outcome(Code.BAD_INPUT, f"{self._id} is in the hand: there is nowhere to go."))
        if self._blocks > self._settings.blocked_limit:
            return End(too_often_blocked(self._blocks))
        if self._adjustments is not None:
            return self._adjust(world, target)
        terrain, reach = survey(world, knowledge, self._settings, squeezes=self._squeezes)
        if self._box is None or _moved(self._box, target):
            self._choose(target, reach, terrain, world, knowledge)
        if (self._station is None or self._same_side) and self._settings.base.free and not self._squeezes:
            self._squeezes = True  # a long body keeps to the middle of an alley that is hardly wider than itself
            terrain, reach = survey(world, knowledge, self._settings, squeezes=True)
            self._choose(target, reach, terrain, world, knowledge)
        if self._station is None:
            return End(
                Outcome(
                    Code.UNREACHABLE,
                    f"No {'further ' if self._attempt else ''}free place within "
                    f"{self._demands()[-1][0]:.2f} m of {self._id} "
                    "from which it can be seen can be reached.",
                )
            )
        return self._go(world, reach, target)

    def _choose(
        self,
        target: ObjectState,
        reach: Reach | FreeReach,
        terrain: Terrain,
        world: NavWorld,
        knowledge: Knowledge,
    ) -> None:
        tried = knowledge.tried.setdefault(self._id, [])
        if self._station is not None and self._station in tried:
            tried.remove(self._station)
        elif self._attempt == 0:
            tried.clear()
        self._box, self._station = target, None
        for distance, choice in self._demands():
            ranked = stations(
                target,
                reach,
                terrain,
                pitch=world.pitch,
                distance=distance,
                base=self._settings.base,
                settings=choice,
            )
            others = on_other_sides(ranked, tried, target) if self._attempt % 2 else ranked
            self._station = pick(others, tried, choice)
            self._same_side = self._station is None and bool(ranked)
            self._station = self._station or pick(ranked, tried, choice)
            if self._station is not None:
                break
        if self._station is not None:
            tried.append(self._station)

    def _demands(self) -> tuple[tuple[float, InteractionSettings], ...]:
        """Return from how near, metres, and how well in view, first as wished, then as the last resort."""
        wished = self._settings.interaction
        edge = replace(
            wished, widest=max(wished.widest, WIDEST), steepest=max(wished.steepest, WIDEST), closer=True
        )
        if self._distance < self._settings.distance:
            return ((self._distance, wished),)  # the distance asked for goes first
        return (self._distance, wished), (max(self._distance, FARTHEST), edge)

    def _go(self, world: NavWorld, reach: Reach | FreeReach, target: ObjectState) -> Step | End:
        station = self._station
        assert station is not None  # decide() ended otherwise
        state = reach.nearest_state(station.pose)
        if state is None or not _same(reach.pose(state), station.pose):
            self._box = None  # the way closed while it was walked
            self._blocks += 1
            return Step((), "choosing another place", (world.base,), 0.0)
        way = [] if _stands_at(world.base, reach.pose(state)) else reach.motions_to(state)
        motions = [*way, *looks(world.pitch, station.pitch, self._settings.base)]
        if motions:
            return step_along(
                motions, self._settings.chunk, f"on the way to {self._id}", world, self._settings
            )
        if target.visible:
            return End(Outcome.success(f"{self._id} is in view."), self._id)
        if self._settings.hand_hides and world.memory.held_id:
            return End(Outcome.success(f"{self._id} is before the camera, behind what the hand holds."), self._id)
        self._adjustments = self._looks_around(world)
        return self._adjust(world, target)

    def _looks_around(self, world: NavWorld) -> list[list[Motion]]:
        """Return further looks from the same place, each to try in turn."""
        base = self._settings.base
        nearby = sorted(base.pitches(world.pitch), key=lambda p: (abs(p - world.pitch), -p))[1:3]
        current, tries = world.pitch, []
        for pitch in nearby:
            tries.append(looks(current, pitch, base))
            current = pitch
        return tries[: self._settings.look_tries]

    def _adjust(self, world: NavWorld, target: ObjectState) -> Step | End:
        if target.visible:
            return End(Outcome.success(f"{self._id} is in view."), self._id)
        if not self._adjustments:
            return End(
                Outcome(Code.TARGET_NOT_VISIBLE, f"{self._id} cannot be seen from where it should be seen.")
            )
        return step_along(self._adjustments.pop(0), 10, f"looking for {self._id}", world, self._settings)


def _stands_at(base: Pose2D, pose: Pose2D) -> bool:
    """Tell whether a base stands where it should as well as one that is told to go there ends up."""
    return base.distance_to(pose) <= NO_STEP and abs(wrap_angle(base.yaw - pose.yaw)) <= NO_TURN


def _same(pose: Pose2D, other: Pose2D) -> bool:
    """Tell whether two poses are one, for a camera as well."""
    return pose.distance_to(other) <= SAME_PLACE and abs(wrap_angle(pose.yaw - other.yaw)) <= SAME_VIEW


def _moved(before: ObjectState, now: ObjectState) -> bool:
    pairs = (*zip(before.center, now.center, strict=True), *zip(before.size, now.size, strict=True))
    return any(abs(a - b) > 0.15 for a, b in pairs)
