"""Coming nearer to put something down: no farther than it takes, straight to the place, not where it is in vain."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from spot_driver.driver.nearing import BEFORE, STEP, facing, seen_from, stand_nearer

HERE = Pose2D(1.0, 2.0, math.pi / 2.0)
REACH = 0.9


def reaches(point) -> bool:
    """Reach what is at most so far away, and straight ahead."""
    away = math.hypot(point[0] - HERE.x, point[1] - HERE.y)
    return away <= REACH and abs(math.atan2(point[1] - HERE.y, point[0] - HERE.x) - HERE.yaw) < 1e-6


def test_it_turns_to_the_place_and_goes_just_as_far_as_it_takes() -> None:
    place = np.array([2.2, 2.0, 0.8])
    stand = stand_nearer(HERE, [place], reaches, 0.8)
    assert stand is not None
    assert stand.yaw == pytest.approx(0.0) and stand.y == pytest.approx(2.0)
    assert REACH - STEP < 2.2 - stand.x <= REACH


def test_of_several_places_the_one_that_takes_the_shortest_walk_counts() -> None:
    far, near = np.array([1.0, 3.4, 0.8]), np.array([1.0, 3.1, 0.8])
    stand = stand_nearer(HERE, [far, near], reaches, 0.8)
    assert stand is not None and stand.y == pytest.approx(2.2)


def test_it_does_not_go_farther_than_it_may() -> None:
    assert stand_nearer(HERE, [np.array([1.0, 3.8, 0.8])], reaches, 0.8) is None
    assert stand_nearer(HERE, [], reaches, 0.8) is None


def test_a_point_lies_before_one_as_it_will_once_one_stands_there() -> None:
    there = Pose2D(4.0, -1.0, math.pi)
    point = np.array([3.0, -1.5, 0.4])  # 1 m ahead of there and 0.5 m to the left
    assert seen_from(point, HERE, there) == pytest.approx([0.5, 3.0, 0.4])


@pytest.mark.parametrize("point", [(1.3, 2.2, 0.9), (-1.0, 1.0, 0.9)])
def test_what_is_beside_one_is_looked_at_from_where_it_is_well_ahead(point: tuple[float, float, float]) -> None:
    stand = facing(np.array(point), HERE)
    assert stand.ahead(BEFORE).distance_to(Pose2D(point[0], point[1], 0.0)) < 1e-6
    away = math.atan2(point[1] - HERE.y, point[0] - HERE.x)
    assert stand.yaw == pytest.approx(away), "from the side of it that one is on"
