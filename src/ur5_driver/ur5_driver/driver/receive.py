"""What the arm measures: the receive interface in a thread of its own, with a fresh object after every loss."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ur5_description.kinematics import Array
from ur5_description.rtde_numbers import Runtime
from ur5_driver.driver.guard import COUNTED, UPPER
from ur5_driver.driver.states import Activity, Control, Facts

RTDE_PORT = 30004
PROTOCOL_REQUEST = struct.pack(">HBH", 5, ord("V"), 2)
"""RTDE_REQUEST_PROTOCOL_VERSION: size, type, version."""
FREQUENCY = 125.0
STALE_AFTER = 0.6
"""While something moves. An arm that hears nothing from here stops by itself sooner: its watchdog waits 0.2 s."""
STALE_AT_REST = 1.2
"""While nothing moves a short silence endangers nobody: a busy computer is not to cost control of the arm."""
STARVED_AFTER = 2.0
GIVE_UP_AFTER = 1.5
RETRY = 0.5
EVERY = 0.004
"""How often it is looked for something new, s: twice as often as it comes."""
LATE_LOOK = 0.064
VARIABLES = [
    "timestamp",
    "actual_q",
    "actual_qd",
    "target_q",
    "target_qd",
    "actual_TCP_force",
    "actual_TCP_pose",
    "robot_mode",
    "safety_status_bits",
    "safety_mode",
    "runtime_state",
    "speed_scaling",
    "target_speed_fraction",
    "robot_status_bits",
    "actual_digital_input_bits",
    "actual_digital_output_bits",
    "standard_analog_input0",
    "standard_analog_input1",
    "standard_analog_output0",
    "standard_analog_output1",
]


@dataclass(frozen=True)
class Signals:
    """Inputs and outputs: bits 0-7 standard, 8-15 configurable, 16-17 of the tool; V of the two analogue ones each."""

    inputs: int
    outputs: int
    analogue_in: tuple[float, float]
    analogue_out: tuple[float, float]


@dataclass(frozen=True)
class Snapshot:
    """One measurement: joints rad and rad/s, force in base N, the controller's states; ``time`` CLOCK_MONOTONIC."""

    time: float
    stamp: float
    q: Array
    qd: Array
    target_qd: Array
    force: Array
    robot_mode: int
    safety_bits: int
    safety_mode: int
    runtime_state: int
    scaling: float
    counted: float = 0.0
    """How long the driver's program has run, as it counts itself, s (:mod:`ur5_driver.driver.guard`)."""
    signals: Signals | None = None
    pose: Array | None = None
    """Where the controller takes its TCP to be, a pose in base; while the driver has control that is the flange."""

    @property
    def sound(self) -> bool:
        """Whether joints, speeds and force are numbers: what is none compares as no contact and as no motion."""
        return all(bool(np.isfinite(values).all()) for values in (self.q, self.qd, self.force))

    @property
    def still(self) -> bool:
        """Whether no joint moves, as measured (0.002 rad/s is the encoders' noise)."""
        return bool(np.abs(self.qd).max() < 0.005)


def answers(host: str, port: int, timeout: float = 0.5) -> bool:
    """Return whether an RTDE server is there and answers the request for its protocol.

    ur_rtde's own connecting reads without a time-out, and holds Python's global lock meanwhile: against a controller
    that accepts connections but hangs, no thread of this process would run again.
    """
    try:
        with socket.create_connection((host, port), timeout) as connection:
            connection.settimeout(timeout)
            connection.sendall(PROTOCOL_REQUEST)
            return bool(connection.recv(64))
    except OSError:
        return False


def facts_of(
    seen: Snapshot | None, control: Control, remote: bool | None, activity: Activity, recovering: bool
) -> Facts:
    """Return what is known of the arm, from the latest measurement and what the driver knows of itself."""
    if seen is None:
        return Facts(fresh=False, control=control, recovering=recovering)
    return Facts(
        fresh=True,
        robot_mode=seen.robot_mode,
        safety_bits=seen.safety_bits,
        playing=seen.runtime_state == Runtime.PLAYING,
        remote=remote,
        control=control,
        activity=activity,
        recovering=recovering,
    )


def _signals(interface: Any) -> Signals:
    return Signals(
        interface.getActualDigitalInputBits(),
        interface.getActualDigitalOutputBits(),
        (interface.getStandardAnalogInput0(), interface.getStandardAnalogInput1()),
        (interface.getStandardAnalogOutput0(), interface.getStandardAnalogOutput1()),
    )


class Receiver:
    """Keeps the latest snapshot; what is stale is not shown."""

    def __init__(
        self, host: str, on_snapshot: Callable[[Snapshot], None] | None = None, *, upper_registers: bool = False
    ) -> None:
        self._host = host
        self._counted = COUNTED + (UPPER if upper_registers else 0)
        self._on_snapshot = on_snapshot
        self._latest: Snapshot | None = None
        self._looked = self._silence = 0.0
        self.watchful = False  # whether something moves, so that measurements must come all the time
        self._changed = threading.Condition()
        self._ending = threading.Event()
        self.connections = 0
        self.error = ""
        self._thread = threading.Thread(target=self._run, name="receive", daemon=True)

    def start(self) -> None:
        """Begin to receive."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(3.0)

    @property
    def latest(self) -> Snapshot | None:
        """Return the latest measurement while it is fresh, else None.

        Fresh means that looking again found nothing newer for a short time only: a receiving thread that a busy machine
        does not let look must not be taken for a silent controller.
        """
        seen = self._latest
        allowed = STALE_AFTER if self.watchful else STALE_AT_REST
        if seen is None or self._silence > allowed:
            return None
        return seen if time.monotonic() - self._looked < STARVED_AFTER else None

    def wait_newer(self, than: float, timeout: float) -> Snapshot | None:
        """Wait for a measurement later than a time (CLOCK_MONOTONIC); None when none comes."""
        with self._changed:
            self._changed.wait_for(lambda: self._latest is not None and self._latest.time > than, timeout)
            seen = self._latest
        return seen if seen is not None and seen.time > than else None

    def _run(self) -> None:
        from rtde_receive import RTDEReceiveInterface

        while not self._ending.is_set():
            if not answers(self._host, RTDE_PORT):
                self.error = f"nothing answers at {self._host}:{RTDE_PORT}"
                self._ending.wait(RETRY)
                continue
            try:
                wanted = [*VARIABLES, f"output_double_register_{self._counted}"]
                interface = RTDEReceiveInterface(self._host, FREQUENCY, wanted)
            except (RuntimeError, ValueError, OSError) as error:
                self.error = str(error)
                self._ending.wait(RETRY)
                continue
            self.connections += 1
            self.error = ""
            self._receive(interface)
            self._latest = None
            interface.disconnect()

    def _receive(self, interface: Any) -> None:
        """Take snapshots until nothing new comes."""
        last = -1.0
        self._looked, self._silence = time.monotonic(), 0.0
        while not self._ending.wait(EVERY):
            stamp = interface.getTimestamp()
            now = time.monotonic()
            if stamp != last:
                last, self._silence = self._take(interface, stamp, now), 0.0
            else:  # a look that comes late says no more than one in time: what would answer was kept waiting, too
                self._silence += min(now - self._looked, LATE_LOOK)
            self._looked = now
            if self._silence > GIVE_UP_AFTER or not interface.isConnected():
                self.error = "the controller fell silent"
                return

    def _take(self, interface: Any, stamp: float, now: float) -> float:
        """Take a snapshot that is no older than a time of the controller; return its own."""
        stamp, counted = self._count(interface, stamp)
        seen = Snapshot(
            time=now,
            stamp=stamp,
            q=np.array(interface.getActualQ()),
            qd=np.array(interface.getActualQd()),
            target_qd=np.array(interface.getTargetQd()),
            force=np.array(interface.getActualTCPForce()),
            robot_mode=interface.getRobotMode(),
            safety_bits=interface.getSafetyStatusBits(),
            safety_mode=interface.getSafetyMode(),
            runtime_state=interface.getRuntimeState(),
            scaling=interface.getSpeedScalingCombined(),
            counted=counted,
            signals=_signals(interface),
            pose=np.array(interface.getActualTCPPose()),
        )
        with self._changed:
            self._latest = seen
            self._changed.notify_all()
        if self._on_snapshot is not None:
            self._on_snapshot(seen)
        return stamp

    def _count(self, interface: Any, stamp: float) -> tuple[float, float]:
        """Return the controller's time and the program's count of one and the same measurement.

        Another one may come between the two. Of a first one whose count is newer than its time the program would take
        all that follow for a sign that it was held.
        """
        while True:
            counted: float = interface.getOutputDoubleRegister(self._counted)
            now = interface.getTimestamp()
            if now == stamp:
                return stamp, counted
            stamp = now
