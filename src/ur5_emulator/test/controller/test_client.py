"""The unmodified ur_rtde against the emulated controller."""

from __future__ import annotations

import math
import time

import pytest

rtde_control = pytest.importorskip("rtde_control")
rtde_receive = pytest.importorskip("rtde_receive")
rtde_io = pytest.importorskip("rtde_io")

HOME = [0.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0]


def test_moves_reach_their_goals(home, receive, wait, arrives):
    pose = receive.getActualTCPPose()
    below = [pose[0], pose[1] - 0.05, pose[2] - 0.1, *pose[3:]]
    assert home.moveL(below, 0.5, 2.0)
    wait(lambda: math.dist(receive.getActualTCPPose()[:3], below[:3]) < 1e-4)
    assert home.moveL_FK(HOME, 0.5, 2.0)
    arrives(HOME)
    assert home.moveJ_IK(below, 2.0, 4.0)
    wait(lambda: math.dist(receive.getActualTCPPose()[:3], below[:3]) < 1e-4)


def test_asynchronous_moves_tell_their_progress_and_stop(home, receive, wait):
    before = home.getAsyncOperationProgressEx().operationId()
    assert home.moveJ([1.0, *HOME[1:]], 0.5, 2.0, True)
    status = home.getAsyncOperationProgressEx()
    wait(lambda: home.getAsyncOperationProgressEx().isAsyncOperationRunning())
    assert home.getAsyncOperationProgress() == 0
    wait(lambda: receive.getActualQd()[0] > 0.3)
    home.stopJ(4.0)
    wait(lambda: not any(receive.getActualQd()))
    wait(lambda: not home.getAsyncOperationProgressEx().isAsyncOperationRunning())
    assert status.operationId() != before
    assert 0.01 < receive.getActualQ()[0] < 0.9
    wait(home.isSteady)


def test_paths_with_blends_count_their_waypoints(home, wait, arrives):
    path = [[0.2, *HOME[1:], 2.0, 4.0, 0.05], [0.2, -1.4, *HOME[2:], 2.0, 4.0, 0.05], [*HOME, 2.0, 4.0, 0.0]]
    assert home.moveJ(path)
    arrives(HOME)
    assert home.moveJ(path, True)
    seen = set()
    wait(lambda: seen.add(home.getAsyncOperationProgress()) or (len(seen) > 2 and max(seen) >= 2))
    wait(lambda: not home.getAsyncOperationProgressEx().isAsyncOperationRunning())
    arrives(HOME)


def test_kinematics_and_limits(home, receive):
    pose = receive.getActualTCPPose()
    assert home.getForwardKinematics() == pytest.approx(pose, abs=1e-6)
    assert home.getForwardKinematics(HOME, [0, 0, 0.1, 0, 0, 0])[2] == pytest.approx(pose[2] - 0.1, abs=1e-5)
    assert home.getInverseKinematics(pose) == pytest.approx(HOME, abs=1e-5)
    assert home.getInverseKinematics(pose, HOME) == pytest.approx(HOME, abs=1e-5)
    assert home.getInverseKinematicsHasSolution(pose)
    assert not home.getInverseKinematicsHasSolution([2.0, 0, 0, 0, 0, 0])
    assert home.isPoseWithinSafetyLimits(pose)
    assert not home.isPoseWithinSafetyLimits([2.0, 0, 0, 0, 0, 0])
    assert home.isJointsWithinSafetyLimits(HOME)
    assert not home.isJointsWithinSafetyLimits([7.0, *HOME[1:]])
    assert home.poseTrans(pose, [0, 0, 0.1, 0, 0, 0])[2] == pytest.approx(pose[2] - 0.1, abs=1e-5)


def test_tcp_and_payload(home, receive, wait):
    before = receive.getActualTCPPose()
    assert home.setTcp([0, 0, 0.15, 0, 0, 0])
    assert home.getTCPOffset() == pytest.approx([0, 0, 0.15, 0, 0, 0])
    wait(lambda: abs(before[2] - receive.getActualTCPPose()[2] - 0.15) < 1e-5)
    assert home.setTcp([0.0] * 6)
    assert home.setPayload(1.5, [0, 0, 0.05])
    wait(lambda: receive.getPayload() == 1.5 and receive.getPayloadCog() == [0, 0, 0.05])
    assert home.setTargetPayload(0.5, [0, 0, 0.02], [0.01] * 6)
    wait(lambda: receive.getPayloadInertia() == [0.01] * 6)


def test_speed_servo_jog_and_hands(home, receive, wait, arrives):
    assert home.speedJ([0.2, 0, 0, 0, 0, 0], 2.0)
    wait(lambda: abs(receive.getActualQd()[0] - 0.2) < 1e-6)
    assert home.speedStop()
    wait(lambda: not any(receive.getActualQd()))
    assert home.speedL([0, 0, -0.05, 0, 0, 0], 1.0)
    wait(lambda: abs(receive.getActualTCPSpeed()[2] + 0.05) < 1e-3)
    assert home.speedStop()
    target = receive.getActualQ()
    target[0] += 0.05
    for _ in range(100):
        period = home.initPeriod()
        assert home.servoJ(target, 0, 0, 0.002, 0.1, 600)
        home.waitPeriod(period)
    arrives(target)
    assert home.servoStop()
    assert home.jogStart([0, 0, 0.05, 0, 0, 0], rtde_control.RTDEControlInterface.FEATURE_BASE)
    wait(lambda: receive.getActualTCPSpeed()[2] > 0.04)
    assert home.jogStop()
    wait(lambda: not any(receive.getActualQd()))
    assert home.teachMode() and home.endTeachMode()
    assert home.freedriveMode() and home.getFreedriveStatus() == 0 and home.endFreedriveMode()


def test_a_motion_while_servoing_kills_the_script(home, receive, wait):
    assert home.servoJ([0.1, *HOME[1:]], 0, 0, 0.002, 0.1, 300)
    wait(lambda: any(receive.getActualQd()))
    assert not home.moveJ(HOME, 1.0, 1.0)
    wait(lambda: not home.isProgramRunning())
    wait(lambda: not any(receive.getActualQd()))


def test_an_unreachable_goal_kills_the_script(home, wait):
    assert home.getInverseKinematics([3.0, 0, 0, 0, 0, 0]) == []
    wait(lambda: not home.isProgramRunning())


def test_force_and_contact(home, receive, emulator, wait):
    emulator.ask(world={"wrench": [0, 0, 12, 0, 0, 0]})
    wait(lambda: receive.getActualTCPForce()[2] == 12)
    assert home.getJointTorques() != []
    assert home.zeroFtSensor()
    wait(lambda: receive.getActualTCPForce()[2] == 0)
    emulator.ask(world={"wrench": [0, 0, 0, 0, 0, 0]})
    wait(lambda: receive.getActualTCPForce()[2] == -12)
    assert home.zeroFtSensor()
    assert home.forceMode([0] * 6, [0, 0, 1, 0, 0, 0], [0, 0, -10, 0, 0, 0], 2, [1, 1, 0.05, 1, 1, 1])
    wait(lambda: receive.getActualTCPSpeed()[2] < -0.04)
    assert home.forceModeStop()
    wait(lambda: not any(receive.getActualQd()))


def test_custom_scripts_run_and_the_control_script_returns(home, receive, wait):
    assert home.sendCustomScriptFunction("lamp", "set_standard_digital_out(4, True)\nsleep(0.05)\n")
    wait(lambda: receive.getDigitalOutState(4))
    assert home.isProgramRunning()
    assert home.moveJ(HOME, 2.0, 4.0)


def test_signals(emulator, receive, wait):
    io = rtde_io.RTDEIOInterface(emulator.host)
    assert (
        io.setStandardDigitalOut(3, True)
        and io.setConfigurableDigitalOut(2, True)
        and io.setToolDigitalOut(1, True)
    )
    wait(lambda: all(receive.getDigitalOutState(bit) for bit in (3, 10, 17)))
    assert io.setAnalogOutputVoltage(0, 0.5) and io.setAnalogOutputCurrent(1, 0.25)
    wait(lambda: receive.getStandardAnalogOutput0() == pytest.approx(5.0))
    wait(lambda: receive.getStandardAnalogOutput1() == pytest.approx(0.008))
    assert io.setSpeedSlider(0.5)
    wait(lambda: receive.getTargetSpeedFraction() == 0.5)
    assert io.setSpeedSlider(1.0)
    assert io.setInputIntRegister(20, 5) and io.setInputDoubleRegister(20, 1.5)
    io.disconnect()


def test_slow_and_partial_receivers(emulator, tmp_path, wait):
    client = rtde_receive.RTDEReceiveInterface(emulator.host, 50.0, ["timestamp", "actual_q"])
    first = client.getTimestamp()
    wait(lambda: client.getTimestamp() >= first + 0.1)
    assert client.getActualQ() == pytest.approx(client.getActualQ())
    client.disconnect()
    client = rtde_receive.RTDEReceiveInterface(emulator.host)
    table = tmp_path / "record.csv"
    begin = client.getTimestamp()
    assert client.startFileRecording(str(table), ["timestamp", "actual_q"])
    wait(lambda: client.getTimestamp() > begin + 0.2)
    assert client.stopFileRecording()
    assert table.read_text().startswith("timestamp,actual_q_0")
    client.disconnect()


def test_a_receiver_reconnects(emulator, wait):
    client = rtde_receive.RTDEReceiveInterface(emulator.host)
    client.disconnect()
    assert client.reconnect() and client.isConnected()
    wait(lambda: client.getActualQ() != [])
    client.disconnect()


def test_registers_belong_to_one_client(control, emulator):
    with pytest.raises(RuntimeError, match="in use"):
        rtde_control.RTDEControlInterface(emulator.host)
    assert control.isConnected()


def test_dashboard_client(dashboard):
    assert dashboard.robotmode() == "Robotmode: RUNNING"
    assert dashboard.polyscopeVersion().startswith("5.17")
    assert dashboard.getSerialNumber().isdigit()
    assert dashboard.isInRemoteControl() and dashboard.isProgramSaved()
    dashboard.popup("hello")
    dashboard.closePopup()
    with pytest.raises(RuntimeError, match="File not found"):
        dashboard.loadURP("nothing.txt")


def test_a_protective_stop_and_its_unlocking(home, receive, dashboard, wait):
    assert home.moveJ([1.0, *HOME[1:]], 0.3, 1.0, True)
    wait(lambda: receive.getActualQd()[0] > 0.2)
    assert home.triggerProtectiveStop()
    wait(receive.isProtectiveStopped)
    wait(lambda: not any(receive.getActualQd()))
    wait(lambda: receive.getSafetyMode() == 3)
    wait(lambda: not home.isProgramRunning())
    assert not home.moveJ(HOME, 1.0, 1.0)
    with pytest.raises(RuntimeError, match="until 5s"):
        dashboard.unlockProtectiveStop()
    begin = receive.getTimestamp()
    wait(lambda: receive.getTimestamp() > begin + 5.1)
    stood = receive.getActualQ()
    dashboard.unlockProtectiveStop()
    dashboard.closeSafetyPopup()
    wait(lambda: not receive.isProtectiveStopped())
    dashboard.stop()
    assert home.reuploadScript()
    wait(home.isProgramRunning)
    assert receive.getActualQ() == pytest.approx(stood, abs=1e-9)
    assert home.moveJ(HOME, 2.0, 4.0)


def test_a_watchdog_nobody_kicks_stops_the_robot(home, receive, wait):
    assert home.setWatchdog(10.0)
    begin = receive.getTimestamp()
    while receive.getTimestamp() < begin + 0.5:
        assert home.kickWatchdog()
        time.sleep(0.01)
    assert home.isProgramRunning()
    assert home.speedJ([0.2, 0, 0, 0, 0, 0], 2.0)
    wait(lambda: not home.isProgramRunning())
    wait(lambda: not any(receive.getActualQd()))
