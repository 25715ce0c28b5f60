"""The emulated safety system, which decides what holds the robot."""

from __future__ import annotations

from dataclasses import dataclass

from ur5_description.rtde_numbers import SafetyBit, SafetyMode

UNLOCK_AFTER = 5.0  # seconds a protective stop stays locked


@dataclass
class Safety:
    """What holds the robot at the moment, the gravest first in `mode`."""

    protective: bool = False
    safeguard: bool = False
    emergency: bool = False
    system_emergency: bool = False  # by the safety inputs for a whole cell, not by the robot's own button
    fault: bool = False
    reduced: bool = False
    since: float = 0.0
    reason: str = ""
    locked_for: float = UNLOCK_AFTER

    @property
    def mode(self) -> SafetyMode:
        if self.fault:
            return SafetyMode.FAULT
        if self.emergency:
            return SafetyMode.ROBOT_EMERGENCY_STOP
        if self.system_emergency:
            return SafetyMode.SYSTEM_EMERGENCY_STOP
        if self.protective:
            return SafetyMode.PROTECTIVE_STOP
        if self.safeguard:
            return SafetyMode.SAFEGUARD_STOP
        return SafetyMode.REDUCED if self.reduced else SafetyMode.NORMAL

    @property
    def holds(self) -> bool:
        """Whether the safety system keeps the arm from moving."""
        return self.protective or self.safeguard or self.powerless

    @property
    def powerless(self) -> bool:
        """Whether the safety system keeps power from the arm."""
        return self.emergency or self.system_emergency or self.fault

    @property
    def bits(self) -> int:
        """Return safety_status_bits."""
        bits = SafetyBit.STOPPED if self.holds else SafetyBit(0)
        if self.mode is SafetyMode.NORMAL:
            bits = SafetyBit.NORMAL
        for holds, told in (
            (self.protective, SafetyBit.PROTECTIVE),
            (self.safeguard, SafetyBit.SAFEGUARD),
            (self.emergency, SafetyBit.ROBOT_ESTOP | SafetyBit.ANY_ESTOP),
            (self.system_emergency, SafetyBit.SYSTEM_ESTOP | SafetyBit.ANY_ESTOP),
            (self.reduced, SafetyBit.REDUCED),
            (self.fault, SafetyBit.FAULT),
        ):
            if holds:
                bits |= told
        return int(bits)

    def protect(self, now: float, reason: str) -> None:
        """Enter a protective stop."""
        self.protective, self.since, self.reason = True, now, reason

    def unlock(self, now: float) -> bool:
        """Leave the protective stop, if it is old enough."""
        if self.protective and now - self.since < self.locked_for:
            return False
        self.protective = False
        return True
