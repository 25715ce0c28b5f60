"""The four kinds of navigation goals. Each looks at the world and says what to do next, or how it ended."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import object_types
from pred_nav.exploration import ExplorationSettings, View, best_view, close_reach, surface_weights
from pred_nav.frontiers import worth_exploring
from pred_nav.grid import UNKNOWN
from pred_nav.interaction import InteractionSettings, Station, pick, stations
from pred_nav.knowledge import Knowledge, KnowledgeSettings, World
from pred_nav.lattice import Reach, reach_from
from pred_nav.motions import BaseSettings, Motion, looks, path_of
from pred_nav.terrain import BodySettings, Terrain

SAME_PLACE = 0.1
SAME_ANGLE = math.radians(5.0)
FARTHEST = 1.5
"""From farther away nothing can be acted on (m): AI2-THOR's visibility distance."""
WIDEST = math.radians(44.0)
"""Half the picture, but for its very edge."""
EMPTY_NOTE = "there is nothing left to see from where the robot can go"


@dataclass(frozen=True)
class NavSettings:
    """Everything that can be tuned. ``chunk``: motions sent at once; ``cruise_pitch``: of the camera on the way."""

    base: BaseSettings = field(default_factory=BaseSettings)
    body: BodySettings = field(default_factory=BodySettings)
    interaction: InteractionSettings = field(default_factory=InteractionSettings)
    exploration: ExplorationSettings = field(default_factory=ExplorationSettings)
    knowledge: KnowledgeSettings = field(default_factory=KnowledgeSettings)
    chunk: int = 6
    explore_chunk: int = 2
    distance: float = 1.35
    cruise_pitch: float = math.radians(30.0)
    look_tries: int = 3
    blocked_limit: int = 6


@dataclass(frozen=True)
class Step:
    """Motions to make next, why, where they lead and how many metres of way are left after all of them."""

    motions: Sequence[Motion]
    reason: str
    path: Sequence[Pose2D]
    remaining: float


@dataclass(frozen=True)
class End:
    """How a task ended; ``found_id`` is the object that ended it, if one did."""

    outcome: Outcome
    found_id: str = ""


class Task(Protocol):
    """One navigation goal."""

    def decide(self, world: World, knowledge: Knowledge) -> Step | End:
        """Return what to do next in this world."""
        ...

    def blocked(self) -> None:
        """Hear that the last step was blocked."""
        ...


def survey(
    world: World, knowledge: Knowledge, settings: NavSettings, *, squeeze: bool = False
) -> tuple[Terrain, Reach]:
    """Return the terrain and what can be reached on it from here.

    :param squeeze: go nearer to obstacles than usual; for when nothing can be reached otherwise
    """
    body = settings.body
    if squeeze:
        body = replace(body, hard=min(body.hard, body.squeeze))
    terrain = Terrain.of(world.grid, knowledge.collision_points(), body)
    return terrain, reach_from(world.base, terrain, settings.base)


def _step(motions: Sequence[Motion], count: int, reason: str, world: World, settings: NavSettings) -> Step:
    path = path_of(world.base, motions, settings.base)
    remaining = sum(a.distance_to(b) for a, b in itertools.pairwise(path))
    known = max(1, _known_part(path, world))
    return Step(motions[: min(count, known)], reason, path, remaining)


def _known_part(path: Sequence[Pose2D], world: World) -> int:
    """Return how many motions lead over explored floor: beyond, the robot looks again before it goes on."""
    for count, pose in enumerate(path[1:]):
        row, column = world.grid.index(pose.x, pose.y)
        rows, columns = world.grid.shape
        inside = 0 <= row < rows and 0 <= column < columns
        if not inside or world.grid.occupancy[row, column] == UNKNOWN:
            return count
    return len(path) - 1


class PoseTask:
    """Go to a pose."""

    def __init__(self, goal: Pose2D, settings: NavSettings) -> None:
        self._goal = goal
        self._settings = settings
        self._blocks = 0

    def blocked(self) -> None:
        self._blocks += 1

    def decide(self, world: World, knowledge: Knowledge) -> Step | End:
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
            return End(_too_often_blocked(self._blocks))
        motions = reach.motions_to(state)
        if not motions:
            return End(Outcome.success("The pose is reached."))
        return _step(motions, self._settings.chunk, "on the way", world, self._settings)


class LookAroundTask:
    """See all sides of a place: turn until every quarter was looked at."""

    def __init__(self, settings: NavSettings) -> None:
        self._settings = settings
        self._left = round(2.0 * math.pi / settings.base.turn) - 1

    def blocked(self) -> None:
        self._left += 1

    def decide(self, world: World, knowledge: Knowledge) -> Step | End:  # noqa: ARG002
        if self._left <= 0:
            return End(Outcome.success("All sides were looked at."))
        self._left -= 1
        return _step([Motion.TURN_LEFT], 1, "looking around", world, self._settings)


class ObjectTask:
    """Stand so that an object can be acted on: near, in view, the camera at its height."""

    def __init__(self, object_id: str, attempt: int, distance: float, settings: NavSettings) -> None:
        self._id = object_id
        self._attempt = attempt
        self._distance = distance or settings.distance
        self._settings = settings
        self._station: Station | None = None
        self._box: ObjectState | None = None
        self._squeezes = False
        self._adjustments: list[list[Motion]] | None = None
        self._blocks = 0

    def blocked(self) -> None:
        self._blocks += 1
        self._box = None  # choose anew: another place may be nearer now

    def decide(self, world: World, knowledge: Knowledge) -> Step | End:
        target = world.memory.get(self._id)
        if target is None:
            return End(Outcome(Code.NOT_FOUND, f"{self._id} is not in the object memory (any more)."))
        if target.held:
            return End(Outcome(Code.BAD_INPUT, f"{self._id} is in the hand: there is nowhere to go."))
        if self._blocks > self._settings.blocked_limit:
            return End(_too_often_blocked(self._blocks))
        if self._adjustments is not None:
            return self._adjust(world, target)
        chosen = self._box is not None and not _moved(self._box, target)
        reach = self._way(world, knowledge, target, chosen=chosen)
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

    def _way(self, world: World, knowledge: Knowledge, target: ObjectState, *, chosen: bool) -> Reach:
        """Return what can be reached, after choosing where to stand: by squeezing, where there is no place else."""
        terrain, reach = survey(world, knowledge, self._settings)
        if not chosen:
            self._choose(target, reach, terrain, world, knowledge)
            self._squeezes = self._station is None
        if not self._squeezes or (self._station is not None and _can_be_stood(self._station, reach)):
            return reach
        terrain, reach = survey(world, knowledge, self._settings, squeeze=True)
        if not chosen:
            self._choose(target, reach, terrain, world, knowledge)
        return reach

    def _choose(
        self, target: ObjectState, reach: Reach, terrain: Terrain, world: World, knowledge: Knowledge
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
            self._station = pick(ranked, tried, choice)
            if self._station is not None:
                break
        if self._station is not None:
            tried.append(self._station)

    def _demands(self) -> tuple[tuple[float, InteractionSettings], ...]:
        """Return from how near, metres, and how well in view, first as wished, then as the last resort."""
        wished = self._settings.interaction
        edge = replace(wished, widest=max(wished.widest, WIDEST), steepest=max(wished.steepest, WIDEST))
        if self._distance < self._settings.distance:
            return ((self._distance, wished),)  # whoever asks for nearer has a reason
        return (self._distance, wished), (max(self._distance, FARTHEST), edge)

    def _go(self, world: World, reach: Reach, target: ObjectState) -> Step | End:
        station = self._station
        assert station is not None  # decide() ended otherwise
        state = reach.nearest_state(station.pose)
        if state is None or not _can_be_stood(station, reach):
            self._box = None  # the way closed while it was walked
            self._blocks += 1
            return Step((), "choosing another place", (world.base,), 0.0)
        motions = [*reach.motions_to(state), *looks(world.pitch, station.pitch, self._settings.base)]
        if motions:
            return _step(motions, self._settings.chunk, f"on the way to {self._id}", world, self._settings)
        if target.visible:
            return End(Outcome.success(f"{self._id} is in view."), self._id)
        self._adjustments = self._looks_around(world)
        return self._adjust(world, target)

    def _looks_around(self, world: World) -> list[list[Motion]]:
        """Return further looks from the same place, each to try in turn."""
        base = self._settings.base
        nearby = sorted(base.pitches(world.pitch), key=lambda p: (abs(p - world.pitch), -p))[1:3]
        current, tries = world.pitch, []
        for pitch in nearby:
            tries.append(looks(current, pitch, base))
            current = pitch
        return tries[: self._settings.look_tries]

    def _adjust(self, world: World, target: ObjectState) -> Step | End:
        if target.visible:
            return End(Outcome.success(f"{self._id} is in view."), self._id)
        if not self._adjustments:
            return End(
                Outcome(Code.TARGET_NOT_VISIBLE, f"{self._id} cannot be seen from where it should be seen.")
            )
        return _step(self._adjustments.pop(0), 10, f"looking for {self._id}", world, self._settings)


class ExploreTask:
    """See more of the room until an object of some class is seen, or nothing is left.

    First what is unknown, the most new area per motion first; then, for small things, the surfaces that were not seen
    from close by, the likeliest first; then one look around with the camera level.
    """

    def __init__(self, stop_classes: Sequence[str], ignore_ids: Sequence[str], settings: NavSettings) -> None:
        self._classes = tuple(stop_classes)
        self._ignored = frozenset(ignore_ids)
        self._settings = settings
        self._weights = surface_weights(self._classes)
        self._small = any(_is_small(c) for c in self._classes)
        self._last_looks: list[list[Motion]] | None = None
        self._goal: Pose2D | None = None
        self._spent: list[Pose2D] = []
        self._blocks = 0

    def blocked(self) -> None:
        self._blocks += 1

    def decide(self, world: World, knowledge: Knowledge) -> Step | End:
        found = self._found(world)
        if found is not None:
            return End(Outcome.success(f"{found.id} was seen."), found.id)
        if self._blocks > self._settings.blocked_limit:
            return End(_too_often_blocked(self._blocks))
        self._leave_behind(world.base)
        terrain, reach = survey(world, knowledge, self._settings)
        leveling = self._nearest_cruise(world)
        if leveling and self._last_looks is None:
            return _step(leveling, len(leveling), "camera to its usual pitch", world, self._settings)
        view, reason = self._next_view(world, knowledge, terrain, reach)
        if view is None:
            terrain, reach = survey(world, knowledge, self._settings, squeeze=True)
            view, reason = self._next_view(world, knowledge, terrain, reach)
        if view is not None:
            motions = reach.motions_to(view.state)
            return _step(motions, self._settings.explore_chunk, reason, world, self._settings)
        return self._look_level(world)

    def _found(self, world: World) -> ObjectState | None:
        wanted = [o for o in world.memory.of_class(self._classes) if o.id not in self._ignored and not o.held]
        return min(wanted, key=lambda o: self._classes.index(o.class_name), default=None)

    def _next_view(
        self, world: World, knowledge: Knowledge, terrain: Terrain, reach: Reach
    ) -> tuple[View | None, str]:
        settings = self._settings.exploration
        hopeful = knowledge.hopeful(world.grid)
        unknown = worth_exploring(terrain, terrain.distances_from(world.base), hopeful)
        view = self._best(unknown.astype(float), terrain, reach, settings.reach, settings.min_gain)
        if view is not None or not self._small:
            return view, "seeing what is unknown"
        near = close_reach(self._classes, settings)
        surfaces = knowledge.surface_worth(world, self._weights, self._ignored, near)
        close = self._best(surfaces, terrain, reach, near, settings.min_surface_gain)
        return close, "looking at a surface from close by"

    def _leave_behind(self, here: Pose2D) -> None:
        """Note that it was looked from here: whatever this view did not show, it will not show the next time either.

        Views that were only passed on the way count too, else two views that outbid each other in turn never end.
        """
        if not any(_same_view(here, pose) for pose in self._spent):
            self._spent.append(here)
        if self._goal is not None and _same_view(here, self._goal):
            self._goal = None

    def _best(
        self, worth: NDArray[np.float64], terrain: Terrain, reach: Reach, view_reach: float, min_gain: float
    ) -> View | None:
        intended = reach.nearest_state(self._goal) if self._goal is not None else None
        view = best_view(
            worth,
            reach,
            terrain,
            eye_height=self._settings.base.camera_height,
            view_reach=view_reach,
            min_gain=min_gain,
            settings=self._settings.exploration,
            intended=intended,
            spent=[state for pose in self._spent if (state := reach.nearest_state(pose)) is not None],
        )
        if view is not None:
            self._goal = reach.pose(view.state)
        return view

    def _nearest_cruise(self, world: World) -> list[Motion]:
        base = self._settings.base
        wanted = min(base.pitches(world.pitch), key=lambda p: abs(p - self._settings.cruise_pitch))
        return looks(world.pitch, wanted, base)

    def _look_level(self, world: World) -> Step | End:
        base = self._settings.base
        if self._last_looks is None:
            level = min(base.pitches(world.pitch), key=abs)
            turns = round(2.0 * math.pi / base.turn) - 1
            self._last_looks = [looks(world.pitch, level, base), *([[Motion.TURN_LEFT]] * turns)]
        while self._last_looks:
            motions = self._last_looks.pop(0)
            if motions:
                return _step(
                    motions, len(motions), "looking around with a level camera", world, self._settings
                )
        wanted = " or ".join(self._classes) or "object"
        return End(Outcome(Code.EXPLORED, f"No (other) {wanted} was seen, and {EMPTY_NOTE}."))


def _can_be_stood(station: Station, reach: Reach) -> bool:
    state = reach.nearest_state(station.pose)
    return state is not None and reach.pose(state).distance_to(station.pose) <= SAME_PLACE


def _same_view(a: Pose2D, b: Pose2D) -> bool:
    return a.distance_to(b) <= SAME_PLACE and math.cos(a.yaw - b.yaw) >= 0.9


def _is_small(class_name: str) -> bool:
    known = object_types().get(class_name)
    return known is None or known.can("pickupable") or (known.size is not None and max(known.size) < 0.4)


def _moved(before: ObjectState, now: ObjectState) -> bool:
    pairs = (*zip(before.center, now.center, strict=True), *zip(before.size, now.size, strict=True))
    return any(abs(a - b) > 0.15 for a, b in pairs)


def _too_often_blocked(count: int) -> Outcome:
    return Outcome(Code.BLOCKED, f"The way was blocked {count} times by something the map does not show.")
