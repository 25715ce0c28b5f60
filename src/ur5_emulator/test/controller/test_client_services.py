"""More of the unmodified ur_rtde: registers, several clients at once, the dashboard, faults and inputs."""

from __future__ import annotations

import pytest

rtde_control = pytest.importorskip("rtde_control")
rtde_receive = pytest.importorskip("rtde_receive")
rtde_io = pytest.importorskip("rtde_io")
dashboard_client = pytest.importorskip("dashboard_client")

HOME = [0.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0]
LOCKED = 0.5
OPTIONS = ("--unlock-after", str(LOCKED), "--programs", "demo.urp,cell/pick.urp")
FLAGS = rtde_control.RTDEControlInterface.Flags


@pytest.fixture
def until_mode(receive, wait):
    return lambda mode, safety=1: wait(
        lambda: (receive.getRobotMode(), receive.getSafetyMode()) == (mode, safety)
    )


@pytest.fixture
def upper_receive(emulator):
    client = rtde_receive.RTDEReceiveInterface(emulator.host, use_upper_range_registers=True)
    yield client
    client.disconnect()


@pytest.fixture
def opened(emulator):
    """Give a function that opens an interface on the emulator, to be closed afterwards."""
    clients = []

    def open_(kind, *arguments, **options):
        clients.append(kind(emulator.host, *arguments, **options))
        return clients[-1]

    yield open_
    for client in clients:
        client.disconnect()


def test_output_registers_of_both_ranges(home, receive, upper_receive, wait):
    lines = "".join(
        f"write_output_integer_register({i}, {i})\nwrite_output_float_register({i}, {i}.5)\n"
        for i in (*range(12, 20), *range(36, 44))
    )
    assert home.sendCustomScriptFunction("registers", lines)
    for client, indices in ((receive, range(12, 20)), (upper_receive, range(36, 44))):
        for i in indices:
            wait(lambda client=client, i=i: client.getOutputIntRegister(i) == i)
            wait(lambda client=client, i=i: client.getOutputDoubleRegister(i) == i + 0.5)


def test_input_registers_reach_the_program(home, receive, opened, wait):
    for upper, first in ((False, 18), (True, 42)):  # one after the other: both write the outputs as well
        client = opened(rtde_io.RTDEIOInterface, use_upper_range_registers=upper)
        for i in range(first, first + 5):
            assert client.setInputIntRegister(i, 100 + i) and client.setInputDoubleRegister(i, i / 4)
        client.disconnect()
    lines = (
        "write_output_integer_register(13, read_input_integer_register(22))\n"
        "write_output_integer_register(14, read_input_integer_register(42))\n"
        "write_output_float_register(15, read_input_float_register(18))\n"
        "write_output_float_register(16, read_input_float_register(46))\n"
    )
    assert home.sendCustomScriptFunction("copies", lines)
    wait(lambda: [receive.getOutputIntRegister(i) for i in (13, 14)] == [122, 142])
    wait(lambda: [receive.getOutputDoubleRegister(i) for i in (15, 16)] == [4.5, 11.5])


def test_an_io_interface_reconnects(opened, receive, wait):
    client = opened(rtde_io.RTDEIOInterface)
    client.disconnect()
    assert not client.isConnected()
    assert client.reconnect() and client.isConnected()
    assert client.setStandardDigitalOut(1, True)
    wait(lambda: receive.getDigitalOutState(1))
    assert client.setStandardDigitalOut(1, False)
    wait(lambda: not receive.getDigitalOutState(1))


def test_several_receivers_see_the_same(emulator, home, opened, wait):
    clients = [opened(rtde_receive.RTDEReceiveInterface, rate) for rate in (500.0, 125.0, 10.0)]
    wait(lambda: all(client.getActualQ() == pytest.approx(HOME, abs=1e-4) for client in clients))
    begin = [client.getTimestamp() for client in clients]
    wait(lambda: all(c.getTimestamp() > t + 0.2 for c, t in zip(clients, begin, strict=True)))
    assert emulator.state()["clients"] >= len(clients)
    assert home.isConnected()


def test_control_interfaces_of_both_register_ranges(home, emulator, arrives, wait):
    # the wrench of an external sensor is one variable for both ranges
    flags = FLAGS.FLAG_UPLOAD_SCRIPT, FLAGS.FLAG_UPPER_RANGE_REGISTERS, FLAGS.FLAG_NO_EXT_FT
    upper = rtde_control.RTDEControlInterface(emulator.host, -1.0, sum(flag.value for flag in flags))
    try:
        assert home.isConnected() and upper.isConnected()
        assert upper.moveJ([0.2, *HOME[1:]], 2.0, 4.0)
        arrives([0.2, *HOME[1:]])
        assert upper.getTCPOffset() == [0.0] * 6
        assert upper.setWatchdog(1.0)
    finally:
        upper.disconnect()
    # one program runs at a time: that of the upper range took the other's place
    home.reuploadScript()
    wait(home.isProgramRunning)
    assert home.moveJ(HOME, 2.0, 4.0)
    arrives(HOME)


@pytest.mark.usefixtures("home")
def test_the_dashboard_plays_a_program(stop_script, dashboard, receive, wait):
    stop_script()
    wait(lambda: not dashboard.running())
    with pytest.raises(RuntimeError, match=r"File not found: missing\.urp"):
        dashboard.loadURP("missing.urp")
    assert dashboard.getLoadedProgram() == "No program loaded"
    dashboard.loadURP("cell/pick.urp")
    assert dashboard.getLoadedProgram().endswith("/programs/cell/pick.urp")
    assert dashboard.programState() == "STOPPED pick.urp"
    dashboard.play()
    wait(lambda: receive.getRuntimeState() == 2)
    assert dashboard.running() and dashboard.programState() == "PLAYING pick.urp"
    dashboard.pause()
    wait(lambda: receive.getRuntimeState() == 4)
    assert not dashboard.running() and dashboard.programState() == "PAUSED pick.urp"
    dashboard.play()
    wait(dashboard.running)
    dashboard.stop()
    wait(lambda: receive.getRuntimeState() == 1)
    assert dashboard.programState() == "STOPPED pick.urp"
    with pytest.raises(RuntimeError, match="pause"):
        dashboard.pause()


def test_the_dashboard_switches_the_power(dashboard, until_mode):
    dashboard.powerOff()
    until_mode(3)
    assert dashboard.robotmode() == "Robotmode: POWER_OFF"
    with pytest.raises(RuntimeError, match="play"):
        dashboard.play()
    dashboard.powerOn()
    until_mode(5)
    assert dashboard.robotmode() == "Robotmode: IDLE"
    dashboard.brakeRelease()
    until_mode(7)
    dashboard.powerOff()
    until_mode(3)
    dashboard.brakeRelease()  # powers the arm, too
    until_mode(7)


def test_the_dashboard_tells_and_takes_notes(dashboard, emulator, opened):
    dashboard.addToLog("a line of mine")
    assert any("a line of mine" in note for note in emulator.state()["notes"])
    assert dashboard.getRobotModel() == "UR5"
    assert dashboard.safetymode() == "Safetymode: NORMAL"
    assert dashboard.safetystatus() == "Safetystatus: NORMAL"
    client = opened(dashboard_client.DashboardClient)
    client.connect()
    client.quit()
    assert dashboard.isConnected() and dashboard.isInRemoteControl()


@pytest.fixture
def local(emulator):
    emulator.fault("local_mode")
    yield
    emulator.fault("remote_mode")


@pytest.mark.usefixtures("local")
def test_local_control_refuses_in_the_words_of_the_robot(dashboard, receive):
    assert not dashboard.isInRemoteControl()
    refused = (dashboard.stop, dashboard.pause, dashboard.play, dashboard.unlockProtectiveStop)
    for command in (*refused, lambda: dashboard.loadURP("demo.urp")):
        with pytest.raises(RuntimeError, match="switch robot to Remote Control mode and reconnect"):
            command()
    for unheard in (dashboard.powerOff, dashboard.restartSafety):  # whose refusal ur_rtde does not look at
        unheard()
    assert receive.getRobotMode() == 7
    assert dashboard.robotmode() == "Robotmode: RUNNING"


@pytest.mark.parametrize(
    ("fault", "number", "word", "clear"),
    [
        ("safety_fault", 9, "FAULT", None),
        ("system_emergency_stop", 6, "SYSTEM_EMERGENCY_STOP", "release_system_emergency_stop"),
        ("emergency_stop", 7, "ROBOT_EMERGENCY_STOP", "release_emergency_stop"),
    ],
)
def test_stops_that_take_the_power(
    home, receive, dashboard, emulator, until_mode, wait, fault, number, word, clear
):
    assert home.moveJ([1.0, *HOME[1:]], 0.3, 1.0, True)
    emulator.fault(fault)
    until_mode(3, number)
    assert receive.isEmergencyStopped() == (clear is not None)
    assert dashboard.safetymode() == f"Safetymode: {word}"
    assert dashboard.safetystatus() == f"Safetystatus: {word}"
    wait(lambda: not home.isProgramRunning())  # it hears of it on a connection of its own
    dashboard.brakeRelease()
    if clear is None:
        dashboard.restartSafety()
    else:
        emulator.fault(clear)
    until_mode(3)
    dashboard.brakeRelease()
    until_mode(7)


def test_reduced_mode_and_back(home, receive, dashboard, emulator, until_mode, wait):
    emulator.fault("reduced_mode")
    until_mode(7, 2)
    assert dashboard.safetymode() == "Safetymode: REDUCED"
    assert receive.getSafetyStatusBits() == 1 << 1
    assert home.moveJ([0.05, *HOME[1:]], 1.0, 2.0)
    emulator.fault("normal_mode")
    until_mode(7)
    wait(lambda: receive.getSafetyStatusBits() == 1)


def test_inputs_of_the_world(receive, emulator, wait):
    emulator.ask(world={"digital_inputs": 1 << 3 | 1 << 8 | 1 << 17, "analog_inputs": [1.5, 9.75]})
    wait(lambda: [bit for bit in range(18) if receive.getDigitalInState(bit)] == [3, 8, 17])
    assert receive.getActualDigitalInputBits() == 1 << 3 | 1 << 8 | 1 << 17
    wait(lambda: (receive.getStandardAnalogInput0(), receive.getStandardAnalogInput1()) == (1.5, 9.75))
    emulator.ask(world={"digital_inputs": 0, "analog_inputs": [0, 0]})
    wait(lambda: receive.getActualDigitalInputBits() == 0)


def test_a_shutdown_ends_the_controller(emulator, opened):
    client = opened(dashboard_client.DashboardClient)
    client.connect()
    client.shutdown()
    emulator.until(lambda s: s["off"])
    emulator.fault("power_on")
    emulator.until(lambda s: not s["off"])
