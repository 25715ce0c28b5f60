"""A stereo depth camera's errors."""

import numpy as np
import pytest

from pred_core.depth_noise import DepthErrors, measure

GREY = np.full((120, 120, 3), 120, np.uint8)


def flat(depth):
    return np.full((120, 120), depth, np.float32)


@pytest.mark.parametrize("distance", [0.5, 1.0, 3.0])
def test_noise_grows_with_the_square_of_the_range(distance):
    errors = DepthErrors()
    got = measure(flat(distance), GREY, np.random.default_rng(0), errors)
    assert got.std() == pytest.approx(errors.growth * distance**2, rel=0.05)
    assert (got > 0.0).all()


@pytest.mark.parametrize("distance", [0.1, 7.0])
def test_too_near_and_too_far_are_not_measured(distance):
    assert not measure(flat(distance), GREY, np.random.default_rng(0), DepthErrors()).any()


def test_edges_are_ragged_and_only_edges():
    depth = flat(2.0)
    depth[:, 60:] = 1.0
    lost = measure(depth, GREY, np.random.default_rng(0), DepthErrors()) == 0.0
    assert lost[:, 58:62].mean() > 0.2
    assert not lost[:, :55].any()
    assert not lost[:, 65:].any()


def test_dark_and_glaring_surfaces_have_holes():
    rgb = GREY.copy()
    rgb[:40], rgb[80:] = 5, 255
    lost = measure(flat(1.0), rgb, np.random.default_rng(0), DepthErrors()) == 0.0
    assert 0.1 < lost[:40].mean() < 0.7
    assert 0.1 < lost[80:].mean() < 0.7
    assert not lost[40:80].any()


def test_the_same_seed_measures_the_same():
    one, other = (measure(flat(1.0), GREY, np.random.default_rng(3), DepthErrors()) for _ in range(2))
    assert np.array_equal(one, other)
