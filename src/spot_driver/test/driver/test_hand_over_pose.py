"""Where something is held out to a person, and what counts as their pull."""

from __future__ import annotations

import math

import numpy as np
import pytest

from spot_driver.driver.arm_reach import arm_reaches
from spot_driver.driver.handing import BEFORE_PERSON, HEIGHTS, WITHIN, offered, pulled
from spot_driver.driver.limits import PERSON_NEAR, Limits

FLOOR = -0.52


@pytest.mark.parametrize("person", [(1.1, 0.0), (1.2, 0.4), (1.3, -0.5), (0.95, 0.3)])
def test_it_is_held_between_robot_and_person_and_never_as_near_as_their_body(person: tuple[float, float]) -> None:
    pose = offered(np.array([*person, 0.0]), FLOOR, arm_reaches)
    assert pose is not None and arm_reaches(pose)
    away = float(np.linalg.norm(pose[:2, 3] - person))
    assert BEFORE_PERSON - 1e-9 <= away <= WITHIN
    assert round(pose[2, 3] - FLOOR, 6) in HEIGHTS
    towards = np.array(person) - pose[:2, 3]
    assert pose[:2, 0] @ towards / np.linalg.norm(towards) > 0.99


def test_somebody_too_far_away_is_given_nothing_and_somebody_unknown_stands_ahead() -> None:
    assert offered(np.array([2.2, 0.0, 0.0]), FLOOR, arm_reaches) is None
    pose = offered(None, FLOOR, arm_reaches)
    assert pose is not None and pose[1, 3] == 0.0 and pose[0, 3] >= 0.5


def test_a_pull_lasts_and_weight_and_a_jolt_are_none() -> None:
    usual = np.array([0.0, 0.0, -4.0])
    still, tug = usual + 1.0, usual + np.array([12.0, 0.0, 0.0])
    assert not pulled([still] * 9, usual)
    assert not pulled([still, still, tug, still], usual) and not pulled([tug, tug], usual)
    assert pulled([still, tug, tug, tug], usual)


def test_near_a_person_no_corner_of_the_robot_is_faster_than_the_limit() -> None:
    limits = Limits(walk_speed=1.0, turn_speed=1.5, person_speed=0.25)
    assert limits.pace(near=False) == (1.0, 1.5)
    walk, turn = limits.pace(near=True)
    assert walk > 0.0 and turn > 0.0 and math.hypot(walk, walk) + 0.61 * turn <= 0.25
    assert PERSON_NEAR > 0.61 + 0.25
