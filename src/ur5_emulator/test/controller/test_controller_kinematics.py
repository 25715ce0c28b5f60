from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ur5_emulator.controller.kinematics import (
    JOINT_LIMIT,
    flange,
    jacobian,
    nearest,
    solutions,
    twist,
)
from ur5_emulator.controller.linear import solve_damped
from ur5_emulator.controller.links import PUBLISHED, Tip, measured
from ur5_emulator.controller.poses import (
    IDENTITY,
    compose,
    frame_of,
    inverse,
    pose_of,
    rotate,
    rotation_of,
    transposed,
    turn_between,
    turned,
    vector_of,
)

JOINTS = st.lists(st.floats(-6.2, 6.2), min_size=6, max_size=6)
POSES = st.lists(st.floats(-1.8, 1.8), min_size=6, max_size=6)
SLOWLY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
TCP = frame_of([0.01, -0.02, 0.15, 0.1, 0.2, -0.3])


def same(a, b, tolerance=1e-9):
    return all(abs(x - y) < tolerance for x, y in zip((*a.r, *a.p), (*b.r, *b.p), strict=True))


def forward(q, tcp):
    return Tip(PUBLISHED, tcp).at(q)


def test_published_pose_at_zero():
    # all joints at zero: the arm is stretched along -x, the flange looks along -y (a2 + a3, -(d4 + d6), d1 - d5)
    assert pose_of(flange([0.0] * 6))[:3] == pytest.approx([-0.8172, -0.2329, 0.0628], abs=1e-12)


@SLOWLY
@given(POSES)
def test_rotation_vectors_come_back(pose):
    frame = frame_of(pose)
    assert same(frame_of(pose_of(frame)), frame, 1e-8)
    assert same(compose(frame, inverse(frame)), IDENTITY, 1e-12)


@given(st.sampled_from([(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.6, 0.8, 0), (-0.48, 0.6, 0.64)]))
def test_half_turns_come_back(axis):
    half = rotation_of([math.pi * a for a in axis])
    assert turn_between(half, rotation_of(vector_of(half))) < 1e-6


@SLOWLY
@example([0.0, 0.0, 0.0, -1.0, 0.0, 0.0])  # stretched: at the end of the reach
@given(JOINTS)
def test_every_solution_leads_to_the_goal(q):
    goal = forward(q, TCP)
    found = list(solutions(goal, TCP, q))
    assert 1 <= len(found) <= 8
    for solution in found:
        assert all(abs(angle) <= JOINT_LIMIT + 1e-9 for angle in solution)
        if abs(math.sin(solution[4])) > 1e-4:  # at a straight wrist rounding decides about joint 6
            assert same(forward(solution, TCP), goal, 1e-7)


@SLOWLY
@given(JOINTS)
def test_the_nearest_solution_is_where_one_stands(q):
    c3, s5 = abs(math.sin(q[2])), abs(math.sin(q[4]))
    if min(c3, s5) < 1e-3:
        return  # a stretched arm or straight wrist: neighbouring solutions merge
    found = nearest(forward(q, TCP), TCP, q)
    assert found == pytest.approx(q, abs=1e-6)


def test_out_of_reach_has_no_solution():
    for links in (PUBLISHED, measured(1)):
        assert Tip(links, IDENTITY).reach([1.2, 0.0, 0.3, 0.0, 3.14, 0.0], [0.0] * 6) is None
        assert Tip(links, IDENTITY).reach([0.01, 0.0, 0.3, 0.0, 3.14, 0.0], [0.0] * 6) is None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("q", [[0.3, -1.4, 1.6, -1.7, -1.5, 0.2], [2.0, -1.0, -1.9, 0.4, 1.1, -3.0]])
def test_a_measured_arm_is_some_millimetres_off_and_finds_its_own_joints(seed, q):
    tip = Tip(measured(seed), TCP)
    here, published = tip.at(q), forward(q, TCP)
    assert 2e-4 < math.dist(here.p, published.p) < 0.012
    found = tip.nearest(here, q)
    assert found == pytest.approx(q, abs=1e-6) and same(tip.at(found), here, 1e-8)
    assert measured(seed) == measured(seed) != measured(seed + 1)


@SLOWLY
@given(JOINTS, st.lists(st.floats(-1, 1), min_size=6, max_size=6))
def test_jacobian_is_the_derivative(q, rates):
    step = 1e-6
    here = forward(q, TCP)
    there = forward([a + step * r for a, r in zip(q, rates, strict=True)], TCP)
    speed = [(b - a) / step for a, b in zip(here.p, there.p, strict=True)]
    spin = [s / step for s in rotate(here.r, vector_of(turned(transposed(here.r), there.r)))]
    assert twist(jacobian(q, here.p), rates) == pytest.approx([*speed, *spin], abs=1e-4)


def test_rates_for_a_tool_speed():
    q = [0.3, -1.4, 1.6, -1.7, -1.5, 0.2]
    columns = jacobian(q, flange(q).p)
    wanted = [0.1, -0.05, 0.02, 0.1, 0.2, -0.3]
    assert twist(columns, solve_damped(columns, wanted)) == pytest.approx(wanted, abs=1e-5)
