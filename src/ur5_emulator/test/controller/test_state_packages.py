"""States of the client interfaces, read by a parser of its own with the offsets that the manufacturer publishes."""

from __future__ import annotations

import math
import socket
import struct
from itertools import pairwise

import pytest

from ur5_description.calibration import hash_of
from ur5_emulator.controller.state_packages import realtime_packet, robot_state, version_message
from ur5_emulator.controller.variables import PackedValues

LENGTHS = {0: 47, 1: 251, 2: 37, 3: 75, 4: 101, 5: 225, 6: 445, 7: 61, 8: 9, 11: 26, 12: 8}
"""Of the sub-packages by type, as a controller sends them."""
FIRST, SECOND, REALTIME = 30001, 30002, 30003
SPIN = b"def spin():\n while True:\n  speedj([0.3,0,0,0,0,0], 2.0, 0.01)\n end\nend\n"
SET = b"sec bit():\n set_standard_digital_out(3, True)\nend\n"


def parts(package):
    """Return the sub-packages of a robot state by their type."""
    size, kind = struct.unpack_from(">iB", package)
    assert (size, kind) == (len(package), 16)
    found, at = {}, 5
    while at < len(package):
        length, kind = struct.unpack_from(">iB", package, at)
        found[kind] = package[at + 5 : at + length]
        at += length
    assert at == len(package)
    return found


def doubles(data, first, count):
    """Return doubles of the real-time packet by the column that the manufacturer numbers them with, from 1."""
    return list(struct.unpack_from(f">{count}d", data, 4 + 8 * (first - 1)))


class Reader:
    """A client that takes whole packages off a port."""

    def __init__(self, host, port):
        self.sock = socket.create_connection((host, port), timeout=5)

    def next(self):
        head = self._exactly(4)
        return head + self._exactly(struct.unpack(">i", head)[0] - 4)

    def _exactly(self, size):
        data = b""
        while len(data) < size:
            more = self.sock.recv(size - len(data))
            assert more, "closed"
            data += more
        return data


def test_the_state_has_the_published_sub_packages(robot):
    found = parts(robot_state(robot))
    assert {kind: 5 + len(data) for kind, data in found.items()} == LENGTHS


def test_modes_joints_and_tool_are_the_robots(robot):
    assert not robot.load(SPIN.decode())
    robot.go(0.5)
    robot.io.tool_analog_in, robot.slider = [1.5, 2.5], 0.75
    robot.arm.set_tcp([0.0, 0.0, 0.15, 0.0, 0.0, 0.0])
    found = parts(robot_state(robot))
    stamp, *flags = struct.unpack_from(">Q7?BBddd", found[0])
    assert stamp == pytest.approx(robot.time * 1e9)
    assert flags[:9] == [True, True, True, False, False, True, False, 7, 0]
    assert flags[9:] == [0.75, pytest.approx(1.0, abs=0.3), 1.0]
    for joint in range(6):
        row = struct.unpack_from(">dddffffB", found[1], 41 * joint)
        assert row[:3] == (robot.arm.actual_q[joint], robot.arm.q[joint], robot.arm.actual_qd[joint])
        assert row[7] == 253
    assert robot.arm.actual_qd[0] == pytest.approx(0.3)
    assert struct.unpack_from(">dd", found[2], 2) == (1.5, 2.5)
    pose = struct.unpack(">12d", found[4])
    assert list(pose[:6]) == pytest.approx(list(robot.asking.get_actual_tcp_pose()))
    assert pose[6:9] == (0.0, 0.0, 0.15)


def test_stops_and_signals_are_told(robot):
    robot.io.inputs, robot.io.outputs, robot.io.analog_in = 5, 1 << 9, [3.0, 0.25]
    robot.protective_stop("test")
    found = parts(robot_state(robot))
    assert struct.unpack_from(">7?", found[0], 8)[4]
    assert struct.unpack_from(">IIBBdd", found[3]) == (5, 1 << 9, 1, 1, 3.0, 0.25)
    assert found[3][60] == 3  # safety mode: protective stop
    robot.emergency_stop()
    found = parts(robot_state(robot))
    assert list(struct.unpack_from(">7?B", found[0], 8)) == [True, True, False, True, False, False, False, 3]


def test_limits_are_those_of_the_safety_settings_and_kinematics_the_published_ones(robot):
    robot.arm.safety.low[2], robot.arm.safety.high[2], robot.arm.safety.speed[2] = -1.0, 2.0, 0.5
    found = parts(robot_state(robot))
    limits = struct.unpack_from(">53d4I", found[6])
    assert limits[4:6] == (-1.0, 2.0) and limits[16:18] == (0.5, 40.0)
    assert limits[0:2] == (-math.radians(363.0), math.radians(363.0))
    assert limits[29:35] == (0.0, -0.425, -0.3922, 0.0, 0.0, 0.0)
    checksums, lengths = struct.unpack_from(">6I", found[5]), struct.unpack_from(">24d", found[5], 24)
    assert len(set(checksums)) == 1 and struct.unpack_from(">I", found[5], 216) == (0,)
    theta, a, d, alpha = (lengths[k : k + 6] for k in (0, 6, 12, 18))
    assert hash_of(theta, d, a, alpha) == "calib_12788084448423163542"  # of every UR5e that was not measured


def test_the_safety_settings_stop_a_joint(robot):
    robot.arm.safety.high[0] = 0.2
    assert not robot.load(SPIN.decode())
    robot.go(2.0)
    assert robot.safety.protective and "joint 0 would leave" in robot.safety.reason
    assert robot.arm.q[0] < 0.25


def test_the_safety_settings_stop_a_fast_joint(robot):
    robot.arm.safety.speed[0] = 0.25
    assert not robot.load(SPIN.decode())
    robot.go(1.0)
    assert "joint 0 would turn" in robot.safety.reason


def test_the_version_is_told(robot):
    data = version_message(1.5)
    size, kind, stamp, source, message, length = struct.unpack_from(">iBQbbB", data)
    assert (size, kind, stamp, source, message) == (len(data), 20, 1_500_000_000, -2, 3)
    assert data[16 : 16 + length] == b"URControl"
    assert struct.unpack_from(">BBii", data, 16 + length) == (5, 17, 0, 128072)


def test_the_real_time_packet_has_every_value_where_it_is_published(robot):
    assert not robot.load(SPIN.decode())
    robot.go(0.5)
    robot.io.inputs, robot.io.outputs = 5, 6
    robot.arm.payload, robot.arm.cog = 1.25, [0.0, 0.01, 0.06]
    snapshot = PackedValues(robot)
    snapshot.renew()
    data = realtime_packet(snapshot)
    assert struct.unpack_from(">i", data) == (len(data),) == (1220,)
    assert doubles(data, 1, 1) == [pytest.approx(robot.time)]
    assert doubles(data, 2, 6) == robot.arm.q
    assert doubles(data, 32, 6) == robot.arm.actual_q and doubles(data, 38, 6) == robot.arm.actual_qd
    assert doubles(data, 56, 6) == pytest.approx(list(robot.asking.get_actual_tcp_pose()))
    assert struct.unpack_from(">Q", data, 4 + 8 * 85) == (5,) and struct.unpack_from(">Q", data, 4 + 8 * 130) == (6,)
    assert doubles(data, 95, 8) == [7.0, *[253.0] * 6, 1.0]  # robot mode, joint modes, safety mode
    assert math.hypot(*doubles(data, 109, 3)) == pytest.approx(9.82)
    assert doubles(data, 122, 2) == [48.0, 48.0]
    assert doubles(data, 132, 1) == [2.0]  # a program plays
    assert doubles(data, 139, 1) == [1.0]
    assert doubles(data, 143, 4) == [1.25, 0.0, 0.01, 0.06]


@pytest.mark.parametrize("port", [FIRST, SECOND, 30011, 30012])
def test_a_client_hears_the_version_and_then_states(emulator, port):
    reader = Reader(emulator.host, port)
    assert reader.next()[4] == 20
    before, after = (parts(reader.next())[0] for _ in range(2))
    (first,), (second,) = (struct.unpack_from(">Q", data) for data in (before, after))
    assert (second - first) / 1e9 == pytest.approx(0.1, abs=0.05)


@pytest.mark.parametrize("port", [REALTIME, 30013])
def test_a_real_time_client_hears_every_cycle(emulator, port):
    reader = Reader(emulator.host, port)
    times = [doubles(reader.next(), 1, 1)[0] for _ in range(20)]
    steps = sorted(b - a for a, b in pairwise(times))
    assert steps[0] == pytest.approx(0.002) and steps[10] == pytest.approx(0.002)


@pytest.mark.parametrize("port", [FIRST, SECOND, REALTIME])
def test_a_script_of_a_client_that_never_reads_and_leaves_at_once_is_run(emulator, port, wait):
    assert emulator.ask(world={"digital_inputs": 0})["ok"]
    with socket.create_connection((emulator.host, port), timeout=5) as client:
        wait(lambda: emulator.state()["clients"] > 0)
        client.sendall(SET)  # what was sent to it is unread: it leaves with a reset
    emulator.until(lambda state: state["digital_outputs"] & 8)
    with socket.create_connection((emulator.host, port), timeout=5) as client:
        client.sendall(SET.replace(b"True", b"False"))
    emulator.until(lambda state: not state["digital_outputs"] & 8)


def messages(reader):
    """Yield type, source and body of each message that comes, but for the version."""
    while True:
        package = reader.next()
        if package[4] == 20 and package[14] != 3:
            yield package[14], struct.unpack_from(">b", package, 13)[0], package[15:]


TALKS = b"def talks():\n textmsg(\"the lid is \", 1)\n no = get_inverse_kin(p[9,0,0,0,0,0])\nend\n"


def test_primary_clients_are_told_of_programs_and_secondary_ones_are_not(emulator):
    primary, secondary = Reader(emulator.host, 30011), Reader(emulator.host, 30012)
    primary.next()
    secondary.next()
    with socket.create_connection((emulator.host, SECOND), timeout=5) as client:
        client.sendall(TALKS)
        told = messages(primary)
        started, text, died, stopped = (next(told) for _ in range(4))
    assert started == (7, -2, bytes(8) + b"\x13PROGRAM_XXX_STARTEDtalks")
    assert text == (0, -2, b"the lid is 1")
    assert died[:2] == (10, -3) and died[2][:8] == bytes(8) and b"get_inverse_kin" in died[2]
    assert stopped == (7, -2, bytes(8) + b"\x13PROGRAM_XXX_STOPPEDtalks")
    assert {secondary.next()[4] for _ in range(4)} == {16}


def test_a_port_that_only_sends_takes_no_script(emulator):
    reader = Reader(emulator.host, 30012)
    reader.sock.sendall(SET)
    for _ in range(4):
        reader.next()
    assert not emulator.state()["digital_outputs"] & 8


def test_the_safety_settings_are_set_through_the_fault_port(emulator):
    wide, narrow = [math.radians(363.0)] * 6, [3.0, 2.0, 2.0, 3.0, 3.0, 3.0]
    assert emulator.ask(safety={"high": narrow})["ok"]
    reader = Reader(emulator.host, 30011)
    reader.next()
    assert list(struct.unpack_from(">12d", parts(reader.next())[6]))[1::2] == narrow
    assert emulator.ask(safety={"high": wide})["ok"]
    assert "no speeed" in emulator.ask(safety={"speeed": narrow})["error"]
    assert not emulator.ask(safety={"low": [0.0]})["ok"]
