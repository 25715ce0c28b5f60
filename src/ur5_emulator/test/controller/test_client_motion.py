"""More of the unmodified ur_rtde's control interface: paths, stops, servoing, jogging, contacts, getters, scripts."""

from __future__ import annotations

import math

import pytest

rtde_control = pytest.importorskip("rtde_control")

HOME = [0.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0]
JOINTS = rtde_control.PathEntry.PositionJoints
POSE = rtde_control.PathEntry.PositionTcpPose
DOWN = [0.0, 0.0, -0.05, 0.0, 0.0, 0.0]


@pytest.fixture
def at_rest(receive, wait):
    return lambda: wait(lambda: not any(receive.getActualQd()) and not any(receive.getTargetQd()))


@pytest.fixture
def touched(emulator):
    """Give a function that sets the force on the tool, N, base frame; afterwards there is none."""
    yield lambda force: emulator.ask(world={"wrench": [*force, 0, 0, 0]})
    emulator.ask(world={"wrench": [0] * 6})


def moved(pose, x=0.0, y=0.0, z=0.0):
    return [pose[0] + x, pose[1] + y, pose[2] + z, *pose[3:]]


def path_of(*entries):
    path = rtde_control.Path()
    for kind, position, target, speed, acceleration, blend in entries:
        path.addEntry(
            rtde_control.PathEntry(
                getattr(rtde_control.PathEntry, kind), position, [*target, speed, acceleration, blend]
            )
        )
    return path


def test_paths_of_mixed_moves(home, receive, arrives, wait):
    pose = receive.getActualTCPPose()
    aside = [0.2, *HOME[1:]]
    path = path_of(
        ("MoveJ", JOINTS, aside, 1.5, 3.0, 0.02),
        ("MoveJ", POSE, moved(pose, z=-0.05), 1.5, 3.0, 0.0),
        ("MoveL", POSE, moved(pose, y=0.05, z=-0.05), 0.3, 1.0, 0.01),
        ("MoveL", JOINTS, HOME, 0.3, 1.0, 0.0),
        ("MoveP", POSE, moved(pose, y=-0.05), 0.3, 1.0, 0.01),
        ("MoveP", POSE, moved(pose, y=-0.05, z=-0.05), 0.3, 1.0, 0.0),
    )
    assert path.size() == 6
    assert home.movePath(path)
    wait(lambda: math.dist(receive.getActualTCPPose()[:3], moved(pose, y=-0.05, z=-0.05)[:3]) < 1e-4)
    back = rtde_control.Path()
    back.appendMovelPath([[*moved(pose, y=-0.05), 0.3, 1.0, 0.0]])
    back.appendMovejPath([[*aside, 1.5, 3.0, 0.0], [*HOME, 1.5, 3.0, 0.0]])
    assert home.movePath(back, True)
    seen = set()
    wait(lambda: seen.add(home.getAsyncOperationProgress()) or max(seen) >= 2)
    wait(lambda: not home.getAsyncOperationProgressEx().isAsyncOperationRunning())
    arrives(HOME)


def test_stopl_and_asynchronous_stops(home, receive, wait, at_rest):
    pose = receive.getActualTCPPose()
    for stop, asynchronous in ((home.stopL, False), (home.stopL, True), (home.stopJ, True)):
        assert home.moveL(moved(pose, z=-0.2), 0.1, 1.0, True)
        wait(lambda: receive.getActualTCPSpeed()[2] < -0.09)
        stop(2.0, asynchronous)
        at_rest()
        wait(lambda: not home.getAsyncOperationProgressEx().isAsyncOperationRunning())
        assert pose[2] - 0.19 < receive.getActualTCPPose()[2] < pose[2]
        assert home.isProgramRunning()
        assert home.moveL(pose, 0.5, 2.0)


def test_servol_follows_a_pose(home, receive, wait):
    pose = receive.getActualTCPPose()
    goal = moved(pose, y=0.02)
    for i in range(1, 151):
        period = home.initPeriod()
        assert home.servoL(moved(pose, y=0.02 * min(i / 100, 1.0)), 0, 0, 0.002, 0.1, 600)
        home.waitPeriod(period)
    wait(lambda: math.dist(receive.getActualTCPPose()[:3], goal[:3]) < 1e-3)
    assert home.servoStop()


def test_jogging_in_the_tool_and_in_a_frame(home, receive, wait, at_rest):
    interface = rtde_control.RTDEControlInterface
    assert home.jogStart([0, 0, 0.05, 0, 0, 0], interface.FEATURE_TOOL)
    wait(lambda: receive.getActualTCPSpeed()[2] < -0.045)  # the tool looks down
    assert home.jogStop()
    at_rest()
    turned = [0, 0, 0, 0, 0, math.pi / 2]  # its x is the base's y
    assert home.jogStart([-0.05, 0, 0, 0, 0, 0], interface.FEATURE_CUSTOM, 0.5, turned)
    wait(lambda: receive.getActualTCPSpeed()[1] < -0.045)
    assert abs(receive.getActualTCPSpeed()[0]) < 1e-3
    assert home.jogStop()
    at_rest()


def test_the_target_waypoint_is_that_of_the_move(home, receive, wait, at_rest):
    pose = receive.getActualTCPPose()
    goal = moved(pose, z=-0.1)
    assert home.moveL(goal, 0.05, 1.0, True)
    wait(lambda: receive.getActualTCPSpeed()[2] < -0.04)
    assert home.getTargetWaypoint() == pytest.approx(goal, abs=1e-6)
    home.stopL(5.0)
    at_rest()
    assert home.getTargetWaypoint() == pytest.approx(receive.getActualTCPPose(), abs=1e-6)


def test_a_contact_is_detected_and_its_place_returned_to(home, receive, touched, wait, at_rest):
    pose = receive.getActualTCPPose()
    assert home.startContactDetection()  # in the direction of motion
    assert home.moveL(moved(pose, z=-0.2), 0.05, 1.0, True)
    wait(lambda: receive.getActualTCPPose()[2] < pose[2] - 0.02)
    assert not home.readContactDetection()
    touched([0, 0, 20])
    at_rest()  # asked while the contact comes, ur_rtde's script loses it and moves on
    wait(home.isSteady)
    assert home.readContactDetection() and home.stopContactDetection()
    assert home.isProgramRunning()
    assert pose[2] - 0.1 < receive.getActualTCPPose()[2] < pose[2] - 0.01
    touched([0, 0, 0])
    assert home.startContactDetection([0, 0, 1, 0, 0, 0])
    assert not home.stopContactDetection()


def test_moving_until_contact(home, receive, touched, emulator, wait, at_rest):
    touched([0, 0, 20])
    assert home.moveUntilContact(DOWN, [0, 0, -1, 0, 0, 0])
    at_rest()
    assert home.isProgramRunning()
    assert receive.getActualQ() == pytest.approx(HOME, abs=0.05)


def test_a_long_contact_does_not_end_the_program(home, receive, touched, wait):
    touched([0, 0, 20])
    begin = receive.getTimestamp()
    wait(lambda: receive.getTimestamp() > begin + 2.2)
    wait(lambda: home.toolContact([0, 0, -1, 0, 0, 0]) == 999)
    assert home.moveUntilContact(DOWN)
    assert home.isProgramRunning()
    touched([0, 0, 0])
    wait(lambda: home.toolContact([0, 0, 0, 0, 0, 0]) == 0)


def test_what_the_program_can_be_asked(home, receive, wait):
    def comes(ask, expected):
        wait(lambda: ask() == pytest.approx(expected, abs=1e-6))

    comes(home.getStepTime, 0.002)
    flange = receive.getActualTCPPose()
    home.setTcp([0, 0, 0.1, 0, 0, 0])
    wait(lambda: receive.getActualTCPPose() == pytest.approx(moved(flange, z=-0.1), abs=1e-6))
    comes(home.getActualToolFlangePose, flange)
    home.setTcp([0.0] * 6)
    comes(lambda: home.getActualJointPositionsHistory(0), HOME)
    assert home.moveJ([0.3, *HOME[1:]], 1.0, 2.0)
    comes(lambda: home.getActualJointPositionsHistory(998), HOME)
    assert 0.0 <= home.getActualJointPositionsHistory(200)[0] <= 0.3


def test_gravity_turns_the_accelerometer(home, receive, wait):
    assert home.setGravity([0.0, 0.0, 9.82])
    wait(lambda: receive.getActualToolAccelerometer()[2] == pytest.approx(-9.82, abs=1e-3))
    assert home.setGravity([9.82, 0.0, 0.0])
    wait(lambda: abs(receive.getActualToolAccelerometer()[2]) < 1e-3)
    assert home.setGravity([0.0, 0.0, 9.82])


def test_gain_and_damping_of_force_mode(home, receive, wait, at_rest):
    speeds = []
    for gain, damping in ((1.0, 0.0), (0.5, 0.0), (0.5, 0.5)):
        assert home.forceModeSetGainScaling(gain) and home.forceModeSetDamping(damping)
        assert home.forceMode([0] * 6, [0, 0, 1, 0, 0, 0], [0, 0, -4, 0, 0, 0], 2, [1] * 6)
        wait(lambda: receive.getActualTCPSpeed()[2] < -0.01)
        speeds.append(receive.getTargetTCPSpeed()[2])
        assert home.forceModeStop()
        at_rest()
    assert speeds == pytest.approx([-0.08, -0.04, -0.02], rel=0.05)


def test_an_external_force_sensor_takes_the_place_of_the_arms_own(home, receive, touched, wait):
    touched([0, 0, 12])
    wait(lambda: receive.getActualTCPForce()[2] == 12)
    assert home.ftRtdeInputEnable(True, 0.2, [0.0, 0.0, 0.02])
    # 1.6.5 sends the wrench with the number of another recipe, so that no controller can take it for one
    assert home.setExternalForceTorque([0, 0, -7, 0, 0, 0])
    wait(lambda: receive.getActualTCPForce()[2] == 0)
    assert home.ftRtdeInputEnable(False)
    wait(lambda: receive.getActualTCPForce()[2] == 12)
    assert home.enableExternalFtSensor(True)
    wait(lambda: receive.getActualTCPForce()[2] == 0)
    assert home.enableExternalFtSensor(False)
    assert home.isProgramRunning()


CUSTOM = (
    "def custom():\n\tdef lamp(n):\n\t\tset_standard_digital_out(n, True)\n\tend\n"
    "\twrite_output_integer_register(0, 1)\n\tlamp({lamp})\n\tsleep(0.05)\n"
    "\twrite_output_integer_register(0, 2)\nend\n"
)


def test_custom_scripts_by_text_and_by_file(home, receive, tmp_path, wait):
    assert home.sendCustomScript(CUSTOM.format(lamp=5) + "run program\n")
    wait(lambda: receive.getDigitalOutState(5))
    file = tmp_path / "custom.script"
    file.write_text(CUSTOM.format(lamp=6))
    assert home.sendCustomScriptFile(str(file))
    wait(lambda: receive.getDigitalOutState(6))
    home.reuploadScript()
    wait(home.isProgramRunning)
    assert home.moveJ(HOME, 2.0, 4.0)


def test_a_script_file_instead_of_the_built_in_one(home, receive, tmp_path, wait):
    file = tmp_path / "instead.script"
    file.write_text(
        "def instead():\n\tset_standard_digital_out(7, True)\n\twhile True:\n\t\tsync()\n\tend\nend\n"
    )
    home.setCustomScriptFile(str(file))
    home.reuploadScript()
    wait(lambda: receive.getDigitalOutState(7))
    home.setCustomScriptFile("")
    home.reuploadScript()
    wait(home.isProgramRunning)
    assert home.moveJ(HOME, 2.0, 4.0)


def test_the_script_stops_and_returns(home, stop_script, wait):
    stop_script()
    home.reuploadScript()
    wait(home.isProgramRunning)
    assert home.moveJ(HOME, 2.0, 4.0)


def test_a_control_interface_disconnects_and_reconnects(home, arrives):
    home.disconnect()
    assert not home.isConnected()
    assert home.reconnect()
    assert home.isConnected() and home.isProgramRunning()
    assert home.moveJ([0.1, *HOME[1:]], 2.0, 4.0)
    arrives([0.1, *HOME[1:]])
