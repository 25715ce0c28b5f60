"""What the robot's own sensors say of the floor: kept as it was seen last, and heeded by the body alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from pred_nav.frontiers import frontier_cells
from pred_nav.grid import FREE, OBSTACLE, UNKNOWN, GridMap
from pred_nav.ground import Ground, Patch
from pred_nav.terrain import BodySettings, Terrain

CELL, FINE = 0.05, 0.03


def unseen(rows: int = 80, columns: int = 80, origin: tuple[float, float] = (-2.0, -2.0)) -> GridMap:
    layer = np.full((rows, columns), UNKNOWN, np.int8)
    return GridMap(origin, CELL, layer, layer)


def patch(step: int, corner: Pose2D, cells: np.ndarray) -> Patch:
    return Patch((step, 0), corner, FINE, cells.astype(np.int8))


def at(grid: GridMap, x: float, y: float) -> int:
    return int(grid.ground[grid.index(x, y)])


def floor_with_wall() -> np.ndarray:
    """Return 40 x 40 cells of floor with a wall one cell thin across the 21st column, and nothing known beyond."""
    cells = np.zeros((40, 40))
    cells[:, 20], cells[:, 21:] = OBSTACLE, UNKNOWN
    return cells


@pytest.mark.parametrize("turned", [0.0, 0.3, math.pi / 2.0, -2.0])
def test_a_wall_one_fine_cell_thin_is_a_wall_without_gaps_however_the_grid_lies(turned):
    ground = Ground()
    ground.take(patch(1, Pose2D(0.0, 0.0, turned), floor_with_wall()))
    grid = ground.under(unseen(), 1)
    cos, sin = math.cos(turned), math.sin(turned)
    for across in np.arange(0.1, 1.1, 0.01):
        x, y = (20.5 * FINE * cos - across * sin, 20.5 * FINE * sin + across * cos)
        near = [at(grid, x + dx, y + dy) for dx in (-0.02, 0.0, 0.02) for dy in (-0.02, 0.0, 0.02)]
        assert OBSTACLE in near
    assert at(grid, 0.3 * cos - 0.5 * sin, 0.3 * sin + 0.5 * cos) == FREE
    assert at(grid, 0.9 * cos - 0.5 * sin, 0.9 * sin + 0.5 * cos) == UNKNOWN


def test_what_was_seen_last_holds_and_what_is_not_seen_stays():
    ground = Ground()
    ground.take(patch(1, Pose2D(0.0, 0.0, 0.0), floor_with_wall()))
    ground.under(unseen(), 1)
    ground.take(patch(2, Pose2D(0.0, 0.6, 0.0), np.zeros((20, 40))))
    grid = ground.under(unseen(), 1)
    assert at(grid, 20.5 * FINE, 0.9) == FREE and at(grid, 20.5 * FINE, 0.3) == OBSTACLE


def test_what_came_between_two_decisions_counts_too():
    ground = Ground()
    ground.under(unseen(), 1)
    for step, x in enumerate((-1.5, 0.0)):
        ground.take(patch(step, Pose2D(x, 0.0, 0.0), np.zeros((20, 20))))
    grid = ground.under(unseen(), 1)
    assert ground.has((1, 0)) and not ground.has((0, 0))
    assert at(grid, -1.3, 0.3) == at(grid, 0.3, 0.3) == FREE


def test_a_map_that_grows_keeps_it_and_another_episode_does_not():
    ground = Ground()
    ground.take(patch(1, Pose2D(0.0, 0.0, 0.0), floor_with_wall()))
    ground.under(unseen(), 1)
    grown = ground.under(unseen(120, 100, (-3.0, -2.0)), 1)
    assert at(grown, 0.3, 0.3) == FREE and at(grown, 20.5 * FINE, 0.3) == OBSTACLE
    ground.take(patch(2, Pose2D(-1.0, -1.0, 0.0), np.zeros((20, 20))))
    other = ground.under(unseen(), 2)
    assert at(other, 0.3, 0.3) == UNKNOWN and at(other, -0.7, -0.7) == FREE


def test_where_nothing_was_measured_nothing_changes():
    ground = Ground()
    ground.take(patch(1, Pose2D(0.0, 0.0, 0.0), np.zeros((0, 0))))
    assert (ground.under(unseen(), 1).ground == UNKNOWN).all()


def test_the_body_keeps_away_from_it_and_walks_on_it_but_the_camera_has_not_looked_there():
    ground = Ground()
    ground.take(patch(1, Pose2D(0.0, 0.0, 0.0), floor_with_wall()))
    grid = ground.under(unseen(), 1)
    terrain = Terrain.of(grid, np.zeros((0, 2)), BodySettings())
    here, beside = grid.index(0.3, 0.6), grid.index(0.5, 0.6)
    assert not terrain.unknown[here] and terrain.clearance[here] == pytest.approx(0.3, abs=CELL + 1e-6)
    slowness = terrain.slowness()
    assert slowness[here] == 1.0 and math.isinf(slowness[beside])
    hopeful = grid.occupancy == UNKNOWN
    frontier = frontier_cells(terrain, terrain.distances_from(Pose2D(0.3, 0.6, 0.0)), hopeful)
    assert frontier[here], "what only the body has seen is still worth a look of the camera"


def test_an_obstacle_to_the_camera_is_one_whatever_the_floor_below_it_is():
    occupancy = np.full((40, 40), FREE, np.int8)
    occupancy[10, 10] = OBSTACLE
    ground = Ground()
    ground.take(patch(1, Pose2D(0.0, 0.0, 0.0), np.zeros((60, 60))))
    assert ground.under(GridMap((0.0, 0.0), CELL, occupancy, occupancy), 1).floor[10, 10] == OBSTACLE


def test_a_map_is_cropped_to_what_either_has_seen():
    ground = Ground()
    ground.take(patch(1, Pose2D(0.0, 0.0, 0.0), floor_with_wall()))
    cropped = ground.under(unseen(400, 400, (-10.0, -10.0)), 1).cropped()
    assert cropped.shape < (70, 70) and cropped.ground.shape == cropped.shape
    assert at(cropped, 20.5 * FINE, 0.3) == OBSTACLE
