"""Straight lines are sent only at a pace that the joints can keep, as the emulated controller goes them."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_core.outcome import Code
from ur5_description import kinematics
from ur5_description.kinematics import HOME, UR5E, Array
from ur5_description.mount import read_mount
from ur5_driver.driver.commands import Joints, MoveLine
from ur5_driver.driver.limits import CAPS, Limits
from ur5_driver.driver.lines import STEEPEST, Pace, line_of, pace
from ur5_driver.driver.manipulation import PlanningScene, plan_pick
from ur5_driver.driver.motion import Burden, Space, joints_of
from ur5_driver.driver.shapes import gripper_spheres
from ur5_driver.driver.things import thing_of
from ur5_emulator.controller.arm import JOINT_SPEED
from ur5_emulator.controller.links import PUBLISHED, Tip
from ur5_emulator.controller.paths import Route, Waypoint
from ur5_emulator.controller.poses import IDENTITY, frame_of

LIMITS = Limits()
WIDE = Limits(joint_speed=CAPS["joint_speed"][1], tool_speed=CAPS["tool_speed"][1])
CYCLE = 0.002

joints = st.tuples(*[st.floats(h - 1.6, h + 1.6) for h in HOME])
directions = st.tuples(*[st.floats(-1.0, 1.0)] * 3).filter(lambda v: math.hypot(*v) > 0.1)
turns = st.one_of(st.just((0.0, 0.0, 0.0)), st.tuples(*[st.floats(-0.4, 0.4)] * 3))
shares = st.sampled_from([0.25, 0.6, 1.0])


def beyond(start: Joints, direction: tuple[float, ...], length: float, turn: tuple[float, ...]) -> Joints:
    """Return the pose at the end of a line."""
    tool = kinematics.forward(UR5E, start)
    tool[:3, 3] += np.array(direction) / math.hypot(*direction) * length
    tool = tool @ kinematics.matrix_from_pose([0.0, 0.0, 0.0, *turn])
    return joints_of(kinematics.pose_from_matrix(tool))


def grid(x: tuple[float, float], y: tuple[float, float]) -> Array:
    """Return points of the table, one each centimetre."""
    u, v = np.meshgrid(np.arange(*x, 0.01), np.arange(*y, 0.01))
    return np.column_stack([u.ravel(), v.ravel(), np.zeros(u.size)])


def gone(command: MoveLine) -> Array:
    """Return the target joints, one each cycle, with which the emulated controller goes a line."""
    flange = Tip(PUBLISHED, IDENTITY)
    goal = Waypoint((0.0,) * 6, frame_of(command.pose), command.speed, command.acceleration, linear=True)
    route = Route(command.start, goal, flange)
    path = [list(command.start)]
    for cycle in range(1, 2 + math.ceil(route.profile.duration / CYCLE)):
        path.append(route.at(route.profile.state(cycle * CYCLE)[0], path[-1]))
    return np.array(path)


@settings(max_examples=150, deadline=None)
@given(joints, directions, st.floats(0.01, 0.2), turns, shares, st.sampled_from([LIMITS, WIDE]))
def test_no_joint_of_the_controller_gets_too_fast_on_a_line_that_is_sent(
    start: Joints,
    direction: tuple[float, ...],
    length: float,
    turn: tuple[float, ...],
    share: float,
    limits: Limits,
) -> None:
    verdict, command = limits.line(start, beyond(start, direction, length, turn), share, share)
    if command is None:
        assert verdict.code is Code.UNREACHABLE
        return
    if not limits.check(command):
        return
    path = gone(command)
    speeds = np.diff(path, axis=0) / CYCLE
    assert np.abs(speeds).max() <= limits.joint_speed * share * 1.01
    # over ten cycles, as a profile's corner lies within one
    smooth = np.abs(speeds[10:] - speeds[:-10]).max(initial=0.0) / (10 * CYCLE)
    assert smooth <= limits.joint_acceleration * 1.05
    ends = kinematics.forward(UR5E, path[-1])
    assert np.allclose(ends, kinematics.matrix_from_pose(command.pose), atol=1e-5)


@settings(max_examples=150, deadline=None)
@given(joints, directions, st.floats(0.01, 0.2), turns)
def test_a_lines_joints_are_on_the_line_and_its_slopes_are_theirs(
    start: Joints, direction: tuple[float, ...], length: float, turn: tuple[float, ...]
) -> None:
    _, line = line_of(UR5E, start, beyond(start, direction, length, turn))
    if line is None:
        return
    assert np.allclose(line.joints[0], start, atol=1e-6)
    tools = kinematics.frames_along(UR5E, line.joints)[:, 6, :3, 3]
    shares = np.linspace(0.0, length, len(tools))[:, None]
    expected = tools[0] + shares * np.array(direction) / math.hypot(*direction)
    assert np.allclose(tools, expected, atol=1e-6)
    step = line.length / (len(tools) - 1)
    middle = (line.joints[2:] - line.joints[:-2]) / (2.0 * step)
    # the difference of second order: how a slope itself bends
    allowed = 0.02 + np.abs(np.diff(line.slopes, n=2, axis=0)).max()
    assert np.abs(middle - line.slopes[1:-1]).max() <= allowed
    assert line.steepest <= STEEPEST


@settings(max_examples=100, deadline=None)
@given(joints, directions, st.floats(0.02, 0.2), st.floats(0.1, 2.0), st.floats(0.1, 6.0))
def test_the_pace_asks_no_more_than_is_allowed_and_no_less_than_it_may(
    start: Joints, direction: tuple[float, ...], length: float, speed: float, acceleration: float
) -> None:
    _, line = line_of(UR5E, start, beyond(start, direction, length, (0.0, 0.0, 0.0)))
    if line is None:
        return
    found = pace(line, Pace(0.5, 1.2), speed, acceleration)
    turning, speeding_up = line.demands(found)
    assert turning <= speed * (1.0 + 1e-9)
    assert speeding_up <= acceleration * (1.0 + 1e-9)
    assert 0.0 < found.speed <= 0.5
    assert 0.0 < found.acceleration <= 1.2
    assert found.speed > 0.49 or turning > 0.99 * speed or speeding_up >= 0.49 * acceleration


def past_a_straight_wrist(tilt: float) -> tuple[Joints, Joints]:
    """Return start and pose of a level line across the arm's plane; ``tilt`` off level is what wrist 2 keeps, rad."""
    across = np.array([3.3, -1.2, 1.9, -0.9, 0.0, 0.4])
    middle = kinematics.forward(UR5E, across) @ kinematics.matrix_from_pose([0.0, 0.0, 0.0, tilt, 0.0, 0.0])
    before, after = middle.copy(), middle.copy()
    before[:3, 3] -= 0.08 * middle[:3, 2]
    after[:3, 3] += 0.08 * middle[:3, 2]
    found = kinematics.inverse(UR5E, before)
    turned = [across + kinematics.wrap(q - across) for q in found]
    start = min(turned, key=lambda q: float(np.abs(q - across)[:3].sum()))
    return joints_of(start), joints_of(kinematics.pose_from_matrix(after))


@pytest.mark.parametrize("tilt", [1e-6, 1e-4, 1e-3, 0.02, 0.04])
def test_past_a_straight_wrist_the_controller_would_stop_so_it_is_refused(tilt: float) -> None:
    start, pose = past_a_straight_wrist(tilt)
    command = MoveLine(start, pose, 0.06, 0.4)
    assert np.abs(np.diff(gone(command), axis=0)).max() / CYCLE > JOINT_SPEED
    refused = LIMITS.check(command)
    assert refused.code is Code.BAD_INPUT
    assert "wrist 2" in refused.message
    verdict, proposed = LIMITS.line(start, pose, 1.0, 1.0)
    assert proposed is None
    assert verdict.code is Code.UNREACHABLE


def test_a_line_through_a_straight_wrist_is_refused_too_as_a_hair_decides_what_happens_there() -> None:
    start, pose = past_a_straight_wrist(0.0)
    assert LIMITS.line(start, pose, 1.0, 1.0)[1] is None


def test_near_a_straight_wrist_the_line_is_slowed_down() -> None:
    start, pose = past_a_straight_wrist(0.2)
    _, command = LIMITS.line(start, pose, 1.0, 1.0)
    assert command is not None
    assert command.speed < 0.2 * LIMITS.tool_speed
    assert LIMITS.check(command)
    speeds = np.abs(np.diff(gone(command), axis=0)).max(axis=0) / CYCLE
    assert 0.9 * LIMITS.joint_speed < speeds.max() <= LIMITS.joint_speed
    faster = replace(command, speed=command.speed * 1.1)
    assert "rad/s" in LIMITS.check(faster).message


def test_a_line_keeps_its_length_its_reach_and_an_elbow_that_is_bent() -> None:
    still = beyond(HOME, (0.0, 0.0, 1.0), 1e-6, (0.0, 0.0, 0.0))
    assert "length" in line_of(UR5E, HOME, still)[0].message
    assert "reach" in line_of(UR5E, HOME, beyond(HOME, (1.0, 0.0, 0.0), 0.9, (0.0, 0.0, 0.0)))[0].message
    assert "longer" in line_of(UR5E, HOME, beyond(HOME, (1.0, 0.0, 0.0), 90.0, (0.0, 0.0, 0.0)))[0].message
    stretched = (HOME[0], -1.2, 0.03, -1.0, -1.5, 0.0)
    assert (
        "elbow" in line_of(UR5E, stretched, beyond(stretched, (0.0, 0.0, -1.0), 0.01, (0.0,) * 3))[0].message
    )


@pytest.mark.parametrize("x", [0.36, 0.44, 0.52])
@pytest.mark.parametrize("y", [-0.25, -0.1, 0.05, 0.2])
def test_what_is_planned_from_the_side_keeps_to_lines_that_can_be_sent(x: float, y: float) -> None:
    table = grid((0.2, 0.8), (-0.4, 0.4))
    angles = np.tile(np.linspace(0.0, 2.0 * math.pi, 40, endpoint=False), 14)
    heights = np.repeat(np.linspace(0.01, 0.105, 14), 40)
    body = np.column_stack([x + 0.027 * np.cos(angles), y + 0.027 * np.sin(angles), heights])
    thing = thing_of(body, table)
    assert thing is not None
    scene = PlanningScene(LIMITS, read_mount().optical_in_tool[:3, 3], table, np.array(HOME))
    outcome, plan = plan_pick(thing, scene, "can", level=True)
    assert plan is not None, outcome
    stops = [plan.reach.before, plan.reach.at, *plan.reach.after]
    for begin, end in pairwise(stops):
        pose = joints_of(kinematics.pose_from_matrix(kinematics.forward(UR5E, end)))
        nearly = joints_of(begin + 1e-3)  # an arm that was told to be there is about there
        _, command = LIMITS.line(nearly, pose, 1.0, 1.0)
        assert command is not None
        assert LIMITS.check(command)


def test_a_plan_keeps_farther_from_singular_poses_than_what_is_sent() -> None:
    start, pose = past_a_straight_wrist(0.12)
    none = np.zeros((0, 3))
    space = Space(LIMITS, none, Burden(gripper_spheres(0.08, np.zeros(3))))
    assert LIMITS.line(start, pose, 1.0, 1.0)[1] is not None
    assert space.line(np.array(start), kinematics.matrix_from_pose(pose)) is None
