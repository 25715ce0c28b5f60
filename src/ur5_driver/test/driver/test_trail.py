"""The way back: along what was measured, as far as asked, and only from its end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from ur5_description import kinematics
from ur5_description.kinematics import Array
from ur5_driver.driver.trail import STANDS_WITHIN, STRAIGHT, Trail

HOME = np.array(kinematics.HOME)
ARM = kinematics.UR5E


def bent(count: int = 200) -> Array:
    """Return joints that turn the base by 0.3 rad and then the elbow by 0.3 rad, Nx6."""
    way = np.tile(HOME, (2 * count, 1))
    way[:count, 0] += np.linspace(0.0, 0.3, count)
    way[count:, 0] += 0.3
    way[count:, 2] += np.linspace(0.0, 0.3, count)
    return way


def gone(way: Array) -> Trail:
    trail = Trail()
    for joints in way:
        trail.take(joints, ours=True, still=False)
    trail.take(way[-1], ours=False, still=True)
    return trail


def flange(joints: Array) -> Array:
    return np.asarray(kinematics.forward(ARM, joints)[:3, 3])


def off(way: Array, joints: Array) -> float:
    return float(np.abs(way - joints).max(axis=1).min())


def test_the_way_back_keeps_to_the_way_that_the_arm_came() -> None:
    way = bent()
    back = [way[-1], *gone(way).back(ARM, way[-1], 1.0)]
    assert 3 <= len(back) <= 4  # a bend in the middle
    for begin, end in pairwise(back):
        for share in np.linspace(0.0, 1.0, 20):
            assert off(way, begin + share * (end - begin)) < 2.0 * STRAIGHT
    assert off(back[-1][None], way[0]) < 2.0 * STRAIGHT


@pytest.mark.parametrize("count", [200, 12])
def test_the_way_back_is_as_long_as_asked_however_few_places_were_measured(count: int) -> None:
    way = bent(count)
    last = gone(way).back(ARM, way[-1], 0.05)[-1]
    assert 0.049 < np.linalg.norm(flange(last) - flange(way[-1])) < 0.0505


def test_an_arm_that_was_guided_by_hand_since_has_no_way_back() -> None:
    way = bent()
    trail = gone(way)
    for turn in np.linspace(0.0, 3.0 * STANDS_WITHIN, 50):
        guided = way[-1] + [0.0, turn, 0.0, 0.0, 0.0, 0.0]
        trail.take(guided, ours=False, still=False)
    assert trail.back(ARM, guided, 0.05) == []
    assert trail.back(ARM, way[-1], 0.05) == []  # back where it was, too: what was meanwhile is not known


def test_a_jump_in_what_is_measured_ends_the_way() -> None:
    trail = gone(bent())
    far = bent()[-1] + 0.5
    trail.take(far, ours=True, still=False)
    assert trail.back(ARM, far, 0.05) == []


def test_what_brakes_belongs_to_the_way() -> None:
    way = bent()
    trail = Trail()
    trail.take(way[0], ours=True, still=False)
    for joints in way[1:]:
        trail.take(joints, ours=False, still=False)
    trail.take(way[-1], ours=False, still=True)
    assert len(trail.back(ARM, way[-1], 1.0)) > 1


def test_after_going_back_the_way_ends_where_the_arm_stands() -> None:
    way = bent()
    trail = gone(way)
    trail.hold()
    middle = way[300]
    for joints in way[:299:-1]:
        trail.take(joints, ours=True, still=False)
    trail.rewind(middle)
    again = trail.back(ARM, middle, 1.0)
    assert off(again[-1][None], way[0]) < 2.0 * STRAIGHT
    assert all(joints[2] <= middle[2] + STRAIGHT for joints in again)  # not on to where it was stopped
