"""The surface a depth picture shows: heights and normals along gravity, holes, and a stereo camera's errors."""

import numpy as np
import pytest

from pred_core.depth_noise import DepthErrors, measure
from pred_core.geometry import Intrinsics, camera_to_map
from pred_perception.rgbd.surface import surface, upward

SIDE = 300
CAMERA = Intrinsics.from_fov(SIDE, SIDE, np.pi / 2)
HEIGHT = 1.5


def floor_depth(pitch):
    """Return the depth of an endless floor seen by a camera that looks down."""
    up = camera_to_map((0.0, 0.0, HEIGHT), 0.3, pitch)[2, :3]
    at = (np.arange(SIDE) + 0.5 - SIDE / 2) / CAMERA.fx
    down = up[0] * at[None, :] + up[1] * at[:, None] + up[2]
    with np.errstate(divide="ignore"):
        depth = np.where(down < -1e-3, -HEIGHT / down, 0.0)
    return np.where(depth < 11.0, depth, 0.0).astype(np.float32), up


def grey():
    return np.full((SIDE, SIDE, 3), 128, np.uint8)


@pytest.mark.parametrize("pitch", [np.radians(30), np.radians(60)])
def test_the_floor_is_level_and_at_height_zero(pitch):
    depth, up = floor_depth(pitch)
    seen = surface(grey(), depth, CAMERA, up, HEIGHT)
    assert seen.known.mean() > 0.5
    assert np.allclose(seen.points[seen.known][:, 2], 0.0, atol=2e-3)
    near = (depth > 0) & (depth < 4)
    assert np.allclose(seen.normals[near][:, 2], 1.0, atol=1e-3)


def test_the_training_camera_is_the_robots():
    assert np.allclose(upward(30.0), camera_to_map((0.0, 0.0, 1.0), 0.7, np.radians(30.0))[2, :3])


def test_what_was_not_measured_is_said_to_be_unknown_and_filled_from_beside():
    depth, up = floor_depth(np.radians(60))
    hole = depth.copy()
    hole[140:160, 140:160] = np.nan
    seen = surface(grey(), hole, CAMERA, up, HEIGHT)
    assert not seen.known[140:160, 140:160].any()
    assert np.allclose(1.0 / seen.inverse[140:160, 140:160], depth[140:160, 140:160], rtol=0.1)


def test_nothing_measured_at_all_is_far_away():
    seen = surface(grey(), np.zeros((SIDE, SIDE), np.float32), CAMERA, upward(0.0), HEIGHT)
    assert not seen.known.any()
    assert np.isfinite(seen.points).all()


def test_errors_of_a_camera_are_noticed_and_smoothed():
    depth, up = floor_depth(np.radians(60))
    errors = DepthErrors()
    measured = measure(depth, grey(), np.random.default_rng(0), errors)
    true = surface(grey(), depth, CAMERA, up, HEIGHT)
    seen = surface(grey(), measured, CAMERA, up, HEIGHT)
    assert true.noise < 0.2 * errors.growth
    assert seen.noise == pytest.approx(errors.growth, rel=0.2)
    both = true.known & seen.known
    off = np.std((seen.inverse - true.inverse)[both])
    raw = np.std((1.0 / np.maximum(measured, 1e-3) - true.inverse)[both])
    assert off < 0.85 * raw
    assert np.median(seen.normals[both][:, 2]) > 0.98
