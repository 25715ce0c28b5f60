"""Which arm a link is to, and how long its processes may be silent before the arm stops."""

from __future__ import annotations

from dataclasses import dataclass

from ur5_driver.driver.commands import Payload
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.messages import Setup

SILENCE = 0.35
"""A process that dies closes the worker's pipe, which is heard at once; this is for one that hangs while the arm moves.

With 0.1 s of braking the arm then stands within half a second. On a machine on which five times its cores were wanted
the longest pause between two beats was 0.24 s.
"""
WATCHDOG = 0.2
"""A silent worker halts the arm after this, and 0.1 s of braking: soon enough, and no stop for a busy computer."""


@dataclass(frozen=True)
class StopTimes:
    """How long a stop took, s: until the command was on the wire, until the joints were still."""

    sent: float
    still: float


@dataclass(frozen=True)
class LinkSettings:
    """Which arm, within which limits.

    ``silence`` (s) is how long this process may hang while the arm moves, ``watchdog`` (s) how long its control worker.
    ``hand`` is what the flange carries always (None: what is set at the teach pendant), ``held_mass`` (kg) what a thing
    between the fingers is taken to weigh. ``take_over``: a program of somebody else on the controller is ended unasked.
    ``program_port``: on which the controller's External Control program fetches the control program, 0: it is uploaded.
    """

    host: str
    limits: Limits
    gripper: bool = True
    gripper_closed_at: int = 255
    upper_registers: bool = False
    silence: float = SILENCE
    watchdog: float = WATCHDOG
    hand: Payload | None = None
    held_mass: float = 0.0
    take_over: bool = False
    program_port: int = 0

    def payload(self, *, holding: bool) -> Payload | None:
        """Return what the flange carries, with a thing between the finger tips or without; None: not ours to say."""
        if self.hand is None or not holding or self.held_mass <= 0.0:
            return self.hand
        mass = self.hand.mass + self.held_mass
        share = self.held_mass / mass
        x, y, z = ((1.0 - share) * value for value in self.hand.cog)
        return Payload(mass, (x, y, z + share * self.limits.tool_length))

    def setup(self, payload: Payload | None) -> Setup:
        """Return what the control worker is told at its start."""
        return Setup(
            self.host, self.limits, self.upper_registers, self.silence, self.watchdog, payload, self.program_port
        )
