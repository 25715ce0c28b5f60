"""Where to grasp, in pictures made of known scenes."""

from __future__ import annotations

import numpy as np
from known_pictures import DOWN, seen_from_above

from spot_driver.driver.places import grasp_spot, hold_spot


def test_the_grasp_is_in_the_middle_of_the_mask_where_there_is_depth():
    heights = np.full((240, 320), 0.5)
    mask = np.zeros((240, 320), bool)
    mask[100:141, 150:191] = True
    spot = grasp_spot(seen_from_above(heights), mask)
    assert spot is not None and abs(spot.pixel[0] - 170) <= 1 and abs(spot.pixel[1] - 120) <= 1
    expected = DOWN[:3, :3] @ np.array([(170.5 - 160) / 276, (120.5 - 120) / 276, 1.0]) * 1.0 + DOWN[:3, 3]
    assert np.allclose(spot.point, expected, atol=0.01)


def test_without_depth_on_it_there_is_no_grasp():
    heights = np.full((240, 320), np.nan)
    assert grasp_spot(seen_from_above(heights), np.ones((240, 320), bool)) is None


def test_a_thing_is_carried_by_its_near_end_but_not_by_its_edge():
    heights = np.full((240, 320), 0.5)
    mask = np.zeros((240, 320), bool)
    mask[10:110, 150:191] = True  # the camera is over row 120
    spot = hold_spot(seen_from_above(heights), mask)
    assert spot is not None and 95 < spot.pixel[1] < 105 and 155 < spot.pixel[0] < 186
    assert hold_spot(seen_from_above(np.full((240, 320), np.nan)), mask) is None
