"""What the controller's outputs and speed slider are set to, over a connection of its own, opened when it is needed.

Nothing of the arm moves by it; what is wired to an output may.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from pred_core.outcome import Code, Outcome

STANDARD, CONFIGURABLE, TOOL = range(8), range(8, 16), range(16, 18)
"""Numbers of digital outputs, as the manufacturer's ROS 2 driver counts them."""
ANALOGUE = range(2)
SLOWEST = 0.01
"""The speed slider's lowest share: at 0 nothing would ever arrive."""


def opened(host: str, *, upper: bool) -> Any:
    """Return ur_rtde's interface to the outputs.

    :raises RuntimeError: when the controller does not take it
    """
    from rtde_io import RTDEIOInterface

    return RTDEIOInterface(host, False, upper)


class Outputs:
    """Digital and analogue outputs, and the speed slider. Thread-safe."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        """Prepare.

        :param connect: opens the connection
        """
        self._connect = connect
        self._lock = threading.Lock()
        self._io: Any = None

    def digital(self, pin: int, *, on: bool) -> Outcome:
        """Switch a digital output."""
        if pin in STANDARD:
            return self._set("setStandardDigitalOut", pin, on)
        if pin in CONFIGURABLE:
            return self._set("setConfigurableDigitalOut", pin - CONFIGURABLE.start, on)
        if pin in TOOL:
            return self._set("setToolDigitalOut", pin - TOOL.start, on)
        return Outcome(Code.BAD_INPUT, f"There is no digital output {pin}: use 0 to {TOOL.stop - 1}.")

    def analogue(self, pin: int, share: float) -> Outcome:
        """Set an analogue output to a share (0..1) of its 10 V."""
        if pin not in ANALOGUE or not 0.0 <= share <= 1.0:
            return Outcome(
                Code.BAD_INPUT, f"Analogue outputs are 0 and 1, from 0 to 1; got {pin}, {share:g}."
            )
        return self._set("setAnalogOutputVoltage", pin, share)

    def slider(self, share: float) -> Outcome:
        """Set the speed slider to a share (0.01..1)."""
        if not SLOWEST <= share <= 1.0:
            return Outcome(
                Code.BAD_INPUT, f"The speed slider goes from {SLOWEST:g} to 1; {share:g} was asked for."
            )
        return self._set("setSpeedSlider", share)

    def close(self) -> None:
        """End the connection."""
        with self._lock:
            self._drop()

    def _set(self, name: str, *values: Any) -> Outcome:
        """Set something; once more over a new connection where the old one has broken."""
        with self._lock:
            why = ""
            for _ in range(2):
                try:
                    self._io = self._io or self._connect()
                    if getattr(self._io, name)(*values):
                        return Outcome.success()
                except (RuntimeError, ValueError, OSError) as error:
                    why = f" It said: {error}"
                self._drop()
            return Outcome(Code.UNAVAILABLE, f"The controller did not take the output.{why}")

    def _drop(self) -> None:
        if self._io is not None:
            self._io.disconnect()
            self._io = None
