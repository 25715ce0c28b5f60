"""Modes, inputs and outputs of the controller under the names of the manufacturer's driver, where its types are there.

``ur_dashboard_msgs`` and ``ur_msgs`` come with that driver and are in no package registry: who has neither has no
program that could listen, and the modes are in ``diagnostics`` as well.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from pred_core.ros.qos import LATCHED
from ur5_driver.driver.receive import Snapshot

STATUS = "io_and_status_controller"
DIGITAL = range(18)
"""Pins as that driver counts them: 0-7 standard, 8-15 configurable, 16-17 tool."""
VOLTAGE = 1
"""Its number for an analogue signal that is told in volts."""
_EVERY = 12
"""Of how many measurements one tells inputs and outputs: some ten a second."""


def types(name: str) -> Any:
    """Return a module of messages, None where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class Modes:
    """Publishes modes when they change, for who comes later as well, and inputs and outputs ten times a second."""

    def __init__(self, node: Any, find: Callable[[str], Any] = types) -> None:
        """Make the topics whose types there are.

        :param find: returns a module of messages by its name, or None
        """
        dashboard, self._io_types = find("ur_dashboard_msgs.msg"), find("ur_msgs.msg")
        self._told: dict[str, int] = {}
        self._modes: list[tuple[str, Any, Any]] = []
        if dashboard is not None:
            robot, safety = dashboard.RobotMode, dashboard.SafetyMode
            told = node.create_publisher(robot, f"{STATUS}/robot_mode", LATCHED)
            self._modes.append(("robot_mode", robot, told))
            told = node.create_publisher(safety, f"{STATUS}/safety_mode", LATCHED)
            self._modes.append(("safety_mode", safety, told))
        self._io: Any = None
        if self._io_types is not None:
            self._io = node.create_publisher(self._io_types.IOStates, f"{STATUS}/io_states", 10)
        self._count = 0

    def measured(self, seen: Snapshot) -> None:
        """Publish what a measurement says that was not said yet."""
        for name, kind, topic in self._modes:
            mode = int(getattr(seen, name))
            if self._told.get(name) != mode:
                self._told[name] = mode
                topic.publish(kind(mode=mode))
        self._count += 1
        if self._io is not None and seen.signals is not None and self._count % _EVERY == 1:
            self._io.publish(self._states(seen))

    def _states(self, seen: Snapshot) -> Any:
        signals, kinds = seen.signals, self._io_types
        assert signals is not None
        states = kinds.IOStates()
        states.digital_in_states = [self._digital(pin, signals.inputs) for pin in DIGITAL]
        states.digital_out_states = [self._digital(pin, signals.outputs) for pin in DIGITAL]
        states.analog_in_states = [self._analogue(pin, volts) for pin, volts in enumerate(signals.analogue_in)]
        states.analog_out_states = [self._analogue(pin, volts) for pin, volts in enumerate(signals.analogue_out)]
        return states

    def _digital(self, pin: int, bits: int) -> Any:
        return self._io_types.Digital(pin=pin, state=bool(bits >> pin & 1))

    def _analogue(self, pin: int, volts: float) -> Any:
        return self._io_types.Analog(pin=pin, domain=VOLTAGE, state=volts)
