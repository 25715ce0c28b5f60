"""The variables of the Real-Time Data Exchange: names, types, and where their values come from."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from ur5_description.rtde_numbers import JointMode, RobotMode, Runtime
from ur5_emulator.controller.io import COUNT
from ur5_emulator.controller.kinematics import elbow
from ur5_emulator.controller.model import currents, moments, momentum
from ur5_emulator.controller.poses import pose_of
from ur5_emulator.controller.robot import ArmController

FORMATS = {
    "BOOL": "?", "UINT8": "B", "UINT32": "I", "UINT64": "Q", "INT32": "i", "DOUBLE": "d",
    "VECTOR3D": "3d", "VECTOR6D": "6d", "VECTOR6INT32": "6i", "VECTOR6UINT32": "6I",
}  # fmt: skip
STRUCTS = {kind: struct.Struct(">" + code) for kind, code in FORMATS.items()}
VECTORS = frozenset(kind for kind in FORMATS if kind.startswith("VECTOR"))
VOLTS = 48.0

type Getter = Callable[[ArmController], Any]


def _status_bits(robot: ArmController) -> int:
    running = robot.runtime in (Runtime.PLAYING, Runtime.PAUSING, Runtime.PAUSED, Runtime.RESUMING)
    return robot.powered | running << 1


def _joint_mode(robot: ArmController) -> list[int]:
    if robot.mode is RobotMode.RUNNING:
        return [JointMode.RUNNING] * 6
    return [JointMode.IDLE if robot.mode is RobotMode.IDLE else JointMode.POWER_OFF] * 6


def _raw_wrench(robot: ArmController) -> list[float]:
    """Return the sensor's wrench in the flange's frame."""
    w = robot.arm.wrench
    if not any(w):
        return w
    r = robot.arm.links.flange(robot.arm.q).r
    return [sum(r[3 * j + i] * w[k + j] for j in range(3)) for k in (0, 3) for i in range(3)]


def _zero(_: ArmController) -> float:
    return 0.0


OUTPUTS: dict[str, tuple[str, Getter]] = {
    "timestamp": ("DOUBLE", lambda r: r.time - r.missed),
    "target_q": ("VECTOR6D", lambda r: r.arm.q),
    "target_qd": ("VECTOR6D", lambda r: r.arm.qd),
    "target_qdd": ("VECTOR6D", lambda r: r.arm.qdd),
    "target_current": ("VECTOR6D", currents),
    "target_moment": ("VECTOR6D", moments),
    "actual_q": ("VECTOR6D", lambda r: r.arm.actual_q),
    "actual_qd": ("VECTOR6D", lambda r: r.arm.actual_qd),
    "actual_current": ("VECTOR6D", currents),
    "actual_current_window": ("VECTOR6D", lambda _: [2.0] * 6),
    "joint_control_output": ("VECTOR6D", currents),
    "actual_TCP_pose": ("VECTOR6D", lambda r: pose_of(r.arm.actual_tool())),
    "actual_TCP_speed": ("VECTOR6D", lambda r: r.arm.actual_twist()),
    "actual_TCP_force": ("VECTOR6D", lambda r: r.arm.felt()),
    "target_TCP_pose": ("VECTOR6D", lambda r: pose_of(r.arm.tool())),
    "target_TCP_speed": ("VECTOR6D", lambda r: r.arm.tool_twist()),
    "actual_digital_input_bits": ("UINT64", lambda r: r.io.inputs),
    "actual_digital_output_bits": ("UINT64", lambda r: r.io.outputs),
    "joint_temperatures": ("VECTOR6D", lambda _: [28.0, 29.0, 28.5, 31.0, 32.0, 33.0]),
    "actual_execution_time": ("DOUBLE", lambda _: 0.3),
    "robot_mode": ("INT32", lambda r: r.mode),
    "joint_mode": ("VECTOR6INT32", _joint_mode),
    "safety_mode": ("INT32", lambda r: r.safety.mode),
    "safety_status": ("INT32", lambda r: r.safety.mode),
    "speed_scaling": ("DOUBLE", lambda r: min(r.arm.rate / r.slider, 1.0) if r.slider > 0.0 else 0.0),
    "target_speed_fraction": ("DOUBLE", lambda r: r.slider),
    "actual_momentum": ("DOUBLE", momentum),
    "actual_main_voltage": ("DOUBLE", lambda _: VOLTS),
    "actual_robot_voltage": ("DOUBLE", lambda r: VOLTS if r.mode >= RobotMode.POWER_ON else 0.0),
    "actual_robot_current": ("DOUBLE", lambda r: 0.5 + 0.1 * sum(abs(c) for c in currents(r))),
    "actual_joint_voltage": ("VECTOR6D", lambda r: [VOLTS if r.mode >= RobotMode.POWER_ON else 0.0] * 6),
    "runtime_state": ("UINT32", lambda r: r.runtime),
    "actual_tool_accelerometer": ("VECTOR3D", lambda r: r.arm.accelerometer()),
    "elbow_position": ("VECTOR3D", lambda r: elbow(r.arm.actual_q)),
    "elbow_velocity": ("VECTOR3D", lambda _: [0.0] * 3),
    "robot_status_bits": ("UINT32", _status_bits),
    "safety_status_bits": ("UINT32", lambda r: r.safety.bits),
    "analog_io_types": ("UINT32", lambda r: 4 * r.io.voltage[0] + 8 * r.io.voltage[1] + 3),
    "standard_analog_input0": ("DOUBLE", lambda r: r.io.analog_in[0]),
    "standard_analog_input1": ("DOUBLE", lambda r: r.io.analog_in[1]),
    "standard_analog_output0": ("DOUBLE", lambda r: r.io.analog_output(0)),
    "standard_analog_output1": ("DOUBLE", lambda r: r.io.analog_output(1)),
    "io_current": ("DOUBLE", lambda _: 0.05),
    "euromap67_input_bits": ("UINT32", lambda _: 0),
    "euromap67_output_bits": ("UINT32", lambda _: 0),
    "tool_mode": ("UINT32", lambda _: 253),
    "tool_analog_input_types": ("UINT32", lambda _: 3),
    "euromap67_24V_voltage": ("DOUBLE", _zero),
    "euromap67_24V_current": ("DOUBLE", _zero),
    "tool_analog_input0": ("DOUBLE", lambda r: r.io.tool_analog_in[0]),
    "tool_analog_input1": ("DOUBLE", lambda r: r.io.tool_analog_in[1]),
    "tool_output_mode": ("UINT8", lambda _: 0),
    "tool_digital_output0_mode": ("UINT8", lambda _: 1),
    "tool_digital_output1_mode": ("UINT8", lambda _: 1),
    "tool_output_voltage": ("INT32", lambda _: 24),
    "tool_output_current": ("DOUBLE", _zero),
    "tool_temperature": ("DOUBLE", lambda _: 30.0),
    "tcp_force_scalar": ("DOUBLE", lambda r: sum(f * f for f in r.arm.felt()[:3]) ** 0.5),
    "output_bit_registers0_to_31": ("UINT32", lambda r: _bits(r.registers.out_bit[:32])),
    "output_bit_registers32_to_63": ("UINT32", lambda r: _bits(r.registers.out_bit[32:64])),
    "input_bit_registers0_to_31": ("UINT32", lambda r: _bits(r.registers.in_bit[:32])),
    "input_bit_registers32_to_63": ("UINT32", lambda r: _bits(r.registers.in_bit[32:64])),
    "payload": ("DOUBLE", lambda r: r.arm.payload),
    "payload_cog": ("VECTOR3D", lambda r: r.arm.cog),
    "payload_inertia": ("VECTOR6D", lambda r: r.arm.inertia),
    "script_control_line": ("UINT32", lambda _: 0),
    "ft_raw_wrench": ("VECTOR6D", _raw_wrench),
    "tcp_offset": ("VECTOR6D", lambda r: r.arm.tcp_pose),
    "time_scale_source": ("INT32", lambda _: 0),
    "joint_position_deviation_ratio": ("DOUBLE", _zero),
    "collision_detection_ratio": ("DOUBLE", _zero),
}


def _bits(flags: list[bool]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)


def _register(bank: str, index: int) -> Getter:
    return lambda r: getattr(r.registers, bank)[index]


for _i in range(COUNT):
    OUTPUTS[f"output_int_register_{_i}"] = ("INT32", _register("out_int", _i))
    OUTPUTS[f"output_double_register_{_i}"] = ("DOUBLE", _register("out_double", _i))
    # the controller sends its input registers back, too
    OUTPUTS[f"input_int_register_{_i}"] = ("INT32", _register("in_int", _i))
    OUTPUTS[f"input_double_register_{_i}"] = ("DOUBLE", _register("in_double", _i))
for _i in range(64, 128):
    OUTPUTS[f"output_bit_register_{_i}"] = ("BOOL", _register("out_bit", _i))
    OUTPUTS[f"input_bit_register_{_i}"] = ("BOOL", _register("in_bit", _i))

INPUTS: dict[str, str] = {
    "speed_slider_mask": "UINT32", "speed_slider_fraction": "DOUBLE",
    "standard_digital_output_mask": "UINT8", "standard_digital_output": "UINT8",
    "configurable_digital_output_mask": "UINT8", "configurable_digital_output": "UINT8",
    "tool_digital_output_mask": "UINT8", "tool_digital_output": "UINT8",
    "standard_analog_output_mask": "UINT8", "standard_analog_output_type": "UINT8",
    "standard_analog_output_0": "DOUBLE", "standard_analog_output_1": "DOUBLE",
    "input_bit_registers0_to_31": "UINT32", "input_bit_registers32_to_63": "UINT32",
    "external_force_torque": "VECTOR6D",
}  # fmt: skip
INPUTS |= {f"input_int_register_{i}": "INT32" for i in range(COUNT)}
INPUTS |= {f"input_double_register_{i}": "DOUBLE" for i in range(COUNT)}
INPUTS |= {f"input_bit_register_{i}": "BOOL" for i in range(64, 128)}


def pack(kind: str, value: Any) -> bytes:
    """Return a value as RTDE sends it, big-endian."""
    return STRUCTS[kind].pack(*value) if kind in VECTORS else STRUCTS[kind].pack(value)


# variables that never change, and those that are another one by another name: a third of what a client asks for
CONSTANT = (
    "actual_current_window", "joint_temperatures", "actual_execution_time", "actual_main_voltage", "elbow_velocity",
    "io_current", "euromap67_input_bits", "euromap67_output_bits", "tool_mode", "tool_analog_input_types",
    "euromap67_24V_voltage", "euromap67_24V_current", "tool_output_mode", "tool_digital_output0_mode",
    "tool_digital_output1_mode", "tool_output_voltage", "tool_output_current", "tool_temperature",
    "script_control_line", "time_scale_source", "joint_position_deviation_ratio", "collision_detection_ratio",
)  # fmt: skip
SAME = {
    "actual_current": "target_current",
    "joint_control_output": "target_current",
    "safety_status": "safety_mode",
}


class PackedValues:
    """The packed values of one control cycle, each made at most once for all clients."""

    def __init__(self, robot: ArmController) -> None:
        self.robot = robot
        self.packed: dict[str, bytes] = {}
        self.constant = {name: self.get(name) for name in CONSTANT}

    def renew(self) -> None:
        """Forget the last cycle's values."""
        self.packed = self.constant.copy()

    def get(self, name: str) -> bytes:
        """Return a variable's packed value."""
        found = self.packed.get(name)
        if found is None and name in SAME:
            found = self.packed[name] = self.get(SAME[name])
        elif found is None:
            kind, getter = OUTPUTS[name]
            found = self.packed[name] = pack(kind, getter(self.robot))
        return found


def write(robot: ArmController, values: dict[str, Any]) -> None:
    """Set what a client sent: registers, and those outputs that its masks name."""
    registers, io = robot.registers, robot.io
    for name, value in values.items():
        if name.startswith("input_int_register_"):
            registers.in_int[int(name[19:])] = value
        elif name.startswith("input_double_register_"):
            registers.in_double[int(name[22:])] = value
        elif name.startswith("input_bit_register_"):
            registers.in_bit[int(name[19:])] = value
        elif name.startswith("input_bit_registers"):
            first = 0 if name.endswith("0_to_31") else 32
            registers.in_bit[first : first + 32] = [bool(value >> i & 1) for i in range(32)]
    for group, first, width in (("standard", 0, 8), ("configurable", 8, 8), ("tool", 16, 2)):
        mask = values.get(f"{group}_digital_output_mask", 0)
        io.set_digital_group(first, width, mask, values.get(f"{group}_digital_output", 0))
    if values.get("speed_slider_mask"):
        robot.slider = min(max(float(values["speed_slider_fraction"]), 0.0), 1.0)
    mask, kinds = values.get("standard_analog_output_mask", 0), values.get("standard_analog_output_type", 0)
    for i in range(2):
        if mask >> i & 1:
            io.set_analog(i, values.get(f"standard_analog_output_{i}", 0.0), bool(kinds >> i & 1))
    if "external_force_torque" in values:
        robot.arm.external = list(values["external_force_torque"])
