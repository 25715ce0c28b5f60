from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from ur5_description.rtde_numbers import Runtime
from ur5_emulator.controller.arm import ForceTask
from ur5_emulator.controller.poses import RigidFrame, norm

HOME = [0.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0]
AWAY = "[1.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0]"
POINTS = ("p[-0.49, -0.13, 0.3, -2.2214, -2.2214, 0]", "p[-0.49, 0.1, 0.3, -2.2214, -2.2214, 0]")


def record(robot, text):
    """Run a program and return its duration, the greatest joint and tool speeds, and the tool's way."""
    assert robot.load(text) == ""
    begin, joints, tool, way = robot.time, 0.0, 0.0, []
    while robot.runtime == 2 and robot.time < 30:
        robot.step()
        joints = max(joints, *(abs(x) for x in robot.arm.qd))
        tool = max(tool, norm(robot.arm.tool_twist()[:3]))
        way.append(robot.asking.get_target_tcp_pose())
    return robot.time - begin, joints, tool, way


def test_movej_is_a_trapezoid(robot):
    duration, speed, _, _ = record(robot, f"movej({AWAY}, a=2.0, v=0.5)\n")
    assert duration == pytest.approx(0.25 + 1.0 / 0.5, abs=0.02)
    assert speed == pytest.approx(0.5, abs=1e-6)
    assert robot.arm.q[0] == pytest.approx(1.0, abs=1e-12)


def test_movel_is_straight_and_keeps_its_speed(robot):
    _, _, speed, way = record(robot, f"movel({POINTS[0]}, a=1.0, v=0.2)\n")
    assert speed == pytest.approx(0.2, abs=1e-3)
    first, last = way[0], way[-1]
    for pose in way[1:-1]:
        f = (pose[2] - first[2]) / (last[2] - first[2])
        assert pose[0] == pytest.approx(first[0] + f * (last[0] - first[0]), abs=1e-6)


def test_the_slider_stretches_a_motion(robot):
    robot.slider = 0.5
    robot.go(0.5)
    duration, speed, _, _ = record(robot, f"movej({AWAY}, a=2.0, v=0.5)\n")
    assert duration == pytest.approx(2 * 2.25, abs=0.03)
    assert speed == pytest.approx(0.25, abs=1e-3)


def corner(blend):
    return f"def f():\n movel({POINTS[0]}, v=0.2, r={blend})\n movel({POINTS[1]}, v=0.2)\nend\n"


def test_a_blend_cuts_the_corner_without_a_halt(robot):
    slow, _, _, way = record(robot, corner(0.05))
    goal = (-0.49, -0.13, 0.3)
    closest = min(norm([a - b for a, b in zip(pose[:3], goal, strict=True)]) for pose in way)
    assert 0.005 < closest < 0.05
    steps = [norm([a - b for a, b in zip(p[:3], q[:3], strict=True)]) for p, q in pairwise(way[50:-150])]
    assert min(steps) > 0.05 * 0.002
    assert way[-1][:3] == pytest.approx([-0.49, 0.1, 0.3], abs=1e-9)
    robot.load(f"movej({HOME})\n")
    robot.finish()
    halting, _, _, _ = record(robot, corner(0))
    assert slow < halting


def test_a_straight_way_through_a_singularity_ends_in_a_protective_stop(robot):
    record(robot, "movel(p[0.3, -0.13, 0.5, -2.2214, -2.2214, 0], v=0.5)\n")
    assert robot.safety.protective
    robot.go(0.5)
    assert not robot.arm.moving


def test_no_joint_ever_exceeds_its_speed(robot):
    _, speed, _, _ = record(robot, "movej([3, -1.5708, 1.5708, -1.5708, -1.5708, 0], a=20, v=5)\n")
    assert robot.safety.protective
    assert speed < 3.3


@pytest.mark.parametrize("goal", ["[7, 0, 0, 0, 0, 0]", "[0, 0, 0, 0, 0, -6.4]"])
def test_goals_outside_of_the_joint_limits_are_refused(robot, goal):
    robot.load(f"movej({goal})\n")
    robot.go(0.1)
    assert robot.safety.protective
    assert robot.arm.q == HOME


def test_two_threads_cannot_move_the_arm(robot):
    script = (
        "def f():\n thread spin():\n  while True:\n   speedj([0.1,0,0,0,0,0], 1.0, 0.01)\n  end\n end\n"
        f" run spin()\n sleep(0.1)\n movej({AWAY})\nend\n"
    )
    robot.load(script)
    robot.finish(5.0)
    assert "another thread" in robot.notes[-1]
    robot.go(0.5)
    assert not robot.arm.moving


def test_speedj_reaches_its_speed_and_stopj_ends_it(robot):
    robot.load("def f():\n speedj([0.4,0,0,0,0,0], 2.0, 0.5)\n stopj(4.0)\nend\n")
    robot.go(0.45)
    assert robot.arm.qd[0] == pytest.approx(0.4, abs=1e-9)
    robot.finish()
    assert robot.arm.q[0] == pytest.approx(0.4 * 0.5 - 0.04 + 0.02, abs=2e-3)


def test_speedl_moves_the_tool_straight(robot):
    before = robot.asking.get_target_tcp_pose()
    robot.load("speedl([0, 0, -0.1, 0, 0, 0], 1.0, 1.0)\n")
    robot.finish()
    after = robot.asking.get_target_tcp_pose()
    assert after[:2] == pytest.approx(before[:2], abs=1e-4)
    assert before[2] - after[2] == pytest.approx(0.1, abs=0.01)
    assert after[3:] == pytest.approx(before[3:], abs=1e-3)


@pytest.mark.parametrize(("lookahead", "gain"), [(0.03, 100), (0.1, 300), (0.2, 2000), (0.03, 2000)])
def test_servoj_settles_on_its_target_without_ringing(robot, lookahead, gain):
    goal = [0.1, *HOME[1:]]
    servo = f"servoj({goal}, t=0.002, lookahead_time={lookahead}, gain={gain})"
    script = f"def f():\n i = 0\n while i < 1000:\n  {servo}\n  i = i + 1\n end\nend\n"
    robot.load(script)
    beyond = 0.0
    while robot.runtime == 2:
        robot.step()
        beyond = max(beyond, robot.arm.q[0] - 0.1)
    assert beyond < 0.1 * 0.06
    assert robot.arm.q[0] == pytest.approx(0.1, abs=1e-3)


PRESS = "force_mode(p[0,0,0,0,0,0], [0,0,1,0,0,0], [0,0,-10,0,0,0], 2, [1,1,{limit},1,1,1])"


def pressing(limit, *settings):
    lines = "".join(f" {line}\n" for line in settings)
    return f"def f():\n{lines} while True:\n  {PRESS.format(limit=limit)}\n end\nend\n"


@pytest.mark.parametrize("kind", [1, 2, 3])
def test_types_of_force_frames(kind):
    frame = RigidFrame((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), (0.5, 0.0, 0.2))
    task = ForceTask(frame, (1,) * 6, (0.0,) * 6, (1.0,) * 6, kind)
    axes = np.array(task.axes((0.2, 0.0, 0.2), (0.0, 0.3, 0.4))).reshape(3, 3)
    assert np.allclose(axes.T @ axes, np.eye(3)) and np.linalg.det(axes) > 0.0
    assert np.allclose(axes[:, 2], (0.0, 0.0, 1.0))
    x, y = axes[:, 0], axes[:, 1]
    if kind == 1:
        assert np.allclose(y, (1.0, 0.0, 0.0))  # from the tool to the frame's origin
    elif kind == 3:
        assert np.allclose(x, (0.0, 1.0, 0.0))  # the tool's velocity, as far as it is in the frame's plane
    else:
        assert np.allclose(x, (1.0, 0.0, 0.0))
    at_rest = np.array(task.axes(frame.p, (0.0, 0.0, 0.0))).reshape(3, 3)
    assert np.allclose(at_rest, np.eye(3))  # neither a way to the origin nor a velocity: the frame as it is


def test_gain_and_damping_of_force_mode_are_two_settings(robot):
    speeds = {}
    for gain, damping in ((1.0, 0.0), (0.5, 0.0), (1.0, 0.5), (0.5, 0.5)):
        robot.load(
            pressing(1.0, f"force_mode_set_gain_scaling({gain})", f"force_mode_set_damping({damping})")
        )
        robot.go(0.1)
        speeds[gain, damping] = -robot.arm.tool_twist()[2]
        robot.stop_program()
        robot.go(0.2)
    assert speeds[1.0, 0.0] > 0.1
    assert speeds[0.5, 0.0] == pytest.approx(speeds[1.0, 0.0] / 2, rel=0.01)
    assert speeds[1.0, 0.5] == pytest.approx(speeds[1.0, 0.0] / 2, rel=0.01)
    assert speeds[0.5, 0.5] == pytest.approx(speeds[1.0, 0.0] / 4, rel=0.01)


def test_an_external_sensor_is_felt_while_it_is_enabled(robot):
    robot.asking.set_tcp([0, 0, 0.1, 0, 0, 0])
    robot.arm.external = [1.0, 0.0, -10.0, 0.0, 0.0, 0.5]
    assert robot.arm.felt() == [0.0] * 6
    robot.load("def f():\n ft_rtde_input_enable(True, 0.5, [0, 0, 0.02], [0, 0, 0])\n sleep(10)\nend\n")
    robot.go(0.01)
    # the flange looks down: its z is the base's -z; the force across, 80 mm above the tool's tip, makes a torque there
    frame = robot.arm.tool()
    assert robot.arm.felt()[:3] == pytest.approx([frame.r[0], frame.r[3], 10.0], abs=1e-4)
    assert robot.asking.force() == pytest.approx(101**0.5)
    y = (frame.r[1], frame.r[4])
    assert robot.arm.felt()[3:] == pytest.approx([-0.08 * y[0], -0.08 * y[1], -0.5], abs=1e-4)
    robot.asking.zero_ftsensor()
    assert robot.arm.felt() == pytest.approx([0.0] * 6)
    robot.arm.wrench_zero = [0.0] * 6
    robot.asking.ft_rtde_input_enable(False)
    assert robot.arm.felt() == [0.0] * 6


def test_a_silent_external_sensor_pauses_the_program(robot):
    robot.load("def f():\n ft_rtde_input_enable(True)\n while True:\n  sync()\n end\nend\n")
    robot.go(0.5)
    for _ in range(100):
        robot.step()
        robot.written(frozenset({"external_force_torque"}))
    assert robot.runtime is Runtime.PLAYING
    robot.go(0.2)
    assert robot.runtime is Runtime.PAUSED


def test_a_long_contact_ends_where_the_history_ends(robot):
    robot.arm.wrench = [0.0, 0.0, 20.0, 0.0, 0.0, 0.0]
    robot.go(2.5)
    ask = "n = tool_contact(p[0,0,0,0,0,0])\n q = get_actual_joint_positions_history(n)"
    robot.load(f"def f():\n {ask}\n write_output_integer_register(5, n)\nend\n")
    robot.finish()
    assert robot.registers.out_int[5] == 999


def test_the_actual_tool_speed_is_the_measured_one(robot):
    robot.load("def f():\n speedl([0, 0, -0.1, 0, 0, 0], 1.0, 0.05)\nend\n")
    robot.go(0.04)
    actual, target = robot.asking.get_actual_tcp_speed(), robot.asking.get_target_tcp_speed()
    assert actual == robot.arm.actual_twist()
    assert abs(actual[2]) < abs(target[2])  # a cycle behind while it speeds up


def test_force_mode_presses_until_the_force_is_there(robot):
    begin = robot.asking.get_target_tcp_pose()[2]
    robot.load(pressing(0.05))
    robot.go(1.0)
    moved = begin - robot.asking.get_target_tcp_pose()[2]
    assert moved == pytest.approx(0.05, abs=0.01)
    robot.arm.wrench = [0.0, 0.0, 10.0, 0.0, 0.0, 0.0]
    at = robot.asking.get_target_tcp_pose()[2]
    robot.go(0.5)
    assert robot.asking.get_target_tcp_pose()[2] == pytest.approx(at, abs=1e-3)
