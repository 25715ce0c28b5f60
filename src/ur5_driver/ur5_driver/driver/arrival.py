"""Whether the arm rests where a motion was to end."""

from __future__ import annotations

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description import kinematics
from ur5_description.kinematics import ArmModel, Array
from ur5_driver.driver.commands import MoveJoints, MoveLine

WITHIN = 0.01
"""How far from its goal the arm may rest, rad or m."""


def at_joints(goal: Array, joints: Array) -> Outcome:
    """Return whether the arm rests at its goal, both six joints in rad."""
    return _near(float(np.abs(joints - goal).max()), "rad")


def at_end(arm: ArmModel, command: MoveJoints | MoveLine, joints: Array) -> Outcome:
    """Return whether the arm rests at a command's end with the joints (rad) that it has."""
    if isinstance(command, MoveJoints):
        return at_joints(np.array(command.goal), joints)
    here = kinematics.forward(arm, joints)[:3, 3]
    return _near(float(np.linalg.norm(here - np.array(command.pose[:3]))), "m")


def _near(away: float, unit: str) -> Outcome:
    if away <= WITHIN:
        return Outcome.success()
    return Outcome(Code.EXECUTION_FAILURE, f"The arm stopped {away:.3f} {unit} before its goal.")
