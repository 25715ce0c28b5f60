"""The arm's closed-form inverse kinematics against its forward kinematics."""

from __future__ import annotations

import numpy as np
from bosdyn.client.math_helpers import Quat, SE3Pose
from hypothesis import given
from hypothesis import strategies as st

from spot_emulator.robot import kinematics as k

JOINTS = st.tuples(*(st.floats(low, high) for low, high in zip(k.LOWER_LIMIT, k.UPPER_LIMIT, strict=True)))


def _apart(a: SE3Pose, b: SE3Pose) -> float:
    return float(np.abs(np.asarray(a.to_matrix()) - np.asarray(b.to_matrix())).max())


@given(JOINTS)
def test_every_solution_reaches_the_pose(values: tuple[float, ...]) -> None:
    q = np.array(values)
    goal = k.body_to_hand(q)
    wrist = goal * SE3Pose(-k.PALM, 0, 0, Quat())
    for found in k.solutions(wrist, q):
        assert _apart(k.body_to_hand(found), goal) < 1e-5


@given(JOINTS)
def test_a_pose_of_the_arm_is_found_again(values: tuple[float, ...]) -> None:
    q = np.array(values)
    found = k.solve_hand(k.body_to_hand(q), near=q)
    assert found is not None
    assert _apart(k.body_to_hand(found), k.body_to_hand(q)) < 1e-5


def test_out_of_reach_is_none() -> None:
    assert k.solve_hand(SE3Pose(3.0, 0, 0, Quat()), k.READY) is None


def test_named_postures_are_within_limits() -> None:
    for q in (k.STOWED, k.READY, k.CARRY):
        assert k.within_limits(q)
    stowed = k.body_to_hand(k.STOWED)
    assert -0.1 < stowed.x < 0.65 and stowed.z < 0.45  # folded over the back
    ready = k.body_to_hand(k.READY)
    assert ready.x > 0.6 and 0.0 < ready.z < 0.6 and abs(ready.rot.to_pitch()) < 0.3
