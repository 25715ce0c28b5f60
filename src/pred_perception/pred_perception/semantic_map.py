"""The top-down map: obstacles with clearing, what was explored, how high things stand, and where each class is.

Obstacles come from a thin voxel volume, so that they also vanish: a voxel the camera looks through loses trust, a
voxel with a point in it gains. Arrays are (row, column) = (y, x), as in nav_msgs/OccupancyGrid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_perception.kernels import Volume, carve, columns_of, extent, mark, usable, view_of
from pred_perception.observation import Observation
from pred_perception.tracks import Track

CEILING = 2.5
"""Above this height (m) nothing is taken in."""
HEIGHT_UNIT = 0.02
"""Metres per unit of the height layer."""


@dataclass(frozen=True)
class MapSettings:
    """Lengths in metres. The first map is ``size`` square around the first pose and grows where more is seen."""

    cell: float = 0.05
    size: float = 12.0
    growth: float = 2.0
    largest: float = 40.0
    lowest_obstacle: float = 0.05
    highest_obstacle: float = 1.8
    reach: float = 5.0
    carve_reach: float = 3.0
    carve_tolerance: float = 0.12
    robot_radius: float = 0.17
    gain: int = 3
    limit: int = 3
    enough: int = 1


@dataclass(frozen=True)
class MapLayers:
    """The map as others see it: ``origin`` is the lower left corner in map; arrays are (rows, columns).

    ``occupancy``: -1 unexplored, 0 free, 100 obstacle. ``height``: -1 unexplored, else the height up to which the
    column is filled from below, in units of 2 cm.
    """

    origin: tuple[float, float]
    cell: float
    occupancy: NDArray[np.int8]
    height: NDArray[np.int8]


class SemanticMap:
    """The map of one episode."""

    def __init__(self, settings: MapSettings | None = None) -> None:
        self.settings = settings or MapSettings()
        self._origin: NDArray[np.float64] = np.zeros(3)
        self._counts: NDArray[np.uint8] = np.zeros((0, 0, 0), np.uint8)
        self._explored: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)
        self._episode: int | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self._explored.shape
        return rows, columns

    @property
    def origin(self) -> tuple[float, float]:
        """Lower left corner in map, metres."""
        return float(self._origin[0]), float(self._origin[1])

    def update(
        self, observation: Observation, points: NDArray[np.float32], own: NDArray[np.bool_] | None = None
    ) -> None:
        """Take in one depth image.

        :param points: HxWx3 in map
        :param own: HxW, pixels that show the robot or what it holds: no part of the room
        """
        if observation.episode != self._episode:
            self._begin(observation)
        settings = self.settings
        depth = observation.depth
        if own is not None and own.any():
            depth = np.where(own, np.float32(0.0), depth)
        flat = points.reshape(-1, 3)
        use = usable(flat, np.ascontiguousarray(depth).ravel(), settings.reach, CEILING)
        self._make_room(flat, use, observation)
        self._carve(observation, depth)
        mark(flat, use, self._volume(), settings.gain, settings.limit)
        self._free_own_place(observation)

    def layers(self) -> MapLayers:
        """Return the current map."""
        settings = self.settings
        top = round((settings.highest_obstacle - self._origin[2]) / settings.cell)
        gap = round(0.3 / settings.cell)
        occupancy, height = columns_of(self._volume(), settings.enough, top, gap, HEIGHT_UNIT)
        return MapLayers(self.origin, settings.cell, occupancy, height)

    def class_layer(self, tracks: Iterable[Track], class_name: str) -> NDArray[np.bool_]:
        """Return where, seen from above, objects of a class are remembered, (rows, columns)."""
        layer = np.zeros(self.shape, np.bool_)
        for track in tracks:
            if track.class_name == class_name:
                layer[self._cells(track)] = True
        return layer

    def semantic_layer(self, tracks: Iterable[Track], values: dict[str, int]) -> NDArray[np.int8]:
        """Return the value of the topmost object's class per cell (0 nothing), (rows, columns)."""
        layer = np.zeros(self.shape, np.int8)
        for track in sorted(tracks, key=lambda t: float(t.high[2])):
            if track.class_name in values:
                layer[self._cells(track)] = values[track.class_name]
        return layer

    def _cells(self, track: Track) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        cells = np.floor((track.points[:, :2] - self._origin[:2]) / self.settings.cell).astype(np.int64)
        rows, columns = self.shape
        inside = (cells >= 0).all(axis=1) & (cells[:, 0] < columns) & (cells[:, 1] < rows)
        return cells[inside, 1], cells[inside, 0]

    def _begin(self, observation: Observation) -> None:
        settings = self.settings
        count = round(settings.size / settings.cell)
        levels = int(np.ceil((2.1 - settings.lowest_obstacle) / settings.cell))
        # the first pose lies in the middle of a cell, so that a robot moving in whole cells stays in middles
        corner = (count // 2 + 0.5) * settings.cell
        self._origin = np.array(
            [observation.base.x - corner, observation.base.y - corner, settings.lowest_obstacle]
        )
        self._counts = np.zeros((count, count, levels), np.uint8)
        self._explored = np.zeros((count, count), np.bool_)
        self._episode = observation.episode

    def _make_room(
        self, points: NDArray[np.float32], use: NDArray[np.bool_], observation: Observation
    ) -> None:
        """Grow the map so that every used point and the robot lie inside it."""
        settings = self.settings
        base = np.array([observation.base.x, observation.base.y])
        seen = extent(points, use)
        low, high = np.minimum(seen[:2], base), np.maximum(seen[2:], base)
        rows, columns = self.shape
        size = np.array([columns, rows]) * settings.cell
        chunk = round(settings.growth / settings.cell)
        before = np.ceil(np.maximum(0.0, self._origin[:2] - low) / settings.growth).astype(int) * chunk
        after = np.ceil(np.maximum(0.0, high - self._origin[:2] - size) / settings.growth).astype(int) * chunk
        room = round(settings.largest / settings.cell)
        if not (before.any() or after.any()) or (np.array([columns, rows]) + before + after > room).any():
            return
        pad = ((before[1], after[1]), (before[0], after[0]))
        self._counts = np.pad(self._counts, (*pad, (0, 0)))
        self._explored = np.pad(self._explored, pad)
        self._origin[:2] -= before * settings.cell

    def _carve(self, observation: Observation, depth: NDArray[np.float32]) -> None:
        settings = self.settings
        rows, columns = self.shape
        center = (observation.camera_position[:2] - self._origin[:2]) / settings.cell
        span = (
            settings.carve_reach * 1.5 / settings.cell
        )  # the corners of the image see farther than the depth
        window = np.array(
            [
                np.clip(center[1] - span, 0, rows),
                np.clip(center[1] + span, 0, rows),
                np.clip(center[0] - span, 0, columns),
                np.clip(center[0] + span, 0, columns),
            ]
        ).astype(np.int64)
        view = view_of(observation, settings.carve_tolerance, settings.carve_reach, depth)
        carve(self._volume(), window, view)

    def _volume(self) -> Volume:
        return Volume(self._counts, self._explored, self._origin, self.settings.cell)

    def _free_own_place(self, observation: Observation) -> None:
        """Where the robot stands nothing else is."""
        settings = self.settings
        reach = round(settings.robot_radius / settings.cell) + 1
        row = int((observation.base.y - self._origin[1]) / settings.cell)
        column = int((observation.base.x - self._origin[0]) / settings.cell)
        top, left = max(0, row - reach), max(0, column - reach)
        area = (slice(top, row + reach + 1), slice(left, column + reach + 1))
        rows, columns = self._explored[area].shape
        y, x = np.ogrid[top : top + rows, left : left + columns]
        dx = (x + 0.5) * settings.cell + self._origin[0] - observation.base.x
        dy = (y + 0.5) * settings.cell + self._origin[1] - observation.base.y
        disc = dx**2 + dy**2 <= settings.robot_radius**2
        self._explored[area][disc] = True
        self._counts[area][disc] = 0
