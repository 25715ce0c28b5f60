"""The numbers a UR controller gives its states, and the safety system that decides between them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class RobotMode(IntEnum):
    """robot_mode of RTDE."""

    NO_CONTROLLER = -1
    DISCONNECTED = 0
    CONFIRM_SAFETY = 1
    BOOTING = 2
    POWER_OFF = 3
    POWER_ON = 4
    IDLE = 5
    BACKDRIVE = 6
    RUNNING = 7


class SafetyMode(IntEnum):
    """safety_mode of RTDE."""

    NORMAL = 1
    REDUCED = 2
    PROTECTIVE_STOP = 3
    RECOVERY = 4
    SAFEGUARD_STOP = 5
    SYSTEM_EMERGENCY_STOP = 6
    ROBOT_EMERGENCY_STOP = 7
    VIOLATION = 8
    FAULT = 9


class Runtime(IntEnum):
    """runtime_state of RTDE."""

    STOPPING = 0
    STOPPED = 1
    PLAYING = 2
    PAUSING = 3
    PAUSED = 4
    RESUMING = 5


class JointMode(IntEnum):
    """joint_mode of RTDE."""

    POWER_OFF = 239
    IDLE = 255
    RUNNING = 253


UNLOCK_AFTER = 5.0  # seconds a protective stop stays locked


@dataclass
class Safety:
    """What holds the robot at the moment, the gravest first in `mode`."""

    protective: bool = False
    safeguard: bool = False
    emergency: bool = False
    fault: bool = False
    since: float = 0.0
    reason: str = ""
    locked_for: float = UNLOCK_AFTER

    @property
    def mode(self) -> SafetyMode:
        if self.fault:
            return SafetyMode.FAULT
        if self.emergency:
            return SafetyMode.ROBOT_EMERGENCY_STOP
        if self.protective:
            return SafetyMode.PROTECTIVE_STOP
        return SafetyMode.SAFEGUARD_STOP if self.safeguard else SafetyMode.NORMAL

    @property
    def holds(self) -> bool:
        """Whether the safety system keeps the arm from moving."""
        return self.protective or self.safeguard or self.emergency or self.fault

    @property
    def bits(self) -> int:
        """Return safety_status_bits."""
        mode = self.mode
        bits = 1 if mode is SafetyMode.NORMAL else 0
        bits |= (1 << 2) * self.protective | (1 << 4) * self.safeguard
        bits |= (1 << 6 | 1 << 7) * self.emergency | (1 << 9) * self.fault
        return bits | (1 << 10) * self.holds

    def protect(self, now: float, reason: str) -> None:
        """Enter a protective stop."""
        self.protective, self.since, self.reason = True, now, reason

    def unlock(self, now: float) -> bool:
        """Leave the protective stop, if it is old enough."""
        if self.protective and now - self.since < self.locked_for:
            return False
        self.protective = False
        return True
