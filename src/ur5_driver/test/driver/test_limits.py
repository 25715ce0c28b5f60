"""No command over a limit gets through, whatever the plan says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_core.outcome import Code
from ur5_description import kinematics
from ur5_description.kinematics import HOME
from ur5_driver.driver.commands import (
    Command,
    EndServo,
    Grip,
    MoveJoints,
    MoveLine,
    Payload,
    Servo,
    Stop,
    ZeroForce,
)
from ur5_driver.driver.gate import FOLLOWS_FROM, STARTS_WITHIN, Gate
from ur5_driver.driver.limits import BOX_CAP, CAPS, COG_WITHIN, PAYLOAD, LimitError, Limits
from ur5_driver.driver.smoothness import BURST

LIMITS = Limits()
wild = st.one_of(st.floats(allow_nan=True, allow_infinity=True), st.floats(-8.0, 8.0), st.floats(0.0, 1.0))
STARTS = st.one_of(st.just(HOME), st.tuples(*[st.floats(h - 0.1, h + 0.1) for h in HOME]))
near_home = st.tuples(*[st.floats(h - 0.6, h + 0.6) for h in HOME])
any_joints = st.one_of(near_home, st.tuples(*[wild] * 6))
any_pose = st.one_of(
    st.tuples(*[st.floats(-0.9, 0.9)] * 6), near_home.map(lambda q: tuple(_pose(q))), st.tuples(*[wild] * 6)
)


def _pose(joints: tuple[float, ...]) -> list[float]:
    return [float(v) for v in kinematics.pose_from_matrix(kinematics.forward(kinematics.UR5E, joints))]


commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(MoveJoints, near_home, any_joints, wild, wild),
    st.builds(MoveLine, near_home, any_pose, wild, wild),
    st.builds(Servo, near_home, any_joints, wild),
    st.builds(EndServo, wild),
    st.builds(Stop, wild),
    st.builds(Grip, wild, wild, wild),
    st.builds(Payload, wild, st.tuples(wild, wild, wild)),
    st.just(ZeroForce()),
)


class Recorder:
    """Stands where RTDEControlInterface stands and keeps what reaches the wire."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> bool:
            self.sent.append((name, arguments))
            return True

        return call


def _tips(path: np.ndarray) -> np.ndarray:
    return LIMITS.tips(kinematics.frames_along(kinematics.UR5E, path))


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    return float(np.abs(np.array(one) - np.array(other)).max())


def _inside(tip: np.ndarray) -> bool:
    return bool(np.all(tip >= np.array(LIMITS.low) - 1e-4) and np.all(tip <= np.array(LIMITS.high) + 1e-4))


@settings(max_examples=400, deadline=None)
@given(plan=st.lists(commands, min_size=1, max_size=4), measured=STARTS)
def test_nothing_over_a_limit_reaches_the_wire(plan: list[Command], measured: tuple[float, ...]) -> None:
    wire = Recorder()
    gate = Gate(LIMITS, wire)
    gate.measured(measured)  # type: ignore[arg-type]
    last_servo: tuple[float, ...] | None = None
    for command in plan:
        sent_before = len(wire.sent)
        outcome = gate.send(command)
        for name, arguments in wire.sent[sent_before:]:
            if isinstance(command, (MoveJoints, MoveLine)):
                assert _apart(command.start, measured) <= STARTS_WITHIN
            if name == "moveJ":
                goal, speed, acceleration, asynchronous = arguments
                assert isinstance(command, MoveJoints)
                assert 0.0 < speed <= LIMITS.joint_speed + 1e-6
                assert 0.0 < acceleration <= LIMITS.joint_acceleration + 1e-6
                assert asynchronous
                # the tool's speed and acceleration, measured independently at 50 points
                path = np.linspace(command.start, goal, 50)
                turn = max(np.abs(np.array(goal) - np.array(command.start)).max(), 1e-9)
                travel = np.linalg.norm(np.diff(_tips(path), axis=0), axis=1).max() * 49 / turn
                assert travel * speed <= LIMITS.tool_speed * 1.02 + 1e-6
                assert travel * acceleration <= LIMITS.tool_acceleration * 1.02 + 1e-6
                assert _inside(_tips(path[-1:])[0])
            elif name == "moveL":
                pose, speed, acceleration, asynchronous = arguments
                assert 0.0 < speed <= LIMITS.tool_speed + 1e-6
                assert 0.0 < acceleration <= LIMITS.tool_acceleration + 1e-6
                assert asynchronous
                end = kinematics.matrix_from_pose(pose)
                assert _inside(end[:3, 3] + LIMITS.tool_length * end[:3, 2])
            elif name == "servoJ":
                goal, _, _, period, _, _ = arguments
                assert isinstance(command, Servo)
                before = last_servo or command.start
                assert last_servo or _apart(before, measured) <= FOLLOWS_FROM
                assert _apart(goal, before) <= LIMITS.joint_speed * period + 1e-5
                last_servo = tuple(goal)
            elif name in ("stopJ", "servoStop"):
                low, high = CAPS["stop_deceleration"]
                assert low <= arguments[0] <= high + 1e-6
                last_servo = None
            elif name == "setPayload":
                mass, cog = arguments
                assert PAYLOAD[0] <= mass <= PAYLOAD[1] + 1e-6
                assert max(abs(value) for value in cog) <= COG_WITHIN + 1e-6
            elif name == "zeroFtSensor":
                assert arguments == ()
            else:
                raise AssertionError(name)
        if not outcome:
            assert len(wire.sent) == sent_before


def gate_at_home(wire: Recorder | None = None) -> Gate:
    gate = Gate(LIMITS, wire or Recorder())
    gate.measured(HOME)
    return gate


def test_the_property_is_not_empty() -> None:
    gate = gate_at_home()
    goal = (HOME[0] + 0.2, *HOME[1:])
    assert gate.send(MoveJoints(HOME, goal, 0.5, 1.0))
    down = kinematics.forward(kinematics.UR5E, HOME)
    down[2, 3] -= 0.1
    assert gate.send(MoveLine(HOME, tuple(kinematics.pose_from_matrix(down)), 0.1, 0.5))
    step = tuple(np.array(HOME) + 0.0002)
    assert gate.send(Servo(HOME, step, 0.008))
    assert not gate.send(MoveJoints(HOME, goal, 0.5, 1.0))  # a move during servoing would kill the script
    assert gate.send(EndServo(5.0))
    assert gate.send(MoveJoints(HOME, goal, 0.5, 1.0))
    assert gate.send(Payload(1.2, (0.0, 0.0, 0.1))) and gate.send(ZeroForce())


def test_a_servo_step_counts_from_what_was_sent_last() -> None:
    gate = gate_at_home()
    assert gate.send(Servo(HOME, HOME, 0.008))
    far = tuple(np.array(HOME) + 0.3)
    assert not gate.send(Servo(far, far, 0.008))


def test_a_motion_that_begins_elsewhere_than_the_arm_is_refused() -> None:
    gate = gate_at_home()
    guided = tuple(np.array(HOME) + 0.1)
    assert not gate.send(MoveJoints(guided, HOME, 0.1, 0.5))
    assert "away from where the arm is" in gate.send(Servo(guided, guided, 0.008)).message
    gate.measured(None)
    assert gate.send(MoveJoints(HOME, guided, 0.1, 0.5)).code is Code.ROBOT_LOST
    gate.measured(guided)
    assert gate.send(MoveJoints(guided, HOME, 0.1, 0.5))


@settings(max_examples=200, deadline=None)
@given(
    speeds=st.lists(st.floats(-1.2, 1.2), min_size=1, max_size=60),
    period=st.floats(0.002, 0.02),
)
def test_a_followed_joint_speeds_up_no_faster_than_the_limit(speeds: list[float], period: float) -> None:
    wire = Recorder()
    gate = gate_at_home(wire)
    at = HOME
    for speed in speeds:
        goal = (at[0] + speed * period, *at[1:])
        if gate.send(Servo(at, goal, period)):
            at = goal
    targets = np.array([HOME[0]] + [arguments[0][0] for _, arguments in wire.sent])
    sent = np.diff(targets) / period
    for first in range(len(sent)):
        for last in range(first, len(sent)):
            seconds = (last - first + 1) * period
            before = abs(sent[first - 1]) if first else 0.0
            gained = abs(sent[last]) - before
            assert gained <= LIMITS.joint_acceleration * (seconds + BURST) + 1e-6


def test_the_tool_may_come_back_into_the_box_but_not_leave_it() -> None:
    tight = Limits(low=(0.3, -0.5, 0.004), high=(0.9, 0.5, 0.9))
    outside = (HOME[0] + 1.4, *HOME[1:])
    assert tight.check(MoveJoints(outside, HOME, 0.3, 1.0))
    refused = tight.check(MoveJoints(HOME, outside, 0.3, 1.0))
    assert not refused
    assert "workspace" in refused.message


def test_nothing_goes_below_the_table() -> None:
    below = kinematics.forward(kinematics.UR5E, HOME)
    below[2, 3] = LIMITS.tool_length - 0.02
    assert not LIMITS.check(MoveLine(HOME, tuple(kinematics.pose_from_matrix(below)), 0.1, 0.5))


def _axes(joints: Sequence[float]) -> np.ndarray:
    """Heights of the axes of elbow, wrists and flange by the URDF's own chain of frames, apart from the driver's."""
    at, heights = np.eye(4), []
    for frame in kinematics.link_frames(kinematics.UR5E, joints):
        at = at @ frame
        heights.append(float(at[2, 3]))
    return np.array(heights[2:])


OVER = (math.pi, 0.0, -1.57, 0.0, -math.pi / 2.0, 0.0)
UNDER = (math.pi, 0.5, -2.07, 0.0, -math.pi / 2.0, 0.0)
"""Upper arm level and bent down, the forearm upright."""
THICK = 0.04
"""Every link from the elbow on is thicker than this around its axis, m."""


def test_an_arm_whose_elbow_is_under_the_table_is_not_allowed() -> None:
    rng = np.random.default_rng(0)
    allowed = [q for q in rng.uniform(-math.pi, math.pi, (600, 6)) if LIMITS.allows(q[None])]
    assert len(allowed) > 20
    assert min(float(_axes(q).min()) for q in allowed) > THICK
    assert _axes(UNDER)[0] < -0.02 and _axes(UNDER)[1:].min() > 0.05
    refused = LIMITS.check(MoveJoints(OVER, UNDER, 0.05, 0.05))
    assert (
        refused.code is Code.BAD_INPUT and "elbow would be 10.2 cm too low over the table" in refused.message
    )


def test_no_link_dips_under_the_table_on_the_way_of_a_move() -> None:
    rng, sent, dips = np.random.default_rng(1), 0, 0
    for goal in np.array(HOME) + rng.uniform(-math.pi, math.pi, (300, 6)):
        if not LIMITS.allows(goal[None]):
            continue
        way = np.linspace(HOME, goal, 20)
        low = min(float(_axes(q).min()) for q in way)
        if LIMITS.check(LIMITS.joints(HOME, tuple(goal), 1.0, 1.0)):
            assert low > THICK - 0.001
            sent += 1
        dips += low < 0.0
    assert sent > 5 and dips > 0


def test_an_arm_that_stands_too_low_may_only_rise() -> None:
    deeper = (UNDER[0], UNDER[1] + 0.05, *UNDER[2:])
    assert LIMITS.check(MoveJoints(UNDER, OVER, 0.05, 0.05))
    assert not LIMITS.check(MoveJoints(UNDER, deeper, 0.05, 0.05))


def test_the_wrist_does_not_go_into_the_upper_arm() -> None:
    folded = (HOME[0], -math.pi / 2.0, 3.1, 0.0, -math.pi / 2.0, 0.0)
    assert not LIMITS.allows(np.array([folded]))


def test_speeds_that_the_limits_propose_pass_the_limits() -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        goal = np.array(HOME) + rng.uniform(-0.5, 0.5, 6)
        if not LIMITS.allows(np.linspace(HOME, goal, 40)):
            continue
        assert LIMITS.check(LIMITS.joints(HOME, tuple(goal), 1.0, 1.0))


@pytest.mark.parametrize("name", sorted(CAPS))
def test_limits_beyond_their_caps_are_refused(name: str) -> None:
    for value in (CAPS[name][1] * 1.01, -1.0, math.nan):
        with pytest.raises(LimitError, match=name):
            Limits(**{name: value})


def test_a_box_larger_than_the_arm_is_refused() -> None:
    with pytest.raises(LimitError, match="box"):
        Limits(high=(BOX_CAP[1][0] + 0.1, 0.5, 0.5))
    with pytest.raises(LimitError, match="box"):
        Limits(low=(0.0, 0.0, math.nan))


def test_vectors_of_a_wrong_length_are_refused() -> None:
    assert not LIMITS.check(MoveJoints(HOME, HOME[:5], 0.1, 0.1))  # type: ignore[arg-type]


def test_the_arm_may_be_told_to_go_where_it_is():
    command = LIMITS.joints(HOME, HOME, 1.0, 1.0)
    assert command.speed <= LIMITS.joint_speed and LIMITS.check(command)
