"""Where the table world gets the robot's joints from, and where it tells what the fingers and the arm run into."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from rtde_receive import RTDEReceiveInterface

from ur5_description.calibration import DhRows
from ur5_description.kinematics import UR5E, ArmModel

Array = NDArray[np.float64]

GRIPPER_PORT = 63352
RATE = 125.0
LINK_PERIOD = 0.02
RETRY_SECONDS = 1.0
STALE_SECONDS = 0.25
_SOCKET_SECONDS = 1.0
_VARIABLES = ["timestamp", "actual_q", "actual_qd"]


@dataclass(frozen=True)
class Reading:
    """The robot at one moment: system time (s), joints (rad), their speeds (rad/s), gripper 0 open..255 closed."""

    stamp: float
    joints: Array
    speeds: Array
    gripper: float


@dataclass(frozen=True)
class Feedback:
    """What the world does to the robot: where the gripper is blocked (0..255 or None), wrench at the TCP (N, Nm)."""

    blocked_at: int | None
    wrench: tuple[float, float, float, float, float, float]
    fingers: float | None = None
    """Where the world's fingers are (0..255): the gripper's do not run away from them."""


class JointSource(Protocol):
    """Something that has a robot's joints."""

    @property
    def arm(self) -> ArmModel:
        """The robot's links, as far as it tells them; as published otherwise."""

    def read(self) -> Reading | None:
        """Return where the robot is now; None as long as that is unknown."""

    def report(self, feedback: Feedback) -> None:
        """Take what the world does to the robot; must not block."""

    def close(self) -> None:
        """End every connection."""


class ControllerSource:
    """Follows a controller: joints over RTDE, the gripper over its socket, contacts back over the fault port.

    A thread keeps the connections up; as long as there is none, :meth:`read` returns the last joints at rest.
    """

    def __init__(self, host: str, fault_port: int, log: Callable[[str], None]) -> None:
        """Begin to connect; ``fault_port`` 0 means that nothing is fed back (a real robot feels for itself)."""
        self.arm: ArmModel = UR5E
        self._host = host
        self._fault_port = fault_port
        self._log = log
        self._receive: RTDEReceiveInterface | None = None
        self._last: Reading | None = None
        self._last_clock = (0.0, 0.0)
        self._gripper = 0.0
        self._feedback: Feedback | None = None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._keep_up, name="controller link", daemon=True)
        self._thread.start()

    def read(self) -> Reading | None:
        """Return where the robot is now; at rest where it was last while the controller does not answer."""
        receive = self._receive
        now = time.time()
        if receive is not None:
            clock = float(receive.getTimestamp())
            if clock != self._last_clock[0]:
                self._last_clock = (clock, now)
            fresh = clock > 0.0 and now - self._last_clock[1] < STALE_SECONDS
            if fresh:
                self._last = Reading(
                    now, np.array(receive.getActualQ()), np.array(receive.getActualQd()), self._gripper
                )
                return self._last
        if self._last is not None:
            self._last = Reading(now, self._last.joints, np.zeros(6), self._gripper)
        return self._last

    def report(self, feedback: Feedback) -> None:
        """Keep the feedback; the link's thread sends it."""
        self._feedback = feedback

    def close(self) -> None:
        """End the connections."""
        self._ending.set()
        self._thread.join(2.0 * _SOCKET_SECONDS + RETRY_SECONDS)
        if self._receive is not None:
            self._receive.disconnect()

    def _keep_up(self) -> None:
        complaint = ""
        while not self._ending.is_set():
            try:
                self._connect()
                complaint = ""
                self._exchange()
            except (OSError, RuntimeError, ValueError) as error:
                if str(error) != complaint:
                    complaint = str(error)
                    self._log(
                        f"No controller at {self._host} ({complaint}); trying again every {RETRY_SECONDS:g} s"
                    )
                self._ending.wait(RETRY_SECONDS)

    def _connect(self) -> None:
        if self._receive is not None:
            old, self._receive = self._receive, None
            old.disconnect()
        self._receive = RTDEReceiveInterface(self._host, RATE, _VARIABLES)

    def _exchange(self) -> None:
        """Ask the gripper and send feedback until something breaks."""
        with contextlib.ExitStack() as stack:
            gripper = stack.enter_context(_Lines(self._host, GRIPPER_PORT))
            faults = stack.enter_context(_Lines(self._host, self._fault_port)) if self._fault_port else None
            if faults is not None:
                self.arm = _links(faults.ask('{"links": true}'))
            sent: Feedback | None = None
            while not self._ending.wait(LINK_PERIOD):
                if self._receive is None or not self._receive.isConnected():
                    raise OSError("the RTDE connection is lost")
                self._gripper = float(gripper.ask("GET POS").removeprefix("POS"))
                feedback = self._feedback
                if feedback is not None and feedback != sent and faults is not None:
                    faults.ask(_as_json(feedback))
                    sent = feedback


def _links(answer: str) -> ArmModel:
    """Return the arm with the links that a controller computes with.

    :raises ValueError: where it does not tell them
    """
    told = json.loads(answer)
    if "links" not in told:
        raise ValueError(f"the controller tells no links: {answer}")
    return DhRows(**{name: tuple(row) for name, row in told["links"].items()}).of(UR5E)


def _as_json(feedback: Feedback) -> str:
    wrench = [round(v, 3) for v in feedback.wrench]
    world = {"gripper_blocked_at": feedback.blocked_at, "gripper_fingers_at": feedback.fingers, "wrench": wrench}
    return json.dumps({"world": world})


class _Lines:
    """A connection that answers a line with a line."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)

    def __enter__(self) -> _Lines:
        self._socket = socket.create_connection(self._address, _SOCKET_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._reader = self._socket.makefile("r", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.close()
        self._socket.close()

    def ask(self, line: str) -> str:
        """Send a line and return the answer.

        :raises OSError: when the other side has gone
        """
        self._socket.sendall(f"{line}\n".encode())
        answer = self._reader.readline()
        if not answer:
            raise ConnectionError(f"{self._address[0]}:{self._address[1]} has closed")
        return answer.strip()
