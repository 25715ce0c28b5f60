"""The outline of a long body, and the poses beside planned ones that have more room."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from pred_nav.free_base import reach_freely
from pred_nav.grid import GridMap
from pred_nav.motions import FreeBase
from pred_nav.outline import ROOM, eased, from_body
from pred_nav.terrain import BodySettings, Terrain

CORNERS = (0.5, 0.2)
BASE = FreeBase.of(0.3, 1.5, 0.27, CORNERS).finer()
BODY = BodySettings(hard=0.21, squeeze=0.21, soft=0.38)


def walls(apart: float) -> np.ndarray:
    """Return the middles of the cells of two walls along x, with the x axis half-way between."""
    along = np.arange(-2.0, 2.0, 0.05)
    return np.array([(x, side * apart / 2.0) for x in along for side in (-1.0, 1.0)])


@pytest.mark.parametrize(("y", "degrees"), [(0.02, 0.0), (-0.025, 5.0), (0.0, -5.0), (0.05, 8.0)])
def test_a_pose_beside_the_middle_of_an_alley_is_moved_to_it(y, degrees):
    beside = Pose2D(0.3, y, math.radians(degrees))
    pose = eased(beside, walls(0.55), CORNERS)
    assert abs(pose.y) < 0.02 and abs(math.degrees(pose.yaw)) < 3.0 and pose.distance_to(beside) < 0.07
    before, now = (from_body(walls(0.55), one, CORNERS).min() for one in (beside, pose))
    assert now > 0.055 and now > before + 0.01


def test_a_pose_with_room_stays_as_it_is():
    pose = Pose2D(0.3, 0.02, math.radians(3.0))
    assert eased(pose, walls(0.8), CORNERS) == pose == eased(pose, np.zeros((0, 2)), CORNERS)
    assert from_body(walls(0.8), pose, CORNERS).min() >= ROOM


@pytest.mark.parametrize("degrees", range(-5, 5))
def test_from_however_it_stands_a_way_leads_through_the_middle_of_an_alley(degrees):
    """A body of 0.5 m goes out of a room into an alley of 0.55 m; a heading of the planner is 10 degrees wide."""
    free = np.zeros((50, 100), np.bool_)
    free[2:48, 2:50] = True
    free[20:31, 50:98] = True
    occupancy = np.where(free, 0, 100).astype(np.int8)
    terrain = Terrain.of(GridMap((0.0, 0.0), 0.05, occupancy, occupancy), np.zeros((0, 2)), BODY)
    start = Pose2D(1.2, 1.2 + 0.004 * degrees, math.radians(90.0 + degrees))
    reach = reach_freely(start, terrain, BASE, 0.25)
    state = reach.nearest_state(Pose2D(3.8, 1.275, 0.0))
    assert state is not None and reach.pose(state).distance_to(Pose2D(3.8, 1.275, 0.0)) < 0.1
    way = [pose for walk in reach.motions_to(state) for pose in walk.path]
    inside = [pose for pose in way[:-1] if pose.x > 2.6]
    shown = terrain.grid.middles(terrain.clearance == 0.0)
    assert len(inside) > 3
    assert min(from_body(shown, pose, CORNERS).min() for pose in inside) > 0.05
    assert all(a.distance_to(b) < 0.35 for a, b in itertools.pairwise(way))


def test_no_corner_of_furniture_fits_into_the_side_of_the_body_between_its_middle_and_its_ends():
    """It lies 18 cm beside the axis, 23 cm from the middle as well as from the front part's."""
    occupancy = np.zeros((60, 60), np.int8)
    occupancy[30, 36] = 100
    terrain = Terrain.of(
        GridMap((0.0, 0.0), 0.05, occupancy, occupancy), np.zeros((0, 2)), replace(BODY, hard=0.23)
    )
    reach = reach_freely(Pose2D(0.675, 1.345, 0.0), terrain, BASE, 0.25)
    i, j, _ = reach.start
    assert reach.pose((i + 20, j, 0)).distance_to(Pose2D(1.675, 1.345, 0.0)) < 1e-6
    assert np.isinf(reach.slowness[i + 20, j, 0]) and np.isfinite(reach.slowness[i + 20, j - 2, 0])
