"""Which arm a link is to, and how long its processes may be silent before the arm stops."""

from __future__ import annotations

from dataclasses import dataclass

from ur5_driver.driver.limits import Limits

SILENCE = 0.35
"""A process that dies closes the worker's pipe, which is heard at once; this is for one that hangs while the arm moves.

With 0.1 s of braking the arm then stands within half a second. On a machine on which five times its cores were wanted
the longest pause between two beats was 0.24 s.
"""
WATCHDOG = 0.2
"""A silent worker halts the arm after this, and 0.1 s of braking: soon enough, and no stop for a busy computer."""


@dataclass(frozen=True)
class LinkSettings:
    """Which arm, within which limits.

    ``silence`` (s) is how long this process may hang while the arm moves, ``watchdog`` (s) how long its control worker.
    """

    host: str
    limits: Limits
    gripper: bool = True
    gripper_closed_at: int = 255
    upper_registers: bool = False
    silence: float = SILENCE
    watchdog: float = WATCHDOG
