"""Any camera's picture is given to the encoder upright and whole, and what is found comes back to its pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.geometry import Intrinsics
from pred_perception.rgbd.encoder import SIDE
from pred_perception.rgbd.upright import GREY, upright

SIZES = st.tuples(st.integers(40, 640), st.integers(40, 640))


def up_of(roll: float, down: float) -> np.ndarray:
    """Return where up is for a camera rolled by so many degrees against the clock that looks down by so many."""
    level = np.array([0.0, -np.cos(np.radians(down)), -np.sin(np.radians(down))])
    a = np.radians(roll)
    turn = np.array([[np.cos(a), np.sin(a), 0.0], [-np.sin(a), np.cos(a), 0.0], [0.0, 0.0, 1.0]])
    return turn @ level


def taken(rows: int, columns: int, roll: float = 0.0, down: float = 20.0, focal: float = 300.0):
    """Return a picture whose colour and depth say where each pixel is, as the encoder is given it."""
    y, x = np.mgrid[:rows, :columns]
    rgb = np.stack([y * 255 // rows, x * 255 // columns, np.zeros_like(x)], -1).astype(np.uint8)
    depth = (1.0 + y + x / 1000.0).astype(np.float32)
    camera = Intrinsics(focal, 0.9 * focal, 0.48 * columns, 0.53 * rows, columns, rows)
    return rgb, depth, camera, upright(rgb, depth, camera, up_of(roll, down))


def test_the_learnt_camera_is_left_as_it_is():
    rgb, depth, _, _ = taken(SIDE, SIDE)
    camera = Intrinsics.from_fov(SIDE, SIDE, np.pi / 2)
    seen = upright(rgb, depth, camera, up_of(0.0, 30.0))
    assert (seen.rgb == rgb).all() and (seen.depth == depth).all()
    assert seen.camera == camera and seen.up == pytest.approx(up_of(0.0, 30.0))
    labels = np.arange(SIDE * SIDE, dtype=np.uint16).reshape(SIDE, SIDE)
    assert (seen.back(labels) == labels).all()


@given(SIZES, st.sampled_from([0.0, 90.0, 180.0, -90.0]), st.floats(-40.0, 40.0), st.floats(0.0, 60.0))
def test_up_is_up_and_every_pixel_keeps_its_ray(size, turned, off, down):
    rows, columns = size
    _, depth, camera, seen = taken(rows, columns, turned + off, down)
    assert seen.up[1] < 0.0 and abs(seen.up[0]) <= abs(seen.up[1]) + 1e-6
    known = np.argwhere(seen.depth > 0.0)
    for i, j in known[:: max(len(known) // 40, 1)]:
        value = float(seen.depth[i, j])
        y = int(value - 1.0)
        x = round((value - 1.0 - y) * 1000.0)
        if not (0 <= y < rows and 0 <= x < columns and depth[y, x] == seen.depth[i, j]):
            continue  # beyond what a float of the depth can say
        own = np.array([(x + 0.5 - camera.cx) / camera.fx, (y + 0.5 - camera.cy) / camera.fy, 1.0])
        here = seen.camera
        there = np.array([(j + 0.5 - here.cx) / here.fx, (i + 0.5 - here.cy) / here.fy, 1.0])
        step = 1.0 / min(here.fx, here.fy, camera.fx, camera.fy)
        assert own @ up_of(turned + off, down) == pytest.approx(there @ seen.up, abs=2.0 * step)


@given(SIZES, st.sampled_from([0.0, 90.0, 180.0, -90.0]))
def test_what_is_found_comes_back_to_the_cameras_own_pixels(size, turned):
    rows, columns = size
    _, depth, _, seen = taken(rows, columns, turned)
    numbers = np.round(seen.depth).astype(np.uint16)  # a label for each row of the camera's picture
    back = seen.back(numbers)
    assert back.shape == depth.shape and (back > 0).all()
    coarse = max(rows, columns) / SIDE + 1.0
    assert np.abs(back.astype(float) - np.round(depth)).max() <= coarse + 1.0


def test_what_lies_beside_the_picture_is_grey_and_has_no_depth():
    _, _, _, seen = taken(480, 640)
    assert seen.place == (slice(37, 262), slice(0, 300))
    assert (seen.rgb[:37] == GREY).all() and not seen.depth[262:].any() and (seen.depth[37:262] > 0.0).all()


def test_a_picture_straight_down_is_not_turned():
    assert taken(40, 60, roll=170.0, down=89.0)[3].quarters == 0
