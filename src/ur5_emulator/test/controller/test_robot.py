from __future__ import annotations

import pytest

from ur5_description.rtde_numbers import RobotMode, Runtime, SafetyMode
from ur5_emulator.controller.dashboard import Dashboard

LONG = "movej([1.5, -1.5708, 1.5708, -1.5708, -1.5708, 0], a=1.0, v=0.5)\n"


@pytest.fixture
def dashboard(robot):
    return Dashboard(robot, lambda: None)


def test_a_protective_stop_pauses_and_the_program_goes_on_where_it_was(robot, dashboard):
    robot.load(LONG)
    robot.go(1.0)
    robot.protective_stop("test")
    robot.go(0.5)
    assert robot.runtime is Runtime.PAUSED
    assert robot.safety.bits == 1 << 2 | 1 << 10
    assert not robot.arm.moving
    stood = list(robot.arm.q)
    assert dashboard.answer("unlock protective stop").startswith("Cannot unlock")
    assert dashboard.answer("play") == "Failed to execute: play"
    robot.go(5.0)
    assert robot.arm.q == stood
    assert dashboard.answer("unlock protective stop") == "Protective stop releasing"
    robot.go(0.5)
    assert robot.arm.q == stood  # unlocking alone moves nothing
    assert dashboard.answer("play") == "Starting program"
    robot.finish()
    assert robot.arm.q[0] == pytest.approx(1.5)


def test_an_emergency_stop_ends_the_program_and_takes_the_power(robot, dashboard):
    robot.load(LONG)
    robot.go(1.0)
    robot.emergency_stop()
    robot.go(0.1)
    assert (robot.mode, robot.safety.mode) == (RobotMode.POWER_OFF, SafetyMode.ROBOT_EMERGENCY_STOP)
    assert robot.runtime is Runtime.STOPPED
    assert not robot.arm.moving
    dashboard.answer("brake release")
    robot.go(3.0)
    assert robot.mode is RobotMode.POWER_OFF
    robot.release_emergency_stop()
    assert dashboard.answer("brake release") == "Brake releasing"
    robot.go(3.0)
    assert dashboard.answer("robotmode") == "Robotmode: RUNNING"
    assert robot.load("sleep(0.1)\n") == ""


@pytest.mark.parametrize("which", ["system emergency stop", "safety fault"])
def test_other_stops_take_the_power_too(robot, dashboard, which):
    robot.load(LONG)
    robot.go(1.0)
    if which == "safety fault":
        robot.safety_fault()
        mode, bits = SafetyMode.FAULT, 1 << 9 | 1 << 10
    else:
        robot.system_emergency_stop(True)
        mode, bits = SafetyMode.SYSTEM_EMERGENCY_STOP, 1 << 5 | 1 << 7 | 1 << 10
    robot.go(0.1)
    assert (robot.safety.mode, robot.safety.bits, robot.mode) == (mode, bits, RobotMode.POWER_OFF)
    assert dashboard.answer("safetystatus") == f"Safetystatus: {mode.name}"
    assert robot.runtime is Runtime.STOPPED
    dashboard.answer("brake release")
    robot.go(3.0)
    assert robot.mode is RobotMode.POWER_OFF
    assert dashboard.answer("restart safety") == "Restarting safety"
    robot.system_emergency_stop(False)
    assert robot.safety.mode is SafetyMode.NORMAL
    dashboard.answer("brake release")
    robot.go(3.0)
    assert robot.mode is RobotMode.RUNNING


def test_reduced_mode_holds_nothing(robot, dashboard):
    robot.safety.reduced = True
    assert (robot.safety.bits, dashboard.answer("safetymode")) == (1 << 1, "Safetymode: REDUCED")
    assert robot.load("movej([0.1, -1.5708, 1.5708, -1.5708, -1.5708, 0])\n") == ""
    robot.finish()
    assert robot.arm.q[0] == pytest.approx(0.1)
    robot.protective_stop("test")
    assert (robot.safety.bits, robot.safety.mode) == (1 << 1 | 1 << 2 | 1 << 10, SafetyMode.PROTECTIVE_STOP)


def test_programs_read_the_inputs(robot):
    robot.io.inputs = 1 << 2 | 1 << 9 | 1 << 17
    robot.io.analog_in, robot.io.tool_analog_in = [1.5, 2.5], [0.5, 3.5]
    reads = (
        "get_standard_digital_in(2)", "get_standard_digital_in(1)", "get_configurable_digital_in(1)",
        "get_tool_digital_in(1)", "get_standard_analog_in(1)", "get_tool_analog_in(1)",
    )  # fmt: skip
    lines = "".join(f" write_output_float_register({i}, {read})\n" for i, read in enumerate(reads))
    robot.load(f"def f():\n{lines}end\n")
    robot.finish()
    assert robot.registers.out_double[:6] == [1, 0, 1, 1, 2.5, 3.5]


def test_the_safeguard_resumes_by_itself(robot):
    robot.load(LONG)
    robot.go(1.0)
    robot.safeguard(True)
    robot.go(0.5)
    assert robot.safety.mode is SafetyMode.SAFEGUARD_STOP
    assert not robot.arm.moving
    robot.safeguard(False)
    robot.finish()
    assert robot.arm.q[0] == pytest.approx(1.5)


def test_too_much_force_is_a_protective_stop(robot):
    robot.arm.wrench = [0.0, 0.0, 160.0, 0.0, 0.0, 0.0]
    robot.go(0.01)
    assert "force" in robot.safety.reason


def test_scripts_need_a_running_robot(robot):
    robot.power_off()
    assert robot.load(LONG) == "the robot is not running"
    robot.power_on()
    robot.go(2.0)
    assert robot.mode is RobotMode.IDLE
    assert robot.load(LONG) == "the robot is not running"


def test_stopping_a_program_stops_the_arm_within_a_fifth_of_a_second(robot):
    robot.load(LONG)
    robot.go(1.0)
    robot.stop_program()
    robot.go(0.2)
    assert not robot.arm.moving
    assert robot.runtime is Runtime.STOPPED


def test_a_watchdog_without_writes_stops_the_program_and_its_last_command(robot):
    dog = 'rtde_set_watchdog("input_int_register_0", 10.0, "stop")'
    robot.load(f"def f():\n {dog}\n speedj([0.2,0,0,0,0,0], 1.0, 30)\nend\n")
    for _ in range(100):
        robot.registers.in_int[0] = 9
        robot.written(frozenset({"input_int_register_0"}))
        robot.step()
    assert robot.runtime is Runtime.PLAYING
    robot.go(0.4)
    assert robot.runtime is Runtime.STOPPED
    assert robot.registers.in_int[0] == 0
    assert not robot.arm.moving


def test_freedrive_holds_no_trajectory(robot):
    robot.load("def f():\n freedrive_mode()\n sleep(0.1)\n movej([0,0,0,0,0,0])\nend\n")
    robot.finish(2.0)
    assert "freedrive" in robot.notes[-1]


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("stop", "Stopped"), ("play", "Failed to execute: play"), ("pause", "Failed to execute: pause"),
        ("load demo.urp", "Loading program: demo.urp"), ("load demo.txt", "File not found: demo.txt"),
        ("get loaded program", "No program loaded"), ("is in remote control", "true"),
        ("running", "Program running: false"),
        ("safetystatus", "Safetystatus: NORMAL"), ("safetymode", "Safetymode: NORMAL"),
        ("popup hello", "showing popup"),
        ("close popup", "closing popup"), ("close safety popup", "closing safety popup"),
        ("programState", "STOPPED <unnamed>"), ("get robot model", "UR5"),
        ("gibberish", "could not understand: 'gibberish'"),
    ],
)  # fmt: skip
def test_dashboard_words(dashboard, line, reply):
    assert dashboard.answer(line) == reply


def test_the_dashboard_plays_and_pauses_a_loaded_program(robot, dashboard):
    dashboard.answer("load demo.urp")
    assert dashboard.answer("play") == "Starting program"
    robot.go(0.01)
    assert dashboard.answer("programState") == "PLAYING demo.urp"
    assert dashboard.answer("pause") == "Pausing program"
    robot.go(0.01)
    assert dashboard.answer("programState") == "PAUSED demo.urp"
    assert dashboard.answer("stop") == "Stopped"
    robot.go(0.1)
    assert dashboard.answer("running") == "Program running: false"


def test_local_control_refuses_what_moves(robot, dashboard):
    robot.load(LONG)
    robot.go(0.5)
    robot.set_remote(False)
    robot.go(0.3)
    assert not robot.arm.moving
    assert dashboard.answer("is in remote control") == "false"
    for line in (
        "load demo.urp", "load installation x", "play", "pause", "stop", "power on", "power off", "brake release",
        "unlock protective stop", "restart safety",
    ):  # fmt: skip
        assert "switch robot to Remote Control" in dashboard.answer(line)
    assert dashboard.answer("programState") == "STOPPED <unnamed>"
    robot.set_remote(True)
    assert dashboard.answer("stop") == "Stopped"


def test_only_programs_on_the_disk_are_found(robot):
    dashboard = Dashboard(robot, lambda: None, ["cell/pick.urp"])
    assert dashboard.answer("load demo.urp") == "File not found: demo.urp"
    assert dashboard.answer("load cell/pick.urp") == "Loading program: cell/pick.urp"
    assert dashboard.answer("load /programs/missing.urp") == "File not found: /programs/missing.urp"
    assert dashboard.answer("get loaded program") == "Loaded program: /programs/cell/pick.urp"
    assert dashboard.answer("load /programs/cell/pick.urp") == "Loading program: /programs/cell/pick.urp"
