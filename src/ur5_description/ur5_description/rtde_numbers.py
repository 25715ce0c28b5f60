"""The numbers of RTDE's states, for the driver that reads them and the emulated controller that sends them."""

from __future__ import annotations

from enum import IntEnum, IntFlag


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


class SafetyBit(IntFlag):
    """safety_status_bits of RTDE."""

    NORMAL = 1 << 0
    REDUCED = 1 << 1
    PROTECTIVE = 1 << 2
    RECOVERY_MODE = 1 << 3
    SAFEGUARD = 1 << 4
    SYSTEM_ESTOP = 1 << 5
    ROBOT_ESTOP = 1 << 6
    ANY_ESTOP = 1 << 7
    VIOLATION = 1 << 8
    FAULT = 1 << 9
    STOPPED = 1 << 10
