import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pred_core.geometry import (
    Intrinsics,
    Pose2D,
    camera_to_map,
    quaternion_from_rpy,
    unproject,
    wrap_angle,
    yaw_of,
)

angles = st.floats(-50.0, 50.0)
metres = st.floats(-20.0, 20.0)


@given(angles)
def test_wrapped_angles_are_the_same_angle_in_range(angle: float) -> None:
    wrapped = wrap_angle(angle)
    assert -math.pi < wrapped <= math.pi
    assert math.isclose(math.cos(wrapped), math.cos(angle), abs_tol=1e-9)
    assert math.isclose(math.sin(wrapped), math.sin(angle), abs_tol=1e-9)


@given(st.floats(-3.1, 3.1))
def test_yaw_survives_the_quaternion(yaw: float) -> None:
    assert math.isclose(yaw_of(quaternion_from_rpy(0.0, 0.0, yaw)), yaw, abs_tol=1e-9)


def test_camera_looking_along_x_sees_left_on_the_left() -> None:
    transform = camera_to_map((1.0, 2.0, 1.5), yaw=0.0, pitch=0.0)
    ahead = transform @ [0.0, 0.0, 2.0, 1.0]
    right = transform @ [1.0, 0.0, 2.0, 1.0]
    below = transform @ [0.0, 1.0, 2.0, 1.0]
    np.testing.assert_allclose(ahead[:3], [3.0, 2.0, 1.5], atol=1e-12)
    np.testing.assert_allclose(right[:3], [3.0, 1.0, 1.5], atol=1e-12)
    np.testing.assert_allclose(below[:3], [3.0, 2.0, 0.5], atol=1e-12)


@given(metres, metres, st.floats(-3.0, 3.0), st.floats(-1.0, 1.0))
def test_camera_frames_are_right_handed_rotations(x: float, y: float, yaw: float, pitch: float) -> None:
    rotation = camera_to_map((x, y, 1.0), yaw, pitch)[:3, :3]
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-9)
    assert math.isclose(float(np.linalg.det(rotation)), 1.0, abs_tol=1e-9)


@given(st.floats(-1.5, 1.5), st.floats(0.0, 1.0))
def test_unprojected_floor_lies_on_the_floor(yaw: float, pitch: float) -> None:
    camera = Intrinsics.from_fov(40, 40, math.radians(60))
    transform = camera_to_map((0.5, -0.5, 1.5), yaw, pitch)
    rays = unproject(np.ones((40, 40), np.float32), camera, transform) - np.float32([0.5, -0.5, 1.5])
    hits = rays[..., 2] < -0.05
    depth = np.where(hits, -1.5 / np.where(hits, rays[..., 2], 1.0), 1.0).astype(np.float32)
    points = unproject(depth, camera, transform)
    assert np.all(np.abs(points[hits][:, 2]) < 1e-3)


@given(metres, metres, st.floats(-3.1, 3.1), metres)
def test_what_is_ahead_is_so_far_away_and_seen_straight_on(
    x: float, y: float, yaw: float, distance: float
) -> None:
    here = Pose2D(x, y, yaw)
    there = here.ahead(distance)
    assert math.isclose(here.distance_to(there), abs(distance), abs_tol=1e-9)
    assert math.isclose((there.x - x) * math.cos(yaw) + (there.y - y) * math.sin(yaw), distance, abs_tol=1e-9)
    assert there.yaw == yaw


def test_planar_distance() -> None:
    assert Pose2D(0.0, 0.0, 0.0).distance_to(Pose2D(3.0, 4.0, 1.0)) == 5.0
