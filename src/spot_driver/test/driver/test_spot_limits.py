"""Nothing beyond the caps, nothing into a keep-out area, nothing through it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.geometry import Pose2D
from pred_core.outcome import Code
from spot_driver.driver.limits import CAPS, RADIUS, LimitError, Limits, boxes_of

BOX = (2.0, -0.5, 3.0, 0.5)
LIMITS = Limits(keep_out=(BOX,))
coordinates = st.floats(-6.0, 6.0)


@pytest.mark.parametrize("name", list(CAPS))
def test_no_limit_may_be_set_beyond_its_cap(name):
    low, high = CAPS[name]
    Limits(**{name: high})
    for value in (high * 1.01, low - 0.001, math.nan):
        with pytest.raises(LimitError, match=name):
            Limits(**{name: value})


@given(coordinates, coordinates)
def test_the_whole_body_stays_out_of_a_keep_out_area(x, y):
    gap = math.hypot(max(BOX[0] - x, 0.0, x - BOX[2]), max(BOX[1] - y, 0.0, y - BOX[3]))
    assert bool(LIMITS.base(Pose2D(x, y, 0.0))) == (gap >= RADIUS)


def test_a_path_through_a_keep_out_area_is_refused_though_both_its_ends_are_well():
    outcome = LIMITS.path(Pose2D(0.0, 0.0, 0.0), [Pose2D(5.0, 0.0, 0.0)])
    assert outcome.code is Code.UNREACHABLE and "keep-out" in outcome.message
    assert LIMITS.path(Pose2D(0.0, 0.0, 0.0), [Pose2D(2.5, 2.0, 0.0), Pose2D(5.0, 0.0, 0.0)])


def test_who_stands_in_a_keep_out_area_may_leave_it_but_not_stay_or_come_back():
    inside = Pose2D(2.5, 0.0, 0.0)
    assert LIMITS.path(inside, [Pose2D(2.5, 3.0, 0.0)])
    assert not LIMITS.path(inside, [Pose2D(2.6, 0.1, 0.0)])
    assert not LIMITS.path(inside, [Pose2D(2.5, 3.0, 0.0), Pose2D(2.5, 0.0, 0.0)])


def test_a_fence_keeps_the_body_in():
    fenced = Limits(fence=((-2.0, -2.0, 2.0, 2.0),))
    assert fenced.base(Pose2D(0.0, 0.0, 0.0))
    assert not fenced.base(Pose2D(2.0 - RADIUS / 2.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "velocity", [(0.7, 0.0, 0.0), (0.5, 0.5, 0.0), (0.0, 0.0, 0.9), (math.nan, 0.0, 0.0)]
)
def test_velocities_beyond_the_limits_are_refused(velocity):
    assert not LIMITS.velocity(*velocity)
    assert LIMITS.velocity(0.3, -0.3, 0.5)


def test_the_hand_stays_in_reach_and_out_of_the_floor():
    assert LIMITS.hand(np.array([0.8, 0.0, 0.3]), -0.5)
    assert LIMITS.hand(np.array([1.5, 0.0, 0.3]), -0.5).code is Code.TARGET_TOO_FAR
    assert LIMITS.hand(np.array([0.6, 0.0, -0.55]), -0.5).code is Code.UNREACHABLE
    assert LIMITS.hand(np.array([math.nan, 0.0, 0.0]), -0.5).code is Code.BAD_INPUT


def test_what_is_farther_is_grasped_only_where_the_robot_may_come_closer_by_itself():
    far, floor = np.array([1.6, 0.0, 0.3]), -0.5
    assert LIMITS.grasp(far, floor, walks=True).code is Code.TARGET_TOO_FAR  # there is a keep-out area
    free = Limits(grasp_walk=0.8)
    assert free.walks_to_grasp and not LIMITS.walks_to_grasp and not Limits().walks_to_grasp
    assert free.grasp(far, floor, walks=True)
    assert free.grasp(far, floor, walks=False).code is Code.TARGET_TOO_FAR
    assert free.grasp(np.array([2.5, 0.0, 0.3]), floor, walks=True).code is Code.TARGET_TOO_FAR
    assert free.grasp(np.array([1.6, 0.0, -0.55]), floor, walks=True).code is Code.UNREACHABLE


@pytest.mark.parametrize("far", [0.8, 1.6])
def test_what_lies_flat_on_the_floor_may_be_grasped_and_what_is_in_it_not(far):
    free, floor = Limits(grasp_walk=0.8), -0.5
    for above, may in ((0.005, True), (-0.02, True), (-0.05, False)):
        point = np.array([far, 0.0, floor + above])
        assert bool(free.grasp(point, floor, walks=True)) is may
    assert not free.hand(np.array([0.8, 0.0, floor + 0.005]), floor), "the hand itself is not laid on the floor"


@given(st.text(max_size=30))
def test_any_text_is_boxes_or_refused(text):
    try:
        boxes = boxes_of(text, "keep_out")
    except LimitError:
        return
    assert all(b[0] <= b[2] and b[1] <= b[3] for b in boxes)


def test_boxes_are_read_from_any_two_corners():
    assert boxes_of("1,2,-1,0; 3,3,4,5", "fence") == ((-1.0, 0.0, 1.0, 2.0), (3.0, 3.0, 4.0, 5.0))
