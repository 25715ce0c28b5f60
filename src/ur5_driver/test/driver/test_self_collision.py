"""The camera beside the flange reaches forearm and wrist: such poses are not free."""

from __future__ import annotations

import numpy as np

from ur5_driver.driver.motion import Burden, Space
from ur5_driver.driver.shapes import OPEN_WIDTH, gripper_spheres
from ur5_driver.kinematics import HOME
from ur5_driver.mount import read_mount
from ur5_driver.rehearsal import LIMITS

SPACE = Space(
    LIMITS, np.empty((0, 3)), Burden(gripper_spheres(OPEN_WIDTH, read_mount().optical_in_tool[:3, 3]))
)


def test_home_is_free() -> None:
    assert SPACE.clear(np.array([HOME]))


def test_the_camera_does_not_go_through_the_wrist() -> None:
    in_the_first_wrist = (3.448, -1.116, 2.677, -1.561, -3.496, -3.142)  # where physics stopped it
    assert not SPACE.clear(np.array([in_the_first_wrist]))
