"""The motors' power and the battery."""

from __future__ import annotations

import enum
import itertools
from typing import Any

from bosdyn.api import power_pb2
from bosdyn.api.robot_state_pb2 import PowerState

POWERING_ON = 2.0
"""Seconds from the command to motors that are on."""
FULL = 95.0
LOW = 4.0
_RUNTIME = 90.0 * 60.0  # seconds that a full battery lasts
_IDLE = 0.35  # share of the load with motors off


class Motors(enum.Enum):
    """The motors' power."""

    OFF = PowerState.STATE_OFF
    ON = PowerState.STATE_ON
    POWERING_ON = PowerState.STATE_POWERING_ON
    POWERING_OFF = PowerState.STATE_POWERING_OFF


class Power:
    """Motors and battery. ``cut``: their supply is broken, and they cannot be switched on.

    ``ports`` and ``radio``: whether payloads and the Wi-Fi radio have power; nothing here depends on them.
    """

    def __init__(self) -> None:
        self.motors, self.charge, self.cut = Motors.OFF, FULL, False
        self.ports = self.radio = True
        self._left = 0.0
        self._numbers = itertools.count(1)
        self._results: dict[int, int] = {}
        self._pending: int | None = None

    @property
    def on(self) -> bool:
        """Whether the motors have power."""
        return self.motors is Motors.ON

    def switch_on(self) -> int:
        """Begin to power the motors on; return the number to ask by how it went."""
        number = next(self._numbers)
        if self.on:
            self._results[number] = power_pb2.STATUS_SUCCESS
            return number
        self._overrule()
        self.motors, self._left, self._pending = Motors.POWERING_ON, POWERING_ON, number
        self._results[number] = power_pb2.STATUS_IN_PROGRESS
        return number

    def supply(self, *, ports: bool | None = None, radio: bool | None = None) -> int:
        """Switch the payloads' or the radio's power, None leaving it; return the number to ask by."""
        number = next(self._numbers)
        self.ports = self.ports if ports is None else ports
        self.radio = self.radio if radio is None else radio
        self._results[number] = power_pb2.STATUS_SUCCESS
        return number

    def switch_off(self) -> int:
        """Take the motors' power away at once; return the number to ask by."""
        number = next(self._numbers)
        self.lose()
        self._results[number] = power_pb2.STATUS_SUCCESS
        return number

    def lose(self, status: int = power_pb2.STATUS_OVERRIDDEN) -> None:
        """Lose the motors' power; what was under way ends with a PowerCommandStatus."""
        self._overrule(status)
        self.motors = Motors.OFF

    def _overrule(self, status: int = power_pb2.STATUS_OVERRIDDEN) -> None:
        if self._pending is not None:
            self._results[self._pending] = status
            self._pending = None

    def result(self, number: int) -> int | None:
        """Return the PowerCommandStatus of a command, None where there was none of that number."""
        return self._results.get(number)

    def step(self, seconds: float) -> None:
        """Go on by some time."""
        load = 1.0 if self.on else _IDLE
        self.charge = max(0.0, self.charge - 100.0 * load * seconds / _RUNTIME)
        if self.motors is Motors.POWERING_ON:
            self._left -= seconds
            if self._left <= 0.0:
                self.motors = Motors.ON
                if self._pending is not None:
                    self._results[self._pending] = power_pb2.STATUS_SUCCESS
                    self._pending = None

    def runtime(self) -> float:
        """Return how many seconds the battery still lasts."""
        return self.charge / 100.0 * _RUNTIME


def motor_state(power: Power) -> Any:
    """Return the MotorPowerState to report."""
    return power.motors.value
