"""What navigation itself remembers of an episode: collisions, what it already looked at, where it already stood."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.objects import ObjectMemory
from pred_nav.grid import OBSTACLE, UNKNOWN, GridMap
from pred_nav.interaction import Station
from pred_nav.motions import TRANSLATIONS, TURNS, BaseSettings, Move, Walk, moved
from pred_nav.outline import from_body
from pred_nav.sight import heights_of, mark_seen

SPAN, LONGEST = 0.3, 2.4
"""How far to both sides of one bump what stopped the body may reach, and at most, as bumps beside it double it (m)."""
BESIDE, IN_LINE = 1.3, 0.3
"""How far apart, across and along the way, two bumps may be that met one thing (m)."""
BEYOND = 0.05
"""How far beyond the place a blocked step was to lead to an obstacle is marked (m): no body goes there again."""


SHOWN = 0.12
"""What stopped the body is what the floor is known to have on it, if that is so near to the body (m)."""
WITHIN = 0.2
"""What is nearer than this to the middles of a long body's parts is inside of it (m)."""


@dataclass(frozen=True)
class Bump:
    """A step that was blocked: at which observation, (2,) point in map where something must be, (2,) way it went."""

    step: int
    point: NDArray[np.float64]
    way: NDArray[np.float64]

    @classmethod
    def ahead(cls, step: int, x: float, y: float, way: float, reach: float) -> Bump:
        """Return the bump of a body at (x, y) that went ``way`` (radians) and met something ``reach`` metres ahead."""
        unit = np.array([math.cos(way), math.sin(way)])
        return cls(step, np.array([x, y]) + reach * unit, unit)

    def met_the_same(self, other: Bump) -> bool:
        """Tell whether both may have met one straight thing: they went the same way, side by side."""
        apart = other.point - self.point
        along = float(apart @ self.way)
        across = float(np.hypot(*(apart - along * self.way)))
        return float(self.way @ other.way) > 0.99 and abs(along) <= IN_LINE and across <= BESIDE


@dataclass(frozen=True)
class NavWorld:
    """Everything navigation knows after one observation."""

    step: int
    episode: int
    grid: GridMap
    memory: ObjectMemory
    base: Pose2D
    pitch: float


@dataclass(frozen=True)
class KnowledgeSettings:
    """``collision_life``: observations until a collision is forgotten (a drawer may have been closed since)."""

    collision_life: int = 60
    look_reach: float = 3.0
    usual_pitch: float = math.radians(30.0)
    patience: int = 2


@dataclass
class Knowledge:
    """Grows with every observation; starts again with every episode.

    ``_looked`` counts, per cell, the looks that should have shown it but left it unknown; ``_nearest`` is the
    distance of the nearest look at it with the camera at its usual pitch, metres.
    """

    base: BaseSettings
    settings: KnowledgeSettings = field(default_factory=KnowledgeSettings)
    episode: int | None = None
    bumps: list[Bump] = field(default_factory=list)
    tried: dict[str, list[Station]] = field(default_factory=dict)
    _last_step: int = -1
    _walked: tuple[Pose2D, ...] = ()
    _looked: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    _nearest: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    _origin: tuple[float, float] = (0.0, 0.0)

    def observe(self, world: NavWorld) -> None:
        """Take in what one observation shows."""
        if world.episode != self.episode:
            self.reset(world.episode)
        if world.step == self._last_step:
            return
        self._last_step = world.step
        self._fit(world.grid)
        self._look(world)
        self._met(world)
        fresh = (b for b in self.bumps if world.step - b.step <= self.settings.collision_life)
        self.bumps = [b for b in fresh if not self._stands_on(b, world.base)]

    def reset(self, episode: int) -> None:
        """Forget everything: another episode begins."""
        fresh = Knowledge(self.base, self.settings, episode)
        for item in fields(fresh):
            setattr(self, item.name, getattr(fresh, item.name))

    def _fit(self, grid: GridMap) -> None:
        """Carry the layers over to a map that has grown; one that begins again (perception was restarted) has none."""
        if self._looked.shape == grid.shape and np.allclose(self._origin, grid.origin):
            return
        looked, nearest = np.zeros(grid.shape, np.uint8), np.full(grid.shape, np.inf, np.float32)
        if self._looked.size:
            row = round((self._origin[1] - grid.origin[1]) / grid.cell)
            column = round((self._origin[0] - grid.origin[0]) / grid.cell)
            rows, columns = self._looked.shape
            if row >= 0 <= column and row + rows <= grid.shape[0] and column + columns <= grid.shape[1]:
                looked[row : row + rows, column : column + columns] = self._looked
                nearest[row : row + rows, column : column + columns] = self._nearest
        self._looked, self._nearest, self._origin = looked, nearest, grid.origin

    def _look(self, world: NavWorld) -> None:
        grid = world.grid
        eye = world.base.ahead(self.base.camera_ahead)
        place = np.array([(eye.y - grid.origin[1]) / grid.cell, (eye.x - grid.origin[0]) / grid.cell])
        now = np.full(grid.shape, np.inf, np.float32)
        reach = self.settings.look_reach / grid.cell
        mark_seen(
            place,
            world.base.yaw,
            now,
            heights_of(grid),
            self.base.camera_height,
            reach,
            self.base.field_of_view,
        )
        missed = np.isfinite(now) & (grid.occupancy == UNKNOWN)
        self._looked[missed] = np.minimum(self._looked[missed] + 1, 255)
        if abs(world.pitch - self.settings.usual_pitch) < math.radians(20.0):
            self._nearest = np.minimum(self._nearest, now * np.float32(grid.cell))

    def collide(self, pose: Pose2D, motion: Move, step: int) -> None:
        """Remember that a step from a pose was blocked: something is just beyond the body in that direction."""
        if isinstance(motion, Walk):
            self._walked = motion.path
            return
        if motion in TURNS:  # marked as that of a walk that only turns
            self._walked = (moved(pose, motion, self.base),)
        if motion not in TRANSLATIONS:
            return
        way = pose.yaw + TRANSLATIONS.index(motion) * math.pi / 2.0
        reach = self.base.step + BEYOND
        self.bumps.append(Bump.ahead(step, pose.x, pose.y, way, reach))

    def _met(self, world: NavWorld) -> None:
        """Mark what stopped a walk: it is before the body, the way the walk went on from where the base stands now.

        A body that turns meets it with its front or its back.
        """
        if not self._walked or self.base.free is None:
            return
        here = world.base
        nearest = min(range(len(self._walked)), key=lambda k: here.distance_to(self._walked[k]))
        ahead = next(
            (p for p in self._walked[nearest:] if here.distance_to(p) > self.base.free.cell), self._walked[-1]
        )
        turn = wrap_angle(self._walked[-1].yaw - here.yaw)
        self._walked = ()
        if here.distance_to(ahead) <= self.base.free.cell:  # it only turned: what stops it is beside either end
            for end in (self.base.free.ends, -self.base.free.ends):
                part, way = here.ahead(end), here.yaw + math.copysign(math.pi / 2.0, turn * end)
                self._mark(Bump.ahead(world.step, part.x, part.y, way, self.base.free.beside), world)
            return
        way = math.atan2(ahead.y - here.y, ahead.x - here.x)
        reach = self.base.free.ends * abs(math.cos(way - here.yaw)) + self.base.step
        self._mark(Bump.ahead(world.step, here.x, here.y, way, reach), world)

    def _mark(self, bump: Bump, world: NavWorld) -> None:
        """Remember what stopped the body: where the robot's own sensors show something right beside it, that was it.

        A mark elsewhere would narrow an alley that is known to the centimetre.
        """
        free = self.base.free
        if world.grid.ground is not None and free is not None and free.corners is not None:
            shown = world.grid.middles(world.grid.floor == OBSTACLE)
            away = from_body(shown, world.base, free.corners)
            if len(away) and float(away.min()) <= SHOWN:
                bump = replace(bump, point=shown[int(away.argmin())])
        self.bumps.append(bump)

    def _stands_on(self, bump: Bump, here: Pose2D) -> bool:
        """Tell whether a long body stands where something was thought to be: there is nothing then."""
        if self.base.free is None:
            return False
        parts = (here.ahead(share * self.base.free.ends) for share in (-1.0, 0.0, 1.0))
        return any(np.hypot(*(bump.point - (part.x, part.y))) < WITHIN for part in parts)

    def collision_points(self) -> NDArray[np.float64]:
        """Return (N, 2) points where something must be."""
        return np.array([b.point for b in self.bumps], dtype=np.float64).reshape(-1, 2)

    def suspected_points(self) -> NDArray[np.float64]:
        """Return (N, 3) points where what the body met may go on, and how many bumps say so: x, y, bumps.

        It may go on across the way the body went, the farther the more bumps met it side by side: a wall that the map
        shows too far off is met again and again by a robot that tries the next place beside.
        """
        lines = [np.zeros((0, 3))]
        for bump in self.bumps:
            count = sum(bump.met_the_same(other) for other in self.bumps)
            half = min(SPAN * 2.0 ** (count - 1), LONGEST)
            offsets = np.arange(-half, half + 1e-6, BEYOND)[:, None]
            line = bump.point + offsets * np.array([-bump.way[1], bump.way[0]])
            lines.append(np.hstack([line, np.full_like(offsets, count)]))
        return np.concatenate(lines)

    def hopeful(self, grid: GridMap) -> NDArray[np.bool_]:
        """Return the unknown cells that looking may still reveal: not those that looks have failed to show."""
        return np.asarray((grid.occupancy == UNKNOWN) & (self._looked < self.settings.patience))

    def surface_worth(
        self, world: NavWorld, weights: Mapping[str, float], skip: Iterable[str], near: float
    ) -> NDArray[np.float64]:
        """Return what seeing each cell from within ``near`` metres is worth: the weight of the receptacle there."""
        grid = world.grid
        worth = np.zeros(grid.shape)
        skipped = frozenset(skip)
        for thing in world.memory.objects:
            weight = weights.get(thing.class_name, 0.0)
            if weight <= 0.0 or thing.held or thing.id in skipped:
                continue
            (x, y, _), (dx, dy, _) = thing.center, thing.size
            area = grid.box((x - dx / 2, y - dy / 2), (x + dx / 2, y + dy / 2))
            worth[area] = np.maximum(worth[area], weight)
        return np.where((self._nearest <= near + 2.0 * grid.cell) | (grid.occupancy != OBSTACLE), 0.0, worth)
