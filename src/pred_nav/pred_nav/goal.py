"""What all navigation goals share: their settings, the next step or the end, and what can be reached from here."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from pred_core.geometry import Pose2D
from pred_core.goal_loop import End
from pred_core.outcome import Code, Outcome
from pred_nav.exploration import ExplorationSettings
from pred_nav.free_base import FreeReach, reach_freely
from pred_nav.grid import UNKNOWN
from pred_nav.interaction import InteractionSettings
from pred_nav.knowledge import Knowledge, KnowledgeSettings, NavWorld
from pred_nav.lattice import Reach, reach_from
from pred_nav.motions import BaseSettings, Move, drawn, path_of
from pred_nav.terrain import BodySettings, Terrain

CRAMPED = 1.5
"""What can be reached is next to nothing if it is less than this (m2)."""
SAME_PLACE = 0.1
"""Places nearer to each other than this are one (m)."""


@dataclass(frozen=True)
class NavSettings:
    """Everything that can be tuned. ``chunk``: motions sent at once; ``cruise_pitch``: of the camera on the way.

    ``hand_hides``: what the hand holds may hide what it goes to, though the camera looks there.
    """

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
    hand_hides: bool = False


@dataclass(frozen=True)
class Step:
    """Motions to make next, why, where they lead and how many metres of way are left after all of them."""

    motions: Sequence[Move]
    reason: str
    path: Sequence[Pose2D]
    remaining: float


class NavTask(Protocol):
    """One navigation goal."""

    def decide(self, world: NavWorld, knowledge: Knowledge) -> Step | End:
        """Return what to do next in this world."""
        ...

    def blocked(self) -> None:
        """Hear that the last step was blocked."""
        ...


def survey(
    world: NavWorld, knowledge: Knowledge, settings: NavSettings, *, squeezes: bool = False
) -> tuple[Terrain, Reach | FreeReach]:
    """Return the terrain and what can be reached on it from here.

    Where that is next to nothing, the body goes nearer to obstacles than usual: a robot that starts between a chair
    and a wall got there somehow. Where it is next to nothing even so, what stopped the body counts as suspected only:
    marks all around would end a search before it began, and not all of them are where something is.

    :param squeezes: whether it goes so near anyway, by places and headings told apart more finely
    """
    terrain = Terrain.of(
        world.grid, knowledge.collision_points(), settings.body, knowledge.suspected_points()
    )
    if not squeezes:
        reach = _reach(world.base, terrain, settings.base)
        if not _cramped(reach, settings.base):
            return terrain, reach
    body = replace(settings.body, hard=min(settings.body.hard, settings.body.squeeze))
    terrain = replace(terrain, body=body)
    free = settings.base.free
    base = replace(settings.base, free=free.finer()) if squeezes and free is not None else settings.base
    reach = _reach(world.base, terrain, base)
    if free is None or not knowledge.bumps or not _cramped(reach, base):
        return terrain, reach
    terrain = Terrain.of(world.grid, np.zeros((0, 2)), body, knowledge.suspected_points())
    return terrain, _reach(world.base, terrain, base)


def _cramped(reach: Reach | FreeReach, base: BaseSettings) -> bool:
    """Tell whether next to nothing can be reached."""
    edge = base.free.cell if base.free else base.step
    return bool(np.isfinite(reach.cost).any(axis=2).sum() * edge**2 < CRAMPED)


def _reach(pose: Pose2D, terrain: Terrain, base: BaseSettings) -> Reach | FreeReach:
    if base.free is not None:
        return reach_freely(pose, terrain, base.free, base.step)
    return reach_from(pose, terrain, base)


def step_along(motions: Sequence[Move], count: int, reason: str, world: NavWorld, settings: NavSettings) -> Step:
    """Return the first ``count`` of some motions as a step, fewer where they lead over unexplored floor."""
    path = path_of(world.base, motions, settings.base)
    remaining = sum(a.distance_to(b) for a, b in itertools.pairwise(drawn(path, motions)))
    known = max(1, _known_part(path, world))
    return Step(motions[: min(count, known)], reason, drawn(path, motions), remaining)


def _known_part(path: Sequence[Pose2D], world: NavWorld) -> int:
    """Return how many motions lead over explored floor: beyond, the robot looks again before it goes on."""
    floor = world.grid.floor
    for count, pose in enumerate(path[1:]):
        row, column = world.grid.index(pose.x, pose.y)
        rows, columns = world.grid.shape
        inside = 0 <= row < rows and 0 <= column < columns
        if not inside or floor[row, column] == UNKNOWN:
            return count
    return len(path) - 1


def too_often_blocked(count: int) -> Outcome:
    """Return how a goal ends after so many blocked steps."""
    return Outcome(Code.BLOCKED, f"The way was blocked {count} times by something the map does not show.")
