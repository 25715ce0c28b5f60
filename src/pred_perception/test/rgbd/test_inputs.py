"""What the network is given: metric heights and normals, the same from a camera that looks down."""

import numpy as np
import pytest

from pred_core.geometry import Intrinsics, camera_to_map
from pred_perception.rgbd.inputs import CHANNELS, HALF, SIDE, halves, stack, upward
from pred_perception.rgbd.regions import even, regions

CAMERA = Intrinsics.from_fov(SIDE, SIDE, np.pi / 2)
MIDDLE = ((SIDE / 2 - 0.5) / 2, (SIDE / 2 - 0.5) / 2)


def floor_depth(pitch, height=1.5):
    """Return the half-size depth of an endless floor seen by a camera that looks down."""
    up = camera_to_map((0.0, 0.0, height), 0.3, pitch)[2, :3]
    at = (2 * np.arange(HALF) + 0.5 - SIDE / 2) / CAMERA.fx
    down = up[0] * at[None, :] + up[1] * at[:, None] + up[2]
    with np.errstate(divide="ignore"):
        depth = np.where(down < -1e-3, -height / down, 0.0)
    return np.where(depth < 11.0, depth, 0.0).astype(np.float32), up


def filled(depth, up, height=1.5):
    out = np.zeros((CHANNELS, HALF, HALF), np.float32)
    grey = np.full((HALF, HALF, 3), 128, np.uint8)
    stack(grey, depth, CAMERA.fx / 2, MIDDLE, np.ascontiguousarray(up), height, out)
    return out


@pytest.mark.parametrize("pitch", [np.radians(30), np.radians(60)])
def test_the_floor_is_level_and_at_height_zero(pitch):
    depth, up = floor_depth(pitch)
    out = filled(depth, up)
    inner = out[8] > 0
    inner[[0, -1]] = False
    inner[:-1] &= out[8, 1:] > 0
    inner[1:] &= out[8, :-1] > 0
    assert inner.mean() > 0.3
    assert np.allclose(out[4][inner], -0.5, atol=1e-3)
    assert np.allclose(out[5][inner], 1.0, atol=1e-2)


def test_the_training_camera_is_the_robots():
    assert np.allclose(upward(30.0), camera_to_map((0.0, 0.0, 1.0), 0.7, np.radians(30.0))[2, :3])


def test_what_was_not_measured_is_said_to_be_unknown():
    depth, up = floor_depth(np.radians(60))
    depth[:20] = 0.0
    out = filled(depth, up)
    assert not out[4:, :20].any()
    assert np.isfinite(out).all()


def test_half_size_colours_are_means():
    rgb = np.zeros((4, 4, 3), np.uint8)
    rgb[0, 0] = 200
    assert halves(rgb)[0, 0, 0] == 50
    assert halves(rgb).shape == (2, 2, 3)


def test_regions_keep_to_edges_of_colour():
    out = filled(np.full((HALF, HALF), 2.0, np.float32), upward(0.0))
    out[0, 40:80, 40:80] = 1.0
    region, count = regions(out)
    patch = region.reshape(HALF, HALF)[42:78, 42:78]
    assert len(np.unique(patch)) == 1
    own = region == patch[0, 0]
    assert abs(np.count_nonzero(own) - 40 * 40) < 40
    values = np.zeros((HALF * HALF, 2), np.float32)
    values[own, 0] = np.arange(np.count_nonzero(own))
    assert np.ptp(even(region, count, values)[own, 0]) == 0.0
