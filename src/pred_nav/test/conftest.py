"""A world of cells that is discovered by looking: navigation without a simulator."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.navigation import Report
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code, Outcome
from pred_nav.goal import NavSettings, NavTask, Step
from pred_nav.grid import GridMap
from pred_nav.knowledge import NavWorld
from pred_nav.motions import TRANSLATIONS, TURNS, BaseSettings, Motion, Move, Walk, moved
from pred_nav.navigator import MoveResult, Navigator
from pred_nav.sight import mark_seen

CELL = 0.05
BODY = 0.2
WALL, EYE = np.float32(2.0), 1.5


def parse(plan: str) -> NDArray[np.bool_]:
    """Return walls of a plan of quarter-metre letters, '#' a wall, first line farthest in y."""
    lines = [line.strip() for line in plan.strip().splitlines()]
    letters = np.array([[c == "#" for c in line] for line in lines[::-1]])
    return np.kron(letters, np.ones((5, 5), np.bool_))


@dataclass
class CellWorld:
    """True walls, a robot, what it has seen of them; hidden walls block but never show."""

    walls: NDArray[np.bool_]
    pose: Pose2D
    known: bool = False
    hidden: NDArray[np.bool_] | None = None
    objects: list[ObjectState] = field(default_factory=list)
    pitch: float = np.pi / 6
    step: int = 1
    base: BaseSettings = field(default_factory=BaseSettings)
    cancel_after: int = 10**9
    log: list[Move] = field(default_factory=list)
    blocked: int = 0
    held: str = ""
    numb: float = 0.0
    """Walks that end so near (m) are not made: the robot takes itself for there already."""
    seen: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        self.seen = np.full(self.walls.shape, self.known)
        solid = self.walls if self.hidden is None else self.walls | self.hidden
        self.room = distance_transform_edt(np.pad(~solid, 1))[1:-1, 1:-1] * CELL
        self.reveal()

    def reveal(self) -> None:
        now = np.full(self.walls.shape, np.inf, np.float32)
        place = np.array([self.pose.y / CELL, self.pose.x / CELL])
        view = self.base.field_of_view
        mark_seen(
            place, self.pose.yaw, now, np.where(self.walls, WALL, np.float32(0.0)), EYE, 4.0 / CELL, view
        )
        self.seen |= np.isfinite(now)

    def world(self) -> NavWorld:
        occupancy = np.where(self.seen, np.where(self.walls, 100, 0), -1).astype(np.int8)
        height = np.where(self.seen, np.where(self.walls, 100, 0), -1).astype(np.int8)
        grid = GridMap((0.0, 0.0), CELL, occupancy, height)
        return NavWorld(self.step, 1, grid, self.memory(), self.pose, self.pitch)

    def memory(self) -> ObjectMemory:
        shown = [o for o in self.objects if self.seen[int(o.center[1] / CELL), int(o.center[0] / CELL)]]
        return ObjectMemory(self.step, 1, 0.0, tuple(shown), self.held)

    def walk(self, path: Sequence[Pose2D]) -> bool:
        """Go along a path in small steps, as long as the footprint has room."""
        if self.pose.distance_to(path[-1]) < self.numb:
            return True
        for goal in path:
            begin, count = self.pose, 10
            turn = wrap_angle(goal.yaw - begin.yaw)
            for k in range(1, count + 1):
                x, y = (a + k / count * (b - a) for a, b in ((begin.x, goal.x), (begin.y, goal.y)))
                pose = Pose2D(x, y, wrap_angle(begin.yaw + k / count * turn))
                ends = (pose.ahead(share * self.base.free.ends) for share in (-1.0, 0.0, 1.0))
                if any(self.room[int(p.y / CELL), int(p.x / CELL)] < BODY for p in ends):
                    self.blocked += 1
                    return False
                self.pose = pose
        return True

    def do(self, motion: Move) -> bool:
        self.step += 1
        self.log.append(motion)
        turns = self.base.free is not None and motion in TURNS
        if isinstance(motion, Walk) or turns:
            arrived = self.walk((moved(self.pose, motion, self.base),) if turns else motion.path)
            self.reveal()
            return arrived
        if motion in TRANSLATIONS:
            end = moved(self.pose, motion, self.base)
            for share in (0.25, 0.5, 0.75, 1.0):
                x = self.pose.x + share * (end.x - self.pose.x)
                y = self.pose.y + share * (end.y - self.pose.y)
                if self.room[int(y / CELL), int(x / CELL)] < BODY:
                    self.blocked += 1
                    return False
        if motion is Motion.LOOK_UP:
            self.pitch -= self.base.look
        if motion is Motion.LOOK_DOWN:
            self.pitch += self.base.look
        self.pose = moved(self.pose, motion, self.base)
        self.reveal()
        return True

    # the driver of a navigation goal

    async def look(self, step: int) -> NavWorld | Outcome:
        assert self.step >= step
        return self.world()

    async def move(self, motions: Sequence[Move]) -> MoveResult:
        for count, motion in enumerate(motions):
            if not self.do(motion):
                return MoveResult(Outcome(Code.BLOCKED, "a wall"), count, self.step)
        return MoveResult(Outcome.success(), len(motions), self.step)

    def canceled(self) -> bool:
        return len(self.log) >= self.cancel_after

    def progress(self, step: Step, motions: int) -> None:
        assert len(step.path) > len(step.motions) - 1
        assert motions >= 0

    def pursue(self, task: NavTask, limit: int = 300, navigator: Navigator | None = None) -> Report:
        return asyncio.run((navigator or Navigator(NavSettings())).pursue(task, self, limit))


@pytest.fixture
def make_world():
    def make(plan: str, x: float, y: float, yaw: float = 0.0, **more):
        return CellWorld(parse(plan), Pose2D(x, y, yaw), **more)

    return make


TWO_ROOMS = """
    ####################
    #..................#
    #..................#
    #..................#
    #..................#
    #..................#
    ########...#########
    #..................#
    #..................#
    #..................#
    #..................#
    #..................#
    #..................#
    ####################
"""


@pytest.fixture
def two_rooms() -> str:
    return TWO_ROOMS
