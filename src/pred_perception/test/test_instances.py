"""From masks and depth to metric instances."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_core.geometry import Intrinsics, camera_to_map, unproject
from pred_perception.instances import extract
from pred_perception.observation import Detection, Detections


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.floats(0.3, 2)),
    st.floats(-math.pi, math.pi),
    st.floats(-0.6, 1.2),
    st.integers(0, 59),
    st.integers(0, 79),
    st.floats(0.2, 8),
)
def test_unprojection_is_the_inverse_of_projection(position, yaw, pitch, row, column, distance):
    camera = Intrinsics.from_fov(80, 60, 1.2)
    transform = camera_to_map(position, yaw, pitch)
    points = unproject(np.full((60, 80), distance, np.float32), camera, transform)
    local = np.linalg.inv(transform) @ np.append(points[row, column].astype(float), 1.0)
    u = camera.fx * local[0] / local[2] + camera.cx
    v = camera.fy * local[1] / local[2] + camera.cy
    assert local[2] == np.float32(distance) or abs(local[2] - distance) < 1e-4
    assert abs(u - column - 0.5) < 0.02 and abs(v - row - 0.5) < 0.02


def scene(label_of_background: int = 0) -> tuple[Detections, np.ndarray, np.ndarray]:
    labels = np.full((40, 40), label_of_background, np.uint16)
    labels[10:30, 10:30] = 7
    points = np.zeros((40, 40, 3), np.float32)
    points[..., 0] = 2.0
    points[..., 1], points[..., 2] = np.mgrid[0:40, 0:40] * 0.01
    return Detections("test", labels, (Detection("a", "Mug", 7),)), points, np.ones((40, 40), bool)


def test_an_instance_knows_its_pixels_and_its_nearest_point():
    detections, points, valid = scene()
    (found,) = extract(detections, points, valid, np.zeros(3), 5)
    assert found.pixels == 400
    assert found.distance == np.float32(np.hypot(2.0, np.hypot(0.1, 0.1)))


def test_a_mask_that_bleeds_onto_the_wall_behind_does_not_stretch_the_box():
    detections, points, valid = scene()
    points[29, 10:13, 0] = 5.0
    (found,) = extract(detections, points, valid, np.zeros(3), 5)
    assert found.points[:, 0].max() < 2.1


def test_pixels_without_depth_do_not_count_and_specks_are_dropped():
    detections, points, valid = scene()
    valid[:, 12:] = False
    (found,) = extract(detections, points, valid, np.zeros(3), 5)
    assert found.pixels == 40
    assert extract(detections, points, valid, np.zeros(3), 41) == []
