"""Where to grasp and where to set down, in pictures made of known scenes."""

from __future__ import annotations

import numpy as np
import pytest

from pred_core.geometry import Intrinsics
from pred_core.pictures import Picture
from spot_driver.driver.places import grasp_spot, release_spots

CAMERA = Intrinsics(276.0, 276.0, 160.0, 120.0, 320, 240)
DOWN = np.array([[0.0, -1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 1.5], [0.0, 0.0, 0.0, 1.0]])
"""A camera 1.5 m above the floor that looks straight down."""


def seen_from_above(heights) -> Picture:
    """Return the picture of heights (m) given per pixel."""
    return Picture(
        1,
        0.0,
        np.zeros((240, 320, 3), np.uint8),
        (1.5 - heights).astype(np.float32),
        CAMERA,
        np.eye(4),
        DOWN,
        span=(0.1, 6.0),
    )


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


def test_a_thing_is_set_down_where_it_is_level_and_away_from_the_edge():
    heights = np.full((240, 320), 0.5)
    heights[:, 200:] = 0.0  # the table ends
    heights[90:150, 20:80] += 0.2  # something stands on it
    mask = np.zeros((240, 320), bool)
    mask[60:200, 10:200] = True
    place = release_spots(seen_from_above(heights), mask, low=False)[0]
    assert place[2] == pytest.approx(0.5, abs=0.02)
    column = 160 + 276 * -place[1] / 1.0
    row = 120 - 276 * place[0] / 1.0
    assert 100 < column < 185 and 60 < row < 200


def test_into_a_sink_it_goes_to_the_bottom():
    heights = np.full((240, 320), 0.9)
    heights[80:160, 110:210] = 0.7
    mask = np.zeros((240, 320), bool)
    mask[60:180, 90:230] = True
    assert release_spots(seen_from_above(heights), mask, low=True)[0][2] == pytest.approx(0.7, abs=0.02)


def test_a_few_pixels_are_no_place():
    mask = np.zeros((240, 320), bool)
    mask[0, :5] = True
    assert len(release_spots(seen_from_above(np.full((240, 320), 0.5)), mask, low=False)) == 0


def open_cupboard(shelf: float, ceiling: float, back: float) -> Picture:
    """Return what a level camera sees, 1.2 m up and 1 m before an open cupboard: a shelf, a ceiling, a back wall."""
    forward = np.array([[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 1.2], [0.0, 0.0, 0.0, 1.0]])
    below = (np.arange(240) + 0.5 - 120.0) / 276.0
    to_shelf = np.where(below > 0.0, (1.2 - shelf) / np.maximum(below, 1e-6), np.inf)
    to_ceiling = np.where(below < 0.0, (ceiling - 1.2) / np.maximum(-below, 1e-6), np.inf)
    rows = np.minimum(np.minimum(to_shelf, to_ceiling), back)
    rows[rows < 1.0] = np.nan  # before the cupboard
    depth = np.repeat(rows[:, None], 320, axis=1).astype(np.float32)
    return Picture(1, 0.0, np.zeros((240, 320, 3), np.uint8), depth, CAMERA, np.eye(4), forward, span=(0.1, 6.0))


@pytest.mark.parametrize("low", [True, False])
def test_into_a_cupboard_it_goes_onto_the_shelf_and_not_to_the_ceiling(low: bool):
    seen = open_cupboard(shelf=0.9, ceiling=1.5, back=1.5)
    spots = release_spots(seen, np.isfinite(seen.depth), low=low)
    assert len(spots) and np.allclose(spots[:, 2], 0.9, atol=0.02), "nothing else can be stood on"
    assert 1.0 < spots[0][0] < 1.5
