"""Forward and inverse kinematics agree, for both arms, in every branch."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ur5_description import kinematics
from ur5_description.kinematics import ARMS, UR5E, ArmModel

angles = st.floats(-math.pi, math.pi, allow_nan=False)
joint_vectors = st.tuples(*[angles] * 6).map(np.array)


def test_the_ur5e_reaches_where_its_manufacturer_says() -> None:
    pose = kinematics.forward(UR5E, [0.0] * 6)[:3, 3]
    assert pose == pytest.approx([-0.425 - 0.3922, -0.1333 - 0.0996, 0.1625 - 0.0997], abs=1e-9)
    upright = kinematics.forward(UR5E, [0.0, -math.pi / 2, 0.0, -math.pi / 2, 0.0, 0.0])[:3, 3]
    assert upright == pytest.approx([0.0, -0.1333 - 0.0996, 0.1625 + 0.425 + 0.3922 + 0.0997], abs=1e-9)


@pytest.mark.parametrize("arm", list(ARMS.values()), ids=list(ARMS))
@settings(max_examples=150, deadline=None)
@given(joints=joint_vectors)
def test_every_branch_leads_back_to_the_pose(arm: ArmModel, joints: np.ndarray) -> None:
    target = kinematics.forward(arm, joints)
    solutions = kinematics.inverse(arm, target, wrist_3=joints[5])
    if abs(math.sin(joints[4])) < 1e-3 or abs(math.sin(joints[2])) < 1e-3:
        return  # singular: the damped fallback's case
    assert any(np.allclose(kinematics.wrap(s - joints), 0.0, atol=1e-5) for s in solutions)
    for solution in solutions:
        assert np.allclose(kinematics.forward(arm, solution), target, atol=1e-6)


def test_a_common_pose_has_eight_branches() -> None:
    solutions = kinematics.inverse(UR5E, kinematics.forward(UR5E, [0.3, -1.5, 1.4, -1.2, -1.1, 0.4]))
    assert len({tuple(np.round(s, 6)) for s in solutions}) == 8


def test_a_pose_out_of_reach_has_none() -> None:
    assert kinematics.inverse(UR5E, kinematics.matrix_from_pose([2.0, 0.0, 0.3, 0.0, math.pi, 0.0])) == []


@settings(max_examples=50, deadline=None)
@given(joints=joint_vectors)
def test_the_jacobian_is_the_derivative(joints: np.ndarray) -> None:
    tcp = kinematics.matrix_from_pose([0.0, 0.0, 0.15, 0.0, 0.0, 0.0])
    slope = kinematics.jacobian(UR5E, joints, tcp)
    for index in range(6):
        step = np.zeros(6)
        step[index] = 1e-6
        moved = kinematics.forward(UR5E, joints + step) @ tcp - kinematics.forward(UR5E, joints - step) @ tcp
        assert np.allclose(moved[:3, 3] / 2e-6, slope[:3, index], atol=1e-5)


def test_damped_steps_reach_a_pose_at_the_singular_wrist() -> None:
    joints = np.array([0.2, -1.3, 1.2, -1.4, 0.0, 0.5])
    target = kinematics.forward(UR5E, joints)
    found = kinematics.inverse_damped(UR5E, target, joints + 0.1)
    assert found is not None
    assert np.allclose(kinematics.forward(UR5E, found), target, atol=1e-3)


@given(pose=st.tuples(*[st.floats(-1.0, 1.0)] * 6))
def test_poses_survive_the_way_through_matrices(pose: tuple[float, ...]) -> None:
    back = kinematics.pose_from_matrix(kinematics.matrix_from_pose(pose))
    assert back == pytest.approx(pose, abs=1e-9)


@given(joints=joint_vectors, near=st.tuples(*[st.floats(-6.0, 6.0)] * 6).map(np.array))
def test_the_nearest_turn_is_the_nearest_of_all_turns(joints: np.ndarray, near: np.ndarray) -> None:
    low, high = np.full(6, -2 * math.pi), np.full(6, 2 * math.pi)
    best = min(kinematics.turns(joints, low, high), key=lambda c: float(np.linalg.norm(c - near)))
    chosen = kinematics.nearest_turn(joints, near, low, high)
    assert chosen is not None
    assert np.linalg.norm(chosen - near) == pytest.approx(np.linalg.norm(best - near), abs=1e-6)
