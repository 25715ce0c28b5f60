"""The camera beside the flange reaches forearm and wrist: such poses are not free."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ur5_description.kinematics import HOME, forward
from ur5_description.mount import read_mount
from ur5_driver.driver.body import Hand
from ur5_driver.driver.limits import Limits, joint_samples
from ur5_driver.driver.motion import Burden, Space
from ur5_driver.driver.shapes import OPEN_WIDTH, gripper_spheres

LIMITS = Limits(hand=Hand(camera=read_mount().optical_in_tool))


def test_home_is_free() -> None:
    assert LIMITS.allows(np.array([HOME]))


def test_the_camera_does_not_go_through_the_wrist() -> None:
    in_the_first_wrist = (3.448, -1.116, 2.677, -1.561, -3.496, -3.142)  # where physics stopped it
    assert not LIMITS.allows(np.array([in_the_first_wrist]))
    assert "camera" in LIMITS.check_path(np.tile(in_the_first_wrist, (3, 1))).message


def test_from_too_near_to_something_the_arm_goes_out_of_it() -> None:
    home = np.array(HOME)
    spheres = gripper_spheres(OPEN_WIDTH, read_mount().optical_in_tool[:3, 3])
    tool = forward(LIMITS.arm, home)
    beside = tool[:3, :3] @ np.array([0.074, 0.0, 0.09]) + tool[:3, 3]  # 2 mm beside a knuckle
    space = Space(LIMITS, beside[None], Burden(spheres))
    goal = np.array([home[0] + 0.4, *home[1:]])
    assert not space.clear(home[None]) and space.clear(goal[None])
    way = space.way(home, goal, search=False)
    assert way is not None
    path = np.concatenate([joint_samples(a, b) for a, b in pairwise([home, *way])])
    depth = np.maximum(space.depth(path), 0.0)
    assert depth[0] > 0.0 and depth.max() <= depth[0] + 0.002 and depth[-1] == 0.0
