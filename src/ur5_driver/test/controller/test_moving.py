from __future__ import annotations

from itertools import pairwise

import pytest

from ur5_driver.controller.poses import norm

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


def test_force_mode_presses_until_the_force_is_there(robot):
    begin = robot.asking.get_target_tcp_pose()[2]
    press = "force_mode(p[0,0,0,0,0,0], [0,0,1,0,0,0], [0,0,-10,0,0,0], 2, [1,1,0.05,1,1,1])"
    robot.load(f"def f():\n while True:\n  {press}\n end\nend\n")
    robot.go(1.0)
    moved = begin - robot.asking.get_target_tcp_pose()[2]
    assert moved == pytest.approx(0.05, abs=0.01)
    robot.arm.wrench = [0.0, 0.0, 10.0, 0.0, 0.0, 0.0]
    at = robot.asking.get_target_tcp_pose()[2]
    robot.go(0.5)
    assert robot.asking.get_target_tcp_pose()[2] == pytest.approx(at, abs=1e-3)
