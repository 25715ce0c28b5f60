"""Straight lines of the flange: what the joints do along one, and how fast it may be gone.

A controller that is told to move in a straight line turns the joints as fast as that takes. Next to a singular pose
that is faster than they can turn, however short the stretch: the arm ends in a protective stop. So a line is looked
at as the controller goes it (in closed form, in the branch the arm is in) before it is sent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description import kinematics
from ur5_description.kinematics import ArmModel, Array
from ur5_driver.driver.commands import Joints

SPACING = 0.001
TURN_SPACING = 0.004
MOST_SAMPLES = 4000
SHORTEST = 1e-4
"""Below this it is a turn in place, m."""
BENT = 0.05
"""Least sine of elbow and wrist 2: straight they are singular, and which way they bend next is chance."""
OFF_AXIS = 0.03
"""Least distance of the wrist's plane from the base's axis, m: over it the shoulder is singular."""
STEEPEST = 25.0
"""Most turn of a joint for a metre of line, rad: no reasonable speed makes up for more."""
SHARE_OF_ACCELERATION = 0.5
"""Of the joints' acceleration for speeding up along the line; the other half is for the line's bends in joint space."""


@dataclass(frozen=True)
class Pace:
    """How fast a line is gone: m/s, m/s²."""

    speed: float
    acceleration: float


@dataclass(frozen=True)
class Line:
    """A straight line as the joints go it.

    ``joints`` Nx6 rad at even distances along it, ``slopes`` Nx6 rad per m of line, ``length`` m.
    """

    joints: Array
    slopes: Array
    length: float

    @property
    def steepest_each(self) -> Array:
        """Return the most that each joint turns for a metre, six rad/m: between samples as well as at them."""
        step = self.length / (len(self.joints) - 1)
        between = np.abs(np.diff(self.joints, axis=0)).max(axis=0) / step
        return np.asarray(np.maximum(between, np.abs(self.slopes).max(axis=0)))

    @property
    def steepest(self) -> float:
        """Return the most that any joint turns for a metre, rad/m."""
        return float(self.steepest_each.max())

    @property
    def bend(self) -> float:
        """Return the most that a slope changes for a metre, rad/m²."""
        step = self.length / (len(self.joints) - 1)
        return float(np.abs(np.diff(self.slopes, axis=0)).max()) / step

    def demands(self, pace: Pace) -> tuple[float, float]:
        """Return the most that is asked of any joint at a pace: rad/s, rad/s²."""
        return self.steepest * pace.speed, self.bend * pace.speed**2 + self.steepest * pace.acceleration

    def every(self, distance: float) -> Array:
        """Return the joints about every so many metres, ends included."""
        count = max(2, 1 + math.ceil(self.length / distance))
        return np.asarray(self.joints[np.linspace(0, len(self.joints) - 1, count).round().astype(int)])


def line_of(arm: ArmModel, start: Joints, pose: Joints, room: float = 1.0) -> tuple[Outcome, Line | None]:
    """Return the line from joints to a pose of the flange, or UNREACHABLE and why the arm cannot go it.

    :param room: how many times farther than needed to keep from singular poses: a plan's start is met only about
    """
    here, there = kinematics.forward(arm, start), kinematics.matrix_from_pose(pose)
    way = there[:3, 3] - here[:3, 3]
    length = float(np.linalg.norm(way))
    if length < SHORTEST:
        return _not("needs a length: turn joints instead"), None
    turn = kinematics.pose_from_matrix(kinematics.invert(here) @ there)[3:]
    count = 1 + max(4, math.ceil(length / SPACING), math.ceil(float(np.linalg.norm(turn)) / TURN_SPACING))
    if count > MOST_SAMPLES:
        return _not("is longer than the arm"), None
    path = kinematics.inverse_along(arm, _frames(here, way, turn, count), np.array(start))
    if path is None:
        return _not("leaves the arm's reach"), None
    chain = kinematics.frames_along(arm, path)
    singular = _singular(arm, path, chain, room)
    if singular:
        return _not(f"passes a singular pose: {singular}"), None
    line = Line(path, _slopes(chain, way / length, here[:3, :3] @ turn / length), length)
    if line.steepest > STEEPEST / room:
        return _not(f"would turn a joint {line.steepest:.0f} rad for a metre"), None
    return Outcome.success(), line


def pace(line: Line, fastest: Pace, joint_speeds: Array, joint_acceleration: float) -> Pace:
    """Return how fast a line may be gone so that no joint turns or accelerates too fast on it.

    :param fastest: what the tool may do at most
    :param joint_speeds: six rad/s, of each joint
    :param joint_acceleration: rad/s², of every joint
    """
    each, bend = np.maximum(line.steepest_each, 1e-9), max(line.bend, 1e-9)
    room = SHARE_OF_ACCELERATION * joint_acceleration
    by_joints = float((joint_speeds / each).min())
    speed = min(fastest.speed, by_joints, math.sqrt((joint_acceleration - room) / bend))
    return Pace(speed, min(fastest.acceleration, room / float(each.max())))


def _frames(here: Array, way: Array, turn: Array, count: int) -> Array:
    """Return Nx4x4 transforms at even distances along a line, turning about one axis of the tool."""
    shares = np.linspace(0.0, 1.0, count)
    result = np.tile(here, (count, 1, 1))
    result[:, :3, 3] += shares[:, None] * way
    if float(np.linalg.norm(turn)) > 0.0:
        result[:, :3, :3] = here[:3, :3] @ kinematics.rotations(shares[:, None] * turn)
    return result


def _singular(arm: ArmModel, path: Array, chain: Array, room: float) -> str:
    """Return which joint gets too near to where two ways to bend it meet; '' for none."""
    if float(np.abs(np.sin(path[:, 2])).min()) < BENT * room:
        return "the elbow gets straight"
    if float(np.abs(np.sin(path[:, 4])).min()) < BENT * room:
        return "wrist 2 gets straight"
    centre = chain[:, 5, :2, 3]
    off = np.sqrt(np.maximum((centre**2).sum(axis=1) - arm.d4**2, 0.0))
    return "the wrist gets over the base" if float(off.min()) < OFF_AXIS * room else ""


def _slopes(chain: Array, along: Array, turning: Array) -> Array:
    """Return joint rates (Nx6) that give a flange velocity, from DH frames Nx7x4x4."""
    axes, origins = chain[:, :6, :3, 2], chain[:, :6, :3, 3]
    linear = np.cross(axes, chain[:, 6:, :3, 3] - origins)
    jacobians = np.concatenate([linear, axes], axis=2).transpose(0, 2, 1)
    twist = np.broadcast_to(np.concatenate([along, turning])[:, None], (len(chain), 6, 1))
    return np.asarray(np.linalg.solve(jacobians, twist)[:, :, 0])


def _not(why: str) -> Outcome:
    return Outcome(Code.UNREACHABLE, f"The straight line {why}.")
