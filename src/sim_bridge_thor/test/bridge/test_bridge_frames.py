"""Unity's frame and the map."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.geometry import Pose2D, camera_to_map, quaternion_from_rpy
from sim_bridge_thor import frames

lengths = st.floats(-20.0, 20.0)
degrees = st.floats(0.0, 360.0, exclude_max=True)
points = st.builds(lambda x, y, z: {"x": x, "y": y, "z": z}, lengths, lengths, lengths)


def matrix(q: tuple[float, float, float, float]) -> np.ndarray:
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


@given(points, lengths)
def test_a_point_comes_back(point: dict[str, float], floor: float) -> None:
    back = frames.point_to_unity(frames.point_to_map(point, floor), floor)
    assert back == pytest.approx(point, abs=1e-9)


@given(degrees)
def test_a_yaw_comes_back(yaw: float) -> None:
    back = frames.yaw_to_unity(frames.yaw_to_map(yaw))
    assert math.cos(math.radians(back - yaw)) == pytest.approx(1.0, abs=1e-9)


@given(degrees)
def test_forward_in_unity_is_forward_in_the_map(yaw: float) -> None:
    ahead = {"x": math.sin(math.radians(yaw)), "y": 0.0, "z": math.cos(math.radians(yaw))}
    x, y, _ = frames.point_to_map(ahead, 0.0)
    turned = frames.yaw_to_map(yaw)
    assert (x, y) == pytest.approx((math.cos(turned), math.sin(turned)), abs=1e-9)


def test_the_map_is_right_handed() -> None:
    axes = [frames.point_to_map(dict(zip("xyz", unit, strict=True)), 0.0) for unit in np.eye(3)]
    # Unity's basis is left-handed; a proper change of coordinates has to mirror it
    assert np.linalg.det(np.array(axes)) == pytest.approx(-1.0)


def test_unity_right_is_map_right() -> None:
    assert frames.point_to_map({"x": 1.0, "y": 0.0, "z": 0.0}, 0.0) == (0.0, -1.0, 0.0)
    assert frames.yaw_to_map(90.0) == pytest.approx(-math.pi / 2)


def test_the_floor_is_zero() -> None:
    floor = frames.floor_of(frames.AGENT_HEIGHT + 0.3)
    assert frames.point_to_map({"x": 0.0, "y": 0.3, "z": 0.0}, floor)[2] == pytest.approx(0.0)


@given(lengths, lengths, st.floats(-3.1, 3.1), st.floats(-0.5, 1.0), lengths, lengths)
def test_the_chain_of_frames_is_the_camera_transform(
    x: float, y: float, yaw: float, pitch: float, cx: float, cy: float
) -> None:
    """base_link, camera_link and optical frame multiplied give what perception unprojects with."""
    base, camera = Pose2D(x, y, yaw), (cx, cy, 1.576)
    offset = np.array(frames.in_base(camera, base))
    turn = matrix(quaternion_from_rpy(0.0, 0.0, yaw))
    place = turn @ offset + np.array([x, y, 0.0])
    rotation = turn @ matrix(frames.camera_link_rotation(pitch)) @ matrix(frames.LINK_TO_OPTICAL)
    expected = camera_to_map(camera, yaw, pitch)
    assert place == pytest.approx(expected[:3, 3], abs=1e-9)
    assert rotation == pytest.approx(expected[:3, :3], abs=1e-9)
