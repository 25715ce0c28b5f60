"""Persons on the map: obstacles of a body's width, whether the camera has seen them or not."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.people import WIDTH
from pred_nav.grid import OBSTACLE, GridMap

Array = NDArray[np.float64]

ROOM = 0.2
"""How far around the robot nobody can be, for it stands there itself (m): it must be able to leave."""


def with_person(grid: GridMap, person: Pose2D, base: Pose2D, ahead: float = 0.0) -> GridMap:
    """Return the map with a person on it, but for where the robot stands itself.

    A robot that touches them may step back or aside: what is left of them lies beyond their middle.

    :param base: where the robot is, in map like the person
    :param ahead: how far the middles of a long body's ends are from its own, m
    """
    half = WIDTH / 2.0
    area = grid.box((person.x - half, person.y - half), (person.x + half, person.y + half))
    rows, columns = (np.arange(one.start, one.stop) for one in area)
    x = grid.origin[0] + (columns[None, :] + 0.5) * grid.cell
    y = grid.origin[1] + (rows[:, None] + 0.5) * grid.cell
    taken = (np.hypot(x - person.x, y - person.y) <= half) & (_gap(x, y, base, ahead) > ROOM)
    if float(_gap(np.array(person.x), np.array(person.y), base, ahead)) <= ROOM:
        taken &= (x - person.x) * (person.x - base.x) + (y - person.y) * (person.y - base.y) > 0.0
    occupancy = grid.occupancy.copy()
    occupancy[area][taken] = OBSTACLE
    return replace(grid, occupancy=occupancy)


def _gap(x: Array, y: Array, base: Pose2D, ahead: float) -> Array:
    """Return how far points are from the line between the middles of a body's ends, m."""
    cos, sin = math.cos(base.yaw), math.sin(base.yaw)
    along = np.clip((x - base.x) * cos + (y - base.y) * sin, -ahead, ahead)
    return np.asarray(np.hypot(x - base.x - along * cos, y - base.y - along * sin))
