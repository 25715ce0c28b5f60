"""What URScript's functions need of the robot that runs them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ur5_emulator.controller.arm import ArmJoints
from ur5_emulator.controller.io import Registers, Signals
from ur5_emulator.controller.poses import RigidFrame
from ur5_emulator.controller.script.program import Thread


@dataclass
class Watchdog:
    """An input register that a client has to write often enough."""

    variable: str
    period: float
    action: str
    left: float


class Host(Protocol):
    """The robot as a script sees it."""

    arm: ArmJoints
    registers: Registers
    io: Signals
    watchdog: Watchdog | None

    def thread(self) -> Thread | None:
        """Return the program's thread that runs at the moment."""

    def waypoint(self) -> RigidFrame:
        """Return the tool frame the arm is on its way to, or where it is."""

    def set_watchdog(
        self, variable: str, min_frequency: float, action: str, *, from_first: bool = False
    ) -> None:
        """Ask for writes to an input register at a frequency (Hz), else stop or pause the program."""

    def tell(self, text: str) -> None:
        """Tell primary clients a text of a program."""

    def note(self, text: str) -> None:
        """Keep a message of the controller's log."""

    def protective_stop(self, reason: str) -> None:
        """Enter a protective stop: the program pauses, the arm comes to rest on its path."""
