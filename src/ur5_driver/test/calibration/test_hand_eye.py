"""A known camera mount is found again from synthetic corners with noise."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pred_core.geometry import Intrinsics
from ur5_description.kinematics import invert, matrix_from_pose
from ur5_description.mount import CameraMount, read_mount
from ur5_driver.calibration.hand_eye import (
    Board,
    BoardView,
    CalibrationError,
    board_pose,
    calibrate,
    project,
    solve_axxb,
)
from ur5_driver.gaze.views import Direction, camera_pose

BOARD = Board(9, 6, 0.025)
LENS = Intrinsics.from_fov(640, 480, math.radians(55.0))
NOMINAL = read_mount().optical_in_tool
TRUE = CameraMount((0.012, -0.094, 0.041), (0.04, -1.19, 1.60)).optical_in_tool


def board_in_base():
    board = np.eye(4)
    board[:3, :3] = Rotation.from_euler("z", 0.3).as_matrix() @ np.diag([1.0, -1.0, -1.0])
    board[:3, 3] = (0.42, 0.06, 0.003)
    return board


def poses(count):
    """Return camera poses around the board, tilted to all sides and turned about the line of sight."""
    middle = (board_in_base() @ [0.1, 0.0625, 0.0, 1.0])[:3]
    return [
        camera_pose(
            middle,
            0.33 + 0.02 * (k % 4),
            Direction(math.radians(55 + 8 * (k % 4)), 2.4 * k),
            0.5 * (k % 5 - 2),
        )
        for k in range(count)
    ]


def views(count, noise=0.0, camera=TRUE, seed=0):
    rng = np.random.default_rng(seed)
    result = []
    for k, pose in enumerate(poses(count)):
        corners = project(BOARD.points, invert(pose) @ board_in_base(), LENS)
        result.append(
            BoardView(f"view {k}", pose @ invert(camera), corners + rng.normal(0.0, noise, corners.shape))
        )
    return result


def apart(a, b):
    """Return the distance (m) and the angle (degrees) between two transforms."""
    turn = Rotation.from_matrix(a[:3, :3].T @ b[:3, :3]).magnitude()
    return float(np.linalg.norm(a[:3, 3] - b[:3, 3])), math.degrees(turn)


@pytest.mark.parametrize("seed", range(3))
def test_a_known_mount_is_recovered_from_noisy_corners(seed):
    result = calibrate(views(15, 0.3, seed=seed), BOARD, LENS, NOMINAL)
    distance, angle = apart(result.camera, TRUE)
    assert distance < 0.001 and angle < 0.1
    assert 0.25 < result.pixels < 0.6  # 0.3 px in each direction
    assert 0.0 < result.millimetres < 3.0
    assert apart(result.board, board_in_base())[0] < 0.001
    assert result.views == 15 and not result.left_out


def test_without_noise_it_is_exact_even_in_closed_form():
    exact = views(6)
    seen = [board_pose(v.corners, BOARD, LENS) for v in exact]
    distance, angle = apart(solve_axxb([v.tool for v in exact], seen), TRUE)
    assert distance < 1e-6 and angle < 1e-4
    assert calibrate(exact, BOARD, LENS, NOMINAL).pixels < 1e-5


@settings(max_examples=25, deadline=None)
@given(
    st.tuples(*[st.floats(-0.15, 0.15)] * 2, st.floats(0.25, 0.6)),
    st.tuples(*[st.floats(-0.7, 0.7)] * 2, st.floats(-3.0, 3.0)),
)
def test_the_boards_pose_is_found_wherever_it_is_in_sight(place, turn):
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_euler("xyz", turn).as_matrix()
    pose[:3, 3] = np.asarray(place) - pose[:3, :3] @ [0.1, 0.0625, 0.0]
    found = board_pose(project(BOARD.points, pose, LENS), BOARD, LENS)
    distance, angle = apart(found, pose)
    assert distance < 1e-5 and angle < 1e-2


def test_a_board_counted_from_its_other_end_in_some_views_does_no_harm():
    mixed = [replace(v, corners=v.corners[::-1]) if k % 3 == 1 else v for k, v in enumerate(views(12, 0.2))]
    distance, angle = apart(calibrate(mixed, BOARD, LENS, NOMINAL).camera, TRUE)
    assert distance < 0.001 and angle < 0.1


def test_a_view_that_does_not_fit_is_left_out_and_named():
    wrong = views(12, 0.2)
    shift = matrix_from_pose([0.03, 0.0, 0.0, 0.0, 0.0, 0.05])
    wrong[4] = replace(wrong[4], tool=wrong[4].tool @ shift)
    result = calibrate(wrong, BOARD, LENS, NOMINAL)
    assert result.left_out == ("view 4",) and result.views == 11
    distance, angle = apart(result.camera, TRUE)
    assert distance < 0.001 and angle < 0.1


def test_too_few_views_and_views_turned_about_one_axis_only_are_refused():
    with pytest.raises(CalibrationError, match="at least 4"):
        calibrate(views(3), BOARD, LENS, NOMINAL)
    first = views(1)[0].tool @ TRUE
    alike = []
    for k in range(8):
        pose = matrix_from_pose([0.0, 0.0, 0.0, 0.0, 0.0, 0.2 * k]) @ first
        pose[:3, 3] = first[:3, 3]
        corners = project(BOARD.points, invert(pose) @ board_in_base(), LENS)
        alike.append(BoardView(str(k), pose @ invert(TRUE), corners))
    with pytest.raises(CalibrationError, match="too much alike"):
        calibrate(alike, BOARD, LENS, NOMINAL)
