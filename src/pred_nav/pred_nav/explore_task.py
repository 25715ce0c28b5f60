"""The navigation goal of seeing more."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.goal_loop import End
from pred_core.navigation import Watch
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import object_types
from pred_nav.exploration import View, best_view, close_reach, surface_weights
from pred_nav.free_base import FreeReach
from pred_nav.frontiers import worth_exploring
from pred_nav.goal import SAME_PLACE, NavSettings, Step, step_along, survey, too_often_blocked
from pred_nav.knowledge import Knowledge, NavWorld
from pred_nav.lattice import Reach
from pred_nav.motions import Motion, looks
from pred_nav.terrain import Terrain

GIVEN_UP = 0.5
"""Metres between views that face one way, of which the second is not gone to again once both were given up."""
DETOUR = 4.0
"""Motions by which the way to a view must have grown for it to count as given up: the robot turns back."""
ELSEWHERE = 0.3
"""Where a turn was blocked, the next place to turn is so far away at least (m)."""
EMPTY_NOTE = "there is nothing left to see from where the robot can go"


class ExploreTask:
    """See more of the room until an object of some class is seen, or nothing is left.

    First what is unknown, the most new area per motion first; then, for small things, the surfaces that were not seen
    from close by, the likeliest first; then one look around with the camera level.
    """

    def __init__(self, stop_classes: Sequence[str], ignore_ids: Sequence[str], settings: NavSettings) -> None:
        self._classes = tuple(stop_classes)
        self._ignored = frozenset(ignore_ids)
        self._wanted = Watch(self._classes, self._ignored)
        self._settings = settings
        self._weights = surface_weights(self._classes)
        self._small = settings.exploration.large_too or any(_is_small(c) for c in self._classes)
        self._last_looks: list[list[Motion]] | None = None
        self._goal: Pose2D | None = None
        self._left_to_go = math.inf
        self._given_up: list[Pose2D] = []
        self._spent: list[Pose2D] = []
        self._blocks = 0
        self._turning = self._cramped = False

    def blocked(self) -> None:
        """Hear that the last step was blocked; where that was a turn on the spot, a place with room is to be found."""
        self._blocks += 1
        self._cramped = self._cramped or self._turning

    def decide(self, world: NavWorld, knowledge: Knowledge) -> Step | End:
        """Return what to do next: end, level the camera, go to the best next view, or look around at the end."""
        found = self._wanted.seen(world.memory)
        if found is not None:
            return End(Outcome.success(f"{found.id} was seen."), found.id)
        if self._blocks > self._settings.blocked_limit:
            return End(too_often_blocked(self._blocks))
        self._leave_behind(world.base)
        terrain, reach = survey(world, knowledge, self._settings)
        leveling = self._nearest_cruise(world)
        if leveling and self._last_looks is None:
            return step_along(leveling, len(leveling), "camera to its usual pitch", world, self._settings)
        if self._cramped and isinstance(reach, FreeReach):
            return self._make_room(world, reach)
        if self._settings.base.free and self._last_looks:
            return self._look_level(world)  # it stands and looks already: first the rest of the turn
        view, reason = self._next_view(world, knowledge, terrain, reach)
        if view is not None and leveling and self._settings.base.free:
            return step_along(leveling, len(leveling), "camera to its usual pitch", world, self._settings)
        if view is not None:
            motions = reach.motions_to(view.state)
            return step_along(motions, self._settings.explore_chunk, reason, world, self._settings)
        if self._last_looks is None and isinstance(reach, FreeReach) and not reach.turns_here():
            return self._make_room(world, reach)
        return self._look_level(world)

    def _next_view(
        self, world: NavWorld, knowledge: Knowledge, terrain: Terrain, reach: Reach | FreeReach
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
        self,
        worth: NDArray[np.float64],
        terrain: Terrain,
        reach: Reach | FreeReach,
        view_reach: float,
        min_gain: float,
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
            field_of_view=self._settings.base.field_of_view,
            intended=intended,
            worn=self._spent if self._settings.base.free else (),
            spent=[state for pose in self._spent if (state := reach.nearest_state(pose)) is not None],
        )
        if view is not None:
            self._aim_at(reach.pose(view.state), view.cost)
        return view

    def _aim_at(self, goal: Pose2D, cost: float) -> None:
        """Keep where the robot goes; the second time that it turns back on the way to some view, that one is spent.

        Two views, each of which looks the better one from where the other is seen, would never end else, nor would two
        ways to one view, each of which is shut where the robot comes near.
        """
        left, shut = self._goal, cost > self._left_to_go + DETOUR
        if left is not None and (shut or not _same_view(left, goal)):
            again = any(_same_view(left, one, GIVEN_UP) for one in self._given_up)
            (self._spent if again else self._given_up).append(left)
        self._goal, self._left_to_go = goal, cost

    def _nearest_cruise(self, world: NavWorld) -> list[Motion]:
        base = self._settings.base
        wanted = min(base.pitches(world.pitch), key=lambda p: abs(p - self._settings.cruise_pitch))
        return looks(world.pitch, wanted, base)

    def _make_room(self, world: NavWorld, reach: FreeReach) -> Step | End:
        """Go to where there is room to turn, and look around from there; where there is none, end."""
        self._turning = self._cramped = False
        state = reach.roomy(ELSEWHERE)
        if state is None:
            self._last_looks = []
            return self._look_level(world)
        self._last_looks = self._level_looks(world)
        motions = reach.motions_to(state)
        return step_along(motions, len(motions), "to where there is room to turn", world, self._settings)

    def _look_level(self, world: NavWorld) -> Step | End:
        if self._last_looks is None:
            self._last_looks = self._level_looks(world)
        while self._last_looks:
            motions = self._last_looks.pop(0)
            if motions:
                self._turning = Motion.TURN_LEFT in motions
                return step_along(
                    motions, len(motions), "looking around with a level camera", world, self._settings
                )
        wanted = " or ".join(self._classes) or "object"
        return End(Outcome(Code.EXPLORED, f"No (other) {wanted} was seen, and {EMPTY_NOTE}."))

    def _level_looks(self, world: NavWorld) -> list[list[Motion]]:
        """Return the looks all around with a level camera."""
        base = self._settings.base
        level = min(base.pitches(world.pitch), key=abs)
        turns = round(2.0 * math.pi / base.turn) - 1
        return [looks(world.pitch, level, base), *([[Motion.TURN_LEFT]] * turns)]


def _same_view(a: Pose2D, b: Pose2D, apart: float = SAME_PLACE) -> bool:
    return a.distance_to(b) <= apart and math.cos(a.yaw - b.yaw) >= 0.9


def _is_small(class_name: str) -> bool:
    known = object_types().get(class_name)
    return known is None or known.can("pickupable") or (known.size is not None and max(known.size) < 0.4)
