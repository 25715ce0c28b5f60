from __future__ import annotations

import struct

import pytest

from ur5_emulator.controller.variables import CONSTANT, INPUTS, OUTPUTS, STRUCTS, PackedValues, write

# what UR's guide to RTDE lists for 5.x and ur_rtde does not ask for
GUIDE = {
    "tool_output_mode": "UINT8", "tool_digital_output0_mode": "UINT8", "tool_digital_output1_mode": "UINT8",
    "euromap67_24V_voltage": "DOUBLE", "euromap67_24V_current": "DOUBLE",
    "input_bit_registers0_to_31": "UINT32", "input_bit_registers32_to_63": "UINT32",
    "input_bit_register_64": "BOOL", "input_bit_register_127": "BOOL", "output_bit_register_127": "BOOL",
    "input_int_register_47": "INT32", "input_double_register_47": "DOUBLE",
}  # fmt: skip


def test_every_variable_has_a_value_of_its_type(robot):
    snapshot = PackedValues(robot)
    snapshot.renew()
    assert {name: OUTPUTS[name][0] for name in GUIDE} == GUIDE
    for name, (kind, _) in OUTPUTS.items():
        assert len(snapshot.get(name)) == STRUCTS[kind].size, name


def test_the_external_wrench_is_the_arms(robot):
    write(robot, {"external_force_torque": (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)})
    robot.asking.ft_rtde_input_enable(True)
    force = struct.unpack(">6d", PackedValues(robot).get("actual_TCP_force"))
    assert sum(f * f for f in force[:3]) == pytest.approx(14.0)


def test_what_is_called_constant_is(robot):
    before = PackedValues(robot).constant
    robot.io.tool_analog_in = [1.0, 2.0]
    robot.power_off()
    robot.go(0.1)
    after = {name: STRUCTS[OUTPUTS[name][0]].unpack(data) for name, data in PackedValues(robot).constant.items()}
    assert after == {name: STRUCTS[OUTPUTS[name][0]].unpack(before[name]) for name in CONSTANT}


@pytest.mark.parametrize("name", [name for name in INPUTS if "_register" in name and name in OUTPUTS])
def test_input_registers_are_sent_back(robot, name):
    value = True if INPUTS[name] == "BOOL" else 5
    write(robot, {name: value})
    assert struct.unpack(">" + STRUCTS[INPUTS[name]].format[1:], PackedValues(robot).get(name)) == (value,)
