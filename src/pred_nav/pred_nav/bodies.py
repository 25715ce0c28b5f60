"""Persons on the map: obstacles of a body's width, whether the camera has seen them or not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pred_core.geometry import Pose2D
from pred_core.people import WIDTH
from pred_nav.grid import OBSTACLE, GridMap

ROOM = 0.2
"""How far around the robot nobody can be, for it stands there itself (m): it must be able to leave."""


def with_person(grid: GridMap, person: Pose2D, base: Pose2D, ahead: float = 0.0) -> GridMap:
    """Return the map with a person on it, but for where the robot stands itself.

    :param base: where the robot is, in map like the person
    :param ahead: how far the middles of a long body's ends are from its own, m
    """
    radius = min(WIDTH / 2.0, base.distance_to(person) - ROOM - ahead)
    if radius <= 0.0:
        return grid
    rows, columns = np.indices(grid.shape)
    x = grid.origin[0] + (columns + 0.5) * grid.cell - person.x
    y = grid.origin[1] + (rows + 0.5) * grid.cell - person.y
    occupancy = np.where(np.hypot(x, y) <= radius, OBSTACLE, grid.occupancy)
    return replace(grid, occupancy=occupancy.astype(np.int8))
