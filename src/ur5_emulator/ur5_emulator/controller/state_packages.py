"""What the client interfaces send of themselves: robot state and version (30001, 30002), real-time packet (30003).

Big-endian, as the manufacturer's pages on remote control by TCP/IP lay them out for software 5.10. Sub-packages that
they call internal are not sent, and fields for which nothing is known are zero.
"""

from __future__ import annotations

import math
import struct
import zlib
from typing import Any

from ur5_description.rtde_numbers import Runtime, SafetyMode
from ur5_emulator.controller.arm import SAFE_ACCELERATION
from ur5_emulator.controller.links import Links
from ur5_emulator.controller.robot import ArmController, Said
from ur5_emulator.controller.rtde import VERSION
from ur5_emulator.controller.variables import OUTPUTS, VECTORS, PackedValues

STATE, MESSAGE = 16, 20
TEXT_MESSAGE, VERSION_MESSAGE, KEY_MESSAGE, EXCEPTION_MESSAGE = 0, 3, 7, 10
FROM_CONTROLLER, FROM_RUNTIME = -2, -3
(
    MODE, JOINTS, TOOL, MASTERBOARD, CARTESIAN, KINEMATICS, CONFIGURATION, FORCE_MODE, ADDITIONAL, TOOL_WIRE, TOOL_MODE
) = (0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12)  # fmt: skip
PROJECT, BUILT = b"URControl", b"25-04-2024, 00:00:00"
UNMEASURED = 0xFFFFFFFF  # checksum of a joint whose kinematics are the published ones
CALIBRATION_OK = 0
JOINT_DEFAULTS = (math.radians(60.0), math.radians(80.0))  # rad/s and rad/s2 of a move for which none are given
TOOL_DEFAULTS = (0.25, 1.2, 0.25)  # m/s, m/s2, and the radius in m by which turns count
BOARD, BOX, UR5, E_SERIES = 6, 4, 1, 3
TEACHING, FORCING = 1, 2  # control modes; 0: position
WIRE = (False, 115200, 0, 1, 1.5, 3.5)  # serial line to the tool: in use, baud, parity, stop bits, idle characters
FIELDS = (
    "timestamp", "target_q", "target_qd", "target_qdd", "target_current", "target_moment", "actual_q", "actual_qd",
    "actual_current", "joint_control_output", "actual_TCP_pose", "actual_TCP_speed", "actual_TCP_force",
    "target_TCP_pose", "target_TCP_speed", "actual_digital_input_bits", "joint_temperatures", "actual_execution_time",
    1, "robot_mode", "joint_mode", "safety_mode", 6, "actual_tool_accelerometer", 6, "speed_scaling",
    "actual_momentum", 2, "actual_main_voltage", "actual_robot_voltage", "actual_robot_current",
    "actual_joint_voltage", "actual_digital_output_bits", "runtime_state", "elbow_position", "elbow_velocity",
    "safety_status", 3, "payload", "payload_cog", "payload_inertia",
)  # fmt: skip
"""Of the real-time packet, by RTDE's names; a number is so many fields that are the manufacturer's own."""


def _package(kind: int, layout: str, *values: Any) -> bytes:
    """Return a package or sub-package: its length, its type, and values packed by a layout of struct."""
    return _wrapped(kind, struct.pack(">" + layout, *values))


def _wrapped(kind: int, body: bytes) -> bytes:
    return struct.pack(">IB", 5 + len(body), kind) + body


def version_message(now: float) -> bytes:
    """Return what a primary or secondary client is told first; ``now``: seconds since the controller was started."""
    major, minor, bugfix, build = VERSION
    body = _titled(PROJECT) + struct.pack(">BBii", major, minor, bugfix, build) + BUILT
    return _message(now, VERSION_MESSAGE, body)


def message(now: float, kind: Said, text: str) -> bytes:
    """Return what primary clients are told of programs; lines, columns, codes and arguments are zero."""
    told = text.encode()
    if kind is Said.TEXT:
        return _message(now, TEXT_MESSAGE, told)
    if kind is Said.EXCEPTION:
        return _message(now, EXCEPTION_MESSAGE, struct.pack(">ii", 0, 0) + told, FROM_RUNTIME)
    return _message(now, KEY_MESSAGE, struct.pack(">ii", 0, 0) + _titled(kind.value.encode()) + told)


def _message(now: float, kind: int, body: bytes, source: int = FROM_CONTROLLER) -> bytes:
    return _wrapped(MESSAGE, struct.pack(">Qbb", _stamp(now), source, kind) + body)


def _titled(title: bytes) -> bytes:
    return bytes([len(title)]) + title


def robot_state(robot: ArmController) -> bytes:
    """Return the state of the robot, as primary and secondary clients get it ten times a second."""
    parts = (
        _mode(robot), _joints(robot), _cartesian(robot), _kinematics(robot.arm.links), _masterboard(robot),
        _tool(robot), _configuration(robot), _force_mode(robot), _package(ADDITIONAL, "4B", 0, 1, 0, 0),
        _package(TOOL_WIRE, "?iiiff", *WIRE),
        _package(TOOL_MODE, "3B", *(_of(robot, name) for name in (
            "tool_output_mode", "tool_digital_output0_mode", "tool_digital_output1_mode"
        ))),
    )  # fmt: skip
    return _wrapped(STATE, b"".join(parts))


def _plan() -> list[tuple[str, struct.Struct | None] | bytes]:
    """Return what each of FIELDS is in the packet: bytes, or a variable packed as RTDE does or as doubles."""
    plan = list[tuple[str, struct.Struct | None] | bytes]()
    for field in FIELDS:
        if isinstance(field, int):
            plan.append(bytes(8 * field))
            continue
        kind = OUTPUTS[field][0]
        as_it_is = kind in ("DOUBLE", "UINT64", "VECTOR3D", "VECTOR6D")
        plan.append((field, None if as_it_is else struct.Struct(">6d" if kind in VECTORS else ">d")))
    return plan


PLAN = _plan()
REALTIME_SIZE = struct.pack(">I", 1220)


def realtime_packet(snapshot: PackedValues) -> bytes:
    """Return what a real-time client gets each cycle; digital signals are bits of an integer, all else is doubles."""
    parts = [REALTIME_SIZE]
    for part in PLAN:
        if isinstance(part, bytes):
            parts.append(part)
            continue
        name, layout = part
        if layout is None:
            parts.append(snapshot.get(name))
        else:
            found = _of(snapshot.robot, name)
            parts.append(layout.pack(*found) if layout.size > 8 else layout.pack(found))
    return b"".join(parts)


def _of(robot: ArmController, name: str) -> Any:
    return OUTPUTS[name][1](robot)


def _stamp(seconds: float) -> int:
    return round(seconds * 1e9)


def _mode(robot: ArmController) -> bytes:
    safety = robot.safety
    control = TEACHING if robot.arm.free else FORCING if robot.arm.force is not None else 0
    return _package(
        MODE, "Q7?BBdddB", _stamp(robot.time), True, True, robot.powered, safety.emergency or safety.system_emergency,
        safety.protective, robot.runtime in (Runtime.PLAYING, Runtime.RESUMING),
        robot.runtime in (Runtime.PAUSING, Runtime.PAUSED), robot.mode, control, robot.slider,
        _of(robot, "speed_scaling"), 1.0, 0,
    )  # fmt: skip


def _joints(robot: ArmController) -> bytes:
    names = ("actual_current", "actual_joint_voltage", "joint_temperatures", "joint_mode")
    arm, measured = robot.arm, (_of(robot, name) for name in names)
    rows = zip(arm.actual_q, arm.q, arm.actual_qd, *measured, strict=True)
    values = (value for *known, mode in rows for value in (*known, 0.0, mode))
    return _package(JOINTS, "3d4fB" * 6, *values)


def _cartesian(robot: ArmController) -> bytes:
    return _package(CARTESIAN, "12d", *_of(robot, "actual_TCP_pose"), *robot.arm.tcp_pose)


def _kinematics(links: Links) -> bytes:
    rows = (links.theta, links.a, links.d, links.alpha)
    measured = (zlib.crc32(struct.pack(">4d", *row)) for row in zip(*rows, strict=True))
    checksums = measured if links.measured else (UNMEASURED,) * 6
    values = (value for row in rows for value in row)
    return _package(KINEMATICS, "6I24dI", *checksums, *values, CALIBRATION_OK)


def _masterboard(robot: ArmController) -> bytes:
    io, mode = robot.io, robot.safety.mode
    return _package(
        MASTERBOARD, "IIBBddBBddffffBBBIBBB", io.inputs, io.outputs, 1, 1, *io.analog_in, *io.voltage,
        io.analog_output(0), io.analog_output(1), 30.0, _of(robot, "actual_robot_voltage"),
        _of(robot, "actual_robot_current"), _of(robot, "io_current"), mode, mode is SafetyMode.REDUCED, 0, 0, 0, 0, 0,
    )  # fmt: skip


def _tool(robot: ArmController) -> bytes:
    names = ("tool_output_voltage", "tool_output_current", "tool_temperature", "tool_mode")
    volts = _of(robot, "actual_robot_voltage")
    return _package(TOOL, "BBddfBffB", 1, 1, *robot.io.tool_analog_in, volts, *(_of(robot, name) for name in names))


def _configuration(robot: ArmController) -> bytes:
    safety, links = robot.arm.safety, robot.arm.links
    ranges = (value for pair in zip(safety.low, safety.high, strict=True) for value in pair)
    motions = (value for speed in safety.speed for value in (speed, SAFE_ACCELERATION))
    return _package(
        CONFIGURATION, "53d4I", *ranges, *motions, *JOINT_DEFAULTS, *TOOL_DEFAULTS, *links.a, *links.d, *links.alpha,
        *links.theta, BOARD, BOX, UR5, E_SERIES,
    )  # fmt: skip


def _force_mode(robot: ArmController) -> bytes:
    """Return the force that a program presses with (all zero without force mode), and a dexterity of no meaning."""
    task = robot.arm.force
    return _package(FORCE_MODE, "7d", *((0.0,) * 6 if task is None else task.wrench), 0.0)
