"""Plausible loads of the joints: gravity on a UR5e's links and payload, and motor currents in proportion."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ur5_emulator.controller.kinematics import A2, A3, D5

if TYPE_CHECKING:
    from ur5_emulator.controller.robot import ArmController

UPPER, FORE, WRIST = 8.058, 2.846, 3.035  # kg: upper arm, forearm, the three wrists together
TORQUE_PER_AMPERE = (12.0, 12.0, 12.0, 9.3, 9.3, 9.3)  # Nm/A, about those of the joints' motors and gears
INERTIA = (
    2.5,
    3.0,
    1.0,
    0.1,
    0.05,
    0.01,
)  # kg m2 of what a joint carries, roughly, with the arm half stretched


def moments(robot: ArmController) -> list[float]:
    """Return the joint torques in Nm that hold the arm against gravity, load and acceleration."""
    arm = robot.arm
    q2, q3, q4 = arm.q[1], arm.q[2], arm.q[3]
    g = arm.gravity[2]
    # horizontal distances in the arm's plane, from the shoulder outwards along its own direction
    elbow, wrist = A2 * math.cos(q2), A3 * math.cos(q2 + q3)
    hand = D5 * math.sin(q2 + q3 + q4)
    carried = WRIST + arm.payload
    upper = g * (UPPER * 0.5 * elbow + FORE * (elbow + 0.5 * wrist) + carried * (elbow + wrist + hand))
    fore = g * (FORE * 0.5 * wrist + carried * (wrist + hand))
    torques = [0.0, upper, fore, g * carried * hand, 0.0, 0.0]
    if any(arm.felt()):
        torques = [a + b for a, b in zip(torques, arm.load_torques(), strict=True)]
    return [t + i * a for t, i, a in zip(torques, INERTIA, arm.qdd, strict=True)]


def currents(robot: ArmController) -> list[float]:
    """Return the joint currents in ampere."""
    if not robot.powered:
        return [0.0] * 6
    return [torque / k for torque, k in zip(moments(robot), TORQUE_PER_AMPERE, strict=True)]


def momentum(robot: ArmController) -> float:
    """Return the arm's momentum in kg m/s, the tool's speed standing for all of it."""
    arm = robot.arm
    if not arm.moving:
        return 0.0
    speed = math.sqrt(sum(v * v for v in arm.actual_twist()[:3]))
    return speed * (WRIST + arm.payload + 0.5 * FORE)
