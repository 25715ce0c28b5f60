"""What the body's cameras see of the ground, drawn here by hand: a floor and a wall across it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_emulator.world.grids import BLOCKED, CELL, CELLS, FLOOR, UNSEEN, Ground, distances, steppable
from spot_emulator.world.view import View

HEIGHT, WALL = 0.5, 1.2
GRID = SE3Pose(-CELLS * CELL / 2.0, -CELLS * CELL / 2.0, 0.0, Quat())
OPTICAL = Quat(w=0.5, x=-0.5, y=0.5, z=-0.5)


def looking(down: float, wall: float) -> tuple[View, np.ndarray]:
    """Return a picture from above the origin along x, and what it measures of the floor and of a wall at some x."""
    pose = SE3Pose(0.0, 0.0, HEIGHT, Quat.from_pitch(math.radians(down)) * OPTICAL)
    view = View(pose, 106, 120, 108.0)
    rows, columns = np.mgrid[0:120, 0:106]
    rays = np.stack([(columns + 0.5 - 53.0) / 108.0, (rows + 0.5 - 60.0) / 108.0, np.ones(rows.shape)], axis=-1)
    ways = rays @ np.asarray(pose.rot.to_matrix()).T
    with np.errstate(divide="ignore"):
        floor = np.where(ways[..., 2] < 0.0, -HEIGHT / ways[..., 2], np.inf)
    ahead = wall / ways[..., 0]
    depth = np.minimum(floor, np.where(ahead > 0.0, ahead, np.inf))
    return view, np.where(depth < 6.0, depth, 0.0)


def at(cells: np.ndarray, x: float, y: float) -> int:
    return int(cells[int((y - GRID.y) / CELL), int((x - GRID.x) / CELL)])


@pytest.fixture
def ground() -> Ground:
    seen = Ground((0.0, 0.0))
    seen.see([looking(30.0, WALL)])
    return seen


def test_what_hides_behind_a_wall_or_below_the_picture_is_not_known(ground):
    cells = ground.around(GRID)
    assert at(cells, 0.8, 0.0) == at(cells, 1.1, 0.1) == FLOOR
    assert at(cells, WALL + 0.01, 0.0) == BLOCKED
    assert at(cells, WALL + 0.2, 0.0) == at(cells, 0.1, 0.0) == at(cells, -0.8, 0.0) == UNSEEN


def test_no_gaps_are_left_between_the_pixels_of_a_floor(ground):
    cells = ground.around(GRID)
    before = cells[:, int((1.0 - GRID.x) / CELL)]
    seen = np.flatnonzero(before != UNSEEN)
    assert len(seen) > 20 and (before[seen[0] : seen[-1] + 1] == FLOOR).all()


def test_what_was_taken_away_is_floor_at_the_next_look(ground):
    ground.see([looking(30.0, 1.7)])
    cells = ground.around(GRID)
    assert at(cells, WALL + 0.01, 0.0) == FLOOR and at(cells, 1.705, 0.0) == BLOCKED


def test_where_the_robot_stands_nothing_blocks(ground):
    ground.stand(SE3Pose(WALL, 0.0, HEIGHT, Quat.from_yaw(math.pi / 2.0)), 0.5, 0.2)
    cells = ground.around(GRID)
    assert at(cells, WALL + 0.01, 0.45) == at(cells, WALL + 0.15, 0.0) == FLOOR
    assert at(cells, WALL + 0.3, 0.0) == UNSEEN


def test_lengths_say_how_far_it_is_to_what_blocks(ground):
    cells = ground.around(GRID)
    apart = distances(cells)
    row, column = int(-GRID.y / CELL), int((WALL - 0.6 - GRID.x) / CELL)
    assert apart[row, column] == pytest.approx(0.6, abs=CELL)
    assert (apart[cells == BLOCKED] < 0.0).all() and (apart[cells == FLOOR] > 0.0).all()
    assert not steppable(apart)[cells == BLOCKED].any() and steppable(apart)[row, column]


def test_where_nothing_blocks_all_of_it_is_far_away():
    assert (distances(np.full((CELLS, CELLS), FLOOR, np.uint8)) > 3.0).all()
