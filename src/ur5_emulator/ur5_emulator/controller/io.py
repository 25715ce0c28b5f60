"""Registers, digital and analogue signals of the controller."""

from __future__ import annotations

from dataclasses import dataclass, field

DIGITAL = 18  # digital inputs, and as many outputs
COUNT = 48  # general purpose registers of each kind


@dataclass
class Registers:
    """General purpose registers, 0..23 for fieldbuses, 24..47 for RTDE clients; both are open to RTDE here."""

    in_int: list[int] = field(default_factory=lambda: [0] * COUNT)
    in_double: list[float] = field(default_factory=lambda: [0.0] * COUNT)
    in_bit: list[bool] = field(default_factory=lambda: [False] * 128)
    out_int: list[int] = field(default_factory=lambda: [0] * COUNT)
    out_double: list[float] = field(default_factory=lambda: [0.0] * COUNT)
    out_bit: list[bool] = field(default_factory=lambda: [False] * 128)

    def forget(self, variable: str) -> None:
        """Zero an input register whose client fell silent: its last command must not act on a new program."""
        name, _, index = variable.rpartition("_")
        if name == "input_int_register":
            self.in_int[int(index)] = 0
        elif name == "input_double_register":
            self.in_double[int(index)] = 0.0


@dataclass
class Signals:
    """Digital bits 0-7 standard, 8-15 configurable, 16-17 tool.

    Analogue inputs in volts, outputs as a fraction 0..1 of their range.
    """

    inputs: int = 0
    outputs: int = 0
    analog_in: list[float] = field(default_factory=lambda: [0.0, 0.0])
    tool_analog_in: list[float] = field(default_factory=lambda: [0.0, 0.0])
    analog_out: list[float] = field(default_factory=lambda: [0.0, 0.0])
    voltage: list[bool] = field(default_factory=lambda: [False, False])  # else a current, 4..20 mA

    def set_digital(self, bit: int, value: bool) -> None:
        """Switch one digital output."""
        if not 0 <= bit < DIGITAL:
            raise ValueError(f"there is no digital output {bit}")
        self.outputs = self.outputs | 1 << bit if value else self.outputs & ~(1 << bit)

    def set_digital_group(self, first: int, width: int, mask: int, value: int) -> None:
        """Switch those outputs of a group that a mask names."""
        for bit in range(width):
            if mask >> bit & 1:
                self.set_digital(first + bit, bool(value >> bit & 1))

    def set_analog(self, index: int, fraction: float, voltage: bool | None = None) -> None:
        """Set an analogue output to a fraction of its range."""
        self.analog_out[index] = min(max(float(fraction), 0.0), 1.0)
        if voltage is not None:
            self.voltage[index] = voltage

    def analog_output(self, index: int) -> float:
        """Return what the output gives: volts, or amperes."""
        fraction = self.analog_out[index]
        return 10.0 * fraction if self.voltage[index] else 0.004 + 0.016 * fraction
