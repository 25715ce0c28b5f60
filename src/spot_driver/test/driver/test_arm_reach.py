"""What the driver takes for reachable is what the arm's inverse kinematics can do."""

from __future__ import annotations

import numpy as np
import pytest
from bosdyn.client.math_helpers import SE3Pose

from spot_driver.driver.arm_reach import arm_reaches
from spot_driver.driver.manipulator import HandSettings, look_pose
from spot_emulator.robot import kinematics


def solvable(pose) -> bool:
    return kinematics.solve_hand(SE3Pose.from_matrix(pose), kinematics.READY) is not None


def test_what_is_taken_for_reachable_is_what_the_joints_can_do():
    rng = np.random.default_rng(0)
    found = []
    for _ in range(600):
        pose = look_pose(HandSettings(), float(rng.uniform(-0.5, 1.5)), float(rng.uniform(-1.0, 1.0)))
        pose[:3, 3] = rng.uniform((0.3, -0.6, -0.4), (1.3, 0.6, 1.2))
        wrist = pose[:3, 3] - 0.19557 * pose[:3, 0] - (0.292, 0.0, 0.188)
        if not 0.74 < np.linalg.norm(wrist) < 0.76:  # an arm that is all but straight
            found.append(arm_reaches(pose))
            assert found[-1] == solvable(pose), pose
    assert 100 < sum(found) < len(found) - 100


def test_a_hand_level_before_the_shins_is_out_of_reach_though_the_links_are_long_enough():
    pose = look_pose(HandSettings(), 0.0)
    pose[:3, 3] = (0.6, 0.0, -0.3)
    assert not arm_reaches(pose) and not solvable(pose)


@pytest.mark.parametrize("pitch", [-15.0, 5.0, 25.0, 45.0])
def test_the_arm_gets_to_where_the_hand_looks_from(pitch):
    pose = look_pose(HandSettings(), np.deg2rad(pitch))
    assert arm_reaches(pose) and solvable(pose)
